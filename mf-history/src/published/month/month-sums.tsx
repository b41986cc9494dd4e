import type { PageMonth } from '@pagecast/api/contract';
import { Card, Time } from '@pagecast/shell/kit';

/** What the posts of a month had together, beside the month before. */
export function MonthSums({ sums, before, readFrom, readTo }: PageMonth) {
  const figures: readonly [string, number | null, number | null][] = [
    ['Posts', sums.posts, before?.posts ?? null],
    ['Likes', sums.likes, before?.likes ?? null],
    ['Comments', sums.comments, before?.comments ?? null],
    ['Shares', sums.shares, before?.shares ?? null],
    ['Total', sums.engagement, before?.engagement ?? null],
    ['Median', sums.median, before?.median ?? null],
  ];
  const unread = sums.posts - sums.read;
  return (
    <Card title="Summary" className="break-inside-avoid">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-6 print:grid-cols-6">
        {figures.map(([name, now, then]) => (
          <div key={name}>
            <dt className="text-xs text-ink-soft">{name}</dt>
            <dd>
              <span className="text-xl font-semibold">{shown(now)}</span>
              {then !== null && (
                <span className="block text-xs text-ink-soft">{`${shown(then)} the month before`}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-xs text-ink-soft">
        {readFrom !== null && readTo !== null && (
          <>
            Facebook's figures, the oldest from <Time instant={readFrom} />, the newest from <Time instant={readTo} />.
          </>
        )}{' '}
        {unread > 0 && `${unread} ${unread === 1 ? 'post has' : 'posts have'} no figures and don't count here.`}
      </p>
    </Card>
  );
}

const shown = (value: number | null) => (value === null ? '–' : value.toLocaleString('en'));
