import type { BodyOf } from '../../api/src/contract/endpoint.ts';
import type { shareReleasedArea } from '../../api/src/contract/release-shares.ts';

export const SHARE_OPTIONS = {
  share: { type: 'string' },
  every: { type: 'string' },
  people: { type: 'string' },
} as const;
export const SHARE_USAGE = '[--share 5,25,100 [--every 30m]] [--people FACEBOOK_ID,FACEBOOK_ID]';

type Given = Partial<Readonly<Record<keyof typeof SHARE_OPTIONS, string>>>;
/** What a version is shared with first, and what follows. */
export type WantedShare = Omit<BodyOf<typeof shareReleasedArea>, 'version'>;

const MINUTES = { m: 1, h: 60, d: 24 * 60 } as const;

/**
 * @returns null where nothing is said of a share: everybody gets the version
 * @throws Error that says how to say it
 */
export function shareIn({ share, every, people }: Given): WantedShare | null {
  if (share === undefined && people === undefined) {
    if (every !== undefined) throw new Error('--every belongs to --share: --share 5,25,100 --every 30m.');
    return null;
  }
  const [percent = 0, ...steps] = share === undefined ? [] : listOf(share).map(percentOf);
  if (percent === 100) throw new Error('100% is everybody: leave out --share.');
  if (every !== undefined && steps.length === 0)
    throw new Error(`--every is the time between steps, and --share names one: --share ${percent},25,100.`);
  const named = people === undefined ? [] : listOf(people);
  const afterMinutes = every === undefined ? null : minutesIn(every);
  return {
    percent,
    ...(named.length > 0 && { people: named }),
    ...(steps.length > 0 && { plan: steps.map((step) => ({ percent: step, afterMinutes })) }),
  };
}

function listOf(given: string): string[] {
  return given.split(',').map((part) => part.trim());
}

function percentOf(given: string): number {
  const [, digits] = /^(\d{1,3})%?$/.exec(given) ?? [];
  if (digits === undefined || Number(digits) > 100)
    throw new Error(`--share takes whole percentages, such as 5 or 5,25,100; this is "${given}".`);
  return Number(digits);
}

function minutesIn(given: string): number {
  const [, digits, unit] = /^(\d{1,5})([mhd])$/.exec(given) ?? [];
  if (digits === undefined || Number(digits) === 0)
    throw new Error(`--every takes a time such as 30m, 2h or 1d; this is "${given}".`);
  return Number(digits) * MINUTES[unit as keyof typeof MINUTES];
}
