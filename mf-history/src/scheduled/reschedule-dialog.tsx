import { updatePost, type Post } from '@pagecast/api/contract';
import { Button, Dialog, formatDateTime, readSchedule, reasonOf, ScheduleFields, scheduleValueOf, useApiMutation, useNotify, useTimeZone } from '@pagecast/shell/kit';
import { useId, useState, type FormEvent } from 'react';

export function RescheduleDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const formId = useId();
  const notify = useNotify();
  const timeZone = useTimeZone();
  const [value, setValue] = useState(() => scheduleValueOf(post.scheduledAt, timeZone));
  const reschedule = useApiMutation(updatePost);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (reschedule.isPending) return;
    const schedule = readSchedule(value, { timeZone, now: new Date(), bothNeeded: 'Please select both date and time.' });
    if ('problem' in schedule) return notify({ tone: 'destructive', ...schedule.problem });

    reschedule.mutate({ params: { id: post.id }, body: { scheduledAt: schedule.at.toISOString() } }, {
      onSuccess: () => { notify({ tone: 'default', title: 'Schedule Updated', description: `Goes out on ${formatDateTime(schedule.at, timeZone)}.` }); onClose(); },
      onError: (error) => notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Unknown error') }),
    });
  }

  return (
    <Dialog
      open onClose={onClose} title="Reschedule Post"
      description={post.scheduledAt === null ? 'Choose when it goes out.' : `Planned for ${formatDateTime(post.scheduledAt, timeZone)}. Choose when it goes out instead.`}
      footer={(
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={reschedule.isPending} busyLabel="Saving...">Reschedule</Button>
        </>
      )}
    >
      <form id={formId} noValidate onSubmit={handleSubmit}><ScheduleFields value={value} onValueChange={setValue} /></form>
    </Dialog>
  );
}
