import {
  formatDateTime,
  FormDialog,
  readSchedule,
  ScheduleFields,
  scheduleValueOf,
  type ScheduleValue,
  useNotify,
  useTimeZone,
} from '@pagecast/shell/kit';
import { useState } from 'react';
import { shortDay, type Day } from './calendar/calendar-days.ts';
import { shortClock } from './calendar/move-to-day.ts';
import type { Moves } from './use-moves.ts';

/** @param day where the post was put on a calendar, when its time of day is over there */
export function RescheduleDialog({
  post,
  day,
  moves,
  onClose,
}: {
  post: { readonly id: number; readonly scheduledAt: string | null; readonly facebookPageId: number | null };
  day?: Day | undefined;
  moves: Moves;
  onClose: () => void;
}) {
  const notify = useNotify();
  const timeZone = useTimeZone();
  const [value, setValue] = useState((): ScheduleValue => ({
    ...scheduleValueOf(post.scheduledAt, timeZone),
    ...(day !== undefined && { date: day }),
  }));
  const [isSaving, setIsSaving] = useState(false);

  function handleSubmit() {
    const schedule = readSchedule(value, {
      timeZone,
      now: new Date(),
      bothNeeded: 'Please select both date and time.',
    });
    if ('problem' in schedule) return notify({ tone: 'destructive', ...schedule.problem });

    setIsSaving(true);
    // What was chosen stays until the server has it.
    void moves
      .move({
        id: post.id,
        from: post.scheduledAt,
        to: schedule.at.toISOString(),
        ...(value.slot !== undefined && { slot: {} }),
      })
      .then(onClose, () => setIsSaving(false));
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Reschedule Post"
      description={describe(post.scheduledAt, day, timeZone)}
      submitLabel="Reschedule"
      busy={isSaving}
      onSubmit={handleSubmit}
    >
      <ScheduleFields value={value} onValueChange={setValue} pageId={post.facebookPageId} />
    </FormDialog>
  );
}

function describe(scheduledAt: string | null, day: Day | undefined, timeZone: string): string {
  if (scheduledAt === null) return 'Choose when it goes out.';
  if (day !== undefined)
    return (
      `${shortClock(scheduleValueOf(scheduledAt, timeZone).time)} on ${shortDay(day)} has already passed. ` +
      'Choose a later time.'
    );
  return `Scheduled for ${formatDateTime(scheduledAt, timeZone)}. Choose when it goes out instead.`;
}
