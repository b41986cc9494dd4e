import type { Knex } from 'knex';
import type { Keyring } from '../../db/keyring.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { ReleaseFiles } from '../remotes/release-files.ts';
import type { RemotesRepository } from '../remotes/remotes.repository.ts';
import { areaErrorsRepository } from './area-errors.repository.ts';
import { areaFiguresRepository } from './area-figures.repository.ts';
import { peopleCounter } from './people.ts';
import { visitMetrics } from './visit-metrics.ts';
import { visitsRoutes } from './visits.routes.ts';
import { visitsService } from './visits.service.ts';

/** A page reports every few seconds at most, and only when something happened. */
const PERSON_PER_MINUTE = 60;
/** An office behind one address. */
const ADDRESS_PER_MINUTE = 600;

interface Deps {
  readonly db: Knex;
  readonly keys: Keyring;
  readonly sweepsDb: Knex;
  readonly limits: RateLimits;
  readonly metrics: Metrics;
  readonly releaseJudge: Pick<Parameters<typeof visitsService>[0], 'hear'>;
  readonly remotes: {
    readonly remotes: RemotesRepository;
    readonly files: ReleaseFiles;
  };
}

/** What people meet in the versions of the areas: errors, failed calls, and how fast screens are. */
export function createVisits({ db, keys, sweepsDb, limits, metrics, releaseJudge: { hear }, ...given }: Deps) {
  const { remotes, files } = given.remotes;
  const errors = areaErrorsRepository(db);
  const figures = areaFiguresRepository(db);
  const people = peopleCounter(keys);
  return {
    routes: [
      visitsRoutes({
        visits: visitsService({
          remotes,
          files,
          figures,
          errors,
          people,
          hear,
          metrics: visitMetrics(metrics.registry),
        }),
        figures,
        errors,
        files,
        addressLimit: limits.perMinute('visits', ADDRESS_PER_MINUTE),
        personLimit: limits.perMinute('visits-of-person', PERSON_PER_MINUTE),
      }),
    ],
    jobs: [
      { name: 'sweep-area-figures', rule: '0 7,37 * * * *', run: () => areaFiguresRepository(sweepsDb).sweep() },
      { name: 'sweep-area-errors', rule: '0 47 * * * *', run: () => areaErrorsRepository(sweepsDb).forgetOld() },
    ] satisfies Job[],
  };
}
