import type { LinkLimit, LinkMonth } from '@pagecast/api/contract';
import { Button, monthName, postsWithLinks } from '@pagecast/shell/kit';
import { Link2 } from 'lucide-react';

/** Whoever has many pages sees the first few; the rest stay in the count. */
const SHOWN = 3;

/** Pages with more planned links in a month than their owner wants, while there is time to change that. */
export function LinkNotes({
  limits,
  onPage,
}: {
  limits: readonly LinkLimit[];
  /** Shows the posts of one page. */
  onPage: (facebookPageId: number) => void;
}) {
  const over = limits.flatMap((page) => page.months.filter((month) => isOver(page, month)).map((of) => ({ page, of })));
  if (over.length === 0) return null;
  const more = over.length - SHOWN;
  return (
    <section aria-label="Link limits" className="rounded-card bg-warn-soft px-4 py-3 text-sm text-warn">
      <ul className="flex flex-col gap-2">
        {over.slice(0, SHOWN).map(({ page, of }) => (
          <li key={`${page.facebookPageId} ${of.month}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link2 aria-hidden className="size-4 shrink-0" />
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{describeOver(page, of)}</span>
            <Button size="sm" onClick={() => onPage(page.facebookPageId)}>
              Show its posts
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2">{more.toLocaleString('en')} more over their limit.</p>}
    </section>
  );
}

function isOver({ limit }: LinkLimit, { published, planned }: LinkMonth): boolean {
  return limit !== null && planned > 0 && published + planned > limit;
}

function describeOver({ pageName, limit, holds }: LinkLimit, { month, published, planned }: LinkMonth): string {
  const counted =
    `${pageName} has ${postsWithLinks(published + planned)} in ${monthName(month)}. ` +
    `Its limit is ${(limit ?? 0).toLocaleString('en')}.`;
  if (!holds) return counted;
  const last = Math.min(planned, published + planned - (limit ?? 0));
  return `${counted} The last ${last === 1 ? 'one' : last.toLocaleString('en')} won't be published until you decide.`;
}
