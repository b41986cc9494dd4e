import { createPost } from '@pagecast/api/contract';
import { describeFailedSending, keptPostId, refresh, statusOf, useNotify, useTimeZone } from '@pagecast/shell/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { afterSuccess, contentOf, type Draft } from '../drafts/draft.ts';
import type { DraftStore } from '../drafts/draft-store.ts';
import { describeOutcome } from './describe-outcome.ts';
import type { PostBody } from './read-draft.ts';
import { savePost } from './save-post.ts';

/** A call, and the draft that it was made from: the person may have another one open when the answer comes. */
export interface Sending {
  readonly body: PostBody;
  readonly failedPostId: number | null;
  readonly images: Draft['images'];
  readonly key: string;
}

/** Publishes or schedules a draft, tells what became of it, and leaves of the draft what is not out. */
export function usePublishing(store: DraftStore): { publish: (sending: Sending) => void; isPending: boolean } {
  const notify = useNotify();
  const timeZone = useTimeZone();
  const client = useQueryClient();
  // Not on the call itself: the person may be on another screen when the answer comes, and a text that went out must
  // not stay.
  const { mutate, isPending } = useMutation({
    mutationFn: ({ body, failedPostId, images }: Sending) => savePost(body, failedPostId, images),
    onSuccess: (post, { body: { status, content }, key }) => {
      const { toast, isDone } = describeOutcome(post, status === 'scheduled' ? 'scheduled' : 'published', timeZone);
      notify(toast);
      if (!isDone) return store.changeOf(key, (before) => ({ ...before, failedPostId: post.id }));
      // What was written while it went out is another text, and stays.
      store.finish(key, (before) =>
        contentOf(before) === content ? afterSuccess(before) : { ...before, failedPostId: 0 },
      );
    },
    // The text stays where it is: nothing is lost by a publish that failed.
    onError: (error, { body: { status }, key }) => {
      const [title, fallback] =
        status === 'scheduled'
          ? ['Schedule Failed', 'Unknown error']
          : ['Publish Failed', 'Failed to publish to Facebook'];
      notify({ tone: 'destructive', title, description: describeFailedSending(error, fallback) });
      store.changeOf(key, (before) => ({
        ...before,
        failedPostId: keptPostId(error) ?? (statusOf(error) === 409 ? 0 : before.failedPostId),
      }));
    },
    // Also after a failure: the post that failed waits among those that need attention.
    onSettled: () => refresh(client, createPost),
  });
  return {
    publish: (sending) => {
      if (!isPending) mutate(sending);
    },
    isPending,
  };
}
