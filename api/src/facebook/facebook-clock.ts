import { differenceOf } from '../db/clock-difference.ts';

/** Facebook tells its time in whole seconds. */
const SECOND_MS = 1000;
const ASK_EVERY_MS = 10_000;
const ASK_WITHIN_MS = 3000;

/** When an answer came, by the clock of this machine. */
export interface AnswerTimes {
  readonly before: number;
  readonly after: number;
}

/**
 * How far the clock of this machine is from Facebook's, by the dates of its answers: where the machine and its database
 * are wrong together, nothing else tells.
 */
export function facebookClock({ base }: { base: string }) {
  let offMs: number | null = null;
  /** A reading of `performance.now()`. */
  let askedAt = -Infinity;
  let firstAnswer: Promise<void> | null = null;

  function note(headers: Headers, { before, after }: AnswerTimes): void {
    const date = Date.parse(headers.get('date') ?? '');
    // What a cache has kept is of another time.
    if (Number.isNaN(date) || headers.has('age')) return;
    const [early, late] = [date, date + SECOND_MS].map((at) => differenceOf({ before, at, after }).certainMs);
    offMs = early !== undefined && early > 0 ? early : Math.min(0, late ?? 0);
  }

  /** Any answer tells the time. */
  async function ask(): Promise<void> {
    askedAt = performance.now();
    const before = Date.now();
    const signal = AbortSignal.timeout(ASK_WITHIN_MS);
    const response = await fetch(base, { method: 'HEAD', redirect: 'manual', signal });
    note(response.headers, { before, after: Date.now() });
  }

  return {
    note,

    /**
     * By so many milliseconds for certain. Positive: Facebook's is ahead. Null: nothing was heard of Facebook yet.
     * Waits for no answer but the first that it asks for: what is due goes out meanwhile.
     * @param limitMs further off, it is asked from time to time: whoever waits for it to be right makes no calls
     */
    async offMs(limitMs: number): Promise<number | null> {
      const isDue = performance.now() - askedAt >= ASK_EVERY_MS;
      if (isDue && (offMs === null || Math.abs(offMs) > limitMs)) {
        // Where it cannot be reached, nothing follows from that.
        const answered = ask().catch(() => {});
        firstAnswer ??= answered;
      }
      await firstAnswer;
      return offMs;
    },
  };
}
export type FacebookClock = ReturnType<typeof facebookClock>;
