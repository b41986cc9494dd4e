import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { TokenId } from '../../contract/ids.ts';
import { databaseTime } from '../../db/clock.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Tokens } from '../tokens/tokens.feature.ts';
import { connections } from './connections.ts';
import { consentRoutes } from './consent.routes.ts';
import { deviceRoutes } from './device.routes.ts';
import { oauthProvider, RESOURCES, type Resource } from './oauth-provider.ts';
import { oauthRecordsRepository } from './oauth-records.repository.ts';
import { oauthRoutes } from './oauth.routes.ts';
import { pagesToChooseRepository } from './pages-to-choose.repository.ts';

/** Access tokens of the library, by their look. */
const ACCESS_TOKEN = /^[\w-]{43}$/;
const SWEPT_AT_ONCE = 10_000;
const UNUSED_APP_HOURS = 24;

interface Deps {
  readonly config: Pick<Config, 'PUBLIC_URL'>;
  readonly db: Knex;
  readonly sweepsDb: Knex;
  readonly limits: RateLimits;
  readonly log: Logger;
  readonly tokens: Tokens;
}

/** Lets assistants and the command line act for a person who approved it. */
export function createOauth({ config, db, sweepsDb, limits, log, tokens }: Deps) {
  const publicUrl = config.PUBLIC_URL;
  const records = oauthRecordsRepository(db);
  let made: ReturnType<typeof oauthProvider> | undefined;
  const provider = () => (made ??= makeProvider());
  const parts = {
    provider,
    records,
    limits,
    publicUrl,
    connections: connections({ db, provider, tokens, now: () => databaseTime(db) }),
    pages: pagesToChooseRepository(db),
  };
  tokens.onOtherBearers((bearer, { path }) => tokenIdOf(bearer, path.startsWith('/api/') ? 'api' : 'mcp'));

  function makeProvider() {
    const library = oauthProvider({
      publicUrl,
      records,
      endConnection: (tokenId) => tokens.remove(db, tokenId as TokenId),
      isAlive: async (tokenId) => (await tokens.grantOf(tokenId as TokenId)) !== null,
    });
    library.on('server_error', (_ctx, error) => log.error({ err: error }, 'oauth.failed'));
    return library;
  }

  /** The connection that an access token stands for at one of our doors; it is worth nothing at another. */
  async function tokenIdOf(accessToken: string, resource: Resource): Promise<TokenId | null> {
    if (!ACCESS_TOKEN.test(accessToken)) return null;
    return (await records.tokenOf(accessToken, publicUrl + RESOURCES[resource])) as TokenId | null;
  }

  async function sweep(): Promise<void> {
    const swept = oauthRecordsRepository(sweepsDb);
    await swept.removeOver(SWEPT_AT_ONCE);
    await swept.removeUnusedClients(UNUSED_APP_HOURS, SWEPT_AT_ONCE);
    for (const tokenId of await swept.deadConnections(SWEPT_AT_ONCE)) await tokens.remove(sweepsDb, tokenId);
  }

  return {
    tokenIdOf,
    routes: [oauthRoutes(parts), consentRoutes(parts), deviceRoutes(parts)],
    jobs: [{ name: 'sweep-oauth', rule: '40 */5 * * * *', run: sweep }] satisfies Job[],
  };
}
