import { DAY_PARTS, HOUR_MARKS, NAMED_TIMES } from './lexicon.ts';
import { readNumber } from './numbers.ts';
import { claimOf, isSign, type Figure, type Read } from './reading.ts';
import type { Token } from './tokens.ts';

type DayPart = 'am' | 'pm' | 'night' | 'noon';

/**
 * 9am, 9 a.m., 7.30pm, 21:00, 9 pagi, pukul 7, pukul tujuh setengah. Its keys are minutes of the day, two where the
 * half is not said.
 */
export function readTime(tokens: readonly Token[], from: number): Figure | null {
  const named = NAMED_TIMES.get(tokens[from]?.lower ?? '');
  if (named !== undefined) return timeFigure(tokens, from, from + 1, [named]);
  const isMarked = HOUR_MARKS.has(tokens[from]?.lower ?? '');
  const clock = isMarked ? (readClock(tokens, from + 1) ?? readWordedClock(tokens, from + 1)) : readClock(tokens, from);
  if (clock === null) return null;
  const part = readDayPart(tokens, clock.next);
  if (part === null && !isMarked && !clock.value.isExact) return null;
  return timeFigure(
    tokens,
    from,
    part?.next ?? clock.next,
    minutesOf(clock.value, part?.value ?? null),
    part?.value ?? null,
  );
}

function timeFigure(
  tokens: readonly Token[],
  from: number,
  next: number,
  minutes: readonly number[],
  part: DayPart | null = null,
): Figure {
  const keys = minutes.map((minute) => `time:${minute}`);
  return {
    claims: [claimOf('time', tokens, from, next, keys)],
    next,
    // "8 to 5pm": the first of two may be of either half.
    like: (value) => {
      const [hour, minute] = [Math.floor(value), Math.round((value % 1) * 100)];
      return hour > 24 || minute > 59
        ? []
        : minutesOf({ hour, minute }, part === 'am' ? 'am' : null).map((of) => `time:${of}`);
    },
  };
}

interface Clock {
  readonly hour: number;
  readonly minute: number;
  /** Written with its minutes, so that nothing else has to say that it is a time. */
  readonly isExact: boolean;
}

function readClock(tokens: readonly Token[], at: number): Read<Clock> | null {
  const token = tokens[at];
  if (token?.kind !== 'digits') return null;
  const dotted = /^(\d{1,2})\.(\d{2})$/.exec(token.text);
  if (dotted !== null) return clock(Number(dotted[1]), Number(dotted[2]), at + 1, false);
  if (!/^\d{1,2}$/.test(token.text)) return null;
  const minutes = tokens[at + 2];
  const hasMinutes = isSign(tokens[at + 1], ':') && minutes?.isGlued === true && /^\d{2}$/.test(minutes.text);
  return hasMinutes
    ? clock(Number(token.text), Number(minutes?.text), at + 3, true)
    : clock(Number(token.text), 0, at + 1, false);
}

/** In words only a mark before it makes it a time. */
function readWordedClock(tokens: readonly Token[], at: number): Read<Clock> | null {
  const number = readNumber(tokens, at);
  const [value] = number?.value ?? [];
  if (number?.isInWords !== true || value === undefined || value < 1) return null;
  return clock(Math.floor(value), (value % 1) * 60, number.next, false);
}

function clock(hour: number, minute: number, next: number, isExact: boolean): Read<Clock> | null {
  return hour > 24 || minute > 59 ? null : { value: { hour, minute, isExact }, next };
}

function readDayPart(tokens: readonly Token[], at: number): Read<DayPart> | null {
  const word = tokens[at]?.lower ?? '';
  const second = tokens[at + 1];
  const both = DAY_PARTS.get(`${word} ${second?.lower ?? ''}`);
  if (both !== undefined) return { value: both, next: at + 2 };
  // "malam" after a number may count nights, but hardly in a time of day.
  const one = DAY_PARTS.get(word);
  if (one !== undefined) return { value: one, next: at + 1 };
  const isDotted = (word === 'a' || word === 'p') && isSign(second, '.') && tokens[at + 2]?.lower === 'm';
  if (!isDotted) return null;
  return { value: word === 'a' ? 'am' : 'pm', next: at + (isSign(tokens[at + 3], '.') ? 4 : 3) };
}

function minutesOf({ hour, minute }: Pick<Clock, 'hour' | 'minute'>, part: DayPart | null): number[] {
  const at = (of: number) => (of % 24) * 60 + minute;
  if (hour > 12) return [at(hour)];
  switch (part) {
    case 'am':
      return [at(hour % 12)];
    case 'pm':
      return [at((hour % 12) + 12)];
    case 'noon':
      return [at(hour === 12 || hour === 11 ? hour : hour + 12)];
    case 'night':
      return [at(hour === 12 || hour < 5 ? hour % 12 : hour + 12)];
    case null:
      return [at(hour % 12), at((hour % 12) + 12)];
  }
}
