import { publishPost, type Post } from '@pagecast/api/contract';
import { reasonOf, refresh, useApiMutation, useNotify, type Toast } from '@pagecast/shell/kit';
import { useQueryClient } from '@tanstack/react-query';

/** Publishes a post at once and tells what became of it, also when whoever asked for it is gone from the screen by then. */
export function usePublishNow({ onDone }: { onDone?: () => void } = {}): {
  publish: (postId: number) => void;
  isPending: boolean;
} {
  const notify = useNotify();
  const client = useQueryClient();
  const { mutate, isPending } = useApiMutation(publishPost, {
    onSuccess: (published) => {
      notify(outcomeOf(published));
      onDone?.();
    },
    onError: (error) => {
      notify({ tone: 'destructive', title: 'Publish Failed', description: reasonOf(error, 'Failed to publish post') });
      // It is in another state than this screen shows: failed now, or on its way, or out.
      refresh(client, publishPost);
    },
  });
  return { publish: (postId) => mutate({ params: { id: postId }, body: {} }), isPending };
}

/** A post that Facebook has not confirmed is not called published. */
export function outcomeOf(post: Post): Toast {
  const page = post.pageName ?? 'your page';
  if (post.status === 'published')
    return { tone: 'default', title: 'Published to Facebook', description: `Your post is on ${page}.` };
  if (post.status === 'failed' || post.status === 'missed') {
    return {
      tone: 'destructive',
      title: 'Publish Failed',
      description: post.problem?.message ?? 'Failed to publish post',
    };
  }
  if (post.status !== 'publishing' && post.problem !== null)
    return { tone: 'default', title: 'Post Waiting', description: post.problem.message };
  return {
    tone: 'default',
    title: 'Publishing Post',
    description: post.problem?.message ?? "Waiting for Facebook to confirm. We won't send it twice.",
  };
}
