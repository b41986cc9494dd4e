/** Posts that one process has on their way at a time. */
const MOST = 48;
/** Fewer were tried: with 8 a busy machine brought out a third as many posts a second. */
const LEAST = 32;
/** A statement that takes so much longer than the quickest waits for others, and so does everybody's. */
const BUSY_MS = 25;
const BUSY_TIMES = 3;
/** How much one reading counts. */
const WEIGHT = 0.1;
/** The quickest of long ago says nothing of the database's line of now. */
const FORGETS = 1.0005;
/** The limit falls at most once within so many readings: they are to show what the last fall has done. */
const READINGS_PER_FALL = 16;

/**
 * How many posts are brought out at a time: more while the database answers as quickly as it can, fewer as soon as its
 * answers are waited for. With Facebook as the slow side that is the most; with machine or database as the slow side
 * more would bring no post out sooner, and keep people's requests waiting.
 */
export function pacing({ most = MOST, least = LEAST } = {}) {
  let limit = least;
  let usual: number | null = null;
  let quickest = Infinity;
  let sinceFall = 0;

  return {
    limit: () => Math.floor(limit),

    /** @param ms that a small statement took, with all that it waited for */
    note(ms: number): void {
      quickest = Math.min(quickest * FORGETS, ms);
      usual = usual === null ? ms : usual + WEIGHT * (ms - usual);
      sinceFall += 1;
      const isBusy = usual > Math.max(quickest * BUSY_TIMES, quickest + BUSY_MS);
      if (!isBusy) limit = Math.min(most, limit + 0.25);
      else if (sinceFall >= READINGS_PER_FALL) {
        limit = Math.max(least, limit * 0.8);
        sinceFall = 0;
      }
    },
  };
}
export type Pacing = ReturnType<typeof pacing>;
