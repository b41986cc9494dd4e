import { deleteMedia, type LibraryFileUses } from '@pagecast/api/contract';
import { Button, ConfirmDialog, reasonOf, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

interface Props {
  file: LibraryFileUses;
  /** Whether it is on its way out: from the press until the server has refused. */
  onGoing: (isGoing: boolean) => void;
  onDeleted: () => void;
}

/** Says where the file is used before it goes, and why it can't go while a post still needs it. */
export function DeleteFile({ file, onGoing, onDeleted }: Props) {
  const notify = useNotify();
  const [isAsking, setAsking] = useState(false);
  const remove = useApiMutation(deleteMedia, {
    onSuccess: () => notify({ tone: 'default', title: file.kind === 'image' ? 'Image deleted' : 'Video deleted' }),
    onError: (error) =>
      notify({
        tone: 'destructive',
        title: "The file wasn't deleted",
        description: reasonOf(error, 'Try again in a moment.'),
      }),
  });
  const { waitingPosts, publishedPosts, drafts, kind } = file;
  const isUsed = publishedPosts + drafts.length > 0;

  function handleConfirm() {
    onGoing(true);
    remove.mutate(
      { params: { id: file.id }, query: isUsed ? { used: 'true' } : {} },
      { onSuccess: onDeleted, onError: () => (setAsking(false), onGoing(false)) },
    );
  }

  if (waitingPosts > 0)
    return (
      <p className="text-xs text-ink-soft">
        {waitingPosts === 1
          ? `A post that hasn't gone out yet has this ${kind}, so you can't delete it now.`
          : `${waitingPosts} posts that haven't gone out yet have this ${kind}, so you can't delete it now.`}
      </p>
    );
  return (
    <>
      <Button size="sm" variant="ghost" icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        destructive
        title={`Delete this ${kind}?`}
        message={messageOf(file)}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onClose={() => setAsking(false)}
        onConfirm={handleConfirm}
      />
    </>
  );
}

function messageOf({ publishedPosts, drafts, kind }: LibraryFileUses): string {
  const used = [
    ...(publishedPosts === 0 ? [] : [publishedPosts === 1 ? '1 published post' : `${publishedPosts} published posts`]),
    ...(drafts.length === 0 ? [] : [drafts.length === 1 ? '1 draft' : `${drafts.length} drafts`]),
  ].join(' and ');
  if (used === '') return `No post uses it. It's deleted from your library for good.`;
  const kept = publishedPosts > 0 ? ' It stays on Facebook and in your history.' : '';
  const lost = drafts.length > 0 ? ` You'll need to choose another ${kind} for your drafts.` : '';
  return `It's used in ${used}.${kept}${lost}`;
}
