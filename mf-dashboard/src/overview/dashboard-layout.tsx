import { Card, Skeleton } from '@pagecast/shell/kit';
import type { ReactNode } from 'react';
import { ActivitySkeleton } from './recent-activity.tsx';
import { StatSkeletons } from './stat-cards.tsx';
import { TREND_TITLE, TrendSkeleton } from './trend-card.tsx';
import { UpcomingSkeleton } from './upcoming-posts.tsx';

/** Two columns beside each other where there is room. What changes its height stands last in its column. */
export function DashboardColumns({ wide, narrow }: { wide: ReactNode; narrow: ReactNode }) {
  return (
    <div
      className={
        'grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] ' + 'xl:grid-cols-[minmax(0,1fr)_24rem]'
      }
    >
      <div className="flex min-w-0 flex-col gap-4">{wide}</div>
      <div className="flex min-w-0 flex-col gap-4">{narrow}</div>
    </div>
  );
}

/** The cards in their places, before anything is known. */
export function DashboardSkeleton() {
  return (
    <>
      <StatSkeletons />
      <DashboardColumns
        wide={
          <>
            <Card {...TREND_TITLE} actions={<Skeleton className="h-9.5 w-43" />}>
              <TrendSkeleton />
            </Card>
            <Card title="Upcoming Scheduled Posts">
              <UpcomingSkeleton />
            </Card>
          </>
        }
        narrow={
          <Card title="Recent Activity">
            <ActivitySkeleton />
          </Card>
        }
      />
    </>
  );
}
