import { Worker } from 'node:worker_threads';
import type { PublicGet } from '../../http/public-get.ts';
import { FetchFlawError } from '../../http/public-get.ts';
import { bytesWithin } from './bytes-within.ts';
import { SourceFlawError } from './source-flaws.ts';

/** By which a robots.txt knows us. */
export const ROBOT = 'Pagecast';
/** As RFC 9309 asks for at least; rules further down are not read. */
const LIMIT_BYTES = 500 * 1024;
const DECIDED_WITHIN_MS = 3000;

/** What is asked about an address, and whether it may be fetched. */
export interface RobotsQuestion {
  readonly rules: string;
  readonly robotsAddress: string;
  readonly address: string;
  readonly robot: string;
}

/**
 * Asks the robots.txt of each host whether an address may be fetched. As RFC 9309 says, a file that is not there allows
 * everything, and one that cannot be had now allows nothing.
 * @throws SourceFlawError when it may not
 */
export function respectingRobots(get: PublicGet, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
  return async function mayFetch(url: URL): Promise<void> {
    const robotsAddress = new URL('/robots.txt', url).href;
    const rules = await rulesAt(robotsAddress);
    if (rules === null) return;
    if (!(await isAllowed({ rules, robotsAddress, address: url.href, robot: ROBOT })))
      throw new SourceFlawError('robots');
  };

  /** null: there are none. */
  async function rulesAt(address: string): Promise<string | null> {
    try {
      const answer = await get(address, { headers: { ...headers, accept: 'text/plain' }, signal });
      if (answer.status >= 400 && answer.status < 500) {
        answer.end();
        return null;
      }
      if (answer.status !== 200) {
        answer.end();
        throw new SourceFlawError('robots-unknown');
      }
      return (await bytesWithin(answer, LIMIT_BYTES, 'cut')).toString('utf8');
    } catch (error) {
      if (error instanceof FetchFlawError && error.flaw === 'private') throw error;
      if (error instanceof FetchFlawError)
        throw new SourceFlawError(error.tookTooLong ? 'slow' : 'robots-unknown', { cause: error });
      throw error;
    }
  }
}

/** In a thread: rules can be written so that comparing them with a long address takes seconds. */
async function isAllowed(question: RobotsQuestion): Promise<boolean> {
  const thread = new Worker(new URL('./robots.worker.ts', import.meta.url), { workerData: question });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), DECIDED_WITHIN_MS);
  thread.once('message', (allowed: boolean) => resolve(allowed));
  thread.once('error', () => resolve(false));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    void thread.terminate();
  }
}
