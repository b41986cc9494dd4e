import type { PostId } from '../../contract/ids.ts';
import { PROBLEM_ACTION } from '../../contract/pages.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, RefusedError, UpstreamError } from '../../http/errors.ts';
import { presentProblem } from '../../problems/present-problem.ts';
import { CODE, type Problem } from '../../problems/problem.ts';
import type { Author } from './author.ts';
import { PAST_TOLERANCE_MS } from './post-preconditions.ts';
import type { Post } from './post.ts';
import type { PostsRepository } from './posts.repository.ts';

/** Facebook gives up on nothing within this; a longer wait is told as it stands. */
export const PUBLISH_WAIT_MS = 25_000;

/** Brings posts out; `publishNow` brings one out that is due now, and waits for its end up to `waitMs`. */
export interface PublishingLoop {
  publishNow(postId: PostId, waitMs: number): Promise<void>;
  /** Waits up to `waitMs` for the end of one that was asked for, by whoever's hand. */
  waitForEnd(postId: PostId, waitMs: number): Promise<void>;
}

/** Publishing while somebody waits for the end of it. */
export function publishingWhileWaited({ posts, loop }: { posts: PostsRepository; loop: PublishingLoop }) {
  /**
   * Publishes and waits for the end.
   * @throws RefusedError or UpstreamError when it did not go out, the post is kept; ConflictError when somebody put it
   * off or deleted it first
   */
  async function publishAndWait(owner: Owner, id: PostId): Promise<Post> {
    await loop.publishNow(id, PUBLISH_WAIT_MS);
    const post = await posts.find(owner, id);
    if (post === null)
      throw new ConflictError("This post has been deleted. If it was already published, it's still on its page.");
    // A draft with a problem is one that failed a moment ago, and was kept for another try.
    const hasFailed = post.status === 'failed' || (post.status === 'draft' && post.problem !== null);
    if (!hasFailed && isPutOff(post, await posts.now()))
      throw new ConflictError('This post was rescheduled before we could publish it. It keeps its latest time.', {
        postId: id,
      });
    if (!hasFailed) return post;
    const problem = post.problem === null ? null : presentProblem(post.problem, { now: post.readAt });
    const message = problem?.message ?? "The post couldn't be published.";
    const expose = { postId: post.id, problem };
    throw post.problem?.code === CODE.unreachable
      ? new UpstreamError(message, expose)
      : new RefusedError(message, expose);
  }

  /** The same, for a post that is kept as a draft with its problem where it does not go out. */
  async function publishOrKeepAsDraft(owner: Author, id: PostId): Promise<Post> {
    try {
      const post = await publishAndWait(owner, id);
      const problem = cooldownOf(post);
      if (problem === null || !(await posts.keepAsDraft(owner, id, { from: 'scheduled', problem }))) return post;
      const wire = presentProblem(problem, { now: post.readAt });
      throw new RefusedError(wire.message, { postId: id, problem: wire });
    } catch (error) {
      await posts.keepAsDraft(owner, id, { from: 'failed' });
      throw error;
    }
  }

  return { publishAndWait, publishOrKeepAsDraft };
}
export type PublishingWhileWaited = ReturnType<typeof publishingWhileWaited>;

/** Why a post that was asked for right now would go out by surprise later: its page is cooling down. */
function cooldownOf({ status, problem, pageName }: Post): Problem | null {
  if (status !== 'scheduled') return null;
  const kept = { page: pageName, stage: 'kept_as_draft' as const };
  switch (problem?.code) {
    case CODE.rateLimited:
      return { ...problem, action: PROBLEM_ACTION.publishNow, params: { ...problem.params, ...kept } };
    case CODE.blocked:
      return { ...problem, action: PROBLEM_ACTION.publishNow, params: { ...problem.params, ...kept } };
    default:
      return null;
  }
}

function isPutOff({ status, scheduledAt }: Post, now: Date): boolean {
  return (
    status === 'draft' ||
    (status === 'scheduled' && scheduledAt !== null && scheduledAt.getTime() > now.getTime() + PAST_TOLERANCE_MS)
  );
}
