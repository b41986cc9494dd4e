import { ButtonLink, LatePart, lazyPart, ScreenHeading, Skeleton, type SetSearch } from '@pagecast/shell/kit';
import { ChartColumn } from 'lucide-react';
import { FilterBar } from './filter-bar.tsx';
import { addressOf, type HistoryFilters, type HistoryOrder } from './history-filters.ts';
import { LastMonthsBest } from './last-months-best.tsx';
import { SortHeadings } from './sort-headings.tsx';

const BestHours = /* @__PURE__ */ lazyPart(async () => (await import('./month/best-hours.tsx')).BestHours);

interface Props {
  readonly count: string;
  readonly filters: HistoryFilters;
  readonly order: HistoryOrder;
  readonly setSearch: SetSearch;
}

/** What the list below holds, and in which order; of one page also when it does best. */
export function HistoryHeading({ count, filters, order, setSearch }: Props) {
  return (
    <>
      <ScreenHeading
        title="Post History"
        subtitle={<span role="status">{count}</span>}
        action={
          <>
            <LastMonthsBest filters={filters} order={order} setSearch={setSearch} />
            <ButtonLink size="sm" to={reportAddress(filters.pageId)} icon={<ChartColumn aria-hidden />}>
              Monthly report
            </ButtonLink>
          </>
        }
      />
      <FilterBar filters={filters} setSearch={setSearch} />
      {filters.pageId !== null && (
        <LatePart name="Best time to post" fallback={<Skeleton className="mb-4 h-33.5 max-sm:h-40.5" />}>
          <div className="mb-4">
            <BestHours pageId={filters.pageId} />
          </div>
        </LatePart>
      )}
      <SortHeadings order={order} onOrder={(next) => setSearch({ ...addressOf(next), page: null, post: null })} />
    </>
  );
}

const reportAddress = (pageId: number | null) =>
  pageId === null ? '/history?report=last' : `/history?report=last&pageId=${pageId}`;
