import type { DateOrder } from '../../contract/sheets.ts';
import type { ReadClock } from '../../http/wall-clock.ts';
import { isAmbiguous, readDate, readTime, type Day } from './read-date.ts';

/** When a row goes out, as it says it. */
export type When =
  | { readonly kind: 'at'; readonly at: Date; readonly note?: string }
  /** A day without a time, or neither. */
  | { readonly kind: 'untimed'; readonly from: Date | null; readonly before: Date | null }
  | {
      readonly kind: 'unreadable';
      readonly field: 'date' | 'time' | 'timeZone';
      readonly message: string;
      readonly isAmbiguous?: boolean;
    };

interface Given {
  readonly date: string;
  readonly time: string;
  /** Of this row; null for a zone that there is none of. */
  readonly clock: ReadClock | null;
  readonly order: DateOrder | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const SHOWN = 40;

/** Reads when a row goes out from the cells that say so. */
export function readWhen({ date, time, clock, order }: Given): When {
  if (date.trim() === '' && time.trim() === '') return { kind: 'untimed', from: null, before: null };
  if (date.trim() === '') return unreadable('date', 'This row has a time but no date. Add the date.');
  const read = readDate(date);
  if (read === null)
    return unreadable('date', `We can't read the date “${shown(date)}”. Write it like 2027-03-31, with its year.`);
  if (order === null && isAmbiguous(read))
    return {
      ...unreadable('date', `“${shown(date)}” can be two dates. Choose whether the day or the month comes first.`),
      isAmbiguous: true,
    };
  const day = order === 'month-first' ? read.monthFirst : (read.dayFirst ?? (order === null ? read.monthFirst : null));
  if (day === null) return unreadable('date', `“${shown(date)}” isn't a date with the ${firstOf(order)} first.`);
  const minutes = time.trim() === '' ? read.minutes : readTime(timeOf(time));
  if (time.trim() !== '' && minutes === null)
    return unreadable('time', `We can't read the time “${shown(time)}”. Write it like 09:30.`);
  if (read.offset !== null && minutes !== null && time.trim() === '') return atOffset(day, minutes, read.offset);
  if (clock === null) return unreadable('timeZone', 'We don’t know this time zone. Write it like Asia/Kuala_Lumpur.');
  return minutes === null ? onDay(day, clock) : onClock(day, minutes, clock);
}

/** A spreadsheet may keep a time with the day that it began to count at. */
function timeOf(cell: string): string {
  return cell.replace(/^(?:1899-12-3[01]|1900-01-0[01])[ T]/, '');
}

function atOffset(day: Day, minutes: number, offset: number): When {
  return { kind: 'at', at: new Date(daysOf(day) * DAY_MS + (minutes - offset) * MINUTE_MS) };
}

function onDay(day: Day, clock: ReadClock): When {
  const days = daysOf(day);
  return { kind: 'untimed', from: clock(days, 0).at, before: clock(days + 1, 0).at };
}

function onClock(day: Day, minutes: number, clock: ReadClock): When {
  const reading = clock(daysOf(day), minutes);
  const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  if (reading.clock === 'skipped')
    return unreadable('time', `There is no ${time} on that day: the clocks go forward. Choose another time.`);
  if (reading.clock === 'plain') return { kind: 'at', at: reading.at };
  return {
    kind: 'at',
    at: reading.at,
    note: `It is ${time} twice on that day, because the clocks go back. We took the first.`,
  };
}

function daysOf({ year, month, day }: Day): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

function unreadable(field: 'date' | 'time' | 'timeZone', message: string) {
  return { kind: 'unreadable', field, message } as const;
}

const firstOf = (order: DateOrder | null) => (order === 'month-first' ? 'month' : 'day');
const shown = (cell: string) => (cell.length > SHOWN ? `${cell.slice(0, SHOWN)}…` : cell.trim());
