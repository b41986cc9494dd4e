import type { DashboardTrend } from '@pagecast/api/contract';
import { EngagementTable } from '@pagecast/shell/kit';
import { weekLabel } from './week-label.ts';

/** The numbers of the chart. */
export function WeeksTable({ weeks }: { weeks: DashboardTrend['weeks'] }) {
  return (
    <EngagementTable
      caption="Posts and engagement of the last 8 weeks"
      unit="Week"
      rows={weeks.map((week, index) => ({
        ...week,
        key: week.start,
        name: weekLabel(week.start, index === weeks.length - 1),
      }))}
    />
  );
}
