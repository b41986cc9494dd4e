import type { Post } from '@pagecast/api/contract';
import { cn } from '@pagecast/shell/kit';
import type { PostDialogKind } from './post-dialogs.tsx';
import { ScheduledRow, TYPE_COLUMN } from './scheduled-row.tsx';

/** A table that becomes cards on small screens: one markup, so that nothing is read twice. */
export function ScheduledTable({
  posts,
  now,
  shownId,
  onReview,
  onOpen,
}: {
  posts: readonly Post[];
  now: Date;
  shownId: number | null;
  onReview: (post: Post) => void;
  onOpen: (kind: PostDialogKind, post: Post) => void;
}) {
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
          {posts.map((post) => (
            <ScheduledRow
              key={post.id}
              post={post}
              now={now}
              isShown={post.id === shownId}
              onReview={() => onReview(post)}
              onOpen={(kind) => onOpen(kind, post)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
