import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from './figures.repository.ts';

/** However often is asked, the database is asked once in this time. */
const READ_EVERY_MS = 5000;
/** Who asks gets what was known before, where the database takes longer. */
const WAIT_MS = 2500;

export interface Latest {
  readonly figures: Figures;
  readonly ageMs: number;
}

/** What was last read, and read again where it is old: one statement at a time, however many ask. */
export function latestFigures(read: () => Promise<Figures>, waitMs = WAIT_MS) {
  let known: { readonly figures: Figures; readonly readAt: number } | null = null;
  let triedAt = -Infinity;
  let isAnswered = false;
  let reading: Promise<void> | null = null;

  async function readAgain(): Promise<void> {
    triedAt = performance.now();
    const readAt = triedAt;
    try {
      known = { figures: await read(), readAt };
      isAnswered = true;
    } catch {
      // Told by `isAnswered`, and logged by whoever needs the database for more than to look.
      isAnswered = false;
    }
  }

  /** @param maxAgeMs of what is known already */
  async function refresh(maxAgeMs: number): Promise<void> {
    if (performance.now() - triedAt >= maxAgeMs)
      reading ??= readAgain().finally(() => {
        reading = null;
      });
    if (reading === null) return;
    const isSlow = await Promise.race([reading.then(() => false), sleep(waitMs, true, { ref: false })]);
    if (isSlow) isAnswered = false;
  }

  return {
    /** @returns what is known, which is null before the database first answered, and whether it answers now */
    async find(maxAgeMs = READ_EVERY_MS): Promise<{ readonly latest: Latest | null; readonly isAnswered: boolean }> {
      await refresh(maxAgeMs);
      const latest = known && { figures: known.figures, ageMs: performance.now() - known.readAt };
      return { latest, isAnswered };
    },
  };
}
export type LatestFigures = ReturnType<typeof latestFigures>;
