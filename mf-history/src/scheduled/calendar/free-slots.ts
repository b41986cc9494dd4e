import { freeSlots, type FreeSlots } from '@pagecast/api/contract';
import { apiQuery, instantOf, localOf } from '@pagecast/shell/kit';
import { keepPreviousData } from '@tanstack/react-query';
import type { PlanFilter } from '../queries.ts';
import { addDays, type Day } from './calendar-days.ts';

/** A time at which a page likes to post, and has no post yet. */
export interface FreeSlot {
  readonly pageId: number;
  readonly at: string;
}

/** The free slots of these days, of all pages or of the one that is looked at. */
export const freeSlotsOn = (days: readonly Day[], { facebookPageId }: PlanFilter, timeZone: string) => ({
  ...apiQuery(freeSlots, {
    query: { ...periodOf(days, timeZone), ...(facebookPageId !== undefined && { facebookPageId }) },
  }),
  placeholderData: keepPreviousData,
});

/** From the beginning of the first of these days to the end of the last. */
export function periodOf(days: readonly Day[], timeZone: string): { from: string; before: string } {
  const midnight = (day: Day) => (instantOf(day, '00:00', timeZone)?.at ?? new Date(0)).toISOString();
  return { from: midnight(days[0] ?? ''), before: midnight(addDays(days.at(-1) ?? '', 1)) };
}

/** The same by days in the person's zone, earliest first. */
export function slotsByDay(pages: readonly FreeSlots[], timeZone: string): ReadonlyMap<Day, readonly FreeSlot[]> {
  const slots = pages
    .flatMap(({ facebookPageId, at }) => at.map((each) => ({ pageId: facebookPageId, at: each })))
    .sort((one, other) => compareTexts(one.at, other.at) || one.pageId - other.pageId);
  return Map.groupBy(slots, ({ at }) => localOf(at, timeZone).date);
}

/** Instants of answers are all in one zone and of one length: their letters are in the order of their times. */
function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
