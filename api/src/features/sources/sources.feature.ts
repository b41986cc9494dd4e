import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import { publicPost } from '../../http/post-public.ts';
import { publicGet } from '../../http/public-get.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { Job } from '../../jobs/jobs.ts';
import { fetchingPages, sourceHeaders } from './fetch-page.ts';
import { sourcesRepository } from './sources.repository.ts';
import { sourcesRoutes } from './sources.routes.ts';
import { sourcesService } from './sources.service.ts';

const LINKS_AN_HOUR = 60;

interface Deps {
  readonly config: Pick<Config, 'PUBLIC_URL' | 'SOURCE_NETWORKS'>;
  readonly db: Knex;
  readonly sweepsDb: Knex;
  readonly limits: RateLimits;
}

/** Pages and files that texts are written about. */
export function createSources({ config, db, sweepsDb, limits }: Deps) {
  const { flawOf } = publicPost(config.SOURCE_NETWORKS);
  // Reading is open to what has no certificate: nothing of ours goes there.
  const get = publicGet(config.SOURCE_NETWORKS, (address) => flawOf(address.replace(/^http:/, 'https:')));
  const sources = sourcesService({
    repository: sourcesRepository(db),
    fetchPage: fetchingPages(get, sourceHeaders(config.PUBLIC_URL)),
    limit: limits.within('sources', LINKS_AN_HOUR, 60 * 60),
  });
  return {
    find: sources.find,
    routes: [sourcesRoutes({ sources })],
    jobs: [
      { name: 'sweep-sources', rule: '0 47 * * * *', run: () => sourcesRepository(sweepsDb).forgetOld() },
    ] satisfies Job[],
  };
}
export type Sources = ReturnType<typeof createSources>;
