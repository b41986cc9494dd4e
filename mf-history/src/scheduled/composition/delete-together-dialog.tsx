import { deleteComposition, type Composition } from '@pagecast/api/contract';
import { ConfirmDialog, focusHeading, reasonOf, useApiMutation, useNotify } from '@pagecast/shell/kit';

/** Deletes the posts of all pages that are not out. One page alone is deleted in its own row. */
export function DeleteTogetherDialog({ composition, onClose }: { composition: Composition; onClose: () => void }) {
  const notify = useNotify();
  const remove = useApiMutation(deleteComposition, {
    onSuccess: ({ unchanged }) => {
      const names = unchanged.map(({ pageName }) => pageName ?? 'Unknown Page').join(', ');
      notify({
        tone: 'default',
        title: 'Post Deleted',
        ...(names !== '' && { description: `Kept because they are out, or on their way: ${names}.` }),
      });
      onClose();
      focusHeading();
    },
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Delete Failed', description: reasonOf(error, 'Unknown error') }),
  });
  const count = composition.posts.filter(({ status }) => status !== 'published').length;
  return (
    <ConfirmDialog
      open
      destructive
      title="Delete Post"
      message={
        `Delete this post on all ${count} pages where it isn't published yet? This can't be undone. ` +
        "To delete it on one page only, open the row and use that page's own Delete."
      }
      confirmLabel={`Delete ${count}`}
      busy={remove.isPending}
      busyLabel="Deleting..."
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id: composition.id } })}
    />
  );
}
