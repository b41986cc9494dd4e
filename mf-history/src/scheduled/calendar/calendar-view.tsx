import type { CalendarPost } from '@pagecast/api/contract';
import { cn, instantOf, localOf, Problem, useMediaQuery, useNotify, useTimeZone } from '@pagecast/shell/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { NothingHere } from '../nothing-here.tsx';
import type { OpenPostDialog, PostInSight } from '../post-dialogs.tsx';
import { allPages, plannedBetween } from '../queries.ts';
import type { Moves } from '../use-moves.ts';
import type { PlanAddress, usePlanAddress } from '../use-plan-address.ts';
import { Agenda } from './agenda.tsx';
import { addDays, daysShown, monthOf, periodName, stepped, type Day, type Period } from './calendar-days.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { clockChangesIn } from './clock-changes.ts';
import type { DayFacts } from './day-cell.tsx';
import { movedToDay } from './move-to-day.ts';
import { pageMarks } from './page-marks.ts';
import { PeriodBar } from './period-bar.tsx';
import { byDay, collisionsOf, gapsOf, nextFreeDay, withMoves } from './plan.ts';
import { PlanNotes } from './plan-notes.tsx';
import { TileMenu } from './tile-menu.tsx';
import { useRovingFocus } from './use-roving-focus.ts';
import { useUndoKey } from './use-undo-key.ts';

const NO_POSTS: readonly CalendarPost[] = [];
const keyOf = (id: number) => `post-${id}`;

