import type { MonthPost, PageMonth } from '@pagecast/api/contract';
import { Badge, ButtonLink, Card, formatHistoryDate, zoneName } from '@pagecast/shell/kit';
import { Trophy } from 'lucide-react';

/** The posts of a month with most engagement, to be used again. */
export function BestPosts({ posts, best }: Pick<PageMonth, 'posts' | 'best'>) {
  const shown = best.flatMap((id) => posts.find((post) => post.id === id) ?? []);
  if (shown.length === 0) return null;
  return (
    <Card title="Best posts" className="break-inside-avoid">
      <ol className="divide-y divide-line">
        {shown.map((post, index) => (
          <li key={post.id} className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2">
            <Badge tone={index === 0 ? 'ok' : 'neutral'} icon={<Trophy aria-hidden />}>
              {index + 1}
            </Badge>
            <p dir="auto" className="line-clamp-2 min-w-40 grow basis-0 wrap-anywhere">
              {post.excerpt}
            </p>
            <p className="text-ink-soft">{describeFigures(post)}</p>
            <ButtonLink
              size="sm"
              variant="ghost"
              to={`/content-generator?again=${post.id}`}
              className="print:hidden"
              aria-label={`Use again: ${post.excerpt.slice(0, 60)}`}
            >
              Use again
            </ButtonLink>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function describeFigures({ figures }: MonthPost): string {
  if (figures === null) return '';
  const { likes, comments, shares } = figures;
  return [count(likes, 'like'), count(comments, 'comment'), count(shares, 'share')].join(', ');
}

const count = (value: number, one: string) => `${value.toLocaleString('en')} ${value === 1 ? one : `${one}s`}`;

const NUMBERS = [
  ['Likes', 'likes'],
  ['Comments', 'comments'],
  ['Shares', 'shares'],
  ['Total', 'engagement'],
] as const;

/** Every post of a month. */
export function MonthPosts({ posts, timeZone }: Pick<PageMonth, 'posts' | 'timeZone'>) {
  return (
    <Card title="All posts" description={`Published (${zoneName(timeZone)})`}>
      <table className="w-full border-collapse text-left text-sm print:text-xs">
        <thead className="text-xs text-ink-soft">
          <tr className="border-b border-line">
            <th scope="col" className="pb-1.5 font-medium">
              Post
            </th>
            {NUMBERS.map(([name]) => (
              <th key={name} scope="col" className="pb-1.5 pl-2 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {posts.map((post) => (
            <tr key={post.id} className="break-inside-avoid align-top">
              <th scope="row" className="py-1.5 font-normal">
                <span className="block text-xs text-ink-soft">{formatHistoryDate(post.publishedAt, timeZone)}</span>
                <span dir="auto" className="line-clamp-2 wrap-anywhere">
                  {post.excerpt}
                </span>
              </th>
              {NUMBERS.map(([name, key]) => (
                <td key={name} className="py-1.5 pl-2 text-right">
                  {post.figures === null ? <Unknown /> : post.figures[key].toLocaleString('en')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Unknown() {
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">unknown</span>
    </>
  );
}
