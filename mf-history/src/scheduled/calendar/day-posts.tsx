import { shortDay, type Day, type Period } from './calendar-days.ts';
import { OthersTile } from './others-tile.tsx';
import { PostTile } from './post-tile.tsx';
import { PublishedTile } from './published-tile.tsx';
import type { useRoom } from './use-room.ts';
import type { DayHandlers } from './use-steady-handlers.ts';

/** The posts of a day: what is out, what is planned, by others too, and how many more there are. */
export function DayPosts({
  day,
  period,
  room: { published, tiles, coming, others, hidden, expand },
  moving,
  handlers,
}: {
  day: Day;
  period: Period;
  room: ReturnType<typeof useRoom>;
  moving: ReadonlyMap<number, string>;
  handlers: DayHandlers;
}) {
  const size = period === 'month' ? 'line' : 'card';
  return (
    <ul className="flex flex-col gap-1">
      {published.map((out) => (
        <li key={out.post.id}>
          <PublishedTile facts={out} size={size} isRoving />
        </li>
      ))}
      {tiles.map((tile) => (
        <li key={tile.post.id}>
          <PostTile facts={tile} size={size} isRoving isMoving={moving.has(tile.post.id)} onMenu={handlers.onMenu} />
        </li>
      ))}
      {Array.from({ length: coming }, (_, place) => (
        <li key={`coming-${place}`} aria-hidden className="h-6 animate-glow rounded-md bg-line/70" />
      ))}
      {others.map((post) => (
        <li key={post.post.id}>
          <OthersTile facts={post} size={size} isRoving />
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button
            type="button"
            data-calendar-item={`more-${day}`}
            tabIndex={-1}
            onClick={() => (period === 'month' ? handlers.onWeek(day) : expand())}
            className={
              'flex min-h-6 w-full items-center rounded-md px-1.5 text-left text-xs font-medium text-accent ' +
              'hover:bg-accent-soft'
            }
          >
            {hidden.toLocaleString('en')} more <span className="sr-only">on {shortDay(day)}</span>
          </button>
        </li>
      )}
    </ul>
  );
}
