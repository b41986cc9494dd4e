import { FREQUENCY_HOURS, type AutomationSettings } from '@pagecast/api/contract';
import { Card, SegmentedControl, useSpacingMinutes } from '@pagecast/shell/kit';
import type { Frequency } from './frequency.ts';
import { BudgetNote } from './budget-note.tsx';
import { CountdownView } from './countdown-view.tsx';
import { describeTotal, totalOf } from './cycle-total.ts';

const FREQUENCIES = FREQUENCY_HOURS.map((hours) => ({
  value: `${hours}` as const,
  label: hours === 1 ? '1 hour' : `${hours} hours`,
}));

/**
 * The state of the whole: when the next cycle comes, how often, what it makes and what it costs.
 * @param settings as saved: they decide when the next cycle comes
 * @param planned with the unsaved changes
 * @param ahead the server's clock before this computer's, in ms
 */
export function CycleCard({
  settings,
  planned,
  ahead,
  onFrequency,
}: {
  settings: AutomationSettings;
  planned: AutomationSettings;
  ahead: number;
  onFrequency: (hours: Frequency) => void;
}) {
  const frequency = planned.regenerationFrequency;
  const total = totalOf(planned, useSpacingMinutes());
  return (
    <Card>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <CountdownView settings={settings} ahead={ahead} />
        <div className="flex min-w-0 flex-col items-start gap-2">
          <p aria-hidden className="text-sm font-medium">
            Generate every
          </p>
          <SegmentedControl
            label="Generate every"
            value={`${frequency}` as `${Frequency}`}
            onValueChange={(hours) => onFrequency(Number(hours) as Frequency)}
            options={FREQUENCIES}
            className={
              'max-sm:grid max-sm:w-full max-sm:grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] ' +
              'max-sm:[&>label]:justify-center max-sm:[&>label]:px-0 max-sm:[&>label]:text-xs'
            }
          />
        </div>
        <div className="flex flex-col gap-1 text-sm">
          <p className="font-medium">Each cycle</p>
          <p className="max-w-[60ch] text-ink-soft">{describeTotal(total, frequency).join(' ')}</p>
        </div>
        <BudgetNote budget={settings.budget} />
      </div>
    </Card>
  );
}
