import { ChoiceField, Field, NativeSelect, TextInput } from '@pagecast/shell/kit';
import { FREQUENCIES, NTHS, WEEKDAYS, type Frequency, type Nth, type RuleFields, type Weekday } from './rule-fields.ts';

const DAY_NAMES: Record<Weekday, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const FREQUENCY_NAMES: Record<Frequency, string> = {
  DAILY: 'Every day',
  WEEKLY: 'Every week',
  MONTHLY: 'Every month',
  YEARLY: 'Every year',
};
const UNITS: Record<Frequency, string> = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months', YEARLY: 'years' };
const NTH_NAMES: Record<Nth, string> = { '1': 'First', '2': 'Second', '3': 'Third', '4': 'Fourth', '-1': 'Last' };
const LAST_DAY = '-1';

interface Props {
  readonly fields: RuleFields;
  readonly onChange: (part: Partial<RuleFields>) => void;
}

/** On which days, and until when. */
export function DaysFields({ fields, onChange }: Props) {
  const { frequency, interval } = fields;
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <ChoiceField
          label="Repeats"
          value={frequency}
          onValueChange={(next) => onChange({ frequency: next })}
          options={FREQUENCIES}
          nameOf={(option) => FREQUENCY_NAMES[option]}
        />
        <Field label={`Interval (${UNITS[frequency]})`}>
          <TextInput
            type="number"
            inputMode="numeric"
            min={1}
            max={400}
            value={interval}
            onChange={(event) => onChange({ interval: event.currentTarget.value })}
          />
        </Field>
      </div>
      {frequency === 'WEEKLY' && <WeekdayChoice fields={fields} onChange={onChange} />}
      {frequency === 'MONTHLY' && <MonthDayChoice fields={fields} onChange={onChange} />}
      <EndChoice fields={fields} onChange={onChange} />
    </>
  );
}

function WeekdayChoice({ fields: { days }, onChange }: Props) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="mb-1.5 text-sm font-medium text-ink">On</legend>
      {WEEKDAYS.map((day) => (
        <label
          key={day}
          className={
            'relative inline-flex min-h-9 min-w-11 items-center justify-center rounded-control border ' +
            'border-line-strong px-2 text-sm has-checked:border-accent has-checked:bg-accent-soft ' +
            'has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 ' +
            'has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11'
          }
        >
          <input
            type="checkbox"
            aria-label={DAY_NAMES[day]}
            checked={days.includes(day)}
            onChange={(event) =>
              onChange({ days: event.currentTarget.checked ? [...days, day] : days.filter((one) => one !== day) })
            }
            className="absolute inset-0 appearance-none outline-none"
          />
          {DAY_NAMES[day].slice(0, 3)}
        </label>
      ))}
    </fieldset>
  );
}

function MonthDayChoice({ fields: { monthly, date, nth, weekday }, onChange }: Props) {
  return (
    <div className={monthly === 'date' ? 'grid grid-cols-2 gap-3' : 'grid grid-cols-2 gap-3 sm:grid-cols-4'}>
      <ChoiceField
        label="On"
        className={monthly === 'date' ? '' : 'col-span-2'}
        value={monthly}
        onValueChange={(next) => onChange({ monthly: next })}
        options={['date', 'weekday'] as const}
        nameOf={(option) => (option === 'date' ? 'A date' : 'A weekday')}
      />
      {monthly === 'date' ? (
        <Field label="Day of the month">
          <NativeSelect value={date} onChange={(event) => onChange({ date: event.currentTarget.value })}>
            {Array.from({ length: 31 }, (_, index) => (
              <option key={index} value={String(index + 1)}>
                {index + 1}
              </option>
            ))}
            <option value={LAST_DAY}>Last day</option>
          </NativeSelect>
        </Field>
      ) : (
        <>
          <ChoiceField
            label="Which"
            value={nth}
            onValueChange={(next) => onChange({ nth: next })}
            options={NTHS}
            nameOf={(option) => NTH_NAMES[option]}
          />
          <ChoiceField
            label="Weekday"
            value={weekday}
            onValueChange={(next) => onChange({ weekday: next })}
            options={WEEKDAYS}
            nameOf={(option) => DAY_NAMES[option]}
          />
        </>
      )}
    </div>
  );
}

function EndChoice({ fields: { ends, until, count }, onChange }: Props) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <ChoiceField
        label="Ends"
        value={ends}
        onValueChange={(next) => onChange({ ends: next })}
        options={['never', 'on', 'after'] as const}
        nameOf={(option) => ({ never: 'Never', on: 'On a day', after: 'After a number of posts' })[option]}
      />
      {ends === 'on' && (
        <Field label="Last day">
          <TextInput type="date" value={until} onChange={(event) => onChange({ until: event.currentTarget.value })} />
        </Field>
      )}
      {ends === 'after' && (
        <Field label="Number of posts">
          <TextInput
            type="number"
            inputMode="numeric"
            min={1}
            max={1000}
            value={count}
            onChange={(event) => onChange({ count: event.currentTarget.value })}
          />
        </Field>
      )}
    </div>
  );
}
