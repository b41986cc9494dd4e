import type { QueuedPost } from '@pagecast/api/contract';
import { Button, Card, formatHistoryDate, Link, useSpacingMinutes, useTimeZone } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { addDays } from 'date-fns/addDays';
import { useState } from 'react';
import { OTHERS, useTimelineOf } from '../post/timeline-address.ts';
import { othersBetween, withText, type PlanFilter } from './queries.ts';

/** As far as one question reaches. */
const DAYS = 46;
const SHOWN = 10;

/**
 * What others have planned on the same pages: to see, not to change. Whoever works alone never sees it; an API of an
 * earlier release knows of nobody. The calendar shows them on their days.
 */
export function OthersPlanned({ filter, now }: { filter: PlanFilter; now: Date }) {
  const timeZone = useTimeZone();
  const spacingMinutes = useSpacingMinutes();
  const [isWhole, setIsWhole] = useState(false);
  // The same question all day long.
  const [from] = useState(() => now.toISOString());
  const { data } = useQuery(othersBetween(filter, { from, to: addDays(from, DAYS).toISOString() }));
  const posts = withText(data?.posts ?? [], filter);
  if (posts.length === 0) return null;
  return (
    <Card title="Scheduled by Others">
      <p className="mb-3 max-w-[72ch] text-ink-soft">
        On your pages and those shared with you. Free slots keep {spacingMinutes} minutes from these posts. Only the
        person named can change one.
      </p>
      <ul className="divide-y divide-line">
        {(isWhole ? posts : posts.slice(0, SHOWN)).map((post) => (
          <OthersRow key={post.id} post={post} timeZone={timeZone} />
        ))}
      </ul>
      {posts.length > SHOWN && (
        <Button size="sm" className="mt-4" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? `Show ${SHOWN} only` : `Show all ${posts.length.toLocaleString('en')}`}
        </Button>
      )}
    </Card>
  );
}

function OthersRow({ post, timeZone }: { post: QueuedPost; timeZone: string }) {
  const timelineOf = useTimelineOf();
  return (
    <li className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
      <Link to={timelineOf(post.id, OTHERS)} dir="auto" className="rounded-sm text-start wrap-anywhere hover:underline">
        {post.excerpt === '' ? 'No text' : post.excerpt}
      </Link>
      <p className="text-xs wrap-anywhere text-ink-soft">
        {formatHistoryDate(post.scheduledAt, timeZone)} · {post.pageName} · by {post.author.name}
      </p>
    </li>
  );
}
