import { instantOf, localOf } from './local-time.ts';

/** What a date field and a time field hold: `YYYY-MM-DD` and `HH:MM`, or empty. */
export interface ScheduleValue {
  date: string;
  time: string;
  /** Which one is meant when the time comes twice because clocks go back; the first unless said. */
  occurrence?: 'second' | undefined;
  /** The page whose next free slot it is: where somebody else has that by then, the post gets the next one. */
  slot?: number | undefined;
}

/** What a call that makes or moves a post of this page is told of a time that these fields hold. */
export function whenOf(
  { slot }: ScheduleValue,
  { at, pageId }: { at: Date; pageId: number | null },
): { scheduledAt: string } | { nextSlot: { from: string } } {
  const instant = at.toISOString();
  return slot !== undefined && slot === pageId ? { nextSlot: { from: instant } } : { scheduledAt: instant };
}

/** What the fields show for an instant in this zone; both empty when there is none. */
export function scheduleValueOf(instant: string | null, timeZone: string): ScheduleValue {
  if (instant === null) return { date: '', time: '' };
  const local = localOf(instant, timeZone);
  const meant = instantOf(local.date, local.time, timeZone);
  // The fields leave seconds out.
  const isSecond = meant?.clock === 'twice' && new Date(instant) >= meant.second;
  return isSecond ? { ...local, occurrence: 'second' } : local;
}
