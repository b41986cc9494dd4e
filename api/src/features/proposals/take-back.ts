import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import { ConflictError } from '../../http/errors.ts';
import { isInDoubt } from '../../problems/problem.ts';
import { BEING_PUBLISHED, IN_DOUBT, PUBLISHED_ALREADY } from '../posts/post-preconditions.ts';
import { postsRepository } from '../posts/posts.repository.ts';
import type { Proposal } from './proposal.ts';

/**
 * Takes the post of an approved proposal away, in the transaction that ends the approval: nothing of it goes out. What
 * was read of the post before counts for nothing, since it may have gone out meanwhile.
 * @throws ConflictError when it is on its way or out, or may be
 */
export async function takingBack(trx: Knex, owner: Owner, { postId, publishedAt }: Proposal): Promise<void> {
  if (postId === null) {
    // Its record was deleted here; followers see it all the same.
    if (publishedAt !== null) throw new ConflictError(PUBLISHED_ALREADY);
    return;
  }
  const posts = postsRepository(trx);
  if (await posts.removeUnpublished(owner, postId, false)) return;
  const post = await posts.find(owner, postId);
  if (post?.status === 'published') throw new ConflictError(PUBLISHED_ALREADY);
  throw new ConflictError(post !== null && isInDoubt(post.problem) ? IN_DOUBT : BEING_PUBLISHED);
}
