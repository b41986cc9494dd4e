import type dns from 'node:dns';
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

interface FlawOptions extends ErrorOptions {
  readonly address?: AddressFlaw | null;
  readonly tookTooLong?: boolean;
}

export class FetchFlawError extends Error {
  readonly flaw: FetchFlaw;
  /** What is wrong with the address itself, or with one that it led to. */
  readonly address: AddressFlaw | null;
  /** It is there, but slow. */
  readonly tookTooLong: boolean;
  constructor(flaw: FetchFlaw, { address = null, tookTooLong = false, ...options }: FlawOptions = {}) {
    super(flaw, options);
    this.flaw = flaw;
    this.address = address;
    this.tookTooLong = tookTooLong;
  }
}

interface Asking {
  readonly headers: Readonly<Record<string, string>>;
  /** Asked of each address before it is, also of those that it leads to. @throws to stop there */
  readonly before?: (url: URL) => Promise<void>;
  /** In all, redirects included; a part of it for what `before` asks. */
  readonly signal?: AbortSignal;
}

/** What came from an address, its bytes as they come. Who does not read them ends it. */
export interface PublicAnswer {
  /** Where it was found in the end. */
  readonly url: URL;
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: AsyncIterable<Uint8Array>;
  end(): void;
}
export type PublicGet = ReturnType<typeof publicGet>;

/**
 * Asks for what anybody can read at an address, whoever named it: never in networks that only this machine reaches.
 * Which machine it is, is looked at when the line opens, so that no name can mean another one by then, and anew for
 * each redirect. Our cookies and secrets are nowhere near.
 * @param allowed IP addresses of private networks that may be asked all the same
 * @param flawOf what else is wrong with an address; asked of each that it is led on to, too
 * @param lookup who says which machine a name means
 */
export function publicGet(
  allowed: readonly string[] = [],
  {
    flawOf = () => null,
    lookup = lookUp({ knowsOwn: allowed.length > 0 }),
  }: { readonly flawOf?: (address: string) => AddressFlaw | null; readonly lookup?: typeof dns.lookup } = {},
) {
  const own = networksOf(allowed);
  const options = {
    allowIPAddressList: [...allowed],
    keepAlive: false,
    timeout: WITHIN_MS,
    lookup: outsideOnly(lookup, own),
  };
  const agents = { 'http:': new RequestFilteringHttpAgent(options), 'https:': new RequestFilteringHttpsAgent(options) };

  /** @throws FetchFlawError when it is not reached, or leads on for ever; any status is an answer */
  return async function get(
    address: string,
    { headers, before, signal = AbortSignal.timeout(WITHIN_MS) }: Asking,
  ): Promise<PublicAnswer> {
    let url = webAddress(address, address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const flaw = flawOf(url.href);
      if (flaw !== null) throw new FetchFlawError(flaw === 'private' ? 'private' : 'refused', { address: flaw });
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && isPrivate(host) && !own(host)) throw new FetchFlawError('private');
      await before?.(url);
      const answer = await ask(url, agents[url.protocol as keyof typeof agents], { headers, signal });
      const { statusCode: status = 0, headers: said } = answer;
      if (!REDIRECTS.includes(status) || said.location === undefined)
        return { url, status, headers: said, bytes: bytesOf(answer, signal), end: () => answer.destroy() };
      answer.destroy();
      url = webAddress(said.location, url.href);
    }
    throw new FetchFlawError('refused');
  };
}

async function ask(
  url: URL,
  agent: http.Agent,
  { headers, signal }: { headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<http.IncomingMessage> {
  const { get } = url.protocol === 'https:' ? https : http;
  const request = get(url, { agent, signal, headers: { ...headers } });
  try {
    return await answerTo(request);
  } catch (error) {
    throw lineFlaw(error, signal);
  }
}

/** @throws FetchFlawError where the line breaks or takes too long */
async function* bytesOf(answer: http.IncomingMessage, signal: AbortSignal): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of answer) yield chunk as Uint8Array;
  } catch (error) {
    throw lineFlaw(error, signal);
  }
}

function webAddress(address: string, base: string): URL {
  if (!URL.canParse(address, base)) throw new FetchFlawError('refused');
  const url = new URL(address, base);
  if (!['http:', 'https:'].includes(url.protocol)) throw new FetchFlawError('refused', { address: 'scheme' });
  return url;
}

function lineFlaw(error: unknown, { aborted }: AbortSignal): FetchFlawError {
  // The filter says by its words alone that it was the filter.
  const isFiltered = /is not allowed|DNS lookup/.test((error as Error).message);
  return new FetchFlawError(isFiltered ? 'private' : 'unreachable', { cause: error, tookTooLong: aborted });
}
