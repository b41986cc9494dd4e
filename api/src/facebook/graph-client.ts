import { createHmac } from 'node:crypto';
import pRetry from 'p-retry';
import * as z from 'zod';
import { GraphError, GraphTransportError } from './graph-errors.ts';
import { readUsage, type Usage } from './graph-usage.ts';

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

export interface GraphRead<Answer> extends GraphCall<Answer> {
  /** More tries after a transient failure or a broken line, 1 s and then 4 s apart. Reads only. */
  readonly retries?: number;
}

interface Options {
  /** Base of the Graph API without version: `https://graph.facebook.com`. */
  readonly base: string;
  readonly version: string;
  /** Hears of the call budgets that answers name. */
  onUsage?(usage: Usage): void;
  /** Told once, when Facebook serves another version than the one asked for (an expired one is replaced silently). */
  onOtherVersion?(asked: string, served: string): void;
}

const DEFAULT_TIMEOUT_MS = 20_000;
const PAGES_CAP = 1000;

/**
 * The Graph API over fetch. Tokens travel in the Authorization header, never in an address.
 * @throws GraphError when Facebook answered with an error
 * @throws GraphTransportError when there was no usable answer
 */
export function graphClient(options: Options) {
  let toldOtherVersion = false;

  async function send<Answer>(method: 'GET' | 'POST' | 'DELETE', call: GraphCall<Answer>): Promise<Answer> {
    const fields = new URLSearchParams();
    for (const [name, value] of Object.entries(call.params ?? {})) if (value !== undefined) fields.set(name, String(value));
    if (call.app !== null && call.token !== null) fields.set('appsecret_proof', appSecretProof(call.app.appSecret, call.token));

    const url = new URL(`${options.base}/${options.version}/${call.path}`);
    if (method !== 'POST') url.search = fields.toString();
    const timeout = AbortSignal.timeout(call.timeoutMs ?? DEFAULT_TIMEOUT_MS);

    let response: Response;
    let body: string;
    try {
      response = await fetch(url, {
        method,
        headers: call.token === null ? {} : { authorization: `Bearer ${call.token}` },
        body: method === 'POST' ? fields : null,
        signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
        redirect: 'error',
      });
      body = await response.text();
    } catch (error) {
      throw new GraphTransportError(`No answer from Facebook to ${method} ${call.path}`, null, { cause: error });
    }

    for (const usage of readUsage(response.headers)) options.onUsage?.(usage);
    noticeVersion(response.headers.get('facebook-api-version'));
    return readAnswer(call, response, body);
  }

  function noticeVersion(served: string | null): void {
    if (toldOtherVersion || served === null || served === options.version) return;
    toldOtherVersion = true;
    options.onOtherVersion?.(options.version, served);
  }

  async function get<Answer>({ retries = 0, ...call }: GraphRead<Answer>): Promise<Answer> {
    return pRetry(() => send('GET', call), {
      retries,
      minTimeout: 1000,
      factor: 4,
      randomize: true,
      shouldRetry: ({ error }) => error instanceof GraphTransportError || (error instanceof GraphError && error.kind === 'transient'),
    });
  }

  return {
    get,
    post: <Answer>(call: GraphCall<Answer>) => send('POST', call),
    delete: <Answer>(call: GraphCall<Answer>) => send('DELETE', call),

    /** Every entry of an edge, page after page; an empty page may stand in the middle. `answer` is the shape of one entry. */
    async list<Entry>({ answer, params, ...call }: GraphRead<Entry>): Promise<Entry[]> {
      const entries: Entry[] = [];
      let after: string | undefined;
      for (let page = 0; page < PAGES_CAP; page += 1) {
        const reply = await get({ ...call, params: { limit: 100, ...params, after }, answer: pageOf(answer) });
        entries.push(...reply.data);
        // `next` holds the token and Facebook's own address: the cursor is all we take from it.
        after = reply.paging?.next === undefined ? undefined : reply.paging.cursors?.after ?? cursorIn(reply.paging.next);
        if (after === undefined) return entries;
      }
      throw new GraphTransportError(`${call.path} does not end after ${PAGES_CAP} pages`, 200);
    },
  };
}
export type GraphClient = ReturnType<typeof graphClient>;

/** Lower-case hex HMAC-SHA256 of the token under the app secret. Source: Facebook, "Secure Graph API calls". */
export function appSecretProof(appSecret: string, token: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex');
}

function pageOf<Entry>(entry: z.ZodType<Entry>) {
  return z.object({
    data: z.array(entry),
    paging: z.object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() }).optional(),
  });
}

function cursorIn(next: string): string | undefined {
  return URL.parse(next)?.searchParams.get('after') ?? undefined;
}

const ErrorEnvelope = z.object({
  error: z.object({
    message: z.string().catch(''),
    code: z.number(),
    error_subcode: z.number().optional().catch(undefined),
    error_user_msg: z.string().optional().catch(undefined),
    fbtrace_id: z.string().optional().catch(undefined),
  }),
});

/** Judged by content, never by status or content type: a 200 can carry an error, an error can come as text/javascript. */
function readAnswer<Answer>(call: GraphCall<Answer>, response: Response, body: string): Answer {
  const json = parseJson(body);
  const failed = ErrorEnvelope.safeParse(json);
  if (failed.success) {
    const { error } = failed.data;
    throw new GraphError({
      code: error.code,
      subcode: error.error_subcode ?? null,
      message: error.message,
      userMessage: error.error_user_msg || null,
      fbtraceId: error.fbtrace_id ?? response.headers.get('x-fb-trace-id'),
      httpStatus: response.status,
      regainMinutes: Math.max(0, ...readUsage(response.headers).map((usage) => usage.regainMinutes ?? 0)) || null,
    });
  }
  const answer = call.answer.safeParse(json);
  if (!response.ok || !answer.success) {
    throw new GraphTransportError(`Facebook's answer to ${call.path} (HTTP ${response.status}) is not what it should be`, response.status);
  }
  return answer.data;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
