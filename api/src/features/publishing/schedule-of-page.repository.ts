import type { Knex } from 'knex';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { ConflictError } from '../../http/errors.ts';
import { PAGE_REMOVED } from '../../networks/facebook/problems.ts';
import type { PostProblem } from '../posts/post.ts';
import { movingOf } from '../posts/post-writes.sql.ts';
import { takeBack } from './take-back.ts';

/**
 * Ends the schedule of a page that is being removed, in the transaction that removes it.
 * @throws ConflictError while one of its posts is on its way out
 */
export async function endScheduleOfPage(trx: Knex.Transaction, owner: Owner, facebookPageId: number): Promise<void> {
  await trx('page_clock').where({ facebook_page_id: facebookPageId }).forUpdate().first('post_id');
  const onTheirWay = await trx<{
    id: number;
    facebook_page_id: number;
    status: string;
    problem: PostProblem | null;
  }>('posts')
    .where({ facebook_page_id: facebookPageId, status: 'publishing' })
    .select('id', 'problem');
  for (const { id, problem } of onTheirWay) {
    if (await takeBack(trx, owner, id)) continue;
    throw problem?.action === 'resolve'
      ? new ConflictError(
          'A post of this page may already be out. Tell us whether you see it there, or that we should forget it; then remove the page.',
          { postId: id },
        )
      : new ConflictError('A post of this page is being published right now. Try again in a minute.');
  }
  const planned = ownedBy(trx, 'posts', owner)
    .where({ facebook_page_id: facebookPageId })
    .whereIn('status', ['scheduled', 'publishing'])
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate();
  await movingOf(trx, owner, { endWithPage: { problem: JSON.stringify(PAGE_REMOVED) } }).whereIn('id', planned);
}
