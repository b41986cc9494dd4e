import { formatDateTime, formatRelative, readSchedule } from '@pagecast/shell/kit';
import type { Draft } from './draft.ts';

/** Exactly what the action button will do, and when, in the person's zone. */
export function describeAction(
  { isScheduled, schedule }: Draft,
  pageName: string | null,
  isWaiting: boolean,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const page = pageName ?? 'the page you select';
  const first = isWaiting ? 'As soon as the upload is done, this ' : '';
  if (!isScheduled)
    return isWaiting ? `${first}goes out on ${page}.` : `Goes out on ${page} as soon as you press the button.`;
  if (schedule.date === '' || schedule.time === '') return 'Choose the date and the time it goes out.';
  const reading = readSchedule(schedule, { timeZone, now });
  if ('problem' in reading) return 'Choose another time: this one has passed, or does not exist.';
  const when = `on ${formatDateTime(reading.at, timeZone)}, ${formatRelative(reading.at, now)}`;
  return isWaiting ? `${first}is put on the schedule of ${page}, ${when}.` : `Goes out on ${page} ${when}.`;
}
