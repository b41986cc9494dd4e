import { TextInput, todayIso, useTimeZone } from '@pagecast/shell/kit';
import { useState } from 'react';
import { FilterChip } from './filter-chip.tsx';
import { periodsOf } from './history-filters.ts';

const CHOSEN = 'chosen';

/** When posts were published: a period with a name, or two days of one's own choice. */
export function DateFilter({
  from,
  to,
  onChange,
}: {
  from: string | null;
  to: string | null;
  onChange: (next: { from: string | null; to: string | null }, options?: { replace: boolean }) => void;
}) {
  const timeZone = useTimeZone();
  const today = todayIso(new Date(), timeZone);
  const periods = periodsOf(today);
  const [wantsDays, setWantsDays] = useState(false);
  const known = periods.findIndex((period) => period.from === from && period.to === to);
  const isAny = from === null && to === null;
  const period = isAny ? '' : String(known);
  const value = wantsDays || (!isAny && known === -1) ? CHOSEN : period;

  function choose(next: string) {
    setWantsDays(next === CHOSEN);
    if (next === CHOSEN) return;
    const wanted = next === '' ? undefined : periods[Number(next)];
    onChange({ from: wanted?.from ?? null, to: wanted?.to ?? null });
  }

  return (
    <>
      <FilterChip label="Published" value={value} onValueChange={choose}>
        <option value="">Any time</option>
        {periods.map((period, index) => (
          <option key={period.label} value={index}>
            {period.label}
          </option>
        ))}
        <option value={CHOSEN}>Custom range</option>
      </FilterChip>
      {value === CHOSEN && (
        <span className="flex flex-wrap items-center gap-2 text-ink-soft">
          <Day
            label="From"
            value={from}
            max={to ?? today}
            onValueChange={(day) => onChange({ from: day, to }, { replace: true })}
          />
          <Day
            label="To"
            value={to}
            min={from ?? undefined}
            max={today}
            onValueChange={(day) => onChange({ from, to: day }, { replace: true })}
          />
        </span>
      )}
    </>
  );
}

function Day({
  label,
  value,
  min,
  max,
  onValueChange,
}: {
  label: string;
  value: string | null;
  min?: string | undefined;
  max: string;
  onValueChange: (day: string | null) => void;
}) {
  return (
    <label className="flex items-center gap-2 text-sm">
      {label}
      <TextInput
        type="date"
        value={value ?? ''}
        min={min}
        max={max}
        className="w-auto!"
        onChange={(event) => onValueChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      />
    </label>
  );
}
