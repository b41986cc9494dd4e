import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Job } from '../jobs/jobs.ts';
import { networkOf } from './client-address.ts';
import { TooManyRequestsError } from './errors.ts';

/** Counts one call of this address. @throws TooManyRequestsError over the limit */
export type RateLimit = (address: string) => Promise<void>;

/** Counts within a transaction, over its connection: what is rolled back was not counted. */
export type RateLimitWithin = (trx: Knex.Transaction, key: string) => Promise<void>;

const TABLE = 'rate_limits';
/** No end of a count is further away than so many times its length, whatever the clocks of two machines differ by. */
const FAR_OFF = 2;

/** Limits that all processes over one database count together. */
export function rateLimits(db: Knex) {
  /** How long each of them counts, in seconds, by name. */
  const windows = new Map<string, number>();

  /** Deletes what counts no more, and what a machine has written whose clock stood ahead: that would count for days. */
  async function forgetOld(): Promise<void> {
    await db(TABLE).where('expire', '<', Date.now()).delete();
    for (const [name, seconds] of windows)
      await db(TABLE)
        .whereLike('key', `${name}:%`)
        .where('expire', '>', Date.now() + FAR_OFF * seconds * 1000)
        .delete();
  }

  function limiterOf(name: string, limit: number, seconds: number) {
    windows.set(name, seconds);
    const rule = { keyPrefix: name, points: limit, duration: seconds };
    const limiter = new RateLimiterPostgres({
      ...rule,
      ...storeOver(db),
      inMemoryBlockOnConsumed: limit,
      insuranceLimiter: new RateLimiterMemory(rule),
    });
    return (key: string) => consume(limiter, key);
  }

  return {
    /**
     * At most `limit` times within so many seconds, for each of whatever is counted.
     * @param name what is counted
     */
    within: (name: string, limit: number, seconds: number): RateLimit => {
      const count = limiterOf(name, limit, seconds);
      return (key) => count(unreadable(key));
    },

    /** The same, counted with what a transaction does. One that waits for a second connection may wait for itself. */
    withinTransaction(name: string, limit: number, seconds: number): RateLimitWithin {
      windows.set(name, seconds);
      const rule = { keyPrefix: name, points: limit, duration: seconds };
      return (trx, key) => consume(new RateLimiterPostgres({ ...rule, ...storeOver(trx) }), unreadable(key));
    },

    /**
     * At most `limit` calls a minute and address. Who has reached it is turned away without asking the database again,
     * and without a database each process counts by itself.
     * @param name what is counted
     */
    perMinute(name: string, limit: number): RateLimit {
      const count = limiterOf(name, limit, 60);
      return (address) => count(networkOf(address));
    },

    forgetOld,
    jobs: [{ name: 'sweep-rate-limits', rule: '0 */10 * * * *', run: forgetOld }] satisfies Job[],
  };
}
export type RateLimits = ReturnType<typeof rateLimits>;

const storeOver = (db: Knex) =>
  ({
    storeClient: db,
    storeType: 'knex',
    tableName: TABLE,
    tableCreated: true,
    clearExpiredByTimeout: false,
  }) as const;

/** Of any length, and none that anybody reads in the table. */
const unreadable = (key: string) => createHash('sha256').update(key).digest('base64url');

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    // The clock of this machine was set back: nobody waits for the one before.
    if (error.msBeforeNext > FAR_OFF * limiter.duration * 1000) limiter.deleteInMemoryBlockedAll();
    const wait = Math.min(Math.ceil(error.msBeforeNext / 1000), limiter.duration);
    throw new TooManyRequestsError(`Too many attempts. Wait ${wait} s and try again.`, wait);
  }
}
