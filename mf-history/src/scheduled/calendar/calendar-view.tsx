import type { CalendarPost } from '@pagecast/api/contract';
import { lazyPart, localOf, Problem, Skeleton, useMediaQuery, useNotify, useTimeZone } from '@pagecast/shell/kit';
import { Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import { NothingHere } from '../nothing-here.tsx';
import type { OpenPostDialog, PostInSight } from '../post-dialogs.tsx';
import type { Moves } from '../use-moves.ts';
import { WaitsForConnection } from '../waits-for-connection.tsx';
import type { PlanAddress, usePlanAddress } from '../use-plan-address.ts';
import { Agenda } from './agenda.tsx';
import { addDays, periodName, stepped, type Day } from './calendar-days.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import type { DayHandlers } from './day-cell.tsx';
import { movedToDay } from './move-to-day.ts';
import { PeriodBar } from './period-bar.tsx';
import { nextFreeDay } from './plan.ts';
import { PlanNotes } from './plan-notes.tsx';
import { usePlan } from './use-plan.ts';
import { useRovingFocus } from './use-roving-focus.ts';

/** Weighs as much as the calendar, and is there by the time that a tile is pressed. */
const TileMenu = /* @__PURE__ */ lazyPart(async () => (await import('./tile-menu.tsx')).TileMenu);
const keyOf = (id: number) => `post-${id}`;

/** The plan by days: a grid, or one day under the other where that would be squeezed. */
export function CalendarView({
  address,
  today,
  now,
  moves,
  isEmpty,
  isDialogOpen,
  onChange,
  onReview,
  onOpen,
}: {
  address: PlanAddress;
  today: Day;
  now: Date;
  moves: Moves;
  /** Nothing is planned at all, on any day. */
  isEmpty: boolean;
  isDialogOpen: boolean;
  onChange: ReturnType<typeof usePlanAddress>[1];
  onReview: (post: { id: number }) => void;
  onOpen: (kind: OpenPostDialog['kind'], post: PostInSight, day?: Day) => void;
}) {
  const { period, day: shownDay } = address;
  const timeZone = useTimeZone();
  const notify = useNotify();
  const helpId = useId();
  const isNarrow = useMediaQuery('(max-width: 767.98px)');
  const plan = usePlan(address, { today, now, moved: moves.under });
  const [menu, setMenu] = useState<{ id: number; anchor: HTMLElement; isOpen: boolean } | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const visited = useRef({ collision: -1, gap: -1 });

  // Of the months around, an agenda shows nothing.
  const inSight = isNarrow ? plan.facts.filter(({ isOutside }) => !isOutside) : plan.facts;
  const tiles = inSight.flatMap((facts) => facts.tiles);
  const tooClose = tiles.filter(({ collision }) => collision !== undefined);
  const gaps = inSight.filter(({ isGap }) => isGap);
  const dayOf = (post: CalendarPost) => localOf(post.scheduledAt, timeZone).date;

  const roving = useRovingFocus(body, {
    onStep: (step) => onChange({ day: stepped(period, shownDay, step) }),
    onShift: (key, count) => {
      const found = tiles.find(({ post }) => keyOf(post.id) === key);
      if (found !== undefined) moveTo(found.post, addDays(dayOf(found.post), count));
    },
  });

  const { keep, find } = roving;
  /** A menu or a window gave the focus back to a tile that is drawn elsewhere by now. */
  const refocus = useCallback(() => {
    if (menu !== null && document.activeElement === document.body) find(keyOf(menu.id))?.focus();
  }, [menu, find]);
  useEffect(() => {
    if (!isDialogOpen) refocus();
  }, [isDialogOpen, refocus]);

  function moveTo(post: CalendarPost, day: Day): void {
    if (post.status === 'publishing')
      return notify({
        tone: 'destructive',
        title: 'Update Failed',
        description: 'This post is being published right now.',
      });
    if (day === dayOf(post)) return;
    const { at, note } = movedToDay(post.scheduledAt, day, timeZone);
    if (at.getTime() <= Date.now()) {
      if (day === today) return onOpen('reschedule', post, day);
      return notify({
        tone: 'destructive',
        title: 'Invalid Schedule Time',
        description: 'Please select a future date and time.',
      });
    }
    keep(keyOf(post.id));
    void moves.move({ id: post.id, from: post.scheduledAt, to: at.toISOString(), note }).catch(() => {});
  }

  /** To the next such place after the one visited last, and from the end to the first again. */
  function visit(kind: 'collision' | 'gap', places: readonly { key: string; day: Day }[]): void {
    visited.current[kind] = (visited.current[kind] + 1) % places.length;
    const place = places[visited.current[kind]];
    if (place === undefined || roving.focus(place.key)) return;
    if (isNarrow) body.current?.querySelector(`[data-day="${place.day}"]`)?.scrollIntoView({ block: 'center' });
    // A month has no room for every post; a week has.
    else onChange({ period: 'week', day: place.day });
  }

  const handlers = useSteady({
    onMenu: (post, anchor) => setMenu({ id: post.id, anchor, isOpen: true }),
    onDrop: moveTo,
    onWeek: (day) => onChange({ period: 'week', day }),
  });
  const chosen = menu === null ? undefined : tiles.find(({ post }) => post.id === menu.id);
  const chosenDay = chosen === undefined ? shownDay : dayOf(chosen.post);

  const isNothingPlanned =
    plan.error === null && isEmpty && !plan.isLoading && plan.facts.every(({ published }) => published.length === 0);

  return (
    <section aria-label="Calendar" className="flex flex-col gap-3">
      <PeriodBar period={period} day={shownDay} today={today} onChange={onChange} onNear={plan.prefetch} />
      {plan.error !== null && (
        <Problem error={plan.error} title="We couldn't load the calendar" onRetry={plan.refetch} />
      )}
      {isNothingPlanned && <NothingHere isNarrowed={false} onWiden={() => {}} />}
      {plan.error === null && !isNothingPlanned && (
        <>
          <PlanNotes
            posts={plan.isLoading ? null : tiles.map(({ post }) => post)}
            published={inSight.reduce((sum, { published }) => sum + published.length, 0)}
            hidesPublished={address.hidesPublished}
            onHidePublished={(hidesPublished) => onChange({ hidesPublished })}
            timeZone={timeZone}
            clockChanges={plan.clockChanges}
            collisions={tooClose.length}
            gaps={gaps.length}
            markOf={plan.markOf}
            onPage={(facebookPageId) => onChange({ facebookPageId })}
            onCollision={() =>
              visit(
                'collision',
                tooClose.map(({ post }) => ({ key: keyOf(post.id), day: dayOf(post) })),
              )
            }
            onGap={() =>
              visit(
                'gap',
                gaps.map(({ day }) => ({ key: `plan-${day}`, day })),
              )
            }
          />
          {plan.cutAt !== null && (
            <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn">
              Only the first {plan.cutAt.toLocaleString('en')} posts of this period are shown. Choose a page or a week
              to see the rest.
            </p>
          )}
          {plan.isLoading && plan.isPaused && <WaitsForConnection />}
          <div
            ref={body}
            aria-busy={plan.isLoading}
            onPointerEnter={TileMenu.preload}
            onFocusCapture={TileMenu.preload}
            {...(!isNarrow && roving.handlers)}
          >
            {isNarrow && plan.isLoading && <Skeleton rows={4} />}
            {isNarrow && !plan.isLoading && <Agenda days={inSight} moving={moves.under} handlers={handlers} />}
            {!isNarrow && (
              <CalendarGrid
                label={periodName(period, shownDay)}
                helpId={helpId}
                period={period}
                days={plan.facts}
                moving={moves.under}
                handlers={handlers}
              />
            )}
          </div>
          {!isNarrow && (
            <p id={helpId} className="text-xs text-ink-soft">
              Drag a post to another day, or click it for more options. Its time stays the same. Keyboard: arrow keys
              select, Shift + arrow moves a post, Page Up/Down changes the month.
            </p>
          )}
        </>
      )}
      {menu !== null && (
        <Suspense fallback={null}>
          <TileMenu
            facts={chosen ?? null}
            anchor={menu?.isOpen === true ? menu.anchor : null}
            today={today}
            day={chosenDay}
            freeDay={nextFreeDay(chosenDay < today ? today : chosenDay, plan.days, plan.onDays)}
            onMove={moveTo}
            onReview={onReview}
            onOpen={onOpen}
            onClose={() => setMenu((known) => (known === null ? null : { ...known, isOpen: false }))}
            onClosed={refocus}
            returnTo={() => (chosen === undefined ? null : find(keyOf(chosen.post.id)))}
          />
        </Suspense>
      )}
    </section>
  );
}

/**
 * The same functions for the life of a calendar, each doing what its latest version does: cells that stay as they are
 * need not be drawn anew.
 */
function useSteady(given: DayHandlers): DayHandlers {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  const [steady] = useState((): DayHandlers => ({
    onMenu: (post, anchor) => latest.current.onMenu(post, anchor),
    onDrop: (post, day) => latest.current.onDrop(post, day),
    onWeek: (day) => latest.current.onWeek(day),
  }));
  return steady;
}
