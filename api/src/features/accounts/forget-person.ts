import type { Knex } from 'knex';
import { accessRepository } from '../access/access.repository.ts';
import { forgetInAuditLog } from '../audit/forgotten-people.repository.ts';
import { GONE_NAME } from '../audit/gone-person.ts';
import { releaseSharesRepository } from '../remotes/release-shares.repository.ts';
import { postActorsRepository } from '../posts/post-actors.repository.ts';

/**
 * Takes the name and the Facebook ID of somebody out of what outlives their account: the record of what administrators
 * did, their entry in the access list, when they came, the stories of other people's posts, and shares of releases. In
 * the transaction that deletes their last account.
 * @param goneId stands for the id from now on
 */
export async function forgetPerson(trx: Knex.Transaction, facebookId: string, goneId: string): Promise<void> {
  const gone = { id: goneId, name: GONE_NAME };
  await accessRepository(trx).forgetLogins(facebookId);
  if (await forgetInAuditLog(trx, facebookId, goneId)) await postActorsRepository(trx).forget(facebookId, gone);
  await accessRepository(trx).rename(facebookId, gone);
  await releaseSharesRepository(trx).forget(facebookId);
}
