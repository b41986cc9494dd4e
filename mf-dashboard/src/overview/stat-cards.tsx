import { Problem, Skeleton, StatCard } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Heart, Send, Sparkles } from 'lucide-react';
import { stats } from './queries.ts';

const GRID = 'grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4';

export function StatCards() {
  const { data, error, isPending, refetch } = useQuery(stats());

  if (isPending) {
    return (
      <div aria-busy="true" className={GRID}>
        <span className="sr-only">Loading</span>
        {[1, 2, 3, 4].map((card) => <Skeleton key={card} className="h-30 rounded-card" />)}
      </div>
    );
  }
  if (error) return <Problem title="Your numbers could not be loaded" error={error} onRetry={() => { void refetch(); }} />;

  return (
    <section aria-label="Numbers" className={GRID}>
      <StatCard label="Posts This Month" value={data.postsThisMonth} change={data.monthChange} icon={<Send />} />
      <StatCard label="Scheduled Posts" value={data.scheduledPosts} hint={`${data.todayScheduled.toLocaleString('en')} scheduled for today`} icon={<CalendarClock />} />
      <StatCard label="Total Engagement" value={data.totalEngagement} hint="Likes, comments and shares" icon={<Heart />} />
      <StatCard label="AI Generated" value={data.aiGenerated} hint="Published posts written with AI" icon={<Sparkles />} />
    </section>
  );
}
