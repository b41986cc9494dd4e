import { updateComposition, type Composition } from '@pagecast/api/contract';
import {
  Button,
  CancelButton,
  Dialog,
  readSchedule,
  reasonOf,
  ScheduleFields,
  scheduleValueOf,
  useApiMutation,
  useNotify,
  useTimeZone,
} from '@pagecast/shell/kit';
import { useId, useState, type FormEvent } from 'react';

/** A new time for the first page; the others keep their distance from it. */
export function RescheduleTogetherDialog({ composition, onClose }: { composition: Composition; onClose: () => void }) {
  const formId = useId();
  const notify = useNotify();
  const timeZone = useTimeZone();
  const times = composition.posts.flatMap(({ status, scheduledAt }) =>
    status === 'published' || scheduledAt === null ? [] : [scheduledAt],
  );
  const [value, setValue] = useState(() => scheduleValueOf(times.toSorted()[0] ?? null, timeZone));
  const move = useApiMutation(updateComposition, {
    onSuccess: ({ unchanged }) => {
      const reasons = unchanged.map(({ pageName, message }) => `${pageName ?? 'Unknown Page'}: ${message}`).join(' ');
      notify({ tone: 'default', title: 'Schedule Updated', ...(reasons !== '' && { description: reasons }) });
      onClose();
    },
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Unknown error') }),
  });

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (move.isPending) return;
    const schedule = readSchedule(value, {
      timeZone,
      now: new Date(),
      bothNeeded: 'Please select both date and time.',
    });
    if ('problem' in schedule) return notify({ tone: 'destructive', ...schedule.problem });
    move.mutate({ params: { id: composition.id }, body: { scheduledAt: schedule.at.toISOString() } });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Reschedule Together"
      description="Choose when the first page gets it. The others keep their distance from it."
      footer={
        <>
          <CancelButton />
          <Button variant="primary" type="submit" form={formId} busy={move.isPending} busyLabel="Saving...">
            Reschedule
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit}>
        <ScheduleFields value={value} onValueChange={setValue} />
      </form>
    </Dialog>
  );
}
