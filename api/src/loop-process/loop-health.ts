const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** One that lived so long has started well: what ended it is no fault of the start. */
const LIVED_MS = 5000;
/** So many ends in a row are told as what they are: it does not stay up. */
const ENDS_OF_A_CRASH_LOOP = 5;

/** What is known of the process of the loop, by what it told and how it ended. */
export function loopHealth() {
  /** In a row, each soon after a start. */
  let ends = 0;
  let lastEnd: string | null = null;
  let isUp = false;
  /** A reading of `performance.now()`. */
  let lastTick: number | null = null;

  return {
    noteTick(sinceTick: number): void {
      lastTick = performance.now() - sinceTick;
      isUp = true;
    },

    /** @returns how long to wait before it is started again */
    noteEnd(how: string, livedMs: number): { pauseMs: number; endsInARow: number } {
      isUp = false;
      lastEnd = how;
      ends = livedMs > LIVED_MS ? 1 : ends + 1;
      return { pauseMs: Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (ends - 1)), endsInARow: ends };
    },

    /** Milliseconds since the loop last got through; null before it first did. */
    sinceTick: () => (lastTick === null ? null : performance.now() - lastTick),

    /**
     * - `up`: it got through
     * - `starting`: for the first time
     * - `down`: it has ended, and is started again
     */
    state(): 'up' | 'starting' | 'down' {
      if (isUp) return 'up';
      return lastEnd === null ? 'starting' : 'down';
    },

    /** Why nothing goes out from here just now, in sentences; null while it is up, or starts for the first time. */
    whyDown(): string | null {
      if (isUp || lastEnd === null) return null;
      const how = `The process that publishes posts has ended (${lastEnd})`;
      return ends < ENDS_OF_A_CRASH_LOOP
        ? `${how} and starts again.`
        : `${how}, for the ${ends}th time in a row. Its lines in the log say why. ` +
            'No posts go out from here until it stays up; it is started again at least every 30 s.';
    },
  };
}
export type LoopHealth = ReturnType<typeof loopHealth>;
