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

/** Limits that all processes over one database count together. */
export function rateLimits(db: Knex) {
  /** Deletes what counts no more. */
  async function forgetOld(): Promise<void> {
    await db(TABLE).where('expire', '<', Date.now()).delete();
  }

  function limiterOf(name: string, limit: number, seconds: number) {
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
    withinTransaction:
      (name: string, limit: number, seconds: number): RateLimitWithin =>
      (trx, key) => {
        const rule = { keyPrefix: name, points: limit, duration: seconds };
        return consume(new RateLimiterPostgres({ ...rule, ...storeOver(trx) }), unreadable(key));
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
    const wait = Math.ceil(error.msBeforeNext / 1000);
    throw new TooManyRequestsError(`Too many attempts. Wait ${wait} s and try again.`, wait);
  }
}
