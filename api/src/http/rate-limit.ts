import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyRequestsError } from './errors.ts';

/** Counts one call of this address. @throws TooManyRequestsError over the limit */
export type RateLimit = (address: string) => Promise<void>;

/** At most `perMinute` calls a minute and address, counted by this process. */
export function rateLimit(perMinute: number): RateLimit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (address) => {
    try {
      await limiter.consume(address);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.ceil(error.msBeforeNext / 1000);
      throw new TooManyRequestsError(`Too many tries. Wait ${seconds} s and try again.`, seconds);
    }
  };
}
