import { formatDateTime, formatRelative, readSchedule } from '@pagecast/shell/kit';
import { describeAction } from '../describe-action.ts';
import { isScheduling, type Draft, type Several } from '../../drafts/draft.ts';
import { isStory } from './story.ts';
import { readMinutes, spreadOf, type Spread } from './several.ts';

/** "1 page", "3 pages". */
export function pageCount(count: number): string {
  return count === 1 ? '1 page' : `${count.toLocaleString('en')} pages`;
}

/** Where each page has a time of its own. */
const OWN_TIMES = new Map<Spread, string>([
  ['best', 'its best free time'],
  ['slots', 'its next free slot'],
]);

/** Exactly what the action button will do, and when, in the person's zone. */
export function describeSeveral(
  draft: Draft,
  several: Several,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const { pages, minutesApart } = several;
  const spread = spreadOf(several);
  const { date, time } = draft.schedule;
  const isNow = date === '' && time === '';
  if (pages.length === 0) return 'Choose the pages to publish to.';
  const count = pageCount(pages.length);
  const minutes = readMinutes(minutesApart);
  const apart = spread === 'apart' && minutes !== null ? `, ${minutes} min apart` : '';
  const own = OWN_TIMES.get(spread);
  const goesOut = isStory(several) ? 'A story goes out' : 'Goes out';
  if (isNow && own !== undefined) return `${goesOut} on ${count}, on each at ${own}.`;
  const publishes = isStory(several) ? 'Publishes a story to' : 'Publishes to';
  if (isNow) return `${publishes} ${count} ${apart === '' ? 'right away' : `from now on${apart}`}.`;
  const reading = readSchedule(draft.schedule, { timeZone, now });
  if (!isScheduling(draft) || 'problem' in reading) return describeAction(draft, count, { timeZone, now });
  const at = formatDateTime(reading.at, timeZone);
  if (own !== undefined) return `${goesOut} on ${count}, on each at ${own} from ${at} on.`;
  return `${goesOut} on ${count} ${apart === '' ? 'on' : 'from'} ${at}${apart}, ${formatRelative(reading.at, now)}.`;
}
