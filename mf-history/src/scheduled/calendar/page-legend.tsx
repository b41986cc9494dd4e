import { FACEBOOK, FIZTECH, type FacebookPage } from '@pagecast/api/contract';
import { cn } from '@pagecast/shell/kit';
import type { DayFacts } from './day-facts.ts';
import type { MarkOf, PostMark } from './post-marks.ts';

/** Pages that are named before the rest is only counted. */
const NAMED = 8;

/**
 * Which colour is whose: the pages that have posts on these days, each a way to see it alone. An agenda names them in
 * its rows.
 */
export function PageLegend({
  days,
  pages: known = [],
  markOf,
  onPage,
}: {
  days: readonly DayFacts[];
  pages: readonly FacebookPage[] | undefined;
  markOf: MarkOf;
  onPage: (facebookPageId: number) => void;
}) {
  const marks = new Map(
    days.flatMap(({ tiles }) => tiles.map(({ post, mark }) => [post.facebookPageId, mark] as const)),
  );
  // Of posts that are only counted no more is known than the number of their page.
  const others = new Set(days.flatMap(({ further }) => further.map(({ facebookPageId }) => facebookPageId)));
  for (const { id, name } of known)
    if (others.has(id) && !marks.has(id))
      marks.set(id, markOf({ facebookPageId: id, pageName: name, publishPlatform: FACEBOOK }));
  // What is planned for no page is for the tech site.
  if (others.has(null) && !marks.has(null))
    marks.set(null, markOf({ facebookPageId: null, pageName: null, publishPlatform: FIZTECH }));
  const pages = [...marks]
    .map(([id, mark]) => ({ id, mark }))
    .toSorted((one, other) => one.mark.name.localeCompare(other.mark.name, 'en'));
  if (pages.length === 0) return null;
  return (
    <ul aria-label="Pages" className="flex flex-wrap items-center gap-x-3 gap-y-1 max-md:hidden">
      {pages.slice(0, NAMED).map(({ id, mark }) => (
        <li key={id ?? mark.name}>
          {id === null ? (
            <span className="inline-flex min-h-6 items-center gap-1.5 text-ink-soft">
              <MarkedName mark={mark} />
            </span>
          ) : (
            <button
              type="button"
              title={`Show only ${mark.name}`}
              onClick={() => onPage(id)}
              className={
                'inline-flex min-h-6 items-center gap-1.5 rounded-sm text-ink-soft hover:text-ink ' +
                'pointer-coarse:min-h-11'
              }
            >
              <MarkedName mark={mark} />
            </button>
          )}
        </li>
      ))}
      {pages.length > NAMED && <li className="text-ink-soft">and {pages.length - NAMED} more</li>}
    </ul>
  );
}

function MarkedName({ mark: { letters, chip, name } }: { mark: PostMark }) {
  return (
    <>
      <span aria-hidden className={cn('rounded-sm px-1 text-xs font-semibold text-accent-ink', chip)}>
        {letters}
      </span>
      <span className="max-w-[min(16rem,50vw)] truncate">{name}</span>
    </>
  );
}
