import { Button, todayIso, useTimeZone, type SetSearch } from '@pagecast/shell/kit';
import { Trophy } from 'lucide-react';
import { lastMonth, type HistoryFilters, type HistoryOrder } from './history-filters.ts';

/** The posts of last month, those with most engagement first; pressed again, the whole history. */
export function LastMonthsBest({
  filters,
  order,
  setSearch,
}: {
  filters: HistoryFilters;
  order: HistoryOrder;
  setSearch: SetSearch;
}) {
  const timeZone = useTimeZone();
  const { from, to } = lastMonth(todayIso(new Date(), timeZone));
  const isShown = filters.from === from && filters.to === to && order.sort === 'engagement' && !order.isAscending;
  return (
    <Button
      size="sm"
      icon={<Trophy aria-hidden />}
      aria-pressed={isShown}
      className={isShown ? 'border-accent bg-accent-soft text-accent' : ''}
      onClick={() =>
        setSearch(
          isShown
            ? { from: null, to: null, sort: null, order: null, page: null, post: null }
            : { from, to, sort: 'engagement', order: null, page: null, post: null },
        )
      }
    >
      Last month's best
    </Button>
  );
}
