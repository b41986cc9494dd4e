import type { Post } from '@pagecast/api/contract';
import { IconButton, StatusBadge, Time, UploadNote } from '@pagecast/shell/kit';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { excerpt } from './excerpt.ts';

export type RowAction = 'review' | 'edit' | 'delete';

/** A table that becomes a list on small screens, in one markup. */
export function UpcomingTable({
  posts,
  onAction,
}: {
  posts: readonly Post[];
  onAction: (action: RowAction, post: Post) => void;
}) {
  return (
    <table className="w-full border-collapse text-left max-sm:block">
      <caption className="sr-only">Upcoming scheduled posts, earliest first</caption>
      <thead className="text-xs text-ink-soft max-sm:sr-only">
        <tr className="border-b border-line">
          {['Content', 'When', 'Actions'].map((name) => (
            <th key={name} scope="col" className="pb-2 font-medium not-last:pr-4 last:text-right">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-sm:block">
        {posts.map((post) => (
          <UpcomingRow key={post.id} post={post} onAction={onAction} />
        ))}
      </tbody>
    </table>
  );
}

function UpcomingRow({ post, onAction }: { post: Post; onAction: (action: RowAction, post: Post) => void }) {
  return (
    <tr
      className={
        'align-top max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:py-3 ' +
        'max-sm:first:pt-0'
      }
    >
      <td className="max-sm:basis-full sm:py-3 sm:pr-4">
        <p dir="auto" className="text-start wrap-anywhere">
          {excerpt(post.content)}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-xs wrap-anywhere text-ink-soft">
          {post.pageName ?? 'Unknown Page'}
          {post.problem !== null && <StatusBadge status="at-risk" />}
        </p>
        {post.upload && (
          <div className="mt-1">
            <UploadNote upload={post.upload} />
          </div>
        )}
      </td>
      <td className="max-sm:min-w-0 max-sm:flex-1 sm:w-52 sm:py-3 sm:pr-4 sm:whitespace-nowrap">
        {post.scheduledAt === null ? (
          <span className="text-ink-soft">No time set</span>
        ) : (
          <Time instant={post.scheduledAt} relative relativeClassName="block" />
        )}
      </td>
      <td className="sm:w-28 sm:py-1.5">
        <div className="flex justify-end">
          <IconButton label="Review" icon={<Eye aria-hidden />} onClick={() => onAction('review', post)} />
          <IconButton label="Edit" icon={<Pencil aria-hidden />} onClick={() => onAction('edit', post)} />
          <IconButton
            label="Delete"
            icon={<Trash2 aria-hidden />}
            destructive
            onClick={() => onAction('delete', post)}
          />
        </div>
      </td>
    </tr>
  );
}
