import type { LocalDate } from './local-time.ts';
import { dateIn } from './local-time.ts';
import { occurrencesBetween, type Occurrence, type Pattern } from './next-times.ts';
import type { KnownDate, RepeatedText } from './recurrence.ts';

const DAY_MS = 86_400_000;
/** Summer time, and what was moved for its distance, do not count as a day less. */
const HALF_A_DAY_MS = DAY_MS / 2;
/** Older days are neither made nor said to be left out. */
const LOOK_BACK_DAYS = 100;

export interface DatePlan {
  /** In order. */
  readonly make: readonly Occurrence[];
  /** Nobody made them in time. */
  readonly leaveOut: readonly Occurrence[];
}

/**
 * The days of a pattern for which posts are to be made now. Of days that are over, the last one is still made: it goes
 * out late, or its owner decides, as with every late post. The others are left out.
 * @param known days that have had their posts, or were left out
 */
export function planDates(
  now: Date,
  { pattern, activeFrom, aheadDays }: { pattern: Pattern; activeFrom: Date; aheadDays: number },
  known: readonly KnownDate[],
): DatePlan {
  const lookedBack = Math.max(activeFrom.getTime(), now.getTime() - LOOK_BACK_DAYS * DAY_MS);
  // By a clock that was ahead it began later than now.
  const from = new Date(Math.min(lookedBack, now.getTime()));
  const days = occurrencesBetween(pattern, from, new Date(now.getTime() + aheadDays * DAY_MS));
  const made = new Set(known.flatMap(({ isMade, date }) => (isMade ? [date] : [])));
  const leftOut = new Set(known.flatMap(({ isMade, date }) => (isMade ? [] : [date])));
  const open = days.filter(({ date }) => !made.has(date));
  const over = open.filter(({ at, date }) => at <= now && !leftOut.has(date));
  const last = over.at(-1);
  return {
    make: [...(last === undefined ? [] : [last]), ...open.filter(({ at }) => at > now)],
    leaveOut: over.slice(0, -1),
  };
}

/** The first day about which days that had their posts may say something, here and for `textFor`. */
export function firstKnown(now: Date, cooldownDays: number): LocalDate {
  return dateIn('UTC', new Date(now.getTime() - (Math.max(LOOK_BACK_DAYS, cooldownDays) + 2) * DAY_MS));
}

/** When a text was used, or is to be. */
export interface Use {
  readonly textId: number;
  readonly at: Date;
}

/**
 * The text of a set for a moment: the one that was used longest ago, and at least `cooldownDays` from its other uses.
 * @param texts in their order, which decides between two that were never used
 * @param repeated when the page has nearly the same as a text, by its id
 */
export function textFor(
  at: Date,
  { texts, uses, cooldownDays }: { texts: readonly RepeatedText[]; uses: readonly Use[]; cooldownDays: number },
  repeated: ReadonlyMap<number, readonly Date[]>,
): RepeatedText | null {
  const timesOf = (textId: number) => uses.filter((use) => use.textId === textId).map((use) => use.at.getTime());
  const isClose = (time: number) => Math.abs(time - at.getTime()) < cooldownDays * DAY_MS - HALF_A_DAY_MS;
  const free = texts.filter(
    ({ id }) => !timesOf(id).some(isClose) && !(repeated.get(id) ?? []).some((other) => isClose(other.getTime())),
  );
  const lastUse = ({ id }: RepeatedText) => Math.max(Number.MIN_SAFE_INTEGER, ...timesOf(id));
  return free.toSorted((a, b) => lastUse(a) - lastUse(b))[0] ?? null;
}
