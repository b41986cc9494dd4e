import { deleteComposition, type Composition } from '@pagecast/api/contract';
import { ConfirmDialog, focusHeading, reasonOf, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useState } from 'react';
import { describeUnchanged } from './describe-unchanged.ts';

/** Deletes the posts that are not out, on all pages or on those that are chosen. */
export function DeleteTogetherDialog({
  composition: { id, posts },
  onClose,
}: {
  composition: Composition;
  onClose: () => void;
}) {
  const notify = useNotify();
  const waiting = posts.filter(({ status }) => status !== 'published');
  const [kept, setKept] = useState<readonly number[]>([]);
  const chosen = waiting.filter((post) => !kept.includes(post.id)).map((post) => post.id);
  const remove = useApiMutation(deleteComposition, {
    onSuccess: ({ deleted, unchanged }) => {
      if (deleted === 0 && unchanged.length > 0)
        notify({ tone: 'destructive', title: 'Delete Failed', ...describeUnchanged(unchanged) });
      else notify({ tone: 'default', title: 'Post Deleted', ...describeUnchanged(unchanged) });
      onClose();
      focusHeading();
    },
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Delete Failed', description: reasonOf(error, 'Unknown error') }),
  });

  function handleConfirm() {
    if (chosen.length === 0)
      return notify({ tone: 'destructive', title: 'No Page Chosen', description: 'Choose at least one page.' });
    remove.mutate({ params: { id }, query: kept.length === 0 ? {} : { posts: chosen.join(',') } });
  }

  return (
    <ConfirmDialog
      open
      destructive
      title="Delete Post"
      message="On which pages should this post be deleted? This can't be undone."
      confirmLabel={`Delete ${chosen.length}`}
      busy={remove.isPending}
      busyLabel="Deleting..."
      onClose={onClose}
      onConfirm={handleConfirm}
    >
      <ul className="max-h-64 overflow-y-auto rounded-control border border-line">
        {waiting.map((post) => (
          <li key={post.id}>
            <label className="flex min-h-9 min-w-0 items-center gap-2.5 px-3 hover:bg-sunken pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={!kept.includes(post.id)}
                onChange={({ currentTarget: { checked } }) =>
                  setKept((before) => (checked ? before.filter((one) => one !== post.id) : [...before, post.id]))
                }
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 truncate">{post.pageName ?? 'Unknown Page'}</span>
            </label>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
