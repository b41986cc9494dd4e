import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerOf, BodyOf, Endpoint } from '../../api/src/contract/endpoint.ts';

const TRIES = 6;
const WAIT_MS = 500;
/** Who is told to come back later waits so long. */
const LATER_MS = 5000;
const CALL_MS = 120_000;
/** A product may take long for a call, and answers others meanwhile. One that answers none is not there any more. */
const PROBE_MS = 10_000;
const SILENT_PROBES = 2;
/** A silence has been waited for already. */
const SILENT_TRIES = 2;

/** What the product answered, in its words. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly status: number;
  readonly answer: Readonly<Record<string, unknown>>;

  constructor(status: number, answer: Readonly<Record<string, unknown>>) {
    super(typeof answer['message'] === 'string' ? answer['message'] : `The product answers ${status}.`);
    this.status = status;
    this.answer = answer;
  }
}

/** Nobody knows whether it did what it was asked for. */
export class LostAnswerError extends Error {
  override readonly name = 'LostAnswerError';
}

/** The product, or the line to it, takes what is said and answers nothing at all. */
class SilenceError extends LostAnswerError {}

export interface Input<E extends Endpoint> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, number>>;
  readonly body?: BodyOf<E>;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** Calls a product with a token. @throws RefusalError, LostAnswerError, or Error for what is no such product */
export type ProductCall = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<AnswerOf<E>>;

/** @param probeMs how often a product that does not answer a call is asked whether it lives */
export function productCall(origin: string, token: string, probeMs = PROBE_MS): ProductCall {
  return async (endpoint, { params, query, body, bytes }) => {
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) => params?.[key] ?? '');
    const search = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]));
    const type = bytes === undefined ? 'application/json' : 'application/octet-stream';
    const silence = untilSilent(origin, probeMs);
    const { answer, text } = await answered(origin, `${path}?${search.toString()}`, {
      method: endpoint.method,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(CALL_MS), silence.signal]),
      headers: { authorization: `Bearer ${token}`, ...(endpoint.method === 'GET' ? {} : { 'content-type': type }) },
      body: bytes ?? (body === undefined ? null : JSON.stringify(body)),
    }).finally(() => silence.end());
    if (answer.status >= 300 && answer.status < 400)
      throw new Error(
        `${origin} sends its callers on to ${answer.headers.get('location')}: name that address instead.`,
      );
    const read = jsonOf(text);
    if (read === null && answer.status < 500)
      throw new Error(`What answers at ${origin} is no Pagecast that takes releases: it answers ${answer.status}.`);
    if (!answer.ok || read === null) throw new RefusalError(answer.status, read ?? {});
    return read as AnswerOf<typeof endpoint>;
  };
}

async function answered(origin: string, address: string, init: RequestInit) {
  const answer = await fetch(`${origin}${address}`, init).catch((error: unknown) => {
    if (error instanceof SilenceError) throw error;
    throw new LostAnswerError(`${origin} does not answer.`, { cause: error });
  });
  const text = await answer.text().catch((error: unknown) => {
    if (error instanceof SilenceError) throw error;
    throw new LostAnswerError(`The answer of ${origin} breaks off.`, { cause: error });
  });
  return { answer, text };
}

/** Aborts when the product has left some questions in a row without any answer, each for a while. */
function untilSilent(origin: string, probeMs: number): { signal: AbortSignal; end(): void } {
  const silent = new AbortController();
  let unanswered = 0;
  const probe = setInterval(() => {
    fetch(`${origin}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(probeMs) })
      .then(async (answer) => {
        await answer.body?.cancel();
        unanswered = 0;
      })
      .catch(() => {
        unanswered += 1;
        if (unanswered >= SILENT_PROBES) silent.abort(new SilenceError(`${origin} does not answer.`));
      });
  }, probeMs);
  return { signal: silent.signal, end: () => clearInterval(probe) };
}

/**
 * Does again what may be done again, while the line or the product is away for a moment.
 * @param mayRepeat after which errors
 */
export async function persistently<Result>(work: () => Promise<Result>, mayRepeat = isPassing): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const most = error instanceof SilenceError ? SILENT_TRIES : TRIES;
      if (tries >= most || !mayRepeat(error)) throw error;
      const isTold = error instanceof RefusalError && error.status === 429;
      await sleep(isTold ? LATER_MS : WAIT_MS * 2 ** (tries - 1));
    }
  }
}

/** The product has done nothing of it, and says so. */
export function isHeldBack(error: unknown): boolean {
  return error instanceof RefusalError && (error.status === 429 || error.answer['isUnderWay'] === true);
}

function isPassing(error: unknown): boolean {
  // Somebody else has sent more of the same file.
  if (error instanceof RefusalError && typeof error.answer['offset'] === 'number') return true;
  if (isHeldBack(error)) return true;
  if (error instanceof RefusalError) return [408, 502, 503, 504].includes(error.status);
  return error instanceof LostAnswerError;
}

function jsonOf(text: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
