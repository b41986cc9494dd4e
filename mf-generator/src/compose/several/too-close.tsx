import type { TooClosePost } from '@pagecast/api/contract';
import { Button, formatDateTime, scheduleValueOf, useSpacingMinutes, useTimeZone } from '@pagecast/shell/kit';
import type { OwnTime } from './several.ts';

/** Nothing was made where these pages have another post close to the time. */
export function TooClose({
  posts,
  onFree,
  onKeep,
}: {
  posts: readonly TooClosePost[];
  onFree: (times: readonly OwnTime[]) => void;
  onKeep: () => void;
}) {
  const timeZone = useTimeZone();
  const spacingMinutes = useSpacingMinutes();
  const free = posts.map(({ facebookPageId, freeAt }): OwnTime => [
    String(facebookPageId),
    scheduleValueOf(wholeMinuteFrom(freeAt), timeZone),
  ]);
  if (posts.length === 0) return null;
  return (
    <section
      role="alert"
      aria-label="Too close to other posts"
      className="flex flex-col gap-2 rounded-control bg-warn-soft px-3 py-2 text-warn"
    >
      <p>Nothing was sent yet. Leave {spacingMinutes} minutes between posts, or Facebook may treat them as spam.</p>
      <ul className="flex flex-col gap-1">
        {posts.map(({ facebookPageId, pageName, otherAt, freeAt }) => (
          <li key={facebookPageId} className="wrap-anywhere">
            {pageName} has a post on {formatDateTime(otherAt, timeZone)}. It's free from{' '}
            {formatDateTime(freeAt, timeZone)}.
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onFree(free)}>
          Use the free times
        </Button>
        <Button size="sm" variant="ghost" onClick={onKeep}>
          Keep my times
        </Button>
      </div>
    </section>
  );
}

const MINUTE_MS = 60_000;
/** A field has no seconds, and the minute before is not free yet. */
function wholeMinuteFrom(at: string): string {
  return new Date(Math.ceil(Date.parse(at) / MINUTE_MS) * MINUTE_MS).toISOString();
}
