import type { DateOrder } from '../../contract/sheets.ts';

/** A day of the calendar. */
export interface Day {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** Minutes since midnight, by the clock on the wall. */
type Minutes = number;

/** What stands in a cell for dates: one day, or one that may be read in two ways; and the time that follows it. */
export interface ReadDate {
  readonly dayFirst: Day | null;
  readonly monthFirst: Day | null;
  readonly minutes: Minutes | null;
  /** Minutes east of UTC, where the cell says them. */
  readonly offset: number | null;
}

/** Nothing longer is a date or a time. */
const LONGEST = 80;
const MINUTES_OF_DAY = 24 * 60;
const DAY_MS = MINUTES_OF_DAY * 60_000;
/** The day that spreadsheets count from, and those of 2000 and 2100 in their counting. */
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);
const SERIALS = [36_526, 73_051] as const;

/** Languages whose names of months are known. */
const LANGUAGES = ['en', 'ms', 'id', 'de', 'fr', 'es', 'it', 'nl', 'pt'];
let months: ReadonlyMap<string, number> | undefined;

const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const DAY_NAMED =
  /^(?:\p{L}+\.?,? )?(\d{1,2})(?:st|nd|rd|th)?[. -]*(?:de )?(\p{L}+)\.?,?[ -]*(?:de )?(\d{4}|\d{2})(?!\d)/iu;
const MONTH_NAMED = /^(?:\p{L}+\.?,? )?(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/iu;
const SERIAL = /^\d{5}(?:[.,]\d+)?$/;

/** null for what is no date. @param cell with or without a time behind it */
export function readDate(cell: string): ReadDate | null {
  if (cell.length > LONGEST) return null;
  const text = plain(cell);
  if (SERIAL.test(text)) return ofSerial(Number(text.replace(',', '.')));
  const [days, length] = daysIn(text) ?? [];
  if (days === undefined) return null;
  const rest = text.slice(length).replace(/^(?:T|,| at )? ?/i, '');
  if (rest === '') return { ...days, minutes: null, offset: null };
  const [, clock = '', zone] = /^(.*?) ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i.exec(rest) ?? [];
  const minutes = readTime(clock);
  return minutes === null ? null : { ...days, minutes, offset: zone === undefined ? null : offsetOf(zone) };
}

function daysIn(text: string): [Pick<ReadDate, 'dayFirst' | 'monthFirst'>, number] | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return certain(dayOf(yearFirst[1], yearFirst[3], yearFirst[4]), yearFirst[0]);
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) {
    const [whole, first, separator, second, year] = numeric;
    const dayFirst = dayOf(year, second, first);
    // With dots between them, nobody writes the month first.
    if (separator === '.') return certain(dayFirst, whole);
    const monthFirst = dayOf(year, first, second);
    return dayFirst === null && monthFirst === null ? null : [{ dayFirst, monthFirst }, whole.length];
  }
  const monthNamed = MONTH_NAMED.exec(text);
  if (monthNamed !== null) return certain(dayOf(monthNamed[3], monthOf(monthNamed[1]), monthNamed[2]), monthNamed[0]);
  const dayNamed = DAY_NAMED.exec(text);
  return dayNamed && certain(dayOf(dayNamed[3], monthOf(dayNamed[2]), dayNamed[1]), dayNamed[0]);
}

function certain(day: Day | null, whole: string): [Pick<ReadDate, 'dayFirst' | 'monthFirst'>, number] | null {
  return day === null ? null : [{ dayFirst: day, monthFirst: day }, whole.length];
}

/** null for a day that no calendar has. A year of two digits is one of this century. */
function dayOf(year: string | undefined, month: string | undefined, day: string | undefined): Day | null {
  const found = { year: Number(year) + (year?.length === 2 ? 2000 : 0), month: Number(month), day: Number(day) };
  const at = new Date(Date.UTC(found.year, found.month - 1, found.day));
  const isThere = at.getUTCMonth() === found.month - 1 && at.getUTCDate() === found.day && found.month > 0;
  return isThere ? found : null;
}

function ofSerial(serial: number): ReadDate | null {
  if (serial < SERIALS[0] || serial >= SERIALS[1]) return null;
  const minutes = Math.round((serial % 1) * MINUTES_OF_DAY);
  const at = new Date(SERIAL_EPOCH + Math.floor(serial) * DAY_MS);
  const day = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
  return {
    dayFirst: day,
    monthFirst: day,
    minutes: Number.isInteger(serial) ? null : Math.min(minutes, MINUTES_OF_DAY - 1),
    offset: null,
  };
}

/** Minutes since midnight; null for what is no time of a day. */
export function readTime(cell: string): Minutes | null {
  if (cell.length > LONGEST) return null;
  const text = plain(cell).toLowerCase();
  // A part of a day, as spreadsheets keep it.
  if (/^0?[.,]\d+$/.test(text)) return Math.round(Number(text.replace(',', '.')) * MINUTES_OF_DAY) % MINUTES_OF_DAY;
  const parts = /^(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2})(?:\.\d+)?)? ?(?:([ap])\.?m\.?|(h|uhr|o'clock))?$/.exec(text);
  if (parts === null) return null;
  const [, hour = '', minute, second = '0', half, word] = parts;
  if (minute === undefined && half === undefined && word === undefined) return null;
  const hours = half === undefined ? Number(hour) : hoursOf(Number(hour), half);
  const minutes = Number(minute ?? 0);
  if (hours === null || hours > 23 || minutes > 59 || Number(second) > 59) return null;
  return hours * 60 + minutes;
}

/** Of a clock with twelve hours; null for one that it has not. */
function hoursOf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

/** In which order these dates are written, where one of them can only be read in one; null where none or both are. */
export function dateOrderOf(dates: Iterable<ReadDate>): DateOrder | null {
  const orders = new Set<DateOrder>();
  for (const { dayFirst, monthFirst } of dates) {
    if (monthFirst === null) orders.add('day-first');
    if (dayFirst === null) orders.add('month-first');
  }
  const [only = null] = orders;
  return orders.size === 1 ? only : null;
}

/** It may be read in two ways that differ. */
export function isAmbiguous({ dayFirst, monthFirst }: ReadDate): boolean {
  return dayFirst !== null && monthFirst !== null && dayFirst.day !== monthFirst.day;
}

function plain(cell: string): string {
  return cell.normalize('NFKC').trim().replaceAll(/\s+/g, ' ');
}

function monthOf(name: string | undefined): string {
  months ??= monthNames();
  return String(months.get(bare(name ?? '')) ?? 0);
}

function bare(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase();
}

function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>([['sept', 9]]);
  for (const language of LANGUAGES)
    for (const width of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: width, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month += 1) {
        const name = bare(format.format(Date.UTC(2026, month - 1, 1)));
        if (!names.has(name)) names.set(name, month);
      }
    }
  return names;
}
