import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { answerTo } from './answer-to.ts';
import { isPrivate, networksOf, outsideOnly } from './inside.ts';
import { lookUp } from './look-up.ts';
import type { AddressFlaw } from './post-public.ts';

const WITHIN_MS = 15_000;
const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Why there is nothing to read at an address. */
export type FetchFlaw = 'gone' | 'refused' | 'unreachable' | 'private';

export class FetchFlawError extends Error {
  readonly flaw: FetchFlaw;
  /** What is wrong with the address itself, or with one that it led to. */
  readonly address: AddressFlaw | null;
  constructor(flaw: FetchFlaw, { address = null, ...options }: ErrorOptions & { address?: AddressFlaw | null } = {}) {
    super(flaw, options);
    this.flaw = flaw;
    this.address = address;
  }
}

export type FetchPublic = (address: string) => Promise<AsyncIterable<Uint8Array>>;

/**
 * Fetches what anybody can read at an address, whoever named it: never from networks that only this machine reaches.
 * Which machine it is, is looked at when the line opens, so that no name can mean another one by then, and anew for
 * each redirect. Our cookies and secrets are nowhere near.
 * @param allowed IP addresses of private networks that may be asked all the same
 * @param flawOf what else is wrong with an address; asked of each that it is led on to, too
 */
export function publicFetch(
  allowed: readonly string[] = [],
  flawOf: (address: string) => AddressFlaw | null = () => null,
): FetchPublic {
  const own = networksOf(allowed);
  const lookup = outsideOnly(lookUp({ knowsOwn: allowed.length > 0 }), own);
  const options = { allowIPAddressList: [...allowed], keepAlive: false, timeout: WITHIN_MS, lookup };
  const agents = { 'http:': new RequestFilteringHttpAgent(options), 'https:': new RequestFilteringHttpsAgent(options) };

  /** @throws FetchFlawError */
  return async (address) => {
    const deadline = AbortSignal.timeout(WITHIN_MS);
    let url = webAddress(address, address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const flaw = flawOf(url.href);
      if (flaw !== null) throw new FetchFlawError(flaw === 'private' ? 'private' : 'refused', { address: flaw });
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && isPrivate(host) && !own(host)) throw new FetchFlawError('private');
      const answer = await ask(url, agents[url.protocol as keyof typeof agents], deadline);
      const { statusCode = 0, headers } = answer;
      if (REDIRECTS.includes(statusCode) && headers.location !== undefined) {
        answer.destroy();
        url = webAddress(headers.location, url.href);
        continue;
      }
      if (statusCode === 200) return bytesOf(answer);
      answer.destroy();
      throw new FetchFlawError([404, 410].includes(statusCode) ? 'gone' : 'refused');
    }
    throw new FetchFlawError('refused');
  };
}

async function ask(url: URL, agent: http.Agent, deadline: AbortSignal): Promise<http.IncomingMessage> {
  const { get } = url.protocol === 'https:' ? https : http;
  const request = get(url, { agent, signal: deadline, headers: { accept: 'image/*', 'user-agent': 'Pagecast' } });
  try {
    return await answerTo(request);
  } catch (error) {
    throw lineFlaw(error);
  }
}

/** @throws FetchFlawError where the line breaks or takes too long */
async function* bytesOf(answer: http.IncomingMessage): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of answer) yield chunk as Uint8Array;
  } catch (error) {
    throw lineFlaw(error);
  }
}

function webAddress(address: string, base: string): URL {
  if (!URL.canParse(address, base)) throw new FetchFlawError('refused');
  const url = new URL(address, base);
  if (!['http:', 'https:'].includes(url.protocol)) throw new FetchFlawError('refused', { address: 'scheme' });
  return url;
}

function lineFlaw(error: unknown): FetchFlawError {
  // The filter says by its words alone that it was the filter.
  const isFiltered = /is not allowed|DNS lookup/.test((error as Error).message);
  return new FetchFlawError(isFiltered ? 'private' : 'unreachable', { cause: error });
}
