import type { PostSort } from '@pagecast/api/contract';
import { cn, useTimeZone, zoneName } from '@pagecast/shell/kit';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { HistoryOrder } from './history-filters.ts';
import { FIGURE_COLUMNS } from './post-figures.tsx';
import { ROW_COLUMNS } from './row-columns.ts';

const SORTS: readonly { sort: PostSort; label: string }[] = [
  { sort: 'likes', label: 'Likes' },
  { sort: 'comments', label: 'Comments' },
  { sort: 'shares', label: 'Shares' },
  { sort: 'engagement', label: 'Total' },
];

interface Props {
  readonly order: HistoryOrder;
  readonly onOrder: (order: HistoryOrder) => void;
}

/** The headings of the list: each puts it in its order, and turns that round when pressed again. */
export function SortHeadings({ order, onOrder }: Props) {
  const timeZone = useTimeZone();
  const press = (sort: PostSort) => onOrder({ sort, isAscending: sort === order.sort && !order.isAscending });
  return (
    <div role="group" aria-label="Sort by" className={cn('mb-1 grid gap-x-6 gap-y-1 px-4 sm:px-5', ROW_COLUMNS)}>
      <span className="text-xs text-ink-soft lg:self-center">
        Compared with posts of the same page and age, last 90 days
      </span>
      <div className="flex items-center gap-3">
        <span aria-hidden className="text-xs font-medium lg:hidden">
          Sort by
        </span>
        <Heading
          label={`Published (${zoneName(timeZone)})`}
          direction={order.sort === null ? 'desc' : null}
          onPress={() => onOrder({ sort: null, isAscending: false })}
        />
      </div>
      <div className={FIGURE_COLUMNS}>
        {SORTS.map(({ sort, label }) => (
          <Heading
            key={sort}
            label={label}
            direction={directionOf(order, sort)}
            onPress={() => press(sort)}
            className="lg:justify-self-end"
          />
        ))}
      </div>
    </div>
  );
}

type Direction = 'asc' | 'desc' | null;

function directionOf({ sort, isAscending }: HistoryOrder, own: PostSort): Direction {
  if (sort !== own) return null;
  return isAscending ? 'asc' : 'desc';
}

function Heading({
  label,
  direction,
  onPress,
  className,
}: {
  label: string;
  direction: Direction;
  onPress: () => void;
  className?: string;
}) {
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      aria-pressed={direction !== null}
      onClick={onPress}
      className={cn(
        'inline-flex min-h-8 w-fit max-w-full items-center gap-0.5 rounded-control text-left text-xs ' +
          'hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11',
        direction === null ? 'text-ink-soft' : 'font-medium text-accent',
        className,
      )}
    >
      {label}
      {direction !== null && (
        <>
          <Arrow aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only">{direction === 'asc' ? ', least first' : ', most first'}</span>
        </>
      )}
    </button>
  );
}
