import { cn } from '../ui/cn.ts';

/** The numbers of a chart: posts and engagement, by week or by day. */
export function EngagementTable({
  caption,
  unit,
  rows,
  className,
}: {
  caption: string;
  /** What a row is: 'Week'. */
  unit: string;
  rows: readonly { readonly key: string; readonly name: string; readonly posts: number; readonly engagement: number }[];
  className?: string;
}) {
  return (
    <table className={cn('w-full border-collapse text-left', className)}>
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-ink-soft">
        <tr className="border-b border-line">
          <th scope="col" className="pb-1.5 font-medium">
            {unit}
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
        {rows.map(({ key, name, posts, engagement }) => (
          <tr key={key}>
            <th scope="row" className="py-1 font-normal">
              {name}
            </th>
            <td className="py-1 text-right">{posts.toLocaleString('en')}</td>
            <td className="py-1 text-right">{engagement.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
