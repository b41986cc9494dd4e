import type { Knex } from 'knex';
import { UnauthorizedError } from '../../http/errors.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { FindHolder } from '../../http/release-holder.ts';
import { releaseTokensRepository } from './release-tokens.repository.ts';
import { releaseTokensRoutes } from './release-tokens.routes.ts';

/** A release makes a call for each of its files, and some more. */
const CALLS_PER_MINUTE = 1200;
/** What a way back is made of is counted for itself: no upload uses it up. */
const MOVES_PER_MINUTE = 120;
/** With what is no token, of one address: who has one there is not held back by it. */
const STRANGERS_PER_MINUTE = 120;
const NEW_ONE = 'An administrator can make one in the Admin Panel, under Releases.';

/** What lets others release an area from elsewhere. */
export function createReleaseTokens({ db, limits }: { db: Knex; limits: RateLimits }) {
  const tokens = releaseTokensRepository(db);
  const ofToken = limits.within('release-token', CALLS_PER_MINUTE, 60);
  const movesOfToken = limits.within('release-move', MOVES_PER_MINUTE, 60);
  const ofStrangers = limits.perMinute('release-stranger', STRANGERS_PER_MINUTE);

  const findHolder: FindHolder = async (token, { address, isMove }) => {
    if (token === null)
      throw new UnauthorizedError(`Send a release token with this call: Authorization: Bearer TOKEN. ${NEW_ONE}`);
    const found = await tokens.use(token);
    if (found === null) await ofStrangers(address);
    else await (isMove ? movesOfToken : ofToken)(String(found.id));
    if (found === null)
      throw new UnauthorizedError(
        `This Pagecast doesn't know this release token: it was deleted, or it is for another one. ${NEW_ONE}`,
      );
    if (found.isExpired)
      throw new UnauthorizedError(
        `The release token "${found.name}" expired on ${found.expiresAt?.toISOString().slice(0, 10)}. ${NEW_ONE}`,
      );
    return found;
  };

  return { findHolder, routes: [releaseTokensRoutes({ db })] };
}
