import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Environment } from '../../contract/common.ts';
import type { Owner } from '../../db/owner.ts';
import type { FacebookApp, GraphClient } from '../../facebook/graph-client.ts';
import { ConflictError } from '../../http/errors.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { PagesRepository } from '../pages/pages.repository.ts';
import { claimsRepository, type Claim } from './claims.repository.ts';
import { facebookTextDirect, facebookTextTwoStep } from './facebook-text.target.ts';
import { publisher } from './publisher.ts';
import { PAGE_REMOVED } from './rules.ts';
import { wakeUp } from './wake-up.ts';

/** Posts that one process has on their way at a time. */
const AT_ONCE = 48;
const WAIT_STEP_MS = 250;

interface Deps {
  readonly db: Knex;
  readonly databaseUrl: string;
  readonly pages: PagesRepository;
  readonly graph: GraphClient;
  readonly mode: Config['FB_PUBLISH_MODE'];
  /** People who are always let in. */
  readonly adminIds: readonly string[];
  readonly metrics: Metrics;
  readonly log: Logger;
  facebookApp(environment: Environment): FacebookApp | null;
}

/**
 * The loop that brings posts out. The row of a post is the queue: any number of processes claim from it, and a crash
 * anywhere is taken up again from the attempt row once the lease has run out.
 */
export function createPublishing({ db, databaseUrl, pages, graph, mode, adminIds, metrics, log, facebookApp }: Deps) {
  const claims = claimsRepository(db);
  const target = mode === 'two-step' ? facebookTextTwoStep(graph) : facebookTextDirect(graph);
  const { publishClaimed } = publisher({ claims, pages, target, adminIds, metrics, log, facebookApp });
  const wake = wakeUp({ databaseUrl, wake: () => void round(), untilNext: () => claims.untilNext(), log });

  const inFlight = new Set<Promise<void>>();
  let isStopping = false;
  let isLooping = false;
  let lastTick: Date | null = null;
  let current: Promise<void> | null = null;
  let isAskedAgain = false;

  /** Claims and starts what is due; calls that come while it is at it make it look once more. */
  async function round(): Promise<void> {
    isAskedAgain = true;
    current ??= (async () => {
      while (isAskedAgain && !isStopping) {
        isAskedAgain = false;
        await claimAndStart();
      }
    })().catch((error: unknown) => log.error({ err: error }, 'publish.round-failed')).finally(() => { current = null; });
    return current;
  }

  async function claimAndStart(): Promise<void> {
    const free = AT_ONCE - inFlight.size;
    if (free <= 0) return;
    const claimedAt = performance.now();
    const claimed = await claims.claim(free);
    for (const claim of claimed) void bringOut(claim, claimedAt);
    await wake.arm();
  }

  function bringOut(claim: Claim, claimedAt: number): Promise<void> {
    metrics.wakeLatency.observe(Math.max(0, Date.now() - claim.scheduledAt.getTime()) / 1000);
    const work: Promise<void> = publishClaimed(claim, claimedAt)
      // The lease runs out and the next claim goes on from the attempt row.
      .catch((error: unknown) => log.error({ err: error, postId: claim.postId }, 'publish.crashed'))
      .finally(() => {
        inFlight.delete(work);
        // The page is free again: its next post may be waiting.
        if (isLooping) void round();
      });
    inFlight.add(work);
    return work;
  }

  async function settled(): Promise<void> {
    await current;
    await Promise.all(inFlight);
  }

  const tickJob: Job = {
    name: 'publish-due',
    rule: '*/5 * * * * *',
    async run() {
      await claims.markMissed();
      await round();
      lastTick = new Date();
    },
  };

  return {
    tickJob,
    lastTick: () => lastTick,

    /** Begins to claim by itself. */
    start(): void {
      isLooping = true;
      wake.start();
      void tickJob.run(new Date()).catch((error: unknown) => log.error({ err: error }, 'publish.first-tick-failed'));
    },

    /** Resolves when everything that is on its way here has come to an end or a wait. */
    settled,

    /** No new claims; resolves when what is on its way has settled. */
    async stop(): Promise<void> {
      isStopping = true;
      isLooping = false;
      await wake.stop();
      await settled();
    },

    /** Brings one post out that is due now, here and at once if its page is free; otherwise whoever gets it. Waits for its end up to `waitMs`. */
    async publishNow(postId: number, waitMs: number): Promise<void> {
      const until = performance.now() + waitMs;
      do {
        const claimedAt = performance.now();
        const [claim] = await claims.claim(1, postId);
        if (claim !== undefined) await bringOut(claim, claimedAt);
        else if (await claims.explainPause(postId)) return;
        const row = await db<{ id: number; status: string; is_held: boolean; problem: object | null }>('posts').where({ id: postId }).first('status', 'problem');
        const isWaitingForLong = row?.status === 'scheduled' && row.problem !== null;
        if (row === undefined || isWaitingForLong || (row.status !== 'scheduled' && row.status !== 'publishing')) return;
        await new Promise((resolve) => { setTimeout(resolve, WAIT_STEP_MS); });
      } while (performance.now() < until && !isStopping);
    },

    /** The pages work again: posts that waited for them take their places back. */
    releasePages: (ids: readonly number[]) => claims.releasePages(ids),

    /**
     * Ends the schedule of a page that is being removed, in the transaction that removes it.
     * @throws ConflictError while one of its posts is on its way out
     */
    async endScheduleOfPage(trx: Knex.Transaction, owner: Owner, facebookPageId: number): Promise<void> {
      const clock = await trx<{ facebook_page_id: number; post_id: number | null }>('page_clock').where({ facebook_page_id: facebookPageId }).forUpdate().first('post_id');
      if (clock?.post_id != null) throw new ConflictError('A post of this page is being published right now. Try again in a minute.');
      await trx('posts').where({ user_id: owner.userId, environment: owner.environment, facebook_page_id: facebookPageId, status: 'scheduled' })
        .update({ status: 'failed', problem: JSON.stringify(PAGE_REMOVED), is_held: false, publish_now: false, updated_at: trx.fn.now() });
    },
  };
}
export type Publishing = ReturnType<typeof createPublishing>;
