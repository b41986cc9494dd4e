import { Link, Problem, Skeleton, WaitsForConnection } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Heart, Send, Sparkles } from 'lucide-react';
import { MonthChange } from './month-change.tsx';
import { stats, trend, waiting } from './queries.ts';
import { SparkBars } from './spark-bars.tsx';
import { StatCard } from './stat-card.tsx';

const GRID = 'grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4';

export function StatCards() {
  const { data, error, isPending, fetchStatus, refetch } = useQuery(stats());
  const { data: shape } = useQuery(trend());
  const toApprove = useQuery(waiting()).data?.waiting;

  if (isPending) return fetchStatus === 'paused' ? <WaitsForConnection /> : <StatSkeletons />;
  if (error)
    return (
      <Problem
        title="We couldn't load your numbers"
        error={error}
        onRetry={() => {
          void refetch();
        }}
      />
    );

  return (
    <section aria-label="Numbers" className={GRID}>
      <StatCard
        label="Posts This Month"
        value={data.postsThisMonth}
        change={<MonthChange stats={data} />}
        icon={<Send />}
      >
        {shape && <SparkBars values={shape.weeks.map(({ posts }) => posts)} />}
      </StatCard>
      <StatCard
        label="Scheduled Posts"
        value={data.scheduledPosts}
        hint={
          toApprove ? (
            <Link to="/super-generator?inbox=waiting" className="-my-3.5 inline-flex min-h-11 items-center underline">
              {toApprove} to approve
            </Link>
          ) : (
            `${data.todayScheduled.toLocaleString('en')} scheduled for today`
          )
        }
        icon={<CalendarClock />}
      >
        {shape && <SparkBars isAhead values={shape.days.map(({ scheduled }) => scheduled)} />}
      </StatCard>
      <StatCard
        label="Total Engagement"
        value={data.totalEngagement}
        hint="Likes, comments and shares"
        icon={<Heart />}
      >
        {shape && <SparkBars values={shape.weeks.map(({ engagement }) => engagement)} />}
      </StatCard>
      <StatCard
        label="AI Generated"
        value={data.aiGenerated}
        hint="Published posts written with AI"
        icon={<Sparkles />}
      >
        {shape && <SparkBars values={shape.weeks.map(({ aiGenerated }) => aiGenerated)} />}
      </StatCard>
    </section>
  );
}

export function StatSkeletons() {
  return (
    <div aria-busy="true" className={GRID}>
      <span className="sr-only">Loading</span>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} className="h-31.5 rounded-card sm:h-29.5" />
      ))}
    </div>
  );
}
