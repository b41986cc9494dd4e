import { SegmentedControl } from '@pagecast/shell/kit';
import type { Period } from './calendar/calendar-days.ts';

/** How much the calendar shows at once. */
export function PeriodChoice({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  return (
    <SegmentedControl
      label="Period"
      value={period}
      onValueChange={onChange}
      className="ml-auto"
      options={[
        { value: 'month', label: 'Month' },
        { value: 'week', label: 'Week' },
      ]}
    />
  );
}
