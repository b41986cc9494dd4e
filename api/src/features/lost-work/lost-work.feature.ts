import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Subscription } from '../../db/listener.ts';
import type { Job } from '../../jobs/jobs.ts';
import { notifyOfLostPosts } from '../notifications/notify-of-loss.repository.ts';
import { lossOf } from '../publishing/loop-clock.repository.ts';
import { lostPosts, type LostPost, type LostPosts, type ToldPost } from '../publishing/lost-posts.repository.ts';
import { LOSS_LAG_MS } from '../publishing/timing.ts';
import { tellOfLossesJob } from './tell-of-losses.job.ts';
import { toldPosts } from './told-posts.ts';

const AGAIN_AFTER_MS = 500;
/** The database comes back, or another process is told. */
const LOOKS = 60;

interface Deps {
  readonly loopDb: Knex;
  /** People who are always let in. */
  readonly adminIds: readonly string[];
  readonly log: Logger;
  moved(): void;
}

/**
 * After a failover that lost the last writes of the database: posts whose owner had just changed or deleted them wait
 * for their owner in place of going out as they were before, and people are told what may be gone.
 */
export function createLostWork(deps: Deps) {
  const { loopDb, adminIds, log, moved } = deps;
  const posts = lostPosts(loopDb);
  const told = toldPosts();
  let history: string | null = null;
  /** When the line was last heard of: what changed in a post after that is newer than what was told. */
  let heardUntil = performance.now();
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const now = await stubbornly(() => posts.history());
    const before = history;
    history = now;
    if (before === null || before === now) return;
    const lost = await setAside(posts, told.take(), heardUntil);
    if (lost.length === 0) return;
    log.warn({ posts: lost.map(({ id, how }) => ({ id, how })).slice(0, 100) }, 'publish.owners-last-words-are-lost');
    moved();
    await stubbornly(() => tell(deps, lost, now));
  }

  const postWrites = {
    notified(payload: string): void {
      heardUntil = performance.now();
      told.hear(payload);
    },
    listening(): void {
      looking = looking
        .then(look)
        .catch((error: unknown) => log.error({ err: error }, 'publish.lost-work-not-looked-for'));
    },
  } satisfies Subscription;

  return {
    channels: { post_writes: postWrites },
    /** Resolves when what a loss took is dealt with. */
    settled: () => looking,
    jobs: [tellOfLossesJob({ loopDb, adminIds })] satisfies Job[],
  };
}

/** Nothing that waits after a loss goes out before this is through. */
async function setAside(posts: LostPosts, known: readonly ToldPost[], since: number): Promise<LostPost[]> {
  const started = performance.now();
  const stopped: LostPost[] = [];
  for (;;) {
    const differing = await stubbornly(() => posts.differing(known, performance.now() - since));
    const planned = differing.filter(({ how }) => how === 'planned');
    const freed: LostPost[] = [];
    for (const post of planned) if (await stubbornly(() => posts.setAside(post))) freed.push(post);
    stopped.push(...freed);
    const isThrough = freed.length === planned.length || performance.now() - started > LOSS_LAG_MS;
    if (isThrough)
      return [
        ...stopped,
        ...differing.filter(({ id, how }) => how !== 'planned' && !stopped.some((one) => one.id === id)),
      ];
    await sleep(AGAIN_AFTER_MS);
  }
}

/** Its owner of each. */
async function tell({ loopDb, log }: Deps, lost: readonly LostPost[], since: string): Promise<void> {
  const gap = await lossOf(loopDb, since);
  for (const [key, own] of Map.groupBy(lost, ({ userId, environment }) => `${userId}:${environment}`)) {
    const [{ userId, environment } = lost[0]!] = own;
    const count = (how: LostPost['how']) => own.filter((post) => post.how === how).length;
    await notifyOfLostPosts(loopDb, { userId, environment }, since, {
      code: 'work_lost',
      action: null,
      params: {
        since: gap.since.toISOString(),
        until: gap.until.toISOString(),
        stopped: count('planned'),
        older: count('older'),
        gone: count('gone'),
        isForAll: false,
      },
    });
    log.info({ person: key, posts: own.length }, 'publish.owner-told-of-lost-work');
  }
}

async function stubbornly<T>(ask: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await ask();
    } catch (error) {
      if (n >= LOOKS) throw error;
      await sleep(AGAIN_AFTER_MS);
    }
  }
}
