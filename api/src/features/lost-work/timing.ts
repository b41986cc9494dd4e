import { setTimeout as sleep } from 'node:timers/promises';
import { LOSS_LAG_MS } from '../publishing/timing.ts';

export interface Timing {
  /** What a worker holds is waited for this long. */
  readonly lagMs: number;
  readonly againAfterMs: number;
  /** After so many the database is left alone, until the line to it stands anew. */
  readonly looks: number;
}

export const TIMING: Timing = { lagMs: LOSS_LAG_MS, againAfterMs: 500, looks: 60 };

/** Asks again: a standby that is just being promoted has many ways to say no. */
export async function stubbornly<T>({ looks, againAfterMs }: Timing, ask: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await ask();
    } catch (error) {
      if (n >= looks) throw error;
      await sleep(againAfterMs);
    }
  }
}
