import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { DATA_EXPORTS_A_DAY } from '../../contract/data-exports.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { Media } from '../media/media.feature.ts';
import { dataExportsJobs } from './data-exports.jobs.ts';
import { dataExportsRoutes } from './data-exports.routes.ts';
import { dataExportsService } from './data-exports.service.ts';
import { runningExports } from './running-exports.ts';

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly sweepsDb: Knex;
  readonly log: Logger;
  readonly limits: RateLimits;
  readonly media: Media;
}

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** All data of a person, for that person. */
export function createDataExports({ config, db, sweepsDb, log, limits, media }: Deps) {
  const { storage, removeUnneeded } = media;
  const limit = limits.withinTransaction('data-exports', DATA_EXPORTS_A_DAY, DAY_SECONDS);
  const limitLines = limits.withinTransaction('data-export-lines', 1, HOUR_SECONDS);
  const exports = dataExportsService({ db, storage, removeUnneeded, limit, limitLines });
  const running = runningExports({ config, db: sweepsDb, log, storage });
  return {
    removeAllOf: exports.removeAllOf,
    settled: running.settled,
    stop: running.stop,
    routes: [dataExportsRoutes(exports)],
    jobs: dataExportsJobs({ running, sweeping: exports }),
  };
}
export type DataExports = ReturnType<typeof createDataExports>;
