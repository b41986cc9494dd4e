import { STORY_HOURS } from '@pagecast/api/contract';
import { formatDateTime, formatRelative, readSchedule } from '@pagecast/shell/kit';
import type { Draft } from './draft.ts';
import type { PostType } from './post-types.ts';

/** Facebook asks of whoever publishes reels for others to say it beforehand. */
const SEEN_BY: Partial<Record<PostType, string>> = {
  reel: 'Who can see this reel: Public.',
  story: `Who can see this story: Public. It shows for ${STORY_HOURS} hours.`,
};

/** Exactly what the action button will do, and when, in the person's zone; of reels and stories also who sees them. */
export function describeAction(
  draft: Draft,
  ...how: [string | null, boolean, { timeZone: string; now: Date }]
): string {
  const what = describeSending(draft, ...how);
  const seenBy = SEEN_BY[draft.postType];
  return seenBy === undefined ? what : `${what} ${seenBy}`;
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
