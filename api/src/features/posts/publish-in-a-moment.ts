import type { PageId, PostId } from '../../contract/ids.ts';
import { networkFacts } from '../../contract/networks.ts';
import { OUTCOME_WITHIN_SECONDS } from '../../contract/publishing.ts';
import { ConflictError } from '../../http/errors.ts';
import type { IdempotencyKey } from '../../http/idempotency-key.ts';
import type { Owner } from '../../db/owner.ts';
import { isInDoubt } from '../../problems/problem.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { Author } from './author.ts';
import { invalid, type PostPreconditions } from './post-preconditions.ts';
import { EDITABLE, isEditable } from './post-states.ts';
import type { Post } from './post.ts';
import { postsRepository, type PostsRepository } from './posts.repository.ts';
import { tellingOwner } from './telling-owner.ts';
import type { PublishingLoop } from './publish-and-wait.ts';

export const ASKED_ALREADY = 'This post is about to be published. Undo that first, or wait a few seconds.';

interface Deps {
  readonly posts: PostsRepository;
  readonly idempotency: Idempotency;
  readonly preconditions: PostPreconditions;
  readonly loop: PublishingLoop;
}

/**
 * Publishing that can be taken back for a few seconds. They are counted in the database: whoever asked may be gone by
 * then.
 */
export function publishingInAMoment({ posts, idempotency, preconditions, loop }: Deps) {
  const { need, conflict, refuseProgram } = preconditions;

  return {
    /**
     * The same key again asks for nothing more, and answers the post as it is.
     * @throws ConflictError when it is on its way, out, or asked for already
     */
    async publishIn(
      seconds: number,
      owner: Author,
      id: PostId,
      pageId: PageId | null,
      idempotencyKey: IdempotencyKey | null,
    ): Promise<Post> {
      const post = await need(owner, id);
      await refuseProgram(owner, id);
      if (pageId !== null) throw invalid('pageId', 'Change the page of this post first, then publish it.');
      if (networkFacts(post.target).hasPages && post.facebookPageId === null)
        throw invalid('pageId', 'Please select a Facebook page to publish this post.');
      await idempotency.once(owner, idempotencyKey, async (db) => {
        const isAsked = await tellingOwner(db, owner, [id], (given) =>
          postsRepository(given).askForNow(owner, id, seconds),
        );
        if (!isAsked) throw await refusal(postsRepository(db), owner, id);
        return id;
      });
      return need(owner, id);
    },

    /** @throws ConflictError when the loop has begun with it, and when it may be out */
    async undoPublish(owner: Author, id: PostId): Promise<Post> {
      await refuseProgram(owner, id, 'undo');
      const isUndone = await posts.unaskForNow(owner, id);
      const post = await need(owner, id);
      const mayBeOut = post.problem !== null && isInDoubt(post.problem);
      if (!isUndone && (mayBeOut || !isEditable(post.status) || post.isAskedForNow)) throw await conflict(owner, id);
      return post;
    },

    async outcome(owner: Owner, id: PostId): Promise<Post> {
      const { publishNowAt, readAt } = await need(owner, id);
      const msLeft = publishNowAt === null ? 0 : Math.max(0, publishNowAt.getTime() - readAt.getTime());
      await loop.waitForEnd(id, msLeft + OUTCOME_WITHIN_SECONDS * 1000);
      return need(owner, id);
    },
  };

  async function refusal(where: PostsRepository, owner: Owner, id: PostId): Promise<Error> {
    const post = await where.find(owner, id);
    return post?.publishNowAt == null
      ? conflict(owner, id, EDITABLE, where)
      : new ConflictError(ASKED_ALREADY, { postId: id });
  }
}
