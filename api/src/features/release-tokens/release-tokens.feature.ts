import type { Knex } from 'knex';
import { releaseTokensRoutes } from './release-tokens.routes.ts';

/** What lets others release an area from elsewhere. */
export function createReleaseTokens({ db }: { db: Knex }) {
  return { routes: [releaseTokensRoutes({ db })] };
}
