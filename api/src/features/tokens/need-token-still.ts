import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import { UnauthorizedError } from '../../http/errors.ts';
import type { Session } from '../../http/session.ts';
import { tokensRepository } from './tokens.repository.ts';

/**
 * The last word of a transaction in which a program makes posts: it may have waited for its turn, and its token may be
 * gone since. Whoever revokes it now waits for this end, so that nothing comes after a revocation.
 * @param by somebody who is no program passes
 * @throws UnauthorizedError
 */
export async function needTokenStill(trx: Knex, by: Owner & Partial<Pick<Session, 'token'>>): Promise<void> {
  if (by.token == null) return;
  const { id, name } = by.token;
  if (!(await tokensRepository(trx).hold(id)))
    throw new UnauthorizedError(`The token "${name}" was revoked before this was done. Nothing was done.`);
}
