import type { FoundOption } from '../ui/combobox.tsx';
import { formatZone } from './format-time.ts';
import { zoneName } from './zone-name.ts';

/** A zone among others to choose from: found by city, country and offset. */
export function zoneOption(timeZone: string, now: Date): FoundOption {
  return {
    value: timeZone,
    label: zoneName(timeZone),
    detail: formatZone(now, timeZone),
    words: `${timeZone} ${genericName(timeZone, now)}`,
  };
}

/** Every zone that this browser knows. */
export function allZones(now: Date): FoundOption[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);
  return Array.from(names, (name) => zoneOption(name, now));
}

/** 'Malaysia Time': found by country too. */
function genericName(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
