import type { TooClosePost } from '@pagecast/api/contract';
import { ApiError, Button, formatDateTime, useSpacingMinutes, useTimeZone } from '@pagecast/shell/kit';

/** The pages that a refusal names for their other posts; none where it has another reason. */
export function tooCloseIn(error: unknown): readonly TooClosePost[] {
  const found = error instanceof ApiError ? error.body?.['tooClose'] : undefined;
  return Array.isArray(found) ? (found as TooClosePost[]) : [];
}

/** Nothing was moved: what is to become of the pages that have another post close to the time? */
export function TooCloseQuestion({
  posts,
  onFree,
  onKeep,
}: {
  posts: readonly TooClosePost[];
  onFree: () => void;
  onKeep: () => void;
}) {
  const timeZone = useTimeZone();
  const minutes = useSpacingMinutes();
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-control bg-warn-soft px-3 py-2 text-warn">
      <p>Nothing was moved yet. These pages have another post less than {minutes} minutes away:</p>
      <ul className="max-h-40 list-disc overflow-y-auto pl-5">
        {posts.map(({ facebookPageId, pageName, otherAt, freeAt }) => (
          <li key={facebookPageId} className="wrap-anywhere">
            {pageName} on {formatDateTime(otherAt, timeZone)}, free from {formatDateTime(freeAt, timeZone)}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onFree}>
          Use their free times
        </Button>
        <Button size="sm" variant="ghost" onClick={onKeep}>
          Move anyway
        </Button>
      </div>
    </div>
  );
}
