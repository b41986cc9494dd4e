import { MAX_SHARE_PEOPLE, type ShareStep } from '@pagecast/api/contract';
import { extentWords } from './share-words.ts';

/** Minutes between steps; `hand`: somebody takes each. */
export const PACES = ['hand', '30', '120', '1440'] as const;
type Pace = (typeof PACES)[number];
export const PACE_WORDS: Record<Pace, string> = {
  hand: 'When I choose',
  '30': 'Every 30 minutes',
  '120': 'Every 2 hours',
  '1440': 'Every day',
};
/** Behind the first one. */
const STEPS = [25, 100];

/** What somebody typed and chose. */
export interface GivenShare {
  readonly percent: string;
  readonly people: string;
  readonly pace: Pace;
}

interface AskedShare {
  readonly percent: number;
  readonly people: string[];
  readonly plan: ShareStep[];
}

/** @returns what to ask the server for, or why not */
export function readShare({ pace, ...given }: GivenShare): AskedShare | { problem: string } {
  const percent = Number(given.percent.replace('%', '').trim() || 0);
  const people = given.people.split(/[\s,]+/).filter((id) => id !== '');
  if (!Number.isInteger(percent) || percent < 0 || percent > 99)
    return {
      problem: 'Please enter a whole percentage from 1 to 99. Make the version current to give it to everyone.',
    };
  if (people.some((id) => !/^\d{1,32}$/.test(id))) return { problem: 'A Facebook ID has digits only.' };
  if (people.length > MAX_SHARE_PEOPLE) return { problem: `Please name at most ${MAX_SHARE_PEOPLE} people.` };
  if (percent === 0 && people.length === 0) return { problem: 'Please enter a percentage, or name people.' };
  const afterMinutes = pace === 'hand' ? null : Number(pace);
  return {
    percent,
    people,
    plan: STEPS.filter((step) => step > percent).map((step) => ({ percent: step, afterMinutes })),
  };
}

/** Such as "5% of people, then 25%, then everyone." */
export function planWords({ plan, ...extent }: AskedShare): string {
  const steps = plan.map(({ percent }) => (percent === 100 ? 'everyone' : `${percent}%`));
  return `${[extentWords(extent), ...steps].join(', then ')}.`;
}
