import { listPages, PAGE_MONTH_EXPORT_PATH, readPageMonth, type PageMonth } from '@pagecast/api/contract';
import {
  apiQuery,
  Button,
  ButtonLink,
  EmptyState,
  Loaded,
  PageSelect,
  ScreenHeading,
  Skeleton,
  todayIso,
  useSearch,
  useTimeZone,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChartColumn, ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react';
import { BestHours } from './best-hours.tsx';
import { MonthChart } from './month-chart.tsx';
import { isMonth, monthAfter, monthName } from './month-names.ts';
import { BestPosts, MonthPosts } from './month-posts.tsx';
import { MonthSums } from './month-sums.tsx';

/** A month of a page: to look at, to print and to take along. */
export function MonthReport() {
  const [search, setSearch] = useSearch();
  const timeZone = useTimeZone();
  const present = todayIso(new Date(), timeZone).slice(0, 7);
  const given = search['report'] ?? '';
  const month = isMonth(given) && given <= present ? given : monthAfter(present, -1);
  const pages = useQuery(apiQuery(listPages));
  const page = pages.data?.find(({ id }) => String(id) === search['pageId']) ?? pages.data?.[0];
  const name = page?.name ?? 'Monthly report';

  return (
    <div className="flex flex-col gap-4">
      <ScreenHeading
        title="Monthly report"
        subtitle={`${name}, ${monthName(month)}`}
        action={<Actions month={month} pageId={page?.id ?? null} />}
      />
      <div className="-mt-4 flex flex-wrap items-end gap-3 print:hidden">
        <div className="w-full sm:w-64">
          <PageSelect
            pages={pages.data ?? []}
            value={String(page?.id ?? '')}
            onValueChange={(pageId) => setSearch({ pageId })}
          />
        </div>
        <MonthChoice month={month} present={present} onMonth={(report) => setSearch({ report })} />
      </div>
      <Loaded query={pages} problemTitle="We couldn't load your pages" skeleton={<Waiting />}>
        {() => (page === undefined ? <NoPage /> : <Month pageId={page.id} month={month} />)}
      </Loaded>
    </div>
  );
}

function Actions({ month, pageId }: { month: string; pageId: number | null }) {
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <ButtonLink to="/history" variant="ghost" icon={<ArrowLeft aria-hidden />}>
        Post History
      </ButtonLink>
      {pageId !== null && (
        <a
          href={`${PAGE_MONTH_EXPORT_PATH}?pageId=${pageId}&month=${month}`}
          download={`posts-${month}.csv`}
          className={
            'inline-flex min-h-9 items-center gap-2 rounded-control border border-line-strong bg-surface px-3.5 ' +
            'text-sm font-medium hover:bg-sunken pointer-coarse:min-h-11'
          }
        >
          <Download aria-hidden className="size-4" />
          Export CSV
        </a>
      )}
      <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
    </div>
  );
}

function MonthChoice({
  month,
  present,
  onMonth,
}: {
  month: string;
  present: string;
  onMonth: (month: string) => void;
}) {
  return (
    <div role="group" aria-label="Month" className="flex items-center gap-1">
      <Button
        aria-label="Month before"
        icon={<ChevronLeft aria-hidden />}
        onClick={() => onMonth(monthAfter(month, -1))}
      />
      <span role="status" className="min-w-36 text-center font-medium">
        {monthName(month)}
      </span>
      <Button
        aria-label="Next month"
        icon={<ChevronRight aria-hidden />}
        disabled={month >= present}
        onClick={() => onMonth(monthAfter(month))}
      />
    </div>
  );
}

function Month({ pageId, month }: { pageId: number; month: string }) {
  const query = useQuery(apiQuery(readPageMonth, { params: { id: pageId }, query: { month } }));
  return (
    <>
      <BestHours key={pageId} pageId={pageId} />
      <Loaded
        query={query}
        problemTitle="We couldn't load this month"
        skeleton={<Waiting />}
        empty={({ sums }) => (sums.posts > 0 ? null : <NoPosts month={month} />)}
      >
        {(read) => <Report month={read} />}
      </Loaded>
    </>
  );
}

function Report({ month }: { month: PageMonth }) {
  return (
    <>
      <MonthSums {...month} />
      <MonthChart days={month.days} />
      <BestPosts posts={month.posts} best={month.best} />
      <MonthPosts posts={month.posts} timeZone={month.timeZone} />
    </>
  );
}

function Waiting() {
  return (
    <>
      <Skeleton className="h-40" />
      <Skeleton className="h-60" />
    </>
  );
}

function NoPosts({ month }: { month: string }) {
  return (
    <div className="rounded-card border border-line bg-surface">
      <EmptyState icon={<ChartColumn />}>{`No posts were published in ${monthName(month)}.`}</EmptyState>
    </div>
  );
}

function NoPage() {
  return (
    <div className="rounded-card border border-line bg-surface">
      <EmptyState icon={<ChartColumn />}>Connect a page to see how its posts do.</EmptyState>
    </div>
  );
}
