import type { Knex } from 'knex';
import type { GraphPageId } from '../../contract/ids.ts';
import { MOST_TOKENS } from '../../contract/tokens.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../../http/errors.ts';
import { databaseTime } from '../../db/clock.ts';
import type { Owner } from '../../db/owner.ts';
import { pagesForTokensRepository } from './pages-for-tokens.repository.ts';
import { tokensRepository, type NewToken, type Token } from './tokens.repository.ts';

/** What somebody asks for: pages by our numbers or by Facebook's. */
export interface WantedToken extends Omit<NewToken, 'pageIds'> {
  readonly pageIds: readonly (number | string)[] | null;
}

/**
 * Makes a token, or the row of a connection, in the transaction of whatever makes it.
 * @returns it, and of a personal one its secret for this one time
 * @throws NotFoundError for a page that is not theirs; ConflictError for one token too many
 */
export async function createToken(
  trx: Knex.Transaction,
  wanted: WantedToken,
): Promise<Token & { readonly secret: string | null }> {
  const { owner, expiresAt } = wanted;
  if (expiresAt !== null && expiresAt <= (await databaseTime(trx)))
    throw InvalidInputError.of([{ path: 'expiresAt', message: 'Must be in the future' }]);
  const tokens = tokensRepository(trx);
  await tokens.waitForTurn(owner);
  if ((await tokens.count(owner)) >= MOST_TOKENS)
    throw new ConflictError(`You have ${MOST_TOKENS} tokens and connections already. Revoke one first.`);
  const pageIds = wanted.pageIds === null ? null : await knownPages(trx, owner, wanted.pageIds);
  return tokens.add({ ...wanted, pageIds });
}

async function knownPages(
  trx: Knex.Transaction,
  owner: Owner,
  wanted: readonly (number | string)[],
): Promise<GraphPageId[]> {
  const known = await pagesForTokensRepository(trx).connected(owner);
  return wanted.map((given) => {
    const page =
      known.find(({ pageId }) => pageId === String(given)) ?? known.find(({ id }) => String(id) === String(given));
    if (page === undefined) throw new NotFoundError("One of these pages isn't connected to your account.");
    return page.pageId;
  });
}
