import { ButtonLink, Late, lazyPart, ScreenHeading, ThumbAction, useMediaQuery } from '@pagecast/shell/kit';
import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ConnectionBadge } from './connection-badge.tsx';
import { DashboardColumns, DashboardSkeleton } from './dashboard-layout.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { PageWarnings } from './page-warnings.tsx';
import { activity, pages, stats, trend, upcomingPosts, warnings } from './queries.ts';
import { RecentActivity } from './recent-activity.tsx';
import { StatCards } from './stat-cards.tsx';
import { TrendCard } from './trend-card.tsx';
import { UpcomingPosts } from './upcoming-posts.tsx';

/** Last in its column: it pushes nothing away when it comes. */
const QuickGenerator = lazyPart(async () => (await import('./quick-generator.tsx')).QuickGenerator);

/** Each card loads, fails and recovers by itself: what could be loaded is shown. */
export function DashboardScreen() {
  // All set out together with the first render, and the one that the cards wait for leads; they take up what is on its
  // way.
  const client = useQueryClient();
  // The bell has a place for warnings in the cache, which `usePrefetchQuery` would take for a read.
  useState(() => void client.prefetchQuery(warnings()));
  usePrefetchQuery(pages());
  usePrefetchQuery(stats());
  usePrefetchQuery(trend());
  usePrefetchQuery(activity());
  usePrefetchQuery(upcomingPosts());
  // Warnings stand above the numbers: until it is known whether there are any, nothing is shown that they would push
  // away.
  const { data: found = [], isPending: isWarningPending } = useQuery(warnings());
  const isPending = useIsHeightPending() || isWarningPending;
  // Once shown the cards stay: a failed call that is made again is on its way again, and what was typed must not go.
  const [isKnown, setIsKnown] = useState(!isPending);
  if (!isPending && !isKnown) setIsKnown(true);
  return (
    <>
      <ScreenHeading
        title="Dashboard"
        subtitle="Manage your Facebook page automation"
        badge={<ConnectionBadge />}
        action={
          <ThumbAction>
            <ButtonLink to="/content-generator" variant="primary" icon={<Plus aria-hidden />}>
              New Post
            </ButtonLink>
          </ThumbAction>
        }
      />
      <div className="flex flex-col gap-4 max-sm:pb-16">
        <FirstStepsCard />
        {!isKnown ? (
          <DashboardSkeleton />
        ) : (
          <>
            <PageWarnings warnings={found} />
            <StatCards />
            <DashboardColumns
              wide={
                <>
                  <TrendCard />
                  <UpcomingPosts />
                </>
              }
              narrow={
                <>
                  <RecentActivity />
                  <Late>
                    <QuickGenerator />
                  </Late>
                </>
              }
            />
          </>
        )}
      </div>
    </>
  );
}

/**
 * On a phone an empty card is short, and all cards stand below one another: how high each is has to be known before
 * they show.
 */
function useIsHeightPending(): boolean {
  const isPhone = useMediaQuery('(max-width: 639px)');
  const cards = [useQuery(trend()), useQuery(upcomingPosts()), useQuery(activity())];
  return isPhone && cards.some(({ isPending }) => isPending);
}
