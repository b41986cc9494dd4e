import { updateComposition, type Composition, type TooClose, type TooClosePost } from '@pagecast/api/contract';
import {
  Button,
  FormDialog,
  readSchedule,
  reasonOf,
  ScheduleFields,
  scheduleValueOf,
  useApiMutation,
  useNotify,
  useTimeZone,
  type ScheduleValue,
} from '@pagecast/shell/kit';
import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import { describeUnchanged } from './describe-unchanged.ts';
import { TooCloseQuestion, tooCloseIn } from './too-close-question.tsx';

/** A new time for the first page; the others keep their distance from it. */
export function RescheduleTogetherDialog({ composition, onClose }: { composition: Composition; onClose: () => void }) {
  const timeZone = useTimeZone();
  const [value, setValue] = useState(() => scheduleValueOf(firstTime(composition), timeZone));
  const [isInSlots, setInSlots] = useState(false);
  const { move, moveToSlots, isPending, tooClose, forget } = useMoving(composition.id, onClose);

  function handleSubmit() {
    if (isInSlots) moveToSlots();
    else move(value);
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Reschedule Together"
      description={
        isInSlots
          ? 'Each page gets it at the next free slot of its weekly plan.'
          : 'Choose when the first page gets it. The others keep their distance from it.'
      }
      submitLabel="Reschedule"
      busy={isPending}
      onSubmit={handleSubmit}
    >
      {!isInSlots && (
        <ScheduleFields
          value={value}
          onValueChange={(next) => {
            forget();
            setValue(next);
          }}
        />
      )}
      <SlotsChoice
        isChosen={isInSlots}
        onToggle={() => {
          forget();
          setInSlots(!isInSlots);
        }}
      />
      {tooClose.length > 0 && (
        <TooCloseQuestion posts={tooClose} onFree={() => move(value, 'nextFree')} onKeep={() => move(value, 'allow')} />
      )}
    </FormDialog>
  );
}

/** Each page by its own weekly plan, in place of a time. */
function SlotsChoice({ isChosen, onToggle }: { isChosen: boolean; onToggle: () => void }) {
  return (
    <Button
      size="sm"
      icon={<CalendarCheck aria-hidden />}
      aria-pressed={isChosen}
      className="self-start aria-pressed:bg-accent-soft"
      onClick={onToggle}
    >
      Next free slot of each page
    </Button>
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

  function moveToSlots() {
    if (!update.isPending) update.mutate({ params: { id }, body: { nextSlot: {} } });
  }

  return { move, moveToSlots, isPending: update.isPending, tooClose, forget: () => setTooClose([]) };
}
