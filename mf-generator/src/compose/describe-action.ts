import { formatDateTime, formatRelative, instantOf, readSchedule } from '@pagecast/shell/kit';
import { isScheduling, type Draft } from '../drafts/draft.ts';

/** Exactly what the action button will do, and when, in the person's zone. */
export function describeAction(
  draft: Draft,
  pageName: string | null,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const page = pageName ?? 'the page you select';
  const { date, time } = draft.schedule;
  if (date === '' && time === '') return `Goes out on ${page} as soon as you press the button.`;
  if (!isScheduling(draft))
    return `Add a ${date === '' ? 'date' : 'time'} to schedule this post, or clear the ${date === '' ? 'time' : 'date'} to publish it now.`;

  const reading = readSchedule(draft.schedule, { timeZone, now });
  if ('problem' in reading)
    return instantOf(date, time, timeZone)?.clock === 'skipped'
      ? 'This time does not exist. Choose another one.'
      : 'This time has passed. Choose a later one.';
  return `Goes out on ${page} on ${formatDateTime(reading.at, timeZone)}, ${formatRelative(reading.at, now)}.`;
}
