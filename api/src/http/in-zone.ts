/** A caller writes a zone in many ways, and each takes its place. */
const MOST_FORMATS = 200;
/** By zone: making one takes as long as telling many times by it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
    timeZone,
  });
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(timeZone, made);
  return made;
}

/** As the screens tell it: 'Fri 27 Nov, 8:30 (GMT+8)', with the year when it is another one than that of `now`. */
export function inZone(at: Date, timeZone: string, now: Date): string {
  const format = formatIn(timeZone);
  const partsOf = (instant: Date) =>
    Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const [{ weekday, day, month, year, hour, minute, timeZoneName }, today] = [partsOf(at), partsOf(now)];
  return (
    `${weekday} ${day} ${month}${year === today['year'] ? '' : ` ${year}`}, ` +
    `${Number(hour)}:${minute} (${timeZoneName})`
  );
}
