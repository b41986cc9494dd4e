import { formatDateTime, formatRelative, readSchedule } from '@pagecast/shell/kit';
import type { Draft } from './draft.ts';

/** Facebook asks of whoever publishes reels for others to say it beforehand. */
const SEEN_BY = 'Who can see this reel: Public.';

/** Exactly what the action button will do, and when, in the person's zone; of a reel also who will see it. */
export function describeAction(
  draft: Draft,
  ...how: [string | null, boolean, { timeZone: string; now: Date }]
): string {
  const what = describeSending(draft, ...how);
  return draft.postType === 'reel' ? `${what} ${SEEN_BY}` : what;
}

function describeSending(
  { isScheduled, schedule }: Draft,
  pageName: string | null,
  isWaiting: boolean,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  if (pageName === null) return 'Choose a page to publish to.';
  if (!isScheduled)
    return isWaiting ? `Publishes to ${pageName} when the upload is done.` : `Publishes to ${pageName} right away.`;
  if (schedule.date === '' || schedule.time === '') return 'Choose a date and time.';
  const reading = readSchedule(schedule, { timeZone, now });
  if ('problem' in reading) return "This time has passed or doesn't exist. Choose another one.";
  const when = `on ${formatDateTime(reading.at, timeZone)}, ${formatRelative(reading.at, now)}`;
  return `Goes out on ${pageName} ${when}.${isWaiting ? ' Pagecast schedules it when the upload is done.' : ''}`;
}
