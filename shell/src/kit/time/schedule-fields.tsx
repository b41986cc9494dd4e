import { useId } from 'react';
import { Field } from '../ui/field.tsx';
import { formatClock, formatZone } from './format-time.ts';
import { useTimeZone } from '../runtime/host.tsx';
import { TextInput } from '../ui/inputs.tsx';
import { instantOf, todayIso, type LocalInstant } from './local-time.ts';
import { NextFreeSlot } from './next-free-slot.tsx';
import { describeSkipped } from './read-schedule.ts';
import type { ScheduleValue } from './schedule-value.ts';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { zoneName } from './zone-name.ts';

/** The two fields of a planned instant in the person's zone, and what the clocks there do on that day. */
export function ScheduleFields({
  value,
  onValueChange,
  pageId = null,
}: {
  value: ScheduleValue;
  onValueChange: (value: ScheduleValue) => void;
  /** Whose next free slot may be taken; null where none is chosen. */
  pageId?: number | null;
}) {
  const noteId = useId();
  const timeZone = useTimeZone();
  const local = instantOf(value.date, value.time, timeZone);
  const isSkipped = local?.clock === 'skipped';
  // Another day or time is another question: which of two is asked anew.
  const change = (part: { date: string } | { time: string }) =>
    onValueChange({ date: value.date, time: value.time, ...part });
  return (
    <div className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-3">
        <Field label="Date">
          <TextInput
            type="date"
            name="date"
            min={todayIso(new Date(), timeZone)}
            aria-describedby={noteId}
            value={value.date}
            onChange={(event) => change({ date: event.currentTarget.value })}
          />
        </Field>
        <Field label="Time">
          <TextInput
            type="time"
            name="time"
            aria-describedby={noteId}
            aria-invalid={isSkipped || undefined}
            value={value.time}
            onChange={(event) => change({ time: event.currentTarget.value })}
          />
        </Field>
      </div>
      <p id={noteId} aria-live="polite" className={isSkipped ? 'text-xs text-bad' : 'text-xs text-ink-soft'}>
        {noteOf(value.time, local, timeZone)}
      </p>
      {local?.clock === 'twice' && (
        <SegmentedControl
          label="Time to use"
          className="self-start"
          value={value.occurrence ?? 'first'}
          onValueChange={(which) =>
            onValueChange({ date: value.date, time: value.time, ...(which === 'second' && { occurrence: which }) })
          }
          options={[
            { value: 'first', label: `First, ${formatClock(local.at, timeZone)}` },
            { value: 'second', label: `Second, ${formatClock(local.second, timeZone)}` },
          ]}
        />
      )}
      {pageId !== null && <NextFreeSlot pageId={pageId} value={value} onValueChange={onValueChange} />}
    </div>
  );
}

function noteOf(time: string, local: LocalInstant | null, timeZone: string): string {
  if (local?.clock === 'skipped') return describeSkipped(time, local.at, timeZone);
  if (local?.clock === 'twice')
    return `In ${zoneName(timeZone)} this time happens twice on this day, because clocks go back.`;
  return `Times are in ${zoneName(timeZone)} (${formatZone(local?.at ?? new Date(), timeZone)}).`;
}
