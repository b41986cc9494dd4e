import { lazyPart, Problem, useIsModeKnown, useLocation } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { AutomationContent } from './automation-content.tsx';
import { AutomationHeading } from './automation-heading.tsx';
import { AutomationSkeleton } from './automation-skeleton.tsx';
import { settingsQuery } from '../queries.ts';

/** Comes when somebody opens it. */
const InboxScreen = /* @__PURE__ */ lazyPart(async () => (await import('../late.ts')).InboxScreen);

export function AutomationScreen() {
  if (!useLocation().search.includes('inbox=')) return <SettingsScreen />;
  return (
    <Suspense fallback={null}>
      <InboxScreen />
    </Suspense>
  );
}

function SettingsScreen() {
  const { data, dataUpdatedAt, error, refetch } = useQuery(settingsQuery());
  const isModeKnown = useIsModeKnown();
  if (data !== undefined && isModeKnown) return <AutomationContent settings={data} receivedAt={dataUpdatedAt} />;
  return (
    <>
      <AutomationHeading isPending={error === null} />
      {error === null ? (
        <AutomationSkeleton />
      ) : (
        <Problem
          error={error}
          title="We couldn't load automation"
          onRetry={() => {
            void refetch();
          }}
        />
      )}
    </>
  );
}
