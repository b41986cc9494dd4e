import type { WeeklySlot } from '@pagecast/api/contract';
import { Button, ChoiceField, Field, TextInput, useSpacingMinutes } from '@pagecast/shell/kit';
import { Plus } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { clockOf, DAY_CHOICES, slotName, withTime } from './week.ts';

/** Adds a time to one day or several at once. */
export function AddTime({ slots, onSlots }: { slots: readonly WeeklySlot[]; onSlots: (slots: WeeklySlot[]) => void }) {
  const problemId = useId();
  const spacingMinutes = useSpacingMinutes();
  const [time, setTime] = useState('09:00');
  const [choice, setChoice] = useState('Every day');
  const [problem, setProblem] = useState('');

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!/^\d\d:\d\d$/.test(time)) return setProblem('Choose a time first.');
    const added = withTime(slots, { days: DAY_CHOICES[choice] ?? [], time }, spacingMinutes);
    if ('slots' in added) {
      setProblem('');
      return onSlots(added.slots);
    }
    const [one, other] = added.tooClose;
    setProblem(
      `${slotName(one)} and ${slotName(other)} are less than ${spacingMinutes} minutes apart. Choose another time ` +
        `or remove ${clockOf(other.time)}.`,
    );
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Time" className="w-40">
          <TextInput
            type="time"
            value={time}
            aria-describedby={problemId}
            aria-invalid={problem !== '' || undefined}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
        </Field>
        <ChoiceField
          label="Days"
          value={choice}
          options={Object.keys(DAY_CHOICES)}
          onValueChange={setChoice}
          className="w-52 max-w-full"
        />
        <Button type="submit" icon={<Plus aria-hidden />}>
          Add time
        </Button>
      </div>
      <p id={problemId} role="status" className="text-sm text-bad empty:hidden">
        {problem}
      </p>
    </form>
  );
}
