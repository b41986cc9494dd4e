import { allZones, browserTimeZone, formatZone, zoneName, zoneOption } from '../../kit/index.ts';
import type { FoundOption } from '../../kit/index.ts';

/** Stands for no choice: the zone of whatever browser the person uses. */
export const SAME_AS_BROWSER = '';

export function choiceOf(timeZone: string, now: Date): FoundOption {
  if (timeZone !== SAME_AS_BROWSER) return zoneOption(timeZone, now);
  return {
    value: SAME_AS_BROWSER,
    label: `Same as this browser: ${zoneName(browserTimeZone())}`,
    detail: formatZone(now, browserTimeZone()),
  };
}

/** The browser's first, then every zone that this browser knows. */
export function zoneOptions(now: Date): FoundOption[] {
  return [choiceOf(SAME_AS_BROWSER, now), ...allZones(now)];
}
