import { randomUUID } from 'node:crypto';
import type { PageId, PostId } from '../../contract/ids.ts';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { isDatabaseAway } from '../../db/database-errors.ts';
import type { Facebook } from '../../facebook/facebook.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Networks } from '../../networks/networks.ts';
import type { Configuration } from '../configuration/configuration.feature.ts';
import type { Events } from '../events/events.feature.ts';
import type { Media } from '../media/media.feature.ts';
import { notifyAdministrators } from '../notifications/notify-administrators.repository.ts';
import type { Pages } from '../pages/pages.feature.ts';
import { aheadRepository } from '../publishing/ahead.repository.ts';
import { claimsRepository, type Claim } from '../publishing/claims.repository.ts';
import { WORKER_CONNECTION } from '../publishing/claims.sql.ts';
import { loopClockRepository } from '../publishing/loop-clock.repository.ts';
import type { Publishing } from '../publishing/publishing.feature.ts';
import { crashes } from './crash.ts';
import { orphanedUploadsJob } from './orphaned-uploads.job.ts';
import { orphansJob } from './orphans.job.ts';
import { preparation } from './preparation.ts';
import { publisher } from './publisher.ts';
import { uploadsAhead } from './upload-ahead.job.ts';
import { wakeUp } from './wake-up.ts';

/** Posts that one process has on their way at a time. */
const AT_ONCE = 48;
/** Pages that one poll finds; the next poll finds the rest. */
const PAGES_PER_POLL = 2000;
const WAIT_STEP_MS = 250;
/** A database that was frozen does at its thaw what was asked of it before: nobody hears of that any more. */
const DOUBTFUL_MS = 15_000;

interface Deps {
  readonly config: Config;
  /** The loop reads over its own connections: what people ask of theirs must not keep a post waiting. */
  readonly loopDb: Knex;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly configuration: Configuration;
  readonly events: Pick<Events, 'moved'>;
  readonly facebook: Facebook;
  readonly media: Pick<Media, 'forLoop'>;
  readonly networks: { readonly forLoop: Networks };
  readonly pages: Pick<Pages, 'forLoop' | 'login'>;
  readonly publishing: Publishing;
}

/**
 * The loop that brings posts out. The row of a post is the queue: any number of processes claim from it, and a crash
 * anywhere is taken up again from the attempt row, at once where the dead process is known by its lost connection.
 */
