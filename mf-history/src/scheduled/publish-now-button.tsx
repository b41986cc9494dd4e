import { publishPost, type Post } from '@pagecast/api/contract';
import { Button, focusHeading, reasonOf, refresh, useApiMutation, useNotify, type Toast } from '@pagecast/shell/kit';
import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useRef } from 'react';

export function PublishNowButton({ post, label = 'Publish now', onDone }: { post: Post; label?: string; onDone?: () => void }) {
  const notify = useNotify();
  const client = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  // Not on the call itself: this button may be gone when the answer comes, and the answer must be told all the same.
  const publish = useApiMutation(publishPost, {
    onSuccess: (published) => {
      notify(outcomeOf(published));
      onDone?.();
      if (document.activeElement === button.current) focusHeading();
    },
    onError: (error) => {
      notify({ tone: 'destructive', title: 'Publish Failed', description: reasonOf(error, 'Failed to publish post') });
      // It is in another state than this screen shows: failed now, or on its way, or out.
      refresh(client, publishPost);
    },
  });
  return (
    <Button
      ref={button} size="sm" icon={<Send aria-hidden />} busy={publish.isPending} busyLabel="Publishing..." disabled={post.status === 'publishing'}
      onClick={() => publish.mutate({ params: { id: post.id }, body: {} })}
    >
      {label}
    </Button>
  );
}

/** A post that Facebook has not confirmed is not called published. */
function outcomeOf(post: Post): Toast {
  const page = post.pageName ?? 'your page';
  if (post.status === 'published') return { tone: 'default', title: 'Published to Facebook', description: `Your post is on ${page}.` };
  if (post.status === 'failed' || post.status === 'missed') {
    return { tone: 'destructive', title: 'Publish Failed', description: post.problem?.message ?? 'Failed to publish post' };
  }
  if (post.status !== 'publishing' && post.problem !== null) return { tone: 'default', title: 'Post Waiting', description: post.problem.message };
  return { tone: 'default', title: 'Publishing Post', description: post.problem?.message ?? 'Facebook has not confirmed it yet. It is not sent twice.' };
}
