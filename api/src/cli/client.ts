import * as z from 'zod/mini';
import { IDEMPOTENCY_HEADER, type AnswerOf, type BodyOf, type Endpoint } from '../contract/endpoint.ts';
import { CommandError, EXIT, type ExitCode } from './exit-codes.ts';
import type { OwnFiles } from './own-files.ts';
import { renewed } from './browser-login.ts';
import { line } from './terminal.ts';

interface Given<E extends Endpoint> {
  readonly params?: Record<string, string | number>;
  readonly query?: Record<string, string | number>;
  readonly body?: BodyOf<E>;
  /** What is meant, of calls that do a thing once. */
  readonly key?: string;
  /** In the place of a body: made anew for each try. */
  readonly file?: () => Promise<Blob>;
  readonly timeoutMs?: number;
}

export interface Client {
  readonly url: string;
  call<E extends Endpoint>(endpoint: E, given?: Given<E>): Promise<AnswerOf<E>>;
  /** A stream of the server, from which the caller reads as it comes; its answer may be a refusal. */
  open(path: string, signal: AbortSignal): Promise<Response>;
  /** By the server's clock, which posts go by; null before its first answer. */
  serverTime(): number | null;
}

const TRIES = 5;
const LONGEST_WAIT_MS = 60_000;
const TIMEOUT_MS = 60_000;
const ANSWER_BYTES = 50 * 1024 * 1024;

/** What the environment names goes before the file, and a token that is kept for one server never goes to another. */
export function accessOf(files: OwnFiles) {
  const { PAGECAST_TOKEN: token, PAGECAST_URL } = process.env;
  const kept = files.login();
  const url = PAGECAST_URL === undefined ? kept?.url : serverUrl(PAGECAST_URL);
  if (token !== undefined && token !== '') {
    if (url === undefined)
      throw new CommandError('Say which server the token is for: PAGECAST_URL=https://…', EXIT.usage);
    return { url, login: { kind: 'token', url, token } as const };
  }
  if (kept === null || kept.url !== url)
    throw new CommandError(
      `You're not logged in${url === undefined ? '' : ` to ${url}`}. Run: pagecast login --url ${url ?? 'https://…'}`,
      EXIT.notAllowed,
    );
  return { url: kept.url, login: kept };
}

/** @throws CommandError for what is no address, or one that anybody on the way could read along */
export function serverUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isHere = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isHere)))
    throw new CommandError('The address of the server must begin with https://', EXIT.usage);
  return url.origin;
}

/** Calls the server of whoever is logged in, and tries again what may be tried again. */
export function clientOf(files: OwnFiles, { sleep = wait }: { sleep?: typeof wait } = {}): Client {
  const { url, login } = accessOf(files);
  let token = login.kind === 'token' ? login.token : login.accessToken;
  let clock: { at: number; since: number } | null = null;

  async function once(endpoint: Endpoint, given: Given<Endpoint>): Promise<Response> {
    const answer = await fetch(addressOf(url, endpoint, given), {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(given.file === undefined ? {} : { 'content-type': 'application/octet-stream' }),
        ...(given.key === undefined ? {} : { [IDEMPOTENCY_HEADER]: given.key }),
      },
      body: (await given.file?.()) ?? (given.body === undefined ? null : JSON.stringify(given.body)),
      // Whoever sends us elsewhere would get the token.
      redirect: 'error',
      signal: AbortSignal.timeout(given.timeoutMs ?? TIMEOUT_MS),
    });
    const at = Date.parse(answer.headers.get('date') ?? '');
    if (!Number.isNaN(at)) clock = { at, since: performance.now() };
    return answer;
  }

  async function tried(endpoint: Endpoint, given: Given<Endpoint>): Promise<Response> {
    const mayRepeat = endpoint.method === 'GET' || given.key !== undefined || endpoint.asksOnly === true;
    for (let n = 1; ; n += 1) {
      const answer = await once(endpoint, given).catch((error: unknown) => away(error));
      const isLate = !(answer instanceof Response) || [429, 502, 503, 504].includes(answer.status);
      if (answer instanceof Response && (!isLate || n === TRIES)) return answer;
      if (!(answer instanceof Response) && (!mayRepeat || n === TRIES)) throw unreached(url, answer, mayRepeat);
      const wanted = answer instanceof Response ? Number(answer.headers.get('retry-after') ?? 0) * 1000 : 0;
      // Longer than that is for whoever asked to decide.
      if (answer instanceof Response && (wanted > LONGEST_WAIT_MS || (answer.status !== 429 && !mayRepeat)))
        return answer;
      await sleep(Math.max(wanted, 250 * 2 ** n * (0.5 + Math.random())));
    }
  }

  return {
    url,
    serverTime: () => (clock === null ? null : clock.at + performance.now() - clock.since),
    async open(path, signal) {
      const ask = () =>
        fetch(new URL(path, url), {
          headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
          redirect: 'error',
          signal,
        });
      const answer = await ask();
      if (answer.status !== 401 || login.kind !== 'browser') return answer;
      token = await renewed(files, url, token);
      return ask();
    },
    async call<E extends Endpoint>(endpoint: E, given: Given<E> = {}): Promise<AnswerOf<E>> {
      let answer = await tried(endpoint, given);
      if (answer.status === 401 && login.kind === 'browser') {
        token = await renewed(files, url, token);
        answer = await tried(endpoint, given);
      }
      return read(endpoint, answer);
    },
  };
}

function addressOf(url: string, { path }: Endpoint, { params = {}, query = {} }: Given<Endpoint>): URL {
  const address = new URL(
    path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
    url,
  );
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
  return address;
}

async function read<E extends Endpoint>(endpoint: E, answer: Response): Promise<AnswerOf<E>> {
  const text = await bounded(answer);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new CommandError(
      `This server answered ${answer.status} with something that isn't Pagecast's. Check its address.`,
      answer.status >= 500 ? EXIT.tryAgain : EXIT.failed,
    );
  }
  if (answer.ok) {
    const found = z.safeParse(endpoint.response, body);
    if (found.success) return found.data as AnswerOf<E>;
    throw new CommandError('This server speaks another version of Pagecast. Update this program.', EXIT.failed);
  }
  const { message } = body as { message?: unknown };
  const said = typeof message === 'string' ? line(message) : `The server answered ${answer.status}.`;
  throw new CommandError(said, exitCodeOf(answer.status), body as object);
}

/** A server may be anybody's: more than so much is not read. */
async function bounded(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += (part as Uint8Array).length;
    if (bytes > ANSWER_BYTES) throw new CommandError('The answer of this server is too large.', EXIT.failed);
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts).toString('utf8');
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.notAllowed;
  if (status === 404) return EXIT.notFound;
  if (status === 429 || status >= 500) return EXIT.tryAgain;
  return EXIT.refused;
}

const away = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

function unreached(url: string, error: Error, mayRepeat: boolean): CommandError {
  const { code } = (error.cause ?? {}) as { code?: string };
  const why = line(code ?? error.message);
  return new CommandError(
    mayRepeat
      ? `We can't reach ${url} (${why}). Run the same command again: what it asks for is done once.`
      : `We can't reach ${url} (${why}). Look whether it was done before you run it again.`,
    EXIT.tryAgain,
  );
}

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
