import { publishPost, type Post } from '@pagecast/api/contract';
import { Button, reasonOf, useApiMutation, useNotify, type Toast } from '@pagecast/shell/kit';
import { Send } from 'lucide-react';

export function PublishNowButton({ post, onDone }: { post: Post; onDone?: () => void }) {
  const notify = useNotify();
  // Not on the call itself: this button may be gone when the answer comes, and the answer must be told all the same.
  const publish = useApiMutation(publishPost, {
    onSuccess: (published) => { notify(outcomeOf(published)); onDone?.(); },
    onError: (error) => notify({ tone: 'destructive', title: 'Publish Failed', description: reasonOf(error, 'Failed to publish post') }),
  });
  return (
    <Button size="sm" icon={<Send aria-hidden />} busy={publish.isPending} busyLabel="Publishing..." disabled={post.status === 'publishing'} onClick={() => publish.mutate({ params: { id: post.id }, body: {} })}>
      Publish now
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
  return { tone: 'default', title: 'Publishing Post', description: post.problem?.message ?? 'Facebook has not confirmed it yet. It is not sent twice.' };
}
