import { resolvePost, type Post, networkFacts } from '@pagecast/api/contract';
import {
  ConfirmDialog,
  Field,
  focusHeading,
  FormDialog,
  reasonOf,
  statusOf,
  TextInput,
  useApiMutation,
  useNotify,
  type Toast,
  outcomeOf,
} from '@pagecast/shell/kit';
import { useState } from 'react';
import { LookAtPage } from './look-at-page.tsx';
import type { Resolving } from './post-dialogs.tsx';
import { readPostLink } from './read-post-link.ts';

/** Asks once more, saying what is at stake, and ends the doubt about a post. */
export function ResolveDialog({ post, as, onClose }: { post: Post; as: Resolving; onClose: () => void }) {
  const Asking = { out: ItIsOut, 'not-out': ItIsNotOut, forget: DeleteItHere }[as];
  return <Asking post={post} onClose={onClose} />;
}

interface AskingProps {
  readonly post: Post;
  readonly onClose: () => void;
}

function useResolving({ post, onClose }: AskingProps, as: Resolving, toastOf: (resolved: Post) => Toast) {
  const notify = useNotify();
  const { mutate, isPending } = useApiMutation(resolvePost, {
    onSuccess: (resolved) => notify(toastOf(resolved)),
    onError: (error) =>
      notify({
        tone: 'destructive',
        title: 'Nothing Changed',
        description: reasonOf(error, "We couldn't save your decision. Try again."),
      }),
  });
  const resolve = (url?: string) =>
    mutate(
      { params: { id: post.id }, body: { as, ...(url !== undefined && { url }) } },
      {
        onSuccess: () => {
          onClose();
          focusHeading();
        },
        onError: (error) => {
          // The post has moved on: what was asked here is no longer the question.
          if ([404, 409].includes(statusOf(error) ?? 0)) onClose();
        },
      },
    );
  return { resolve, isPending };
}

function ItIsOut({ post, onClose }: AskingProps) {
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { resolve, isPending } = useResolving({ post, onClose }, 'out', () => ({
    tone: 'default',
    title: 'Marked as Published',
  }));

  function handleSubmit() {
    const reading = readPostLink(link, post.publishPlatform);
    setProblem('problem' in reading ? reading.problem : null);
    if (!('problem' in reading)) resolve(reading.url);
  }

  return (
    <FormDialog
      onClose={onClose}
      title="It's published"
      description="Pagecast will show this post as published and won't send it again."
      submitLabel="Mark as published"
      busy={isPending}
      onSubmit={handleSubmit}
    >
      <LookAtPage post={post} />
      <Field
        label="Link to the post (optional)"
        hint="Copy the post's address and paste it here, so you can open it from Post History."
        error={problem}
      >
        <TextInput
          type="url"
          inputMode="url"
          autoComplete="off"
          value={link}
          onChange={(event) => {
            setLink(event.currentTarget.value);
            setProblem(null);
          }}
        />
      </Field>
    </FormDialog>
  );
}

function ItIsNotOut({ post, onClose }: AskingProps) {
  const { resolve, isPending } = useResolving({ post, onClose }, 'not-out', outcomeOf);
  return (
    <ConfirmDialog
      open
      title="Publish it again?"
      confirmLabel="Publish it again"
      busy={isPending}
      busyLabel="Publishing..."
      onConfirm={() => resolve()}
      onClose={onClose}
      message={
        "We can't tell whether this post was published. " +
        `If it was, people who follow ${placeOf(post)} will see it twice. Please look first.`
      }
    >
      <LookAtPage post={post} />
    </ConfirmDialog>
  );
}

function DeleteItHere({ post, onClose }: AskingProps) {
  const { resolve, isPending } = useResolving({ post, onClose }, 'forget', () => ({
    tone: 'default',
    title: 'Post Deleted',
  }));
  return (
    <ConfirmDialog
      open
      destructive
      title="Delete this post here?"
      confirmLabel="Delete it here"
      busy={isPending}
      busyLabel="Deleting..."
      onConfirm={() => resolve()}
      onClose={onClose}
      message={
        `Only Pagecast's copy is deleted. If the post is on ${placeOf(post)}, it stays there. ` +
        "If it isn't, it won't be published. This can't be undone."
      }
    />
  );
}

function placeOf({ publishPlatform, pageName }: Post): string {
  const { hasPages, place } = networkFacts(publishPlatform);
  return hasPages ? (pageName ?? 'your page') : place;
}
