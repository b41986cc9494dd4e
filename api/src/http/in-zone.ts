/** As the screens tell it: 'Fri 27 Nov, 8:30 (GMT+8)', with the year when it is another one than that of `now`. */
export function inZone(at: Date, timeZone: string, now: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', {
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
  const partsOf = (instant: Date) =>
    Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const [{ weekday, day, month, year, hour, minute, timeZoneName }, today] = [partsOf(at), partsOf(now)];
  return (
    `${weekday} ${day} ${month}${year === today['year'] ? '' : ` ${year}`}, ` +
    `${Number(hour)}:${minute} (${timeZoneName})`
  );
}
