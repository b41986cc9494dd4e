import { dayAt, wallClock } from '../../http/wall-clock.ts';

/**
 * Says of each of these times whether it is among the first `perDay` of its day there.
 * @param times milliseconds since 1970, earliest first
 * @param timeZone an IANA name
 */
export function firstOfDays(times: readonly number[], perDay: number, timeZone: string): boolean[] {
  const clock = wallClock(timeZone);
  let [dayEnds, count] = [-Infinity, 0];
  return times.map((time) => {
    // There are thousands of times and a few days: the zone is asked for the days.
    if (time >= dayEnds) {
      dayEnds = clock(dayAt(new Date(time), timeZone) + 1, 0).getTime();
      count = 0;
    }
    count += 1;
    return count <= perDay;
  });
}
