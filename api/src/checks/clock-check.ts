import type { Knex } from 'knex';
import { clockDifference } from '../db/clock-difference.ts';
import type { Metrics } from '../http/metrics.ts';

interface Deps {
  readonly db: Knex;
  readonly metrics: Pick<Metrics, 'clockDifference'>;
  /** Of CLOCK_LIMIT_SECONDS; null where it is off. */
  readonly limitSeconds: number | null;
}

/** Two clocks that disagree: nobody here can tell which of them is wrong, nor whether a post would go out early. */
export function clockCheck({ db, metrics, limitSeconds }: Deps) {
  return async (): Promise<string | null> => {
    const { ms, certainMs } = await clockDifference(db);
    metrics.clockDifference.set(ms / 1000);
    return limitSeconds === null || Math.abs(certainMs) <= limitSeconds * 1000 ? null : sentenceOf(certainMs);
  };
}

function sentenceOf(ms: number): string {
  return (
    `The clock of this machine is ${inWords(Math.abs(ms) / 1000)} ${ms > 0 ? 'behind' : 'ahead of'} the database's. ` +
    'Let a time service such as chrony set both. Until they agree, posts are left to other processes.'
  );
}

function inWords(seconds: number): string {
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
