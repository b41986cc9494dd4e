import { createHmac } from 'node:crypto';
import { boundedBody } from '../http/bounded-body.ts';
import { traced } from '../tracing/tracing.ts';
import type { CallOutcome } from './call-metrics.ts';
import { callName } from './call-name.ts';
import { formBody, type Files } from './form-body.ts';
import { answerJson } from '../http/answer-json.ts';
import { readAnswer, type Received } from './graph-answer.ts';
import { GraphTransportError } from './graph-errors.ts';
import { readUsage } from './graph-usage.ts';
import { excerptOf } from './raw-answer.ts';
import type { GraphCall, Options } from './graph-client.ts';

/** Fields that travel in a call and open something. */
const SECRET_FIELDS = ['input_token', 'fb_exchange_token', 'client_secret', 'appsecret_proof'];

/** A transfer slower than this (64 kB/s) is given up, and taken up again from where it stopped. */
const SLOWEST_BYTES_PER_MS = 64;

/** An answer of Facebook's is far smaller. */
const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;

/** Facebook looks at a file before it answers: that may take longer than other answers do. */
const UPLOAD_PATIENCE = 3;

const DEFAULT_TIMEOUT_MS = 20_000;

/** Calls to Facebook over the wire, each with its signature, its time and its answer read. */
export function graphExchange(options: Options) {
  const { exchange } = answers(options);
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const timeoutFor = (bytes: number) =>
    bytes === 0 ? timeoutMs : timeoutMs * UPLOAD_PATIENCE + Math.ceil(bytes / SLOWEST_BYTES_PER_MS);

  async function send<Answer>(
    method: 'GET' | 'POST' | 'DELETE',
    call: GraphCall<Answer>,
    { base = options.base, files = {} }: { base?: string; files?: Files } = {},
  ): Promise<Answer> {
    const fields = new URLSearchParams();
    for (const [name, value] of Object.entries(call.params ?? {}))
      if (value !== undefined) fields.set(name, String(value));
    if (call.app !== null && call.token !== null)
      fields.set('appsecret_proof', appSecretProof(call.app.appSecret, call.token));

    const url = new URL(`${base}/${options.version}/${call.path}`);
    if (method !== 'POST') url.search = fields.toString();
    const headers: Record<string, string> = call.token === null ? {} : { authorization: `Bearer ${call.token}` };
    const sent = Object.values(files).reduce((sum, file) => sum + file.size, 0);
    const form = method === 'POST' && sent > 0 ? formBody(fields, files) : null;
    if (form !== null) headers['content-type'] = form.type;
    const secrets = [call.token, call.app?.appSecret, ...SECRET_FIELDS.map((name) => fields.get(name))].filter(
      (secret) => typeof secret === 'string',
    );
    return readAnswer(
      call,
      await exchange(
        `${method} ${call.path}`,
        url,
        { appId: call.app?.appId ?? null, secrets },
        {
          method,
          headers,
          body: method === 'POST' ? (form?.body ?? fields) : null,
          signal: deadline(call.timeoutMs ?? timeoutFor(sent), call.signal),
        },
      ),
    );
  }

  return { send, exchange, timeoutFor };
}
export type GraphExchange = ReturnType<typeof graphExchange>;

/** One call and its whole answer, whatever it says. */
function answers(options: Options) {
  let warnedOfOtherVersion = false;

  async function exchanged(
    name: string,
    url: URL,
    { appId, secrets }: { appId: string | null; secrets: readonly string[] },
    request: RequestInit,
  ): Promise<Received> {
    let response: Response | null = null;
    let body = '';
    const beganAt = performance.now();
    const ended = (outcome: CallOutcome) => options.onCall?.(outcome, performance.now() - beganAt);
    try {
      // Nobody may lead a token, or a post, somewhere else.
      const before = Date.now();
      response = boundedBody(await fetch(url, { ...request, redirect: 'error' }), ANSWER_LIMIT_BYTES);
      options.onAnswer?.(response.headers, { before, after: Date.now() });
      if (response.body !== null)
        for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) body += chunk;
    } catch (error) {
      ended('unreachable');
      throw new GraphTransportError(`No answer from Facebook to ${name}`, response?.status ?? null, {
        cause: error,
        raw: body === '' ? null : excerptOf(body, secrets),
      });
    }
    ended(response.status < 500 ? 'answered' : 'error');
    for (const usage of readUsage(response.headers, appId)) options.onUsage?.(usage);
    noticeVersion(response.headers.get('facebook-api-version'));
    return { response, body, json: answerJson(body), secrets };
  }

  function noticeVersion(served: string | null): void {
    if (warnedOfOtherVersion || served === null || served === options.version) return;
    warnedOfOtherVersion = true;
    options.onOtherVersion?.(options.version, served);
  }

  const exchange: typeof exchanged = (name, url, ...given) =>
    traced(
      () => ({
        name: `facebook ${callName(name)}`,
        kind: 'client',
        attributes: { 'server.address': url.hostname, 'http.request.method': name.split(' ')[0] ?? '' },
      }),
      async (note) => {
        const received = await exchanged(name, url, ...given);
        note.set({ 'http.response.status_code': received.response.status });
        if (!received.response.ok) note.fail();
        return received;
      },
    );

  return { exchange };
}

/** Lower-case hex HMAC-SHA256 of the token under the app secret. Source: Facebook, "Secure Graph API calls". */
export function appSecretProof(appSecret: string, token: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex');
}

export function deadline(timeoutMs: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
