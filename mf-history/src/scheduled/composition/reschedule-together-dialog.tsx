import { updateComposition, type Composition, type TooClose, type TooClosePost } from '@pagecast/api/contract';
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
  type ScheduleValue,
} from '@pagecast/shell/kit';
import { useId, useState, type FormEvent } from 'react';
import { describeUnchanged } from './describe-unchanged.ts';
import { TooCloseQuestion, tooCloseIn } from './too-close-question.tsx';

/** A new time for the first page; the others keep their distance from it. */
export function RescheduleTogetherDialog({ composition, onClose }: { composition: Composition; onClose: () => void }) {
  const formId = useId();
  const timeZone = useTimeZone();
  const [value, setValue] = useState(() => scheduleValueOf(firstTime(composition), timeZone));
  const { move, isPending, tooClose, forget } = useMoving(composition.id, onClose);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    move(value);
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
          <Button variant="primary" type="submit" form={formId} busy={isPending} busyLabel="Saving...">
            Reschedule
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        <ScheduleFields
          value={value}
          onValueChange={(next) => {
            forget();
            setValue(next);
          }}
        />
        {tooClose.length > 0 && (
          <TooCloseQuestion
            posts={tooClose}
            onFree={() => move(value, 'nextFree')}
            onKeep={() => move(value, 'allow')}
          />
        )}
      </form>
    </Dialog>
  );
}

/** Of what is not out yet. */
function firstTime({ posts }: Composition): string | null {
  const times = posts.flatMap(({ status, scheduledAt }) =>
    status === 'published' || scheduledAt === null ? [] : [scheduledAt],
  );
  return times.toSorted()[0] ?? null;
}

/** Moves all; where some would be too close to other posts, nothing is moved before somebody said how. */
function useMoving(id: number, onDone: () => void) {
  const notify = useNotify();
  const timeZone = useTimeZone();
  const [tooClose, setTooClose] = useState<readonly TooClosePost[]>([]);
  const update = useApiMutation(updateComposition, {
    onSuccess: ({ unchanged }) => {
      notify({ tone: 'default', title: 'Schedule Updated', ...describeUnchanged(unchanged) });
      onDone();
    },
    onError: (error) => {
      const asked = tooCloseIn(error);
      setTooClose(asked);
      if (asked.length === 0)
        notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Unknown error') });
    },
  });

  function move(value: ScheduleValue, how: TooClose = 'refuse') {
    if (update.isPending) return;
    const bothNeeded = 'Please select both date and time.';
    const schedule = readSchedule(value, { timeZone, now: new Date(), bothNeeded });
    if ('problem' in schedule) return notify({ tone: 'destructive', ...schedule.problem });
    update.mutate({ params: { id }, body: { scheduledAt: schedule.at.toISOString(), tooClose: how } });
  }

  return { move, isPending: update.isPending, tooClose, forget: () => setTooClose([]) };
}
