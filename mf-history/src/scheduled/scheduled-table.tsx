import type { Post, TiedPosts } from '@pagecast/api/contract';
import { cn, Late, lazyPart } from '@pagecast/shell/kit';
import { byComposition } from './composition/worst-status.ts';
import type { PostDialogKind } from './post-dialogs.tsx';
import { ScheduledRow, TYPE_COLUMN } from './scheduled-row.tsx';

const CompositionRows = /* @__PURE__ */ lazyPart(
  async () => (await import('./composition/composition-rows.tsx')).CompositionRows,
);

interface Props {
  readonly posts: readonly Post[];
  /** What those of them are part of that are of several pages. */
  readonly tied: readonly TiedPosts[];
  readonly now: Date;
  readonly shownId: number | null;
  readonly onReview: (post: Post) => void;
  readonly onOpen: (kind: PostDialogKind, post: Post) => void;
}

/** A table that becomes cards on small screens: one markup, so that nothing is read twice. */
export function ScheduledTable({ posts, tied, now, shownId, onReview, onOpen }: Props) {
  const row = (post: Post, isPart: boolean) => (
    <ScheduledRow
      key={post.id}
      post={post}
      now={now}
      isShown={post.id === shownId}
      isPart={isPart}
      onReview={() => onReview(post)}
      onOpen={(kind) => onOpen(kind, post)}
    />
  );
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full border-collapse text-left max-lg:block">
        <caption className="sr-only">Scheduled posts, earliest first</caption>
        <thead className="bg-sunken text-xs text-ink-soft max-lg:sr-only">
          <tr>
            {['Content', 'Page', 'Type', 'When', 'Status', 'Actions'].map((name) => (
              <th
                key={name}
                scope="col"
                className={cn('px-2 py-2 font-medium xl:px-3', name === 'Type' && TYPE_COLUMN)}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-lg:block">
          {byComposition(posts).map(({ compositionId, posts: together }) => {
            const whole = tied.find((one) => one.compositionId === compositionId);
            if (whole === undefined) return together.map((post) => row(post, false));
            const parts = together.map((post) => row(post, true));
            return (
              <Late key={`composition ${whole.compositionId}`} fallback={parts}>
                <CompositionRows
                  tied={whole}
                  posts={together}
                  now={now}
                  holdsShown={together.some(({ id }) => id === shownId)}
                >
                  {parts}
                </CompositionRows>
              </Late>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
