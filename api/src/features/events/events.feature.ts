import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Configuration } from '../configuration/configuration.feature.ts';
import type { Sessions } from '../sessions/sessions.feature.ts';
import type { Status } from '../status/status.feature.ts';
import { tokensRepository } from '../tokens/tokens.repository.ts';
import { changeNotifier } from './change-notices.ts';
import { eventsRoutes } from './events.routes.ts';
import { liveEvents } from './live-events.ts';
import type { PassingOn } from './passing-on.ts';

interface Deps extends PassingOn {
  readonly config: Config;
  readonly db: Knex;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly configuration: Configuration;
  readonly sessions: Sessions;
  readonly status: Status;
}

/** What open screens hear of changes that they did not make. */
export function createEvents({ config, db, log, metrics, configuration, sessions, status, viewersOf }: Deps) {
  const changes = changeNotifier({ db, log });
  const events = liveEvents({
    db,
    databaseUrl: config.DATABASE_URL,
    sessions,
    tokens: tokensRepository(db),
    adminIds: config.ADMIN_FACEBOOK_IDS,
    metrics,
    log,
    viewersOf,
    deploymentStatus: async () => `${(await status.loop()).isRunning} ${configuration.currentEnvironment()}`,
  });
  configuration.onEnvironment(() => {
    void events.recheck();
    void events.watchStatus();
  });
  return {
    ...events,
    /** Something has moved outside of a request, which its owner's screens may hear. */
    moved: changes.soon,
    /** Resolves when no notice waits to be sent. */
    settled: changes.settled,
    routes: [eventsRoutes({ events })],
    jobs: [{ name: 'notify-changes', rule: '*/5 * * * * *', run: () => changes.notify() }] satisfies Job[],
  };
}
export type Events = ReturnType<typeof createEvents>;
