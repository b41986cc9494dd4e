/** A day of the calendar, `YYYY-MM-DD`: no instant and no zone, so that no clock change can bend it. */
export type Day = string;

export const PERIODS = ['month', 'week'] as const;
export type Period = (typeof PERIODS)[number];

const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;

const noonOf = (day: Day) => new Date(`${day}T12:00:00.000Z`);
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);

/** What an address may hold: a day that exists, between the years 2000 and 2199. */
export function isDay(text: string): boolean {
  return /^2[01]\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(noonOf(text).getTime()) && dayOf(noonOf(text)) === text;
}

export function addDays(day: Day, count: number): Day {
  return dayOf(new Date(noonOf(day).getTime() + count * DAY_MS));
}

/** How many days `later` is after `earlier`. */
export function daysBetween(earlier: Day, later: Day): number {
  return Math.round((noonOf(later).getTime() - noonOf(earlier).getTime()) / DAY_MS);
}

/** Weeks start on Monday, as the dates of this product are written. */
function mondayOf(day: Day): Day {
  return addDays(day, -((noonOf(day).getUTCDay() + 6) % DAYS_OF_WEEK));
}

export const monthOf = (day: Day): string => day.slice(0, 7);
const firstOf = (day: Day): Day => `${monthOf(day)}-01`;

/**
 * Every day that a calendar of this period shows: a week, or a month with the days that fill its first and last week.
 */
export function daysShown(period: Period, day: Day): Day[] {
  const first = mondayOf(period === 'week' ? day : firstOf(day));
  const last = addDays(
    mondayOf(period === 'week' ? day : addDays(firstOf(addDays(firstOf(day), 31)), -1)),
    DAYS_OF_WEEK - 1,
  );
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index));
}

/** A day of the period before or after: the same weekday, or the first of the month. */
export function stepped(period: Period, day: Day, step: 1 | -1): Day {
  if (period === 'week') return addDays(day, step * DAYS_OF_WEEK);
  return firstOf(addDays(firstOf(day), step === 1 ? 31 : -1));
}

/** In rows of seven. */
export function weeksOf<Each>(days: readonly Each[]): Each[][] {
  return Array.from({ length: days.length / DAYS_OF_WEEK }, (_, row) =>
    days.slice(row * DAYS_OF_WEEK, (row + 1) * DAYS_OF_WEEK),
  );
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return (day: Day) => formatter.format(noonOf(day)).replace(',', '');
};

/** 'Tue 24 Nov'. */
export const shortDay = format({ weekday: 'short', day: 'numeric', month: 'short' });
/** 'Tuesday 24 November 2026'. */
export const longDay = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** 'Tue'. */
export const weekdayName = format({ weekday: 'short' });
/** 'November 2026'. */
export const monthName = format({ month: 'long', year: 'numeric' });
const dayAndMonth = format({ day: 'numeric', month: 'short' });

/** 'November 2026', or '23 Nov – 29 Nov 2026'. */
export function periodName(period: Period, day: Day): string {
  if (period === 'month') return monthName(day);
  const days = daysShown('week', day);
  const [first = day, last = day] = [days[0], days.at(-1)];
  return `${dayAndMonth(first)} – ${dayAndMonth(last)} ${last.slice(0, 4)}`;
}
