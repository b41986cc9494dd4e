import type { Knex } from 'knex';
import { clockDifference } from '../db/clock-difference.ts';
import type { FacebookClock } from '../facebook/facebook-clock.ts';
import type { Metrics } from '../http/metrics.ts';

/** Posts fall due at whole minutes; and by 2 min off, a search at Facebook would miss what is out already. */
const FACEBOOK_LIMIT_MS = 60_000;

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

/** A machine that is wrong together with its database: posts would go out early or late, and nothing here shows it. */
export function facebookClockCheck({
  clock,
  metrics,
  limitSeconds,
}: {
  readonly clock: Pick<FacebookClock, 'offMs'>;
  readonly metrics: Pick<Metrics, 'facebookClockDifference'>;
  /** Of CLOCK_LIMIT_SECONDS: where it is off, so is this. */
  readonly limitSeconds: number | null;
}) {
  return async (): Promise<string | null> => {
    if (limitSeconds === null) return null;
    const offMs = await clock.offMs(FACEBOOK_LIMIT_MS);
    if (offMs === null) return null;
    metrics.facebookClockDifference.set(offMs / 1000);
    if (Math.abs(offMs) <= FACEBOOK_LIMIT_MS) return null;
    return (
      `The clock of this machine is ${differenceInWords(offMs)} Facebook's. ` +
      'Let a time service such as chrony set it. Until they agree, this process publishes nothing.'
    );
  };
}

function sentenceOf(ms: number): string {
  return (
    `The clock of this machine is ${differenceInWords(ms)} the database's. ` +
    'Let a time service such as chrony set both. Until they agree, posts are left to other processes.'
  );
}

const differenceInWords = (ms: number) => `${inWords(Math.abs(ms) / 1000)} ${ms > 0 ? 'behind' : 'ahead of'}`;

function inWords(seconds: number): string {
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
