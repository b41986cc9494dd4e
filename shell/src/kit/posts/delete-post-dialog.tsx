import { deletePost, type Post } from '@pagecast/api/contract';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/alert-dialog.tsx';
import { reasonOf } from '../runtime/api-error.ts';
import { useApiMutation } from '../runtime/api-query.ts';
import { focusHeading } from '../ui/focus-heading.ts';
import { useNotify } from '../runtime/host.tsx';
import { Checkbox } from '../ui/inputs.tsx';

/** The toasts of the two ends: post history words them in its own way. Source: spec section 8. */
export interface DeletionWords {
  done: string;
  failed: string;
  fallback: string;
}
const WORDS: DeletionWords = { done: 'Post Deleted', failed: 'Delete Failed', fallback: 'Unknown error' };

/** Asks, then deletes. A published post may be deleted on Facebook too, when the person says so. */
export function DeletePostDialog({
  post,
  onClose,
  onDeleted,
  words = WORDS,
}: {
  post: Pick<Post, 'id' | 'status' | 'facebookPostId'>;
  onClose: () => void;
  onDeleted?: () => void;
  words?: DeletionWords;
}) {
  const notify = useNotify();
  const [isOnFacebookToo, setIsOnFacebookToo] = useState(false);
  const remove = useApiMutation(deletePost, {
    onSuccess: () => notify({ tone: 'default', title: words.done }),
    onError: (error) =>
      notify({ tone: 'destructive', title: words.failed, description: reasonOf(error, words.fallback) }),
  });
  const isOnFacebook = post.status === 'published' && post.facebookPostId !== null;

  function handleConfirm() {
    remove.mutate(
      { params: { id: post.id }, query: isOnFacebook && isOnFacebookToo ? { onFacebook: 'true' } : {} },
      {
        onSuccess: () => {
          onClose();
          onDeleted?.();
          focusHeading();
        },
      },
    );
  }

  return (
    <ConfirmDialog
      open
      destructive
      title="Delete Post"
      message="Are you sure you want to delete this post? This action cannot be undone."
      confirmLabel="Delete"
      busy={remove.isPending}
      busyLabel="Deleting..."
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {isOnFacebook && (
        <Checkbox label="Also delete it on Facebook" checked={isOnFacebookToo} onCheckedChange={setIsOnFacebookToo} />
      )}
    </ConfirmDialog>
  );
}