export function createLoop({
  config,
  loopDb,
  metrics,
  log,
  configuration: { facebookApp },
  events: { moved },
  facebook: { graph },
  media,
  networks: { forLoop: networks },
  pages: { forLoop: pages, login },
  publishing: { pauses, cooldownsRecorded },
}: Deps) {
  const adminIds = config.ADMIN_FACEBOOK_IDS;
  const workerId = randomUUID();
  const claims = claimsRepository(loopDb, workerId);
  const clock = loopClockRepository(loopDb);
  const prepares = preparation({ networks, adminIds, mediaOf: media.forLoop.forPost });
  const ahead = aheadRepository(loopDb);
  const uploads = uploadsAhead({
    ahead,
    pauses,
    preparation: prepares,
    networks,
    log,
    moved,
    isStopping: () => isStopping,
  });
  const { publishClaimed } = publisher({
    claims,
    pauses,
    pages,
    login,
    metrics,
    log,
    isStopping: () => isStopping,
    cooldownsRecorded,
    preparation: prepares,
    networks,
    notifyAdministrators: (problem) => notifyAdministrators(loopDb, adminIds, problem),
  });
  const crash = crashes({ claims, metrics, log, onDatabaseAway: noteDatabaseAway });
  const wake = wakeUp({
    databaseUrl: config.DATABASE_URL,
    name: `${WORKER_CONNECTION}${workerId}`,
    wake: () => void pollDue(),
    untilNext: () => claims.untilNext(),
    log,
  });

  const inFlight = new Set<Promise<void>>();
  /** The posts of `inFlight`. */
  const onTheirWay = new Set<PostId>();
  /** Claims for one post whose answer has not come yet. */
  let claiming = 0;
  /** Until this reading of `performance.now()` answers of the database may have been lost. */
  let doubtfulUntil = -Infinity;
  /** Pages that may have something due, in the order of their turns. A page whose post has ended queues up again at the end. */
  const queue = new Set<PageId>();
  let isStopping = false;
  let isLooping = false;
  /** A reading of `performance.now()`. */
  let lastTick: number | null = null;
  let current: Promise<void> | null = null;
  let isPollWanted = false;
  let hasFailed = false;
  /** A worker that nobody could tell from a dead one claims without a name, and its lease ends by time alone. */
  const worker = () => (wake.isConnected() ? workerId : null);

  function noteDatabaseAway(): void {
    doubtfulUntil = performance.now() + DOUBTFUL_MS;
  }

  /** Claims and starts what is due; calls that come while it is at it make it poll once more. */
  async function pollDue(): Promise<void> {
    isPollWanted = true;
    return turn();
  }

  function turn(): Promise<void> {
    current ??= (async () => {
      while ((isPollWanted || queue.size > 0) && inFlight.size < AT_ONCE && !isStopping) {
        if (isPollWanted) await poll();
        else await claimOfQueue();
      }
    })()
      .catch((error: unknown) => {
        hasFailed = true;
        if (isDatabaseAway(error)) noteDatabaseAway();
        log.error({ err: error }, 'publish.round-failed');
      })
      .finally(() => {
        current = null;
      });
    return current;
  }

  /** What others left behind goes first; then every page with something due gets into the queue. */
  async function poll(): Promise<void> {
    isPollWanted = false;
    if (claiming === 0 && performance.now() < doubtfulUntil) await claims.disown(workerId, [...onTheirWay]);
    const claimedAt = performance.now();
    start(await claims.claimOrphaned(AT_ONCE - inFlight.size, worker()), claimedAt);
    const withoutPageAt = performance.now();
    if (inFlight.size < AT_ONCE) start(await claims.claimWithoutPage(AT_ONCE - inFlight.size, worker()), withoutPageAt);
    for (const page of await claims.duePages(PAGES_PER_POLL)) queue.add(page);
    await wake.arm();
  }

  async function claimOfQueue(): Promise<void> {
    const pages = [...queue].slice(0, AT_ONCE - inFlight.size);
    for (const page of pages) queue.delete(page);
    const claimedAt = performance.now();
    start(await claims.claimNextOfPages(pages, worker()), claimedAt);
  }

  function start(claimed: readonly Claim[], claimedAt: number): void {
    if (claimed.length > 0) moved();
    for (const claim of claimed) void bringOut(claim, claimedAt);
  }

  async function claimPost(postId: PostId): Promise<Claim | null> {
    claiming += 1;
    try {
      return await claims.claimPost(postId, worker());
    } catch (error) {
      if (isDatabaseAway(error)) noteDatabaseAway();
      throw error;
    } finally {
      claiming -= 1;
    }
  }

  function bringOut(claim: Claim, claimedAt: number): Promise<void> {
    metrics.wakeLatency.observe(Math.max(0, claim.now().getTime() - claim.scheduledAt.getTime()) / 1000);
    const work: Promise<void> = publishClaimed(claim, claimedAt)
      .catch((error: unknown) => crash.meet(claim, error))
      .finally(() => {
        inFlight.delete(work);
        onTheirWay.delete(claim.postId);
        moved();
        if (!isLooping) return;
        // The page's next post may be waiting; what has no page is counted by none.
        if (claim.facebookPageId === null) isPollWanted = true;
        else queue.add(claim.facebookPageId);
        void turn();
      });
    inFlight.add(work);
    onTheirWay.add(claim.postId);
    return work;
  }

  async function settled(): Promise<void> {
    await current;
    await Promise.all([...inFlight, uploads.settled()]);
  }

  async function tick(): Promise<void> {
    const gap = await clock.beat();
    if (gap !== null) log.warn(gap, 'publish.nobody-was-there');
    await claims.markMissed();
    hasFailed = false;
    await pollDue();
    if (hasFailed) return;
    await clock.worked();
    lastTick = performance.now();
  }

  const tickJob: Job = { name: 'publish-due', rule: '*/5 * * * * *', run: tick };

  /** What a dead process held is taken up within seconds, long before its leases end. */
  const rescueJob: Job = {
    name: 'take-over-from-the-dead',
    rule: '*/2 * * * * *',
    async run() {
      if (await claims.expireLeasesOfTheDead()) await pollDue();
    },
  };

  return {
    jobs: [
      tickJob,
      rescueJob,
      uploads.job,
      orphansJob({ db: loopDb, pages, graph, facebookApp }),
      orphanedUploadsJob({ ahead, pages, graph, facebookApp }),
      { name: 'forget-old-gaps', rule: '0 23 4 * * *', run: () => clock.forgetOldGaps() },
      { name: 'forget-old-turns', rule: '0 37 3 * * *', run: () => claims.forgetOldTurns() },
    ] satisfies Job[],
    tickJob,
    networks,
    /** Milliseconds since the loop last got through; null before it first did. */
    sinceTick: () => (lastTick === null ? null : performance.now() - lastTick),

    /** Begins to claim by itself. */
    start(): void {
      isLooping = true;
      wake.start();
      void tick().catch((error: unknown) => log.error({ err: error }, 'publish.first-tick-failed'));
    },

    /** Resolves when everything that is on its way here has come to an end or a wait. */
    settled,

    /** No new claims; resolves when what is on its way has settled. */
    async stop(): Promise<void> {
      isStopping = true;
      isLooping = false;
      await settled();
      // Else their leases end in time.
      await claims.letGo().catch((error: unknown) => log.warn({ err: error }, 'publish.not-let-go'));
      // Last, since the others take a worker without its connection for dead.
      await wake.stop();
    },

    /** Brings one post out that is due now, here and at once if its page is free; otherwise whoever gets it. Waits for its end up to `waitMs`. */
    async publishNow(postId: PostId, waitMs: number): Promise<void> {
      const until = performance.now() + waitMs;
      // A process without a loop ends the gap itself, else each of its claims would find one that goes on.
      if (!isLooping) await clock.beat();
      do {
        const claimedAt = performance.now();
        const claim = isStopping ? null : await claimPost(postId);
        if (claim !== null) await bringOut(claim, claimedAt);
        else if (await pauses.explainPause(postId)) return;
        const row = await loopDb<{ id: number; status: string; problem: object | null; publish_now: boolean }>('posts')
          .where({ id: postId })
          .first('status', 'problem', 'publish_now');
        const isPlanned = row?.status === 'scheduled' && (row.problem !== null || !row.publish_now);
        if (row === undefined || isPlanned || (row.status !== 'scheduled' && row.status !== 'publishing')) return;
        await new Promise((resolve) => {
          setTimeout(resolve, WAIT_STEP_MS);
        });
      } while (performance.now() < until && !isStopping);
    },
  };
}
export type Loop = ReturnType<typeof createLoop>;
