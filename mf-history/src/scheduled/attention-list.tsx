import type { Post, TiedPosts } from '@pagecast/api/contract';
import { cn } from '@pagecast/shell/kit';
import { ChevronDown, TriangleAlert } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { AttentionRow } from './attention-row.tsx';
import type { PostDialogKind } from './post-dialogs.tsx';
import { mayBeOut } from './resolve-buttons.tsx';

const KINDS = [
  ['failed', 'failed'],
  ['missed', 'missed'],
  ['draft', 'kept as a draft'],
  ['publishing', 'may be published'],
] as const;

/** Posts that did not go out and wait for a decision: one line with their numbers, which opens to the posts. */
export function AttentionList({
  posts,
  total,
  kinds = {},
  tied,
  shownId,
  onOpen,
  children,
}: {
  posts: readonly Post[];
  total: number;
  /** How many of them there are of each status. */
  kinds?: Readonly<Record<string, number>> | undefined;
  tied: readonly TiedPosts[];
  /** The post that the address asks for: where it is here, it is in sight. */
  shownId: number | null;
  onOpen: (kind: PostDialogKind, post: Post) => void;
  children?: ReactNode;
}) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const isShown = isOpen ?? posts.some(({ id }) => id === shownId);
  return (
    <section
      aria-label={`Needs attention (${total.toLocaleString('en')})`}
      className="min-w-0 rounded-card border border-line bg-surface"
    >
      <AttentionHeading total={total} kinds={kinds} listId={listId} isOpen={isShown} onToggle={setIsOpen} />
      <div id={listId} hidden={!isShown} className="px-5 pt-1 pb-3 sm:px-6">
        <p className="text-sm text-ink-soft">
          {posts.some(mayBeOut) ? 'These posts need your decision.' : "These posts weren't published."} Choose what to
          do with each one.
        </p>
        {isShown && (
          <ul className="-mx-3 flex flex-col divide-y divide-line">
            {posts.map((post) => (
              <AttentionRow
                key={post.id}
                post={post}
                pageCount={pageCountOf(post, tied)}
                isShown={post.id === shownId}
                onOpen={(kind) => onOpen(kind, post)}
              />
            ))}
          </ul>
        )}
        {children}
      </div>
    </section>
  );
}

/** The line with the numbers. */
function AttentionHeading({
  total,
  kinds,
  listId,
  isOpen,
  onToggle,
}: {
  total: number;
  kinds: Readonly<Record<string, number>>;
  /** Of what it opens and shuts. */
  listId: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}) {
  return (
    <h2>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => onToggle(!isOpen)}
        className="flex min-h-11 w-full items-center gap-3 rounded-card px-5 py-2 text-left hover:bg-sunken sm:px-6"
      >
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-bad" />
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5">
          <span className="font-semibold">Needs attention ({total.toLocaleString('en')})</span>{' '}
          <span className="text-sm text-ink-soft">{countsOf(kinds)}</span>
        </span>
        <ChevronDown
          aria-hidden
          className={cn('ml-auto size-4 shrink-0 transition-transform duration-150', isOpen && 'rotate-180')}
        />
      </button>
    </h2>
  );
}

/** To how many pages its text goes. */
function pageCountOf({ compositionId }: Post, tied: readonly TiedPosts[]): number {
  const whole = tied.find((one) => one.compositionId === compositionId);
  return whole === undefined ? 1 : Object.values(whole.statuses).reduce((count, posts) => count + posts, 0);
}

/** '2 failed · 1 missed'. */
function countsOf(kinds: Readonly<Record<string, number>>): string {
  return KINDS.flatMap(([kind, words]) => {
    const count = kinds[kind] ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${words}`];
  }).join(' · ');
}
