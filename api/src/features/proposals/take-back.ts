import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import { ConflictError } from '../../http/errors.ts';
import { isInDoubt } from '../../problems/problem.ts';
import { BEING_PUBLISHED, IN_DOUBT, PUBLISHED_ALREADY, SENT_BEFORE } from '../posts/post-preconditions.ts';
import { EDITABLE, isEditable } from '../posts/post-states.ts';
import { postsRepository } from '../posts/posts.repository.ts';
import type { Session } from '../../http/session.ts';
import { theirsByNow } from './of-program.ts';
import type { Proposal } from './proposal.ts';
import { grantOf } from './proposer.ts';

/** What is left as it was approved: what a person has put among the drafts since is theirs. */
const PLANNED = EDITABLE.filter((status) => status !== 'draft');

/**
 * Takes the post of an approved proposal away, in the transaction that ends the approval: nothing of it goes out. What
 * was read of the post before counts for nothing: it may have gone out meanwhile, or a person may have changed it.
 * @throws ConflictError when it is on its way or out, or may be; for a program also when a person has made it theirs
 */
export async function takingBack(
  trx: Knex,
  owner: Owner,
  { postId, publishedAt, content, facebookPageId }: Proposal,
  by: Pick<Session, 'token'>,
): Promise<void> {
  if (postId === null) {
    // Its record was deleted here; followers see it all the same.
    if (publishedAt !== null) throw new ConflictError(PUBLISHED_ALREADY);
    return;
  }
  const posts = postsRepository(trx);
  const isProgram = grantOf(by) !== null;
  const isGone = await (isProgram
    ? posts.removeAsMade(owner, postId, PLANNED, { content, facebookPageId })
    : posts.removeUnseen(owner, postId, EDITABLE));
  if (isGone) return;
  const post = await posts.find(owner, postId);
  if (post?.status === 'published') throw new ConflictError(PUBLISHED_ALREADY);
  if (post !== null && isInDoubt(post.problem)) throw new ConflictError(IN_DOUBT);
  if (await posts.mayBeOut(owner, postId)) throw new ConflictError(SENT_BEFORE);
  if (post !== null && isEditable(post.status)) throw theirsByNow();
  throw new ConflictError(BEING_PUBLISHED);
}
