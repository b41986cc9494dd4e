import { GENERATOR_CONTENT_TYPES } from '../../contract/generation.ts';
import type { PageId } from '../../contract/ids.ts';
import { keptIntervalMinutes, postsThatFit } from '../../contract/spacing.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A cycle that begins later than this begins then: what was due before would only be in a hurry. */
const LATE_AFTER_MS = 5 * MINUTE_MS;

export interface Rhythm {
  readonly anchorAt: Date;
  readonly frequencyHours: number;
  /** The start of the last cycle that was made. */
  readonly lastCycleAt: Date | null;
}

export interface PageToPlan {
  readonly pageId: PageId;
  readonly contentCount: number;
  /** Its posts are to stay so far apart. */
  readonly spacingMinutes: number;
}

export interface PlannedSlot {
  readonly pageId: PageId;
  readonly position: number;
  readonly dueAt: Date;
  readonly contentType: string;
}

export interface PlannedCycle {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Cycles before it were missed, or it begins late. */
  readonly isCatchUp: boolean;
  readonly slots: readonly PlannedSlot[];
}

/**
 * A cycle that begins later than one whole cycle from now was made by a clock that was far ahead: waiting for it could
 * take for ever. `IS_FAR_AHEAD` says the same in SQL.
 */
export function isFarAhead(now: Date, { lastCycleAt, frequencyHours }: Omit<Rhythm, 'anchorAt'>): boolean {
  return lastCycleAt !== null && lastCycleAt.getTime() > now.getTime() + frequencyHours * HOUR_MS;
}

/** What is to be made, the anchor that it counts from, and when to poll again. */
export interface Planning {
  readonly cycle: PlannedCycle | null;
  readonly anchorAt: Date;
  readonly nextCycleAt: Date;
}

/**
 * The cycle that is running at `now`: one, however many were missed. Cycle k starts at `anchorAt` + k × frequency.
 * After a clock that was far ahead the count begins anew, at `now`.
 * @returns no cycle when it has been made, also by a clock that was a little ahead
 */
export function planCycle(now: Date, rhythm: Rhythm, pages: readonly PageToPlan[]): Planning {
  if (isFarAhead(now, rhythm)) return planCycle(now, { ...rhythm, anchorAt: now, lastCycleAt: null }, pages);
  const { anchorAt } = rhythm;
  const lengthMs = rhythm.frequencyHours * HOUR_MS;
  const index = Math.max(0, Math.floor((now.getTime() - anchorAt.getTime()) / lengthMs));
  const startsAt = new Date(anchorAt.getTime() + index * lengthMs);
  const last = rhythm.lastCycleAt?.getTime() ?? -Infinity;
  if (startsAt.getTime() <= last) return { cycle: null, anchorAt, nextCycleAt: new Date(last + lengthMs) };

  const endsAt = new Date(startsAt.getTime() + lengthMs);
  const isLate = now.getTime() - startsAt.getTime() > LATE_AFTER_MS;
  const isCatchUp = isLate || (startsAt.getTime() - last > lengthMs && last !== -Infinity);
  const from = isLate ? now : startsAt;
  return {
    cycle: {
      startsAt,
      endsAt,
      isCatchUp,
      slots: pages.flatMap((page) => slotsFrom(from, endsAt, rhythm.frequencyHours, page, typeOffset(startsAt, page))),
    },
    anchorAt,
    nextCycleAt: endsAt,
  };
}

/** What of a page's plan there is already in a running cycle. */
export interface MadeOfPage {
  readonly made: number;
  /** The first position that no slot has. */
  readonly nextPosition: number;
}

/**
 * The rest of a page's plan in a cycle that is running, after its settings have changed: at the times that a new cycle
 * would have had, as many as are still missing. A page with nothing made yet begins now where the times that are left
 * are too few.
 */
export function planRemaining(
  now: Date,
  cycle: { startsAt: Date; endsAt: Date },
  frequencyHours: number,
  page: PageToPlan,
  { made, nextPosition }: MadeOfPage,
): PlannedSlot[] {
  const offset = typeOffset(cycle.startsAt, page);
  const whole = slotsFrom(cycle.startsAt, cycle.endsAt, frequencyHours, page, offset);
  const ahead = whole.filter(({ dueAt }) => dueAt >= now);
  const rest =
    made === 0 && ahead.length < whole.length
      ? slotsFrom(now, cycle.endsAt, frequencyHours, page, offset)
      : ahead.slice(Math.max(0, ahead.length - Math.max(0, whole.length - made)));
  return rest.map((slot, index) => ({ ...slot, position: nextPosition + index }));
}

/** As many as are asked for and fit before the end, each at its distance from the one before. */
function slotsFrom(
  from: Date,
  endsAt: Date,
  frequencyHours: number,
  { pageId, contentCount, spacingMinutes }: PageToPlan,
  typeOffset: number,
): PlannedSlot[] {
  const intervalMs = keptIntervalMinutes(frequencyHours, contentCount, spacingMinutes) * MINUTE_MS;
  return Array.from({ length: postsThatFit(frequencyHours, contentCount, spacingMinutes) }, (_, position) => ({
    pageId,
    position,
    dueAt: new Date(from.getTime() + position * intervalMs),
    contentType:
      GENERATOR_CONTENT_TYPES[(typeOffset + position) % GENERATOR_CONTENT_TYPES.length] ?? GENERATOR_CONTENT_TYPES[0],
  })).filter(({ dueAt }) => dueAt < endsAt);
}

/** Where in the round of content types a page's cycle begins: further on in each cycle, and elsewhere on each page. */
function typeOffset(startsAt: Date, { pageId, contentCount }: PageToPlan): number {
  return Math.floor(startsAt.getTime() / HOUR_MS) * contentCount + pageId;
}
