import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Subscription } from '../../db/listener.ts';
import type { Job } from '../../jobs/jobs.ts';
import { lostPosts, type LostPost, type ToldPost } from '../publishing/lost-posts.repository.ts';
import { stopPosts } from './stop-posts.ts';
import { tellOfLossesJob } from './tell-of-losses.job.ts';
import { tellOwners } from './tell-owners.ts';
import { TIMING, stubbornly, type Timing } from './timing.ts';
import { toldPosts } from './told-posts.ts';

interface Deps {
  readonly loopDb: Knex;
  /** People who are always let in. */
  readonly adminIds: readonly string[];
  readonly log: Logger;
  moved(): void;
}

interface Heard {
  readonly known: readonly ToldPost[];
  /** A reading of `performance.now()`: what changed in a post after that is newer than what is known. */
  readonly since: number;
}

/**
 * After a failover that lost the last writes of the database: posts whose owner had just changed or deleted them wait
 * for their owner in place of going out as they were before, and people are told what may be gone.
 */
export function createLostWork(deps: Deps, hurry: Partial<Timing> = {}) {
  const { loopDb, adminIds, log, moved } = deps;
  const timing = { ...TIMING, ...hurry };
  const posts = lostPosts(loopDb);
  const stop = stopPosts({ posts, log, timing });
  const told = toldPosts();
  /** Of what is remembered. It stays, and so does that, until all of a loss is dealt with. */
  let history: string | null = null;
  /** When the line was last heard of. */
  let heardUntil = performance.now();
  /** Of the last line that was lost, until it is known what became of it. */
  let unresolved: Heard | null = null;
  let looking: Promise<void> = Promise.resolve();

  async function look(heard: Heard): Promise<void> {
    const now = await stubbornly(timing, () => posts.history());
    if (history !== null && history !== now) {
      await dealWith(await stop(heard.known, heard.since), now);
      told.forget(heard.known);
    }
    history = now;
    if (unresolved === heard) unresolved = null;
  }

  /** What came by the line that is lost. A look that did not get to its end had not heard more than that. */
  function heardSoFar(): Heard {
    unresolved = { known: told.all(heardUntil), since: unresolved?.since ?? heardUntil };
    return unresolved;
  }

  async function dealWith(lost: readonly LostPost[], since: string): Promise<void> {
    if (lost.length === 0) return;
    log.warn({ posts: lost.map(({ id, how }) => ({ id, how })).slice(0, 100) }, 'publish.owners-last-words-are-lost');
    moved();
    await stubbornly(timing, () => tellOwners({ loopDb, log }, lost, since));
  }

  const postWrites = {
    notified(payload: string): void {
      heardUntil = performance.now();
      told.hear(payload);
    },
    listening(): void {
      // Before anything is waited for: the new line tells of another history at once.
      const heard = heardSoFar();
      looking = looking
        .then(() => look(heard))
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
