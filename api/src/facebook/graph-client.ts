import pRetry from 'p-retry';
import * as z from 'zod';
import type { CallOutcome } from './call-metrics.ts';
import type { AnswerTimes } from './facebook-clock.ts';
import type { Files } from './form-body.ts';
import { readAnswer } from './graph-answer.ts';
import { GraphError, GraphTransportError } from './graph-errors.ts';
import type { Usage } from './graph-usage.ts';
import { isOver, RETRIES_WITHIN_PATIENCE, TRY_MS, type Patience } from './patience.ts';
import { readRuploadError, ruploadRequest, type ReelUpload } from './rupload.ts';
import { deadline, graphExchange, type GraphExchange } from './graph-exchange.ts';

export interface FacebookApp {
  readonly appId: string;
  readonly appSecret: string;
}

/** The token of an app itself, for calls that are about tokens. */
export function appToken(app: FacebookApp): string {
  return `${app.appId}|${app.appSecret}`;
}

type Params = Readonly<Record<string, string | number | boolean | undefined>>;

export interface GraphCall<Answer> {
  /** Without version and leading slash: `me/accounts`. */
  readonly path: string;
  readonly params?: Params;
  /** User, page or app token; null for calls that carry their own credentials. */
  readonly token: string | null;
  /** Signs the call with `appsecret_proof`. */
  readonly app: FacebookApp | null;
  /** What a success holds. Anything else is an unclear outcome. */
  readonly answer: z.ZodType<Answer>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

interface GraphUpload<Answer> extends GraphCall<Answer> {
  readonly files: Files;
}

export interface GraphRead<Answer> extends GraphCall<Answer> {
  /** More tries after a transient failure or a broken line, 1 s and then 4 s apart. Reads only. */
  readonly retries?: number;
  /**
   * Somebody waits for the answer: more tries, close together, for as long as that somebody does. Instead of `retries`.
   */
  readonly patience?: Patience | undefined;
}

export interface Options {
  /** Base of the Graph API without version: `https://graph.facebook.com`. */
  readonly base: string;
  /** Where the bytes of videos go: `https://graph-video.facebook.com`. */
  readonly videoBase: string;
  /** Where the bytes of reels go: `https://rupload.facebook.com`. */
  readonly ruploadBase: string;
  readonly version: string;
  /** How long an answer is waited for, unless the call says otherwise. */
  readonly timeoutMs?: number;
  /** Hears of the call budgets that answers name. */
  onUsage?(usage: Usage): void;
  /** Hears of every answer, and when it came by the clock of this machine. */
  onAnswer?(headers: Headers, times: AnswerTimes): void;
  /** Hears of every call that has ended. */
  onCall?(outcome: CallOutcome, tookMs: number): void;
  /** Told once, when Facebook serves another version than the one asked for (an expired one is replaced silently). */
  onOtherVersion?(asked: string, served: string): void;
}

/** A list longer than this has no end that anybody waits for. */
const PAGES_CAP = 200;
/** A list whose pages are slow is given up after this: whoever reads it may hold a post meanwhile. */
const LIST_MS = 60_000;

/**
 * The Graph API over fetch. Tokens travel in the Authorization header, never in an address.
 * @throws GraphError when Facebook answered with an error
 * @throws GraphTransportError when there was no usable answer
 */
export function graphClient(options: Options) {
  const { send, exchange, timeoutFor } = graphExchange(options);

  async function get<Answer>({ retries = 0, patience, ...call }: GraphRead<Answer>): Promise<Answer> {
    const attempts =
      patience === undefined
        ? { retries, minTimeout: 1000, factor: 4 }
        : { retries: RETRIES_WITHIN_PATIENCE, minTimeout: 200, factor: 2.5 };
    return pRetry(() => send('GET', patience === undefined ? call : { timeoutMs: TRY_MS, ...call }), {
      ...attempts,
      randomize: true,
      shouldRetry: ({ error, retryDelay }) =>
        mayPassLater(error) &&
        call.signal?.aborted !== true &&
        (patience === undefined || !isOver(patience, retryDelay)),
    });
  }

  return {
    ...reelBytes(options, { exchange, timeoutFor }),

    get,

    post: <Answer>(call: GraphCall<Answer>) => send('POST', call),

    delete: <Answer>(call: GraphCall<Answer>) => send('DELETE', call),

    /** A POST with files, as multipart. */
    upload: <Answer>({ files, ...call }: GraphUpload<Answer>) => send('POST', call, { files }),

    /** A POST to the host for videos, with files where given. */
    postVideo: <Answer>({ files = {}, ...call }: GraphCall<Answer> & Partial<GraphUpload<Answer>>) =>
      send('POST', call, { base: options.videoBase, files }),

    /**
     * Every entry of an edge, page after page; an empty page may stand in the middle. `answer` is the shape of one
     * entry.
     * @throws GraphTransportError also for a list without an end: half of one proves nothing
     */
    async list<Entry>({ answer, params, ...call }: GraphRead<Entry>): Promise<Entry[]> {
      const entries: Entry[] = [];
      const seen = new Set<string>();
      const signal = deadline(LIST_MS, call.signal);
      let place: Record<string, string> = {};
      for (let page = 0; page < PAGES_CAP; page += 1) {
        const reply = await get({
          ...call,
          signal,
          params: { limit: 100, ...params, ...place },
          answer: pageOf(answer),
        });
        entries.push(...reply.data);
        if (!reply.paging?.next) return entries;
        // `next` holds the token and Facebook's own address: the place is all we take from it.
        const { after } = reply.paging.cursors ?? {};
        place = after ? { after } : placeIn(reply.paging.next);
        const name = new URLSearchParams(place).toString();
        if (name === '') throw new GraphTransportError(`${call.path} has a next page that cannot be found`, 200);
        if (seen.has(name))
          throw new GraphTransportError(`${call.path} goes round in a circle after ${page + 1} pages`, 200);
        seen.add(name);
      }
      throw new GraphTransportError(`${call.path} does not end after ${PAGES_CAP} pages`, 200);
    },
  };
}

function reelBytes(
  options: Options,
  { exchange, timeoutFor }: { exchange: GraphExchange['exchange']; timeoutFor: GraphExchange['timeoutFor'] },
) {
  return {
    /** The bytes of a reel. Answers when Facebook has them all. */
    async uploadReel(upload: ReelUpload): Promise<void> {
      const { url, headers } = ruploadRequest(options, upload);
      // A stream asks for the last field, which the browser's types do not know.
      const request: RequestInit & { duplex: 'half' } = {
        method: 'POST',
        headers: { ...headers, 'content-length': String(upload.bytes.size) },
        body: counted(upload),
        duplex: 'half',
        signal: deadline(timeoutFor(upload.bytes.size), upload.signal),
      };
      const received = await exchange(`POST ${url.pathname}`, url, { appId: null, secrets: [upload.token] }, request);
      readRuploadError(received);
      readAnswer({ path: url.pathname, answer: Succeeded }, received);
    },
  };
}
export type GraphClient = ReturnType<typeof graphClient>;

/** A read that failed in this way may pass a moment later. An answer that says nothing is worth one more call. */
function mayPassLater(error: Error): boolean {
  return (
    error instanceof GraphTransportError ||
    (error instanceof GraphError && (error.kind === 'transient' || error.kind === 'unknown'))
  );
}

/** The bytes of an upload, telling how many have left. */
function counted({ bytes, onSent }: ReelUpload): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = 0;
  return bytes.stream().pipeThrough(
    new TransformStream({
      transform(chunk: Uint8Array<ArrayBuffer>, controller) {
        sent += chunk.length;
        onSent?.(sent);
        controller.enqueue(chunk);
      },
    }),
  );
}

const Succeeded = z.object({ success: z.literal(true) });

function pageOf<Entry>(entry: z.ZodType<Entry>) {
  return z.object({
    data: z.array(entry),
    paging: z
      .object({ cursors: z.object({ after: z.string().nullish() }).nullish(), next: z.string().nullish() })
      .nullish(),
  });
}

/** Where a page of a list begins: by a cursor, or in older lists by time. */
const PLACES = ['after', 'until', 'since', 'offset', '__paging_token'];

function placeIn(next: string): Record<string, string> {
  const params = URL.parse(next)?.searchParams;
  return Object.fromEntries(
    PLACES.flatMap((name) => {
      const value = params?.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}
