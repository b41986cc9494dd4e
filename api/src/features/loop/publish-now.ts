import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { isStillAwaited } from '../publishing/asked-for-now.repository.ts';
import type { loopClockRepository } from '../publishing/loop-clock.repository.ts';
import type { PausesRepository } from '../publishing/pauses.repository.ts';
import type { Phase, Rounds } from './rounds.ts';

const WAIT_STEP_MS = 250;

interface Deps {
  readonly loopDb: Knex;
  readonly clock: ReturnType<typeof loopClockRepository>;
  readonly pauses: PausesRepository;
  readonly phase: Readonly<Phase>;
  readonly rounds: Rounds;
}

/** Waits up to `waitMs` until a post that was asked for has come to an end, by whoever's hand. */
export function waitingForEnd({ loopDb, phase }: Pick<Deps, 'loopDb' | 'phase'>) {
  return async function waitForEnd(postId: PostId, waitMs: number): Promise<void> {
    const until = performance.now() + waitMs;
    while (performance.now() < until && !phase.isLeaving && (await isStillAwaited(loopDb, postId)))
      await sleep(WAIT_STEP_MS);
  };
}

type PublishNow = (postId: PostId, waitMs: number) => Promise<void>;

/** Asks the process that the loop has to itself; where that one is away, it is done here, and nobody is told so. */
export function publishingThere(
  there: { publishNow(postId: PostId, waitMs: number): Promise<boolean> } | undefined,
  here: PublishNow,
): PublishNow {
  if (there === undefined) return here;
  return async (postId, waitMs) => {
    if (!(await there.publishNow(postId, waitMs))) await here(postId, waitMs);
  };
}

/**
 * Brings one post out that is due now, here and at once if its page is free; otherwise whoever gets it. Waits for its
 * end up to `waitMs`.
 */
export function publishingNow({ loopDb, clock, pauses, phase, rounds }: Deps): PublishNow {
  return async function publishNow(postId, waitMs) {
    const until = performance.now() + waitMs;
    // A process without a loop ends the gap itself, else each of its claims would find one that goes on.
    if (!phase.isLooping) await clock.beat();
    do {
      if (!(await rounds.bringOutNow(postId)) && (await pauses.explainPause(postId))) return;
      if (!(await isStillAwaited(loopDb, postId))) return;
      await sleep(WAIT_STEP_MS);
    } while (performance.now() < until && !phase.isLeaving);
  };
}
