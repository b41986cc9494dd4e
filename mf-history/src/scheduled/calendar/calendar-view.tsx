import { Problem, Skeleton, WaitsForConnection } from '@pagecast/shell/kit';
import { useRef, useState, type ReactNode } from 'react';
import { NothingHere } from '../nothing-here.tsx';
import type { PostDialogKind, PostInSight } from '../post-dialogs.tsx';
import { useShownPosts } from '../selection/selection.ts';
import type { PlanAddress, usePlanAddress } from '../use-plan-address.ts';
import type { Moves } from '../use-moves.ts';
import { findTile, tileKey } from './calendar-items.ts';
import { DraftTray } from './draft-tray.tsx';
import { addDays, type Day } from './calendar-days.ts';
import { ChosenTileMenu } from './chosen-tile-menu.tsx';
import { PeriodBar } from './period-bar.tsx';
import { PlanDays } from './plan-days.tsx';
import { PlanNotes } from './plan-notes.tsx';
import { useIsNarrow } from '../use-is-narrow.ts';
import { useMoveToDay } from './use-move-to-day.ts';
import { usePlan, type Plan } from './use-plan.ts';
import { useSlotOnDay } from './use-slot-on-day.ts';
import { useRovingFocus } from './use-roving-focus.ts';
import { useSteadyHandlers } from './use-steady-handlers.ts';
import { useSteps } from './use-steps.ts';
import { useTileMenu } from './use-tile-menu.ts';
import { useVisits } from './use-visits.ts';

interface CalendarProps {
  readonly address: PlanAddress;
  readonly today: Day;
  readonly now: Date;
  readonly moves: Moves;
  /** Nothing is planned at all, on any day. */
  readonly isEmpty: boolean;
  readonly isDialogOpen: boolean;
  readonly onChange: ReturnType<typeof usePlanAddress>[1];
  readonly onReview: (post: { id: number }) => void;
  readonly onOpen: (kind: PostDialogKind, post: PostInSight, day?: Day) => void;
}

/** The plan by days: a grid, or one day under the other where that would be squeezed. */
export function CalendarView(props: CalendarProps) {
  const { address, today, now, moves, onChange, onReview, onOpen } = props;
  const { hidesPublished } = address;
  const isNarrow = useIsNarrow();
  const plan = usePlan(address, { today, now, moved: moves.under });
  // Of the months around, an agenda shows nothing.
  const inSight = isNarrow ? plan.facts.filter(({ isOutside }) => !isOutside) : plan.facts;
  useShownPosts(
    inSight.flatMap(({ tiles, further }) => [...tiles.map(({ post }) => post.id), ...further.map(({ id }) => id)]),
  );
  const step = useSteps(address, plan, onChange);
  const showWeek = (day: Day) => onChange({ period: 'week', day });
  const body = useRef<HTMLDivElement>(null);
  const roving = useRovingFocus(body, {
    onStep: step,
    onShift: (key, count) => {
      const found = findTile(inSight, key);
      if (found !== undefined) moveTo(found.tile.post, addDays(found.day, count));
    },
  });
  const menu = useTileMenu(roving.find, props.isDialogOpen);
  const moveTo = useMoveToDay(moves, {
    today,
    findSlot: useSlotOnDay(plan),
    onTimeOver: (post, day) => onOpen('reschedule', post, day),
    onMoved: (post) => roving.keep(tileKey(post.id)),
  });
  const visit = useVisits(roving.focus, (day) => {
    // A month has no room for every post; a week has.
    if (isNarrow) body.current?.querySelector(`[data-day="${day}"]`)?.scrollIntoView({ block: 'center' });
    else showWeek(day);
  });
  const handlers = useSteadyHandlers({ onMenu: menu.open, onDrop: moveTo, onWeek: showWeek });

  return (
    <section aria-label="Calendar" className="flex flex-col gap-3">
      <PeriodBar address={address} today={today} onChange={onChange} onStep={step} onNear={plan.prefetch} />
      <Planned plan={plan} isEmpty={props.isEmpty && !hidesPublished}>
        <PlanNotes plan={plan} inSight={inSight} hidesPublished={hidesPublished} onChange={onChange} onVisit={visit} />
        <DraftTray drafts={plan.drafts} markOf={plan.markOf} onOpen={(draft) => onOpen('reschedule', draft)} />
        <PlanDays
          body={body}
          keys={isNarrow ? null : roving.handlers}
          address={address}
          plan={plan}
          inSight={inSight}
          moving={moves.under}
          handlers={handlers}
        />
      </Planned>
      <ChosenTileMenu
        menu={menu}
        plan={plan}
        inSight={inSight}
        today={today}
        actions={{ onMove: moveTo, onReview, onOpen }}
        find={roving.find}
      />
    </section>
  );
}

/**
 * The plan, or what stands for it. The first posts come with their days, and push nothing down; those of other periods
 * come into them.
 */
function Planned({
  plan: { error, isLoading, isPaused, facts, drafts, refetch },
  isEmpty,
  children,
}: {
  plan: Plan;
  /** Nothing waits, and nothing that is out is hidden: what hides it stands in the plan. */
  isEmpty: boolean;
  children: ReactNode;
}) {
  const [hasBegun, setHasBegun] = useState(false);
  if (!hasBegun && !isLoading) setHasBegun(true);
  if (error !== null) return <Problem error={error} title="We couldn't load the calendar" onRetry={refetch} />;
  if (!hasBegun)
    return (
      <>
        {isPaused && <WaitsForConnection />}
        <Skeleton rows={5} rowClassName="h-24" />
      </>
    );
  const isBare =
    drafts.length === 0 && facts.every((day) => day.others.length + day.published.length + day.slots.length === 0);
  const isNothing = isEmpty && !isLoading && isBare;
  return isNothing ? <NothingHere isNarrowed={false} onWiden={() => {}} /> : children;
}
