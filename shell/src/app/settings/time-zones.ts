import { browserTimeZone, formatZone, zoneName } from '../../kit/index.ts';
import type { FoundOption } from '../../kit/index.ts';

/** Stands for no choice: the zone of whatever browser the person uses. */
export const SAME_AS_BROWSER = '';

export function zoneOption(timeZone: string, now: Date): FoundOption {
  if (timeZone === SAME_AS_BROWSER)
    return {
      value: SAME_AS_BROWSER,
      label: `Same as this browser: ${zoneName(browserTimeZone())}`,
      detail: formatZone(now, browserTimeZone()),
    };
  return {
    value: timeZone,
    label: zoneName(timeZone),
    detail: formatZone(now, timeZone),
    words: `${timeZone} ${genericName(timeZone, now)}`,
  };
}

/** The browser's first, then every zone that this browser knows. */
export function zoneOptions(now: Date): FoundOption[] {
  const names = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
  return [zoneOption(SAME_AS_BROWSER, now), ...new Set(names).values().map((name) => zoneOption(name, now))];
}

/** 'Malaysia Time': found by country too. */
function genericName(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
