import { formatDateTime, formatRelative, instantOf, readSchedule } from '@pagecast/shell/kit';
import { isScheduling, type Draft } from '../drafts/draft.ts';

/** Exactly what the action button will do, and when, in the person's zone. `isTheirs`: the post is proposed. */
export function describeAction(
  draft: Draft,
  pageName: string | null,
  { timeZone, now, isTheirs = false }: { timeZone: string; now: Date; isTheirs?: boolean },
): string {
  const { date, time } = draft.schedule;
  if (date === '' && time === '')
    return pageName === null ? 'Choose a page to publish to.' : atOnce(pageName, isTheirs);
  if (!isScheduling(draft))
    return (
      `Add a ${date === '' ? 'date' : 'time'} to schedule this post, ` +
      `or clear the ${date === '' ? 'time' : 'date'} to publish it ${isTheirs ? "once it's approved" : 'now'}.`
    );

  const reading = readSchedule(draft.schedule, { timeZone, now });
  if ('problem' in reading)
    return instantOf(date, time, timeZone)?.clock === 'skipped'
      ? "This time doesn't exist. Choose another one."
      : 'This time has passed. Choose a later one.';
  return (
    `${pageName === null ? 'Choose a page. Your post goes out' : `Goes out on ${pageName}`} on ` +
    `${formatDateTime(reading.at, timeZone)}, ${formatRelative(reading.at, now)}` +
    (isTheirs ? ', if it is approved by then.' : '.')
  );
}

function atOnce(pageName: string, isTheirs: boolean): string {
  return isTheirs ? `Goes out on ${pageName} once it's approved.` : `Publishes to ${pageName} right away.`;
}
