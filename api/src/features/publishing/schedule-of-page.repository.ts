import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { PAGE_REMOVED } from '../../networks/facebook/problems.ts';
import { readProblem } from '../../problems/stored-problem.ts';
import { movingOf } from '../posts/post-writes.sql.ts';
import { pageInUse } from './page-in-use.ts';
import { takeBack } from './take-back.repository.ts';

/**
 * Ends the schedule of a page that is being removed, in the transaction that removes it.
 * @throws ConflictError while one of its posts is on its way out
 */
export async function endScheduleOfPage(trx: Knex.Transaction, owner: Owner, facebookPageId: PageId): Promise<void> {
  await trx('page_clock').where({ facebook_page_id: facebookPageId }).forUpdate().first('post_id');
  const onTheirWay = await trx<{
    id: PostId;
    facebook_page_id: PageId;
    status: string;
    problem: unknown;
    updated_at: Date;
  }>('posts')
    .where({ facebook_page_id: facebookPageId, status: 'publishing' })
    .select('id', 'problem', 'updated_at');
  for (const { id, problem, updated_at: at } of onTheirWay) {
    if (await takeBack(trx, owner, id)) continue;
    throw pageInUse(id, problem === null ? null : readProblem(problem, at));
  }
  const planned = ownedBy(trx, 'posts', owner)
    .where({ facebook_page_id: facebookPageId })
    .whereIn('status', ['scheduled', 'publishing'])
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate();
  await movingOf(trx, owner, { endWithPage: { problem: JSON.stringify(PAGE_REMOVED) } }).whereIn('id', planned);
}
