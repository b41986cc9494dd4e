import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Holds } from '../../jobs/holds.ts';
import type { Config } from '../../config/config.ts';
import type { SchemaWatch } from '../../db/schema-watch.ts';
import type { Facebook } from '../../facebook/facebook.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Networks } from '../../networks/networks.ts';
import type { Configuration } from '../configuration/configuration.feature.ts';
import type { Events } from '../events/events.feature.ts';
import type { LinkLimits } from '../link-limits/link-limits.feature.ts';
import type { Media } from '../media/media.feature.ts';
import { createLostWork } from '../lost-work/lost-work.feature.ts';
import { notifyAdministrators } from '../notifications/notify-administrators.repository.ts';
import type { Pages } from '../pages/pages.feature.ts';
import { aheadRepository } from '../publishing/ahead.repository.ts';
import { claimsRepository, type ClaimsRepository } from '../publishing/claims.repository.ts';
import { loopClockRepository } from '../publishing/loop-clock.repository.ts';
import type { Publishing } from '../publishing/publishing.feature.ts';
import { orphanedUploadsJob } from './orphaned-uploads.job.ts';
import { orphansJob } from './orphans.job.ts';
import { pacing } from './pace.ts';
import { createPreparation } from './preparation.ts';
import { publishingNow, publishingThere, waitingForEnd } from './publish-now.ts';
import { publisher } from './publisher.ts';
import type { LoopProcess } from '../../loop-process/supervisor.ts';
import { createRounds, type Phase, type Rounds } from './rounds.ts';
import { ticking } from './ticking.ts';
import { uploadsAhead } from './upload-ahead.job.ts';

interface Deps {
  readonly config: Config;
  /** The loop reads over its own connections: what people ask of theirs must not keep a post waiting. */
  readonly loopDb: Knex;
  readonly schema: SchemaWatch;
  readonly holds: Holds;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly configuration: Configuration;
  readonly events: Pick<Events, 'moved'>;
  readonly facebook: Facebook;
  readonly linkLimits: Pick<LinkLimits, 'hindrance'>;
  readonly media: Pick<Media, 'forLoop'>;
  readonly networks: { readonly forLoop: Networks };
  readonly pages: Pick<Pages, 'forLoop' | 'login'>;
  readonly publishing: Publishing;
  /** Where the loop runs in another process, and this one asks it. */
  readonly loopProcess?: Pick<LoopProcess, 'publishNow'> | undefined;
}

/**
 * The loop that brings posts out. The row of a post is the queue: any number of processes claim from it, and a crash
 * anywhere is taken up again from the attempt row, at once where the dead process is known by its lost connection.
 */
export function createLoop({
  config: { ADMIN_FACEBOOK_IDS: adminIds, DATABASE_URL: databaseUrl },
  loopDb,
  schema,
  holds,
  metrics,
  log,
  configuration: { facebookApp },
  events: { moved },
  facebook: { graph },
  linkLimits,
  media,
  networks: { forLoop: networks },
  pages: { forLoop: pages, login },
  publishing: { pauses, cooldownsRecorded },
  loopProcess,
}: Deps) {
  const workerId = randomUUID();
  const phase: Phase = { isLooping: false, isStopping: false, isLeaving: false };
  const isStopping = () => phase.isStopping;
  const claims = claimsRepository(loopDb, workerId);
  const base = { claims, holds, log, pace: pacing() };
  const clock = loopClockRepository(loopDb);
  const ahead = aheadRepository(loopDb);
  const preparation = createPreparation({ networks, adminIds, media: media.forLoop, linkLimits });
  const outgoing = { pauses, preparation, networks, isStopping };
  const uploads = uploadsAhead({ ...outgoing, ahead, log, moved });
  const { publishClaimed } = publisher({
    ...base,
    ...outgoing,
    pages,
    login,
    metrics,
    cooldownsRecorded,
    notifyAdministrators: (problem) => notifyAdministrators(loopDb, adminIds, problem),
  });
  const lostWork = createLostWork({ loopDb, adminIds, log, moved });
  const ofRounds = { databaseUrl, schema, workerId, phase, metrics, publishClaimed, moved };
  const rounds = createRounds({ ...base, ...ofRounds, channels: lostWork.channels });
  const ticks = ticking({ ...base, clock, rounds, metrics });

  /** Resolves when everything that is on its way here has come to an end or a wait. */
  async function settled(): Promise<void> {
    await rounds.settled();
    await uploads.settled();
  }

  return {
    settled,
    networks,
    tickJob: ticks.tickJob,
    sinceTick: ticks.sinceTick,
    publishNow: publishingThere(loopProcess, publishingNow({ loopDb, clock, pauses, phase, rounds })),
    waitForEnd: waitingForEnd({ loopDb, phase }),
    jobs: [
      ...ticks.jobs,
      uploads.job,
      ...tidying({ db: loopDb, ahead, pages, graph, facebookApp, clock, claims }),
      ...lostWork.jobs,
    ] satisfies Job[],

    ...lifecycle({ claims, phase, rounds, settled, ticks, log }),
  };
}
export type Loop = ReturnType<typeof createLoop>;

type Tidying = Parameters<typeof orphansJob>[0] &
  Parameters<typeof orphanedUploadsJob>[0] & {
    readonly clock: ReturnType<typeof loopClockRepository>;
    readonly claims: ClaimsRepository;
  };

const tidying = ({ clock, claims, ...deps }: Tidying): Job[] => [
  orphansJob(deps),
  orphanedUploadsJob(deps),
  { name: 'forget-old-gaps', rule: '0 23 4 * * *', run: () => clock.forgetOldGaps() },
  { name: 'forget-old-turns', rule: '0 37 3 * * *', run: () => claims.forgetOldTurns() },
  { name: 'forget-deleted-posts', rule: '0 41 3 * * *', run: () => claims.forgetDeletedPosts() },
];

interface Living {
  readonly claims: ClaimsRepository;
  readonly phase: Phase;
  readonly rounds: Rounds;
  readonly ticks: ReturnType<typeof ticking>;
  readonly log: Logger;
  settled(): Promise<void>;
}

/** Its beginning and its end. */
function lifecycle({ claims, phase, rounds, ticks, log, settled }: Living) {
  /** Others take what falls due; who asked for something here is still told what became of it. */
  function stopClaiming(): void {
    phase.isStopping = true;
    phase.isLooping = false;
  }

  return {
    /** Begins to claim by itself; resolves when it did so for the first time. */
    async start(): Promise<void> {
      phase.isLooping = true;
      rounds.wake.start();
      await ticks.tick().catch((error: unknown) => log.error({ err: error }, 'publish.first-tick-failed'));
    },

    stopClaiming,

    /** No new claims; resolves when what is on its way has settled. */
    async stop(): Promise<void> {
      stopClaiming();
      phase.isLeaving = true;
      await settled();
      // Else their leases end in time.
      await claims.letGo().catch((error: unknown) => log.warn({ err: error }, 'publish.not-let-go'));
      // Last, since the others take a worker without its connection for dead.
      await rounds.wake.stop();
    },
  };
}
