import { COUNTDOWN_SOON_SECONDS, type AutomationSettings } from '@pagecast/api/contract';

export type Countdown =
  | { readonly state: 'not-started' }
  | { readonly state: 'ready' }
  | { readonly state: 'soon' | 'normal'; readonly seconds: number; readonly at: Date };

const HOUR_MS = 3_600_000;

/**
 * Time to the next cycle: the start of the last one + the frequency - now.
 * @param now the server's time, in ms. Source: spec sections 2 and 4
 */
export function countdownOf(
  {
    isEnabled,
    lastRunAt,
    regenerationFrequency,
  }: Pick<AutomationSettings, 'isEnabled' | 'lastRunAt' | 'regenerationFrequency'>,
  now: number,
): Countdown {
  if (!isEnabled || lastRunAt === null) return { state: 'not-started' };
  const at = Date.parse(lastRunAt) + regenerationFrequency * HOUR_MS;
  const seconds = Math.ceil((at - now) / 1000);
  if (seconds <= 0) return { state: 'ready' };
  return { state: seconds <= COUNTDOWN_SOON_SECONDS ? 'soon' : 'normal', seconds, at: new Date(at) };
}

/** '05:59:07'. */
export function clockText(seconds: number): string {
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}
