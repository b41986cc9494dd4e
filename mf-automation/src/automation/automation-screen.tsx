import { Problem, useIsModeKnown } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { AutomationContent } from './automation-content.tsx';
import { AutomationHeading } from './automation-heading.tsx';
import { AutomationSkeleton } from './automation-skeleton.tsx';
import { settingsQuery } from '../queries.ts';

export function AutomationScreen() {
  const { data, dataUpdatedAt, error, refetch } = useQuery(settingsQuery());
  const isModeKnown = useIsModeKnown();
  if (data !== undefined && isModeKnown) return <AutomationContent settings={data} receivedAt={dataUpdatedAt} />;
  return (
    <>
      <AutomationHeading />
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
