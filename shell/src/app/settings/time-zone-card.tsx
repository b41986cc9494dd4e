import { updateSettings } from '@pagecast/api/contract';
import { useState } from 'react';
import {
  Card,
  Combobox,
  Field,
  reasonOf,
  Time,
  useApiMutation,
  useNotify,
  useUser,
  type FoundOption,
} from '../../kit/index.ts';
import { choiceOf, SAME_AS_BROWSER, zoneOptions } from './time-zones.ts';

/** The zone in which the person reads and plans. Each choice is saved at once. */
export function TimeZoneCard() {
  const notify = useNotify();
  const chosen = useUser().timeZone ?? SAME_AS_BROWSER;
  const [now] = useState(() => new Date());
  const [options, setOptions] = useState<FoundOption[]>([]);
  const update = useApiMutation(updateSettings, {
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Please try again.') }),
    onSuccess: () =>
      notify({
        tone: 'default',
        title: 'Time Zone Updated',
        description: 'Scheduled posts still go out at the same moment.',
      }),
  });
  // What was just chosen stands until the answer is in.
  const value = update.isPending ? (update.variables?.body?.timeZone ?? SAME_AS_BROWSER) : chosen;
  return (
    <Card title="Time zone" description="All times you see and enter are in this time zone.">
      <Field
        label="Your time zone"
        className="max-w-md"
        hint={
          <>
            It's now <Time instant={now} /> there.
          </>
        }
      >
        <Combobox
          chosen={choiceOf(value, now)}
          options={options}
          searchLabel="Search by city, country or offset"
          emptyText="No matching time zone. Try a larger city nearby, or an offset such as GMT+8."
          onOpen={() => {
            if (options.length === 0) setOptions(zoneOptions(now));
          }}
          onValueChange={(next) => {
            if (next !== value) update.mutate({ body: { timeZone: next === SAME_AS_BROWSER ? null : next } });
          }}
        />
      </Field>
    </Card>
  );
}
