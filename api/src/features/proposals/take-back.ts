import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import { ConflictError } from '../../http/errors.ts';
import { BEING_PUBLISHED, PUBLISHED_ALREADY } from '../posts/post-preconditions.ts';
import { postsRepository } from '../posts/posts.repository.ts';
import type { Proposal } from './proposal.ts';

/**
 * Takes the post of an approved proposal away, in the transaction that ends the approval: nothing of it goes out.
 * @throws ConflictError when it is on its way or out
 */
export async function takingBack(trx: Knex, owner: Owner, { postId, postStatus }: Proposal): Promise<void> {
  if (postId === null) return;
  if (postStatus === 'published') throw new ConflictError(PUBLISHED_ALREADY);
  if (postStatus === 'publishing' || !(await postsRepository(trx).remove(owner, postId)))
    throw new ConflictError(BEING_PUBLISHED);
}
