import type { DashboardTrend } from '@pagecast/api/contract';
import { weekLabel } from './week-label.ts';

/** The numbers of the chart. */
export function WeeksTable({ weeks }: { weeks: DashboardTrend['weeks'] }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Posts and engagement of the last 8 weeks</caption>
      <thead className="text-xs text-ink-soft">
        <tr className="border-b border-line">
          <th scope="col" className="pb-1.5 font-medium">
            Week
          </th>
          <th scope="col" className="pb-1.5 text-right font-medium">
            Posts
          </th>
          <th scope="col" className="pb-1.5 text-right font-medium">
            Engagement
          </th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ start, posts, engagement }, index) => (
          <tr key={start}>
            <th scope="row" className="py-1 font-normal">
              {weekLabel(start, index === weeks.length - 1)}
            </th>
            <td className="py-1 text-right">{posts.toLocaleString('en')}</td>
            <td className="py-1 text-right">{engagement.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
