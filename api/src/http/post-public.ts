import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type dns from 'node:dns';
import { promisify } from 'node:util';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { answerTo } from './answer-to.ts';
import { isPrivate, networksOf, outsideOnly } from './inside.ts';
import { lookUp } from './look-up.ts';

/** An answer is a status; of what else comes so much is taken off the line, so that the other side sees no break. */
const READ_BYTES = 16 * 1024;
const LEAST_FREE_PORT = 1024;

/** Why an address is none that we send to. */
export type AddressFlaw = 'address' | 'scheme' | 'credentials' | 'port' | 'private';
/** Why nothing came back. */
export type PostFlaw = 'private' | 'unknown-host' | 'certificate' | 'timeout' | 'unreachable' | AddressFlaw;

export class PostFlawError extends Error {
  readonly flaw: PostFlaw;
  constructor(flaw: PostFlaw, options?: ErrorOptions) {
    super(flaw, options);
    this.flaw = flaw;
  }
}

export interface PostAnswer {
  readonly status: number;
  readonly headers: Headers;
}

export interface Posting {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly withinMs: number;
}

/**
 * Sends to addresses that people name: never into networks that only this machine reaches. Which machine it is, is
 * looked at when the line opens, so that no name can mean another one by then. Nobody is led on to another address.
 * @param allowed IP addresses and networks of one's own that may be sent to all the same, also without encryption
 * @param lookup who says which machine a name means
 */
export function publicPost(allowed: readonly string[] = [], lookup: typeof dns.lookup = lookUpFor(allowed)) {
  const own = networksOf(allowed);
  const options = { allowIPAddressList: [...allowed], keepAlive: false, lookup: outsideOnly(lookup, own) };
  const addressesOf = promisify(lookup);
  const agents = { 'http:': new RequestFilteringHttpAgent(options), 'https:': new RequestFilteringHttpsAgent(options) };

  /** What is wrong with an address as it is written; null where nothing is. */
  function flawOf(address: string): AddressFlaw | null {
    if (!URL.canParse(address)) return 'address';
    const { protocol, username, password, port, hostname } = new URL(address);
    const host = hostname.replace(/^\[|\]$|\.$/g, '');
    const isOwn = isIP(host) === 0 ? host === 'localhost' && own('127.0.0.1') : own(host);
    if (protocol !== 'https:' && !(protocol === 'http:' && isOwn)) return 'scheme';
    if (username !== '' || password !== '') return 'credentials';
    if (port !== '' && Number(port) < LEAST_FREE_PORT && !isOwn) return 'port';
    if (!isOwn && isIP(host) !== 0 && isPrivate(host)) return 'private';
    // A name without a dot is one of a local network, as are these.
    if (
      !isOwn &&
      isIP(host) === 0 &&
      (!host.includes('.') || /\.(local|localhost|internal|lan|home\.arpa)\.?$/.test(host))
    )
      return 'private';
    return null;
  }

  return {
    flawOf,

    /** Whether its name means a machine of a private network at this moment. What has no name means none yet. */
    async leadsInside(address: string): Promise<'private' | null> {
      const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
      const found = await addressesOf(host, { all: true }).catch(() => []);
      return found.some((one) => isPrivate(one.address) && !own(one.address)) ? 'private' : null;
    },

    /** @throws PostFlawError where no answer comes within that time */
    async post(address: string, { headers, body, withinMs }: Posting): Promise<PostAnswer> {
      const flaw = flawOf(address);
      if (flaw !== null) throw new PostFlawError(flaw);
      const url = new URL(address);
      const { request: open } = url.protocol === 'https:' ? https : http;
      const deadline = AbortSignal.timeout(withinMs);
      const request = open(url, {
        method: 'POST',
        agent: agents[url.protocol as keyof typeof agents],
        signal: deadline,
        headers: { 'user-agent': 'Pagecast', 'content-length': String(Buffer.byteLength(body)), ...headers },
        maxHeaderSize: READ_BYTES,
      });
      try {
        const answered = answerTo(request);
        request.end(body);
        const answer = await answered;
        // What breaks from here on breaks behind the answer.
        request.on('error', () => {});
        const { statusCode = 0 } = answer;
        await passOver(answer).catch(() => {});
        return { status: statusCode, headers: headersOf(answer) };
      } catch (error) {
        throw new PostFlawError(deadline.aborted ? 'timeout' : postFlaw(error), { cause: error });
      } finally {
        request.on('error', () => {});
        request.destroy();
      }
    },
  };
}
const lookUpFor = (allowed: readonly string[]) => lookUp({ knowsOwn: allowed.length > 0 });
export type PublicPost = ReturnType<typeof publicPost>;

/** Takes what is short off the line, and ends the line before what is long. */
async function passOver(answer: http.IncomingMessage): Promise<void> {
  let seen = 0;
  for await (const chunk of answer) {
    seen += (chunk as Buffer).length;
    if (seen > READ_BYTES) break;
  }
}

function headersOf({ headers }: http.IncomingMessage): Headers {
  const kept = new Headers();
  for (const name of ['retry-after', 'date']) {
    const value = headers[name];
    if (typeof value === 'string') kept.set(name, value);
  }
  return kept;
}

function postFlaw(error: unknown): PostFlaw {
  const { code = '', message } = error as NodeJS.ErrnoException;
  // The filter says by its words alone that it was the filter.
  if (/is not allowed|DNS lookup/.test(message)) return 'private';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-host';
  return /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/.test(code) ? 'certificate' : 'unreachable';
}
