import { Field } from './field.tsx';
import { TextInput } from './inputs.tsx';
import { todayIso } from './read-schedule.ts';
import type { ScheduleValue } from './schedule-value.ts';

/** The two fields of a planned instant, in the zone of this browser. */
export function ScheduleFields({ value, onValueChange }: { value: ScheduleValue; onValueChange: (value: ScheduleValue) => void }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label="Date">
        <TextInput type="date" name="date" min={todayIso(new Date())} value={value.date} onChange={(event) => onValueChange({ ...value, date: event.currentTarget.value })} />
      </Field>
      <Field label="Time">
        <TextInput type="time" name="time" value={value.time} onChange={(event) => onValueChange({ ...value, time: event.currentTarget.value })} />
      </Field>
    </div>
  );
}
