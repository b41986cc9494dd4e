import { useTimeZone } from '@pagecast/shell/kit';
import { useQueryClient } from '@tanstack/react-query';
import type { Movable } from '../use-moves.ts';
import type { Day } from './calendar-days.ts';
import { freeSlotsOn, periodOf } from './free-slots.ts';
import type { Plan } from './use-plan.ts';

/** Where a post goes that is put on a day: the first free slot that its page has there. */
export interface SlotOnDay {
  readonly at: string;
  /** The end of that day. */
  readonly before: string;
}
export type FindSlot = (post: Movable, day: Day) => SlotOnDay | null | Promise<SlotOnDay | null>;

/** Finds the first free slot of a post's page on a day, also on one that is not shown; null where it has none there. */
export function useSlotOnDay({ days, free }: Pick<Plan, 'days' | 'free'>): FindSlot {
  const client = useQueryClient();
  const timeZone = useTimeZone();
  const slotAt = (at: string | undefined, day: Day) =>
    at === undefined ? null : { at, before: periodOf([day], timeZone).before };
  return ({ facebookPageId }, day) => {
    // Without an answer a post keeps its time of day, as one does whose page has no plan.
    if (facebookPageId === null || free.isFailed || (free.planned !== null && !free.planned.has(facebookPageId)))
      return null;
    if (free.isWhole && days.includes(day))
      return slotAt(free.onDays.get(day)?.find(({ pageId }) => pageId === facebookPageId)?.at, day);
    return client.fetchQuery({ ...freeSlotsOn([day], { facebookPageId }, timeZone), staleTime: 0 }).then(
      ({ pages }) => slotAt(pages[0]?.at[0], day),
      () => null,
    );
  };
}