/** The plan by days: a grid, or one day under the other where that would be squeezed. */
export function CalendarView({ address, today, now, moves, isEmpty, isDialogOpen, onChange, onReview, onOpen }: {
  address: PlanAddress; today: Day; now: Date; moves: Moves;
  /** Nothing is planned at all, on any day. */
  isEmpty: boolean;
  isDialogOpen: boolean;
  onChange: ReturnType<typeof usePlanAddress>[1]; onReview: (post: { id: number }) => void; onOpen: (kind: OpenPostDialog['kind'], post: PostInSight, day?: Day) => void;
}) {
  const { period, day: shownDay, filter } = address;
  const timeZone = useTimeZone();
  const notify = useNotify();
  const client = useQueryClient();
  const helpId = useId();
  const isNarrow = useMediaQuery('(max-width: 767.98px)');
  const pages = useQuery(allPages()).data;
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(plannedBetween(filter, spanOf(period, shownDay, timeZone)));
  const [menu, setMenu] = useState<{ id: number; anchor: HTMLElement; isOpen: boolean } | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const visited = useRef({ collision: -1, gap: -1 });

  const days = useMemo(() => daysShown(period, shownDay), [period, shownDay]);
  const markOf = useMemo(() => pageMarks(pages ?? []), [pages]);
  const plan = useMemo(() => {
    const posts = withMoves(data?.posts ?? NO_POSTS, moves.under);
    const all = byDay(posts, timeZone);
    const last = data?.lastScheduledAt ?? null;
    return {
      all, collisions: collisionsOf(posts), shown: byDay(posts.filter(({ matches }) => matches), timeZone),
      gaps: gapsOf(days, all, { today, last: last === null ? null : localOf(last, timeZone).date }),
    };
  }, [data, moves.under, timeZone, days, today]);

  const clockChanges = useMemo(() => clockChangesIn(days, timeZone), [days, timeZone]);

  const isLoading = isPending || isPlaceholderData;
  const visible = days.filter((day) => isNarrow === false || period === 'week' || monthOf(day) === monthOf(shownDay));
  const inSight = visible.flatMap((day) => plan.shown.get(day) ?? []);
  const tooClose = inSight.filter(({ id }) => plan.collisions.has(id));
  const gaps = visible.filter((day) => plan.gaps.has(day));

  const roving = useRovingFocus(body, {
    onStep: (step) => onChange({ day: stepped(period, shownDay, step) }),
    onShift: (key, count) => {
      const post = inSight.find(({ id }) => keyOf(id) === key);
      if (post !== undefined) moveTo(post, addDays(localOf(post.scheduledAt, timeZone).date, count));
    },
  });
  useUndoKey(moves.undo);

  const { keep, find } = roving;
  useEffect(() => {
    // The window gave the focus back to a tile that is drawn elsewhere by now.
    if (!isDialogOpen && document.activeElement === document.body && menu !== null) find(keyOf(menu.id))?.focus();
  }, [isDialogOpen, menu, find]);

  const factsOf = (day: Day): DayFacts => ({
    day, isToday: day === today, isPast: day < today, isWeekOver: (daysShown('week', day).at(-1) ?? day) < today, isOutside: period === 'month' && monthOf(day) !== monthOf(shownDay),
    isGap: !isLoading && plan.gaps.has(day), isLoading: isPending || (isPlaceholderData && !plan.all.has(day)),
    tiles: (plan.shown.get(day) ?? []).map((post) => ({ post, mark: markOf(post), collision: plan.collisions.get(post.id), now })),
  });

  function moveTo(post: CalendarPost, day: Day): void {
    if (post.status === 'publishing') return notify({ tone: 'destructive', title: 'Update Failed', description: 'This post is being published right now.' });
    if (day === localOf(post.scheduledAt, timeZone).date) return;
    const { at, note } = movedToDay(post.scheduledAt, day, timeZone);
    if (at.getTime() <= Date.now()) {
      if (day === today) return onOpen('reschedule', post, day);
      return notify({ tone: 'destructive', title: 'Invalid Schedule Time', description: 'Please select a future date and time.' });
    }
    keep(keyOf(post.id));
    void moves.move({ id: post.id, from: post.scheduledAt, to: at.toISOString(), note }).catch(() => {});
  }

  /** To the next such place after the one visited last, and from the end to the first again. */
  function visit(kind: 'collision' | 'gap', keys: readonly (readonly [key: string, day: Day])[]): void {
    visited.current[kind] = (visited.current[kind] + 1) % keys.length;
    const [key, day] = keys[visited.current[kind]] ?? ['', shownDay];
    if (roving.focus(key)) return;
    if (isNarrow) body.current?.querySelector(`[data-day="${day}"]`)?.scrollIntoView({ block: 'center' });
    // A month has no room for every post; a week has.
    else onChange({ period: 'week', day });
  }

  const handlers = {
    onMenu: (post: CalendarPost, anchor: HTMLElement) => setMenu({ id: post.id, anchor, isOpen: true }),
    onDrop: moveTo,
    onWeek: (day: Day) => onChange({ period: 'week', day }),
  };
  const chosen = menu === null ? undefined : inSight.find(({ id }) => id === menu.id);
  const chosenDay = chosen === undefined ? shownDay : localOf(chosen.scheduledAt, timeZone).date;

  return (
    <section aria-label="Calendar" className="flex flex-col gap-3">
      <PeriodBar
        period={period} day={shownDay} today={today} onChange={onChange} onUndo={moves.undo}
        onNear={(day) => void client.prefetchQuery(plannedBetween(filter, spanOf(period, day, timeZone)))}
      />
      {error !== null ? <Problem error={error} title="The calendar could not be loaded" onRetry={() => void refetch()} /> : isEmpty && !isLoading ? (
        <NothingHere isNarrowed={false} onWiden={() => {}} />
      ) : (
        <>
          <PlanNotes
            posts={isLoading ? NO_POSTS : inSight} timeZone={timeZone} clockChanges={clockChanges} collisions={tooClose.length} gaps={gaps.length} markOf={markOf} onPage={(facebookPageId) => onChange({ facebookPageId })}
            onCollision={() => visit('collision', tooClose.map((post) => [keyOf(post.id), localOf(post.scheduledAt, timeZone).date]))}
            onGap={() => visit('gap', gaps.map((day) => [`plan-${day}`, day]))}
          />
          {data?.isCut === true && <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn">Only the first {data.posts.length.toLocaleString('en')} posts of this period are shown. Choose a page or a week to see the rest.</p>}
          <div ref={body} aria-busy={isLoading} className={cn('transition-opacity duration-150', isPlaceholderData && 'opacity-60')} {...(!isNarrow && roving.handlers)}>
            {isNarrow ? <Agenda days={visible} factsOf={factsOf} moving={moves.under} handlers={handlers} />
              : <CalendarGrid label={periodName(period, shownDay)} helpId={helpId} period={period} days={days} factsOf={factsOf} moving={moves.under} handlers={handlers} />}
          </div>
          {!isNarrow && (
            <p id={helpId} className="text-xs text-ink-soft">
              Drag a post to another day, or press it for more. With the keyboard, arrows go from post to post, Shift and an arrow moves one by a day or a week, Page Up and Page Down turn the page.
              A move keeps the time of day.
            </p>
          )}
        </>
      )}
      <TileMenu
        facts={chosen === undefined ? null : { post: chosen, mark: markOf(chosen), collision: plan.collisions.get(chosen.id), now }} anchor={menu?.isOpen === true ? menu.anchor : null}
        today={today} day={chosenDay} freeDay={nextFreeDay(chosenDay < today ? today : chosenDay, days, plan.all)} onMove={moveTo} onReview={onReview} onOpen={onOpen}
        onClose={() => setMenu((known) => (known === null ? null : { ...known, isOpen: false }))} returnTo={() => (chosen === undefined ? null : find(keyOf(chosen.id)))}
      />
    </section>
  );
}

/** What to ask for: the days shown and half an hour on both sides, where a post may stand too close to one of them. */
function spanOf(period: Period, day: Day, timeZone: string): { from: string; to: string } {
  const days = daysShown(period, day);
  const midnight = (of: Day, minutes: number) => new Date((instantOf(of, '00:00', timeZone)?.at.getTime() ?? 0) + minutes * 60_000).toISOString();
  return { from: midnight(days[0] ?? day, -30), to: midnight(addDays(days.at(-1) ?? day, 1), 30) };
}
