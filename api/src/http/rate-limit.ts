import type { Knex } from 'knex';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Job } from '../jobs/jobs.ts';
import { networkOf } from './client-address.ts';
import { TooManyRequestsError } from './errors.ts';

/** Counts one call of this address. @throws TooManyRequestsError over the limit */
export type RateLimit = (address: string) => Promise<void>;

const TABLE = 'rate_limits';

/** Limits that all processes over one database count together. */
export function rateLimits(db: Knex) {
  /** Deletes what counts no more. */
  async function forgetOld(): Promise<void> {
    await db(TABLE).where('expire', '<', Date.now()).delete();
  }

  return {
    /**
     * At most `limit` calls a minute and address. Who has reached it is turned away without asking the database again,
     * and without a database each process counts by itself.
     * @param name what is counted
     */
    perMinute(name: string, limit: number): RateLimit {
      const rule = { keyPrefix: name, points: limit, duration: 60 };
      const limiter = new RateLimiterPostgres({
        ...rule,
        storeClient: db,
        storeType: 'knex',
        tableName: TABLE,
        tableCreated: true,
        clearExpiredByTimeout: false,
        inMemoryBlockOnConsumed: limit,
        insuranceLimiter: new RateLimiterMemory(rule),
      });
      return async (address) => {
        try {
          await limiter.consume(networkOf(address));
        } catch (error) {
          if (!(error instanceof RateLimiterRes)) throw error;
          const seconds = Math.ceil(error.msBeforeNext / 1000);
          throw new TooManyRequestsError(`Too many attempts. Wait ${seconds} s and try again.`, seconds);
        }
      };
    },

    forgetOld,
    jobs: [{ name: 'sweep-rate-limits', rule: '0 */10 * * * *', run: forgetOld }] satisfies Job[],
  };
}
export type RateLimits = ReturnType<typeof rateLimits>;
