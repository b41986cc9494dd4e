import { type Post, PROBLEM_ACTION } from '@pagecast/api/contract';
import { formatDateTime, type Toast } from '@pagecast/shell/kit';

/**
 * What to say of the post that the server answered with. A post that Facebook has not confirmed is not called
 * published.
 * @returns `isDone` false when the text must stay in the composer
 */
export function describeOutcome(
  post: Post,
  asked: 'published' | 'scheduled',
  timeZone: string,
): { toast: Toast; isDone: boolean } {
  const page = post.pageName ?? 'your page';
  const why = post.problem?.message;
  // To press the button again would publish it a second time without asking.
  if (post.problem?.action === PROBLEM_ACTION.resolve)
    return {
      toast: {
        tone: 'default',
        title: 'Post May Be Published',
        description: `${post.problem.message} Decide in Scheduled Posts.`,
      },
      isDone: true,
    };
  if (post.status === 'failed' || post.status === 'missed') {
    const title = asked === 'scheduled' ? 'Schedule Failed' : 'Publish Failed';
    return {
      toast: { tone: 'destructive', title, description: why ?? 'Failed to publish to Facebook' },
      isDone: false,
    };
  }
  if (asked === 'scheduled') {
    const when = post.scheduledAt === null ? '' : ` on ${formatDateTime(post.scheduledAt, timeZone)}`;
    return {
      toast: { tone: 'default', title: 'Post Scheduled', description: `Goes out on ${page}${when}.` },
      isDone: true,
    };
  }
  if (post.status === 'published') {
    return {
      toast: { tone: 'default', title: 'Published to Facebook', description: `Your post is on ${page}.` },
      isDone: true,
    };
  }
  if (post.status !== 'publishing' && why !== undefined)
    return { toast: { tone: 'default', title: 'Post On Hold', description: why }, isDone: true };
  return {
    toast: {
      tone: 'default',
      title: 'Publishing Post',
      description:
        `${why ?? "Waiting for Facebook to confirm. We won't send it twice."} You can follow it in Scheduled ` +
        'Posts.',
    },
    isDone: true,
  };
}
