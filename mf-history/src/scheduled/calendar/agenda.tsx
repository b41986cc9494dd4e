import { Button, cn, Link } from '@pagecast/shell/kit';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { addDays, longDay, shortDay, type Day } from './calendar-days.ts';
import type { DayFacts } from './day-facts.ts';
import { DaySlots } from './day-slots.tsx';
import { OthersTile } from './others-tile.tsx';
import { PostTile } from './post-tile.tsx';
import { PublishedTile } from './published-tile.tsx';
import type { DayHandlers } from './use-steady-handlers.ts';

/** Posts of a day that stand open at first. */
const ROOM = 10;

/**
 * The same days one under the other, where a grid would leave each of them the width of a thumb. Days without a post
 * are drawn together, and days that are over and hold nothing but published posts are folded: what is next stands on
 * top.
 */
export function Agenda({
  days,
  moving,
  handlers,
}: {
  days: readonly DayFacts[];
  moving: ReadonlyMap<number, string>;
  handlers: Pick<DayHandlers, 'onMenu'>;
}) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isOver = ({ isPast, tiles }: DayFacts) => isPast && tiles.length === 0;
  const isWhole = isUnfolded || days.every(isOver);
  const folded = isWhole ? 0 : days.filter(isOver).reduce((sum, { published }) => sum + published.length, 0);
  const stretches: DayFacts[][] = [];
  for (const facts of isWhole ? days : days.filter((day) => !isOver(day))) {
    const open = stretches.at(-1);
    const held = facts.tiles.length + facts.others.length + facts.published.length + facts.slots.length;
    const isFree = facts.isGap && held === 0;
    if (open !== undefined && isFree && open[0]?.isGap === true) open.push(facts);
    else if (isFree || held > 0 || facts.isToday) stretches.push([facts]);
  }
  return (
    <ol className="flex flex-col gap-3">
      {folded > 0 && (
        <li>
          <Button size="sm" className="w-full" onClick={() => setIsUnfolded(true)}>
            Show {folded.toLocaleString('en')} published before today
          </Button>
        </li>
      )}
      {stretches.map((stretch) => {
        const [first, last] = [stretch[0], stretch.at(-1)];
        if (first === undefined || last === undefined) return null;
        return first.isGap && first.others.length + first.published.length + first.slots.length === 0 ? (
          <Gap key={first.day} from={first} to={last.day} />
        ) : (
          <AgendaDay key={first.day} facts={first} moving={moving} handlers={handlers} />
        );
      })}
    </ol>
  );
}

function AgendaDay({
  facts: { day, tiles, others, published, slots, isToday },
  moving,
  handlers,
}: {
  facts: DayFacts;
  moving: ReadonlyMap<number, string>;
  handlers: Pick<DayHandlers, 'onMenu'>;
}) {
  const [isExpanded, setIsExpanded] = useState(false);
  const room = isExpanded || tiles.length <= ROOM + 1 ? tiles.length : ROOM;
  return (
    <li data-day={day} aria-current={isToday ? 'date' : undefined}>
      <h3
        className={cn(
          'sticky top-14 z-1 flex items-baseline justify-between bg-canvas py-1 text-sm font-semibold',
          isToday && 'text-accent',
        )}
      >
        {isToday ? `Today, ${shortDay(day)}` : longDay(day)}
        {tiles.length > 1 && (
          <span className="text-xs font-normal text-ink-soft">{tiles.length.toLocaleString('en')} posts</span>
        )}
      </h3>
      {tiles.length + others.length + published.length === 0 ? (
        isToday && <p className="text-ink-soft">No posts scheduled for today.</p>
      ) : (
        <ul className="flex flex-col gap-1.5">
          {published.map((out) => (
            <li key={out.post.id}>
              <PublishedTile facts={out} size="wide" />
            </li>
          ))}
          {tiles.slice(0, room).map((tile) => (
            <li key={tile.post.id}>
              <PostTile facts={tile} size="wide" isMoving={moving.has(tile.post.id)} onMenu={handlers.onMenu} />
            </li>
          ))}
          {others.map((post) => (
            <li key={post.post.id}>
              <OthersTile facts={post} size="wide" />
            </li>
          ))}
        </ul>
      )}
      {room < tiles.length && (
        <Button variant="ghost" size="sm" className="mt-1 w-full" onClick={() => setIsExpanded(true)}>
          Show {(tiles.length - room).toLocaleString('en')} more
        </Button>
      )}
      <DaySlots day={day} slots={slots} postCount={tiles.length} view="agenda" />
    </li>
  );
}

function Gap({ from: { day: from, planAt }, to }: { from: DayFacts; to: Day }) {
  const name =
    from === to ? shortDay(from) : `${shortDay(from)} ${addDays(from, 1) === to ? 'and' : 'to'} ${shortDay(to)}`;
  return (
    <li
      data-day={from}
      className={
        'flex items-center justify-between gap-2 rounded-card border border-dashed border-line-strong px-3 py-1 ' +
        'text-ink-soft'
      }
    >
      <span>No post on {name}</span>
      <Link
        to={planAt}
        aria-label={`Schedule a post on ${longDay(from)}`}
        className="inline-flex size-11 items-center justify-center text-accent"
      >
        <Plus aria-hidden className="size-4" />
      </Link>
    </li>
  );
}
