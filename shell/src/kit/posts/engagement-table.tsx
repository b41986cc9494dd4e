/** The numbers of a chart: posts and engagement, by week or by day. */
export function EngagementTable({
  caption,
  unit,
  rows,
}: {
  caption: string;
  /** What a row is: 'Week'. */
  unit: string;
  rows: readonly { readonly key: string; readonly name: string; readonly posts: number; readonly engagement: number }[];
}) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-ink-soft">
        <tr className="border-b border-line">
          {[unit, 'Posts', 'Engagement'].map((name) => (
            <th key={name} scope="col" className="pb-2 font-medium not-first:text-right">
              {name}
            </th>
          ))}
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
