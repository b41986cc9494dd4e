import type { PagePlan } from '@pagecast/api/contract';
import { allZones, Combobox, Field, useTimeZone, zoneName, zoneOption, type FoundOption } from '@pagecast/shell/kit';
import { useState } from 'react';

/** Stands for no choice: that of the person the page belongs to. */
const SAME_AS_OWNER = '';

/** By whose clocks the times of a page are. */
export function PlanZone({
  plan: { timeZone, zone },
  onValueChange,
}: {
  plan: Pick<PagePlan, 'timeZone' | 'zone'>;
  onValueChange: (timeZone: string | null) => void;
}) {
  const own = useTimeZone();
  const [now] = useState(() => new Date());
  const [options, setOptions] = useState<FoundOption[]>([]);
  const owners = timeZone === null ? zone : own;
  const sameAsOwner = { ...zoneOption(owners, now), value: SAME_AS_OWNER, label: `Same as yours: ${zoneName(owners)}` };
  return (
    <Field label="Time zone" className="max-w-md" hint="9:00 stays 9:00 when clocks change.">
      <Combobox
        chosen={timeZone === null ? sameAsOwner : zoneOption(timeZone, now)}
        options={options}
        searchLabel="Search by city, country or offset"
        emptyText="No matching time zone. Try a larger city nearby, or an offset such as GMT+8."
        onOpen={() => {
          if (options.length === 0) setOptions([sameAsOwner, ...allZones(now)]);
        }}
        onValueChange={(next) => onValueChange(next === SAME_AS_OWNER ? null : next)}
      />
    </Field>
  );
}
