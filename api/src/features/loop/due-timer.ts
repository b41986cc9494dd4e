import type { PageId } from '../../contract/ids.ts';
import { clockFrom, type Clock } from '../../db/clock.ts';
import type { NextDue } from '../publishing/claims.repository.ts';
import { SOON_MS } from '../publishing/timing.ts';

/** A timer of node's holds no more; a tick comes long before anyway. */
const LONGEST_TIMER_MS = 2 ** 30;

export interface DueTimerDeps {
  untilNext(): Promise<NextDue>;
  /** Reads what has to be known before a claim, so that it is known by then. */
  prepare(): Promise<unknown>;
  /** @param pages of which something has just fallen due, as far as that is known */
  wake(pages: readonly PageId[]): void;
}

/**
 * Wakes when a post falls due, never before. A moment earlier it reads all that a claim needs, so that nothing but the
 * claim is left for then.
 */
export function dueTimer({ untilNext, prepare, wake }: DueTimerDeps) {
  let timer: NodeJS.Timeout | undefined;
  /** A reading of `performance.now()`. */
  let wakesAt = Infinity;
  let isStopped = false;
  /** Null until the database was first asked. */
  let now: Clock | null = null;

  async function readNext(): Promise<{ at: number; pages: readonly PageId[] }> {
    const asked = performance.now();
    const next = await untilNext();
    now = clockFrom(next.now, asked);
    return { at: next.ms === null ? Infinity : performance.now() + next.ms, pages: next.pages };
  }

  function set(at: number, pages: readonly PageId[]): void {
    clearTimeout(timer);
    if (isStopped) return;
    wakesAt = at;
    const ms = at - performance.now();
    timer = ms > SOON_MS ? setTimeout(lookAhead, Math.min(LONGEST_TIMER_MS, ms - SOON_MS)) : wakeAfter(ms, pages);
  }

  function wakeAfter(ms: number, pages: readonly PageId[]): NodeJS.Timeout {
    // A timer may fire a hair early, and the database would not find the post due yet.
    const afterwards = Math.min(LONGEST_TIMER_MS, Math.max(0, ms) + 1);
    return setTimeout(() => {
      wakesAt = Infinity;
      wake(pages);
    }, afterwards);
  }

  /** Whatever comes of it, and however late: the wake-up stays, and finds out for itself. */
  function lookAhead(): void {
    const at = wakesAt;
    timer = wakeAfter(at - performance.now(), []);
    const looked = readNext().then((next) => {
      if (wakesAt === at && next.pages.length > 0) set(next.at, next.pages);
    });
    // Whoever is woken meets the same, and tells of it.
    Promise.all([looked, prepare()]).catch(() => {});
  }

  return {
    /** @param instant at which something falls due, in ms since 1970 by the database's time */
    wakeAt(instant: number): void {
      if (now === null) return wake([]);
      const at = performance.now() + instant - now().getTime();
      if (at < wakesAt) set(at, []);
    },

    /** Sets the timer to the next post that is known to the database. */
    async arm(): Promise<void> {
      const { at, pages } = await readNext();
      if (at < wakesAt) set(at, pages);
    },

    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
