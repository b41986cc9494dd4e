import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import { publicPost } from '../../http/post-public.ts';
import { publicGet } from '../../http/public-get.ts';
import type { Owner } from '../../db/owner.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { Job } from '../../jobs/jobs.ts';
import { fetchingPages, sourceHeaders, type PageState } from './fetch-page.ts';
import type { FeedContent } from './reading/feed-items.ts';
import { feedOf } from './reading/read-bytes.ts';
import { SourceFlawError } from './source-flaws.ts';
import { sourcesRepository, type NewSource } from './sources.repository.ts';
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
  const get = publicGet(config.SOURCE_NETWORKS, {
    flawOf: (address) => flawOf(address.replace(/^http:/, 'https:')),
  });
  const pages = fetchingPages(get, sourceHeaders(config.PUBLIC_URL));
  const sources = sourcesService({
    repository: sourcesRepository(db),
    fetchPage: pages.fetchPage,
    limit: limits.within('sources', LINKS_AN_HOUR, 60 * 60),
  });
  return {
    find: sources.find,
    readPage: sources.readPage,
    /** null: it has not changed since. @throws SourceFlawError FetchFlawError */
    async readFeed(address: string, since: PageState): Promise<ReadFeed | null> {
      if (!URL.canParse(address)) throw new SourceFlawError('address');
      const page = await pages.fetchChanged(address, since);
      if (page === null) return null;
      return { ...(await feedOf(page.bytes, page.contentType, page.url.href)), state: page.state };
    },
    /** Keeps what was read, in the transaction of what is made of it. */
    keep: (trx: Knex, owner: Owner, source: NewSource) => sourcesRepository(trx).add(owner, source),
    routes: [sourcesRoutes({ sources })],
    jobs: [
      { name: 'sweep-sources', rule: '0 47 * * * *', run: () => sourcesRepository(sweepsDb).forgetOld() },
    ] satisfies Job[],
  };
}
/** A feed, and by what its site tells whether it has changed. */
export interface ReadFeed extends FeedContent {
  readonly state: PageState;
}
export type Sources = ReturnType<typeof createSources>;
