import { createPost, deletePost, publishMediaPost, type Post } from '@pagecast/api/contract';
import {
  callApi,
  describeFailedSending,
  formatDateTime,
  keptPostId,
  refresh,
  statusOf,
  useNotify,
  type Toast,
} from '@pagecast/shell/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Kept } from './draft.ts';
import type { Reading } from './read-draft.ts';
import { useForgetting, useKeptFailure } from './use-kept-draft.ts';

interface Sending {
  readonly reading: Reading;
  /** What it was read from: the person may be writing the next one when the answer comes, or be elsewhere. */
  readonly sent: Kept;
  readonly timeZone: string;
}

/** Publishes at once or puts on the schedule, and tells what became of it. */
export function useSending() {
  const notify = useNotify();
  const client = useQueryClient();
  const failure = useKeptFailure();
  const forget = useForgetting();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ reading }: Sending) =>
      'publish' in reading
        ? callApi(publishMediaPost, { body: reading.publish })
        : callApi(createPost, { body: reading.schedule }),
    onSuccess: (post, { reading, sent, timeZone }) => {
      notify(
        'at' in reading
          ? {
              tone: 'default',
              title:
                `${nameOf(post)} scheduled successfully for ` +
                formatDateTime(post.scheduledAt ?? reading.at, timeZone),
            }
          : publishedToast(post),
      );
      forgetFailed(null);
      forget(sent);
    },
    // What was typed and sent stays where it is: nothing is lost by a post that failed.
    onError: (error, { reading }) => {
      const title = 'publish' in reading ? 'Test post failed' : 'Schedule Failed';
      notify({
        tone: 'destructive',
        title,
        description: describeFailedSending(error, 'Failed to publish post'),
      });
      // Of a lost race the post is on its way or out: it is no failure to be cleared away.
      const kept = statusOf(error) === 409 ? null : keptPostId(error);
      if (kept !== null) forgetFailed(kept);
    },
    onSettled: () => refresh(client, createPost),
  });

  function forgetFailed(next: number | null): void {
    const former = failure.read();
    failure.keep(next);
    // Should it stay, it is one draft too many, which anybody can delete.
    if (former !== null && former !== next)
      void callApi(deletePost, { params: { id: former } }).then(
        () => refresh(client, deletePost),
        () => {},
      );
  }

  return {
    send: (sending: Sending) => {
      if (!isPending) mutate(sending);
    },
    isPending,
  };
}

const nameOf = ({ placement }: Post) => (placement === 'story' ? 'Story' : 'Post');

/** A post that Facebook has not confirmed yet is not called published. */
function publishedToast(post: Post): Toast {
  if (post.status === 'published') return { tone: 'default', title: `${nameOf(post)} published successfully!` };
  const why = post.problem?.message ?? "Waiting for Facebook to confirm. We won't send it twice.";
  return { tone: 'default', title: 'Publishing Post', description: `${why} You can follow it in Scheduled Posts.` };
}
