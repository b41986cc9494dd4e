import type { DashboardTrend } from '@pagecast/api/contract';
import { Card, cn, EmptyState, Loaded, SegmentedControl, Skeleton } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Table2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { trend } from './queries.ts';
import { useWeeksPlot } from './use-weeks-plot.ts';
import { weekLabel } from './week-label.ts';
import { WeeksTable } from './weeks-table.tsx';

type View = 'chart' | 'table';
const VIEWS = [
  { value: 'chart', label: 'Chart', icon: <ChartColumn aria-hidden /> },
  { value: 'table', label: 'Table', icon: <Table2 aria-hidden /> },
] as const;

export const TREND_TITLE = { title: 'Last 8 Weeks', description: 'Posts and reactions, week by week.' };

/**
 * One height for every state: what stands below never moves. Only on a phone, where cards wait for one another, nothing
 * takes less.
 */
const PLACE = 'h-70';
const EMPTY_PLACE = 'sm:h-70';

/** Posts and engagement of the last weeks: looked at as a chart, read as a table. */
export function TrendCard() {
  const [view, setView] = useState<View>('chart');
  const query = useQuery(trend());
  const isEmpty = query.data?.weeks.every(({ posts }) => posts === 0) === true;
  return (
    <Card
      {...TREND_TITLE}
      actions={<SegmentedControl label="Shown as" value={view} onValueChange={setView} options={VIEWS} />}
    >
      <div className={isEmpty ? EMPTY_PLACE : PLACE}>
        <Loaded
          query={query}
          skeleton={<TrendSkeleton />}
          empty={() =>
            !isEmpty ? null : (
              <div className="grid h-full content-center">
                <EmptyState icon={<ChartColumn />}>
                  No posts published in the last 8 weeks. Your next one starts this chart.
                </EmptyState>
              </div>
            )
          }
        >
          {({ weeks }) => <Weeks weeks={weeks} view={view} />}
        </Loaded>
      </div>
    </Card>
  );
}

export function TrendSkeleton() {
  return (
    <div aria-busy="true" className={PLACE}>
      <span className="sr-only">Loading</span>
      <Skeleton className="h-full" />
    </div>
  );
}

function Weeks({ weeks, view }: { weeks: DashboardTrend['weeks']; view: View }) {
  const place = useRef<HTMLDivElement>(null);
  const marks = {
    posts: useRef<HTMLSpanElement>(null),
    engagement: useRef<HTMLSpanElement>(null),
    surface: useRef<HTMLDivElement>(null),
  };
  const [pointed, setPointed] = useState<number | null>(null);

  const plot = useWeeksPlot(place, weeks, {
    isWanted: view === 'chart',
    onPoint: setPointed,
    colours: () => ({
      posts: colourOf(marks.posts.current),
      engagement: colourOf(marks.engagement.current),
      text: colourOf(place.current),
      grid: styleOf(marks.surface.current, 'borderTopColor'),
      surface: styleOf(marks.surface.current, 'backgroundColor'),
    }),
  });
  const isTable = view === 'table' || plot === 'failed';
  const index = pointed ?? weeks.length - 1;
  const shown = weeks[index];

  return (
    <>
      <div className={cn(!isTable && 'sr-only')}>
        <WeeksTable weeks={weeks} />
      </div>
      <div
        ref={marks.surface}
        aria-hidden
        className={cn('flex h-full flex-col gap-3 border-line bg-surface', isTable && 'hidden')}
      >
        {shown && (
          <p className="flex h-8 flex-wrap items-center gap-x-5 gap-y-1 text-sm sm:h-5">
            <span className="font-medium">{weekLabel(shown.start, index === weeks.length - 1)}</span>
            <span className="flex items-center gap-1.5">
              <span ref={marks.posts} className="size-2.5 rounded-[3px] bg-current text-accent" />
              {count(shown.posts, 'post', 'posts')}
            </span>
            <span className="flex items-center gap-1.5">
              <span ref={marks.engagement} className="h-0.5 w-3.5 rounded-full bg-current text-ok" />
              {count(shown.engagement, 'reaction', 'reactions')}
            </span>
          </p>
        )}
        <div className="relative min-h-0 grow overflow-hidden text-ink-soft">
          <div ref={place} className="h-full" />
          {/* Over the chart's place and not in it: what is drawn there would first stand below. */}
          {plot === 'loading' && <Skeleton className="absolute inset-0" />}
        </div>
      </div>
    </>
  );
}

function count(value: number, one: string, many: string): string {
  return `${value.toLocaleString('en')} ${value === 1 ? one : many}`;
}

function styleOf(element: HTMLElement | null, property: 'color' | 'backgroundColor' | 'borderTopColor'): string {
  return element === null ? '' : getComputedStyle(element)[property];
}

function colourOf(element: HTMLElement | null): string {
  return styleOf(element, 'color');
}
