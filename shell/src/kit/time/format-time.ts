type Instant = Date | string | number;

/** 'Tue 24 Nov, 9:00 (GMT+8)'; of another year than this one 'Sun 10 Mar 2030, 2:30 (GMT+8)'. */
export function formatDateTime(instant: Instant, timeZone: string, now: Date = new Date()): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;
  const [part, today] = [partsOf(instant, 'en-GB', options), partsOf(now, 'en-GB', options)];
  const year = part('year') === today('year') ? '' : ` ${part('year')}`;
  return `${part('weekday')} ${part('day')} ${part('month')}${year}, ${formatClock(instant, timeZone)}`;
}

/** '9:00 (GMT+8)'. */
export function formatClock(instant: Instant, timeZone: string): string {
  const part = partsOf(instant, 'en-GB', { hour: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZone });
  return `${Number(part('hour'))}:${part('minute')} (${formatZone(instant, timeZone)})`;
}

/** 'GMT+8': how far clocks there are from Greenwich at this instant. */
export function formatZone(instant: Instant, timeZone: string): string {
  return partsOf(instant, 'en-GB', { timeZoneName: 'shortOffset', timeZone })('timeZoneName').replace(/\+0$/, '');
}

/**
 * 'Mar 5, 2024 3:07 PM', or 'Unknown'; the zone goes where it does not break that shape, as in `Time`. Source: spec
 * section 2, Post History.
 */
export function formatHistoryDate(instant: Instant | null | undefined, timeZone: string): string {
  if (instant === null || instant === undefined || Number.isNaN(new Date(instant).getTime())) return 'Unknown';
  const part = partsOf(instant, 'en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone,
  });
  return `${part('month')} ${part('day')}, ${part('year')} ${part('hour')}:${part('minute')} ${part('dayPeriod')}`;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** 'in 3 h 10 min', '2 d 4 h ago', 'now': the two largest units. */
export function formatRelative(instant: Instant, now: Date = new Date()): string {
  const seconds = Math.round((new Date(instant).getTime() - now.getTime()) / 1000);
  const spans: string[] = [];
  let left = Math.abs(seconds);
  for (const [name, size] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) spans.push(`${count} ${name}`);
    else if (spans.length > 0) break;
    if (spans.length === 2) break;
  }
  if (spans.length === 0) return 'now';
  return seconds > 0 ? `in ${spans.join(' ')}` : `${spans.join(' ')} ago`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function partsOf(
  instant: Instant,
  locale: string,
  options: Record<string, unknown>,
): (type: Intl.DateTimeFormatPartTypes) => string {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  const parts = format.formatToParts(new Date(instant));
  return (type) => parts.find((part) => part.type === type)?.value ?? '';
}
