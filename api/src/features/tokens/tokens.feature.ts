import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { TokenId } from '../../contract/ids.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { Session, TokenGrant } from '../../http/session.ts';
import { tokenSubjectsRepository } from './token-subjects.repository.ts';
import { tokensMiddleware, type FindTokenId } from './tokens-middleware.ts';
import { tokensRepository } from './tokens.repository.ts';
import { tokensRoutes } from './tokens.routes.ts';
import { createToken } from './tokens.service.ts';

const CALLS_PER_MINUTE = 300;
/** With what opens nothing, from one address. */
const WRONG_PER_MINUTE = 60;

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly limits: RateLimits;
  readonly log: Logger;
}

/** What lets programs call in a person's name. */
export function createTokens({ config, db, limits, log }: Deps) {
  const tokens = tokensRepository(db);
  const adminIds = config.ADMIN_FACEBOOK_IDS;
  const others: FindTokenId[] = [];

  return {
    middleware: tokensMiddleware({
      tokens,
      adminIds,
      log,
      ofToken: limits.within('api-token', CALLS_PER_MINUTE, 60),
      ofStrangers: limits.perMinute('no-api-token', WRONG_PER_MINUTE),
      async findOther(bearer, ctx) {
        for (const find of others) {
          const id = await find(bearer, ctx);
          if (id !== null) return id;
        }
        return null;
      },
    }),

    findSubject: tokenSubjectsRepository(db).find,

    /** Bearers that are no tokens of our own are asked for here, such as those of connected assistants. */
    onOtherBearers(find: FindTokenId): void {
      others.push(find);
    },

    create: createToken,

    /** Ends a connection or a token, whosever it is: nothing that stands for it opens anything from then on. */
    remove: async (trx: Knex, id: TokenId): Promise<void> => tokensRepository(trx).end(id),

    /** What this token lets its holder do at this moment; null when it was revoked, is over, or its person is out. */
    grantOf: async (id: TokenId): Promise<TokenGrant | null> => (await sessionOf(id))?.token ?? null,
    sessionOf,

    routes: [tokensRoutes({ db })],
  };

  async function sessionOf(id: TokenId): Promise<Session | null> {
    const found = await tokens.findById(id, adminIds);
    return found === null || found.isExpired ? null : found.session;
  }
}
export type Tokens = ReturnType<typeof createTokens>;
