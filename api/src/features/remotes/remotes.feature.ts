import path from 'node:path';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Environment } from '../../contract/common.ts';
import type { Config } from '../../config/config.ts';
import type { Keyring } from '../../db/keyring.ts';
import type { AnsweredPaths } from '../../http/answered-paths.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { Job } from '../../jobs/jobs.ts';
import { registerBuiltIns } from './built-in-releases.ts';
import { compatibility as compatibilityOf } from './compatibility/compatibility.ts';
import { releasedUsesRepository } from './compatibility/released-uses.repository.ts';
import { filesElsewhere } from './files-elsewhere.ts';
import { incomingFiles } from './incoming-files.ts';
import { loadMetrics } from './load-metrics.ts';
import { loadReportsRoutes } from './load-reports.routes.ts';
import { pageTrust } from './page-trust.ts';
import { previews } from './previews.ts';
import { previewsRoutes } from './previews.routes.ts';
import type { ReleaseJudge } from './release-judge.ts';
import { releaseStore } from './release-store.ts';
import { releasesRoutes } from './releases.routes.ts';
import { releasesService, type MovedArea } from './releases.service.ts';
import { releasingRoutes } from './releasing.routes.ts';
import { releasingService } from './releasing.service.ts';
import { remoteLoadsRepository } from './remote-loads.repository.ts';
import { outboxRepository } from '../outbox/outbox.repository.ts';
import { remotesRepository } from './remotes.repository.ts';
import { remotesRoutes } from './remotes.routes.ts';
import { createShares } from './create-shares.ts';
import { sharedFilesRepository } from './shared-files.repository.ts';
import { shellFit } from './shell-fit.ts';
import { shellDelivery } from './shell-delivery.ts';
import { shells } from './shells.ts';
import { robotOutcomes } from './robot-outcomes.ts';
import { robotPasses } from './robot-passes.ts';
import { robotsRoutes } from './robots.routes.ts';
import { releaseTrust } from './trust.ts';
import { verification } from './verification.ts';

/** A page tells of each of its areas once; more than this is not telling any more. */
const REPORTS_PER_MINUTE = 240;

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly keys: Keyring;
  readonly sweepsDb: Knex;
  readonly bringingDb: Knex;
  readonly movingDb: Knex;
  readonly limits: RateLimits;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly configuration: { currentEnvironment(): Environment };
  /** @throws StorageFullError where so many more bytes would leave too little */
  readonly checkRoom: (bytes: number) => Promise<void>;
  readonly answered: Pick<AnsweredPaths, 'has'>;
  readonly judge: ReleaseJudge;
}

/** The areas of the front end: which release of each is shown, its files, and the shell that loads them. */
export function createRemotes({ config, db, keys, sweepsDb, limits, metrics, log, ...given }: Deps) {
  const { bringingDb, movingDb, configuration, checkRoom, answered, judge } = given;
  const { currentEnvironment } = configuration;
  const remotes = remotesRepository(db);
  const store = releaseStore({ config, db, keys, log, checkRoom });
  const { releasesDir, files, passports, sharing, shown, exchangeFiles } = store;
  const incoming = incomingFiles({ releasesDir, checkRoom });
  const trust = releaseTrust({ keys: config.RELEASE_KEYS, passports });
  const pages = pageTrust({ trust, passports, shown });
  const verifier = verification(keys);
  const links = previews({ keys, publicUrl: config.PUBLIC_URL });
  const visitors = { trust: pages, verification: verifier, previews: links, robots: robotPasses(keys) };
  const dist = path.join(config.WEB_ROOT, 'shell/dist');
  const compatibility = compatibilityOf({ dist, remotes, files, uses: releasedUsesRepository(db), log });
  const fit = shellFit({ dist, releasesDir, remotes, files, compatibility });
  const tellOfMove = (trx: Knex, moved: MovedArea) =>
    outboxRepository(trx).addForAdministrators(config.ADMIN_FACEBOOK_IDS, { kind: 'release_current', params: moved });
  const pools = { db, bringingDb, movingDb };
  const releases = releasesService({ ...pools, files, sharing, shown, answered, ...fit, ...trust, tellOfMove });
  const kept = { remotes, files, sharing, passports, shown, trust, releases, compatibility };
  const shares = createShares({ ...kept, ...fit, ...trust, ...pools, answered, currentEnvironment, judge, log });
  const loads = remoteLoadsRepository(db);
  const places = { publicUrl: config.PUBLIC_URL, remoteHosts: config.REMOTE_HOSTS };
  const releasing = releasingService({ ...kept, ...fit, ...places, incoming, verification: verifier, checkRoom });
  return {
    remotes,
    files,
    passports,
    shares: shares.service,
    releasesDir,
    /** Of what people get now, what is neither on this disk nor comes here. */
    filesElsewhere: () => filesElsewhere(remotes, files),
    exchangeFiles,
    /** Makes the builds of this checkout known. */
    registerBuiltIns: () => registerBuiltIns({ webRoot: config.WEB_ROOT, ...kept }),
    routes: [
      remotesRoutes({ remotes, ...visitors, files, log }),
      previewsRoutes({ remotes, previews: links }),
      robotsRoutes({ remotes, robots: visitors.robots, outcomes: robotOutcomes(db), currentEnvironment }),
      releasingRoutes({ ...kept, incoming, releasing, currentEnvironment }),
      shares.routes,
      releasesRoutes({ ...kept, loads }),
      loadReportsRoutes({ loads, judge, ...reporting(limits, metrics), log }),
    ],
    /** Serves every address that is not a call. */
    shell: shellDelivery({
      ...places,
      vitalsShare: config.VITALS_SHARE,
      overridesAreFor: config.REMOTE_OVERRIDES,
      remotes,
      files,
      ...visitors,
      shells: shells({ dist, releasesDir, files, sharing, trust, shown, log }),
    }),
    jobs: [
      shares.job,
      { name: 'exchange-release-files', rule: '50 * * * * *', run: exchangeFiles },
      { name: 'sweep-release-files', rule: '0 43 * * * *', run: () => sharedFilesRepository(sweepsDb).sweep() },
      { name: 'sweep-incoming-releases', rule: '0 37 * * * *', run: incoming.sweep },
      { name: 'sweep-remote-loads', rule: '0 29 * * * *', run: () => remoteLoadsRepository(sweepsDb).forgetOld() },
    ] satisfies Job[],
  };
}

/** How reports of pages are bounded and counted. */
const reporting = (limits: RateLimits, metrics: Metrics) => ({
  count: loadMetrics(metrics),
  reportLimit: limits.perMinute('report', REPORTS_PER_MINUTE),
});
