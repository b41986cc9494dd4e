import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '../http/errors.ts';
import { completion, type AiSettings } from './completion.ts';
import { paymentOf } from './ai-errors.ts';

let server: Server | null = null;
let calls = 0;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const request = { rules: 'Be brief.', prompt: 'Bread', maxTokens: 100 };

/** An AI that answers like this, and a way to ask it. */
async function ai(listener: RequestListener, settings: Partial<AiSettings> = {}) {
  calls = 0;
  server = createServer((incoming, response) => {
    calls += 1;
    listener(incoming, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const complete = completion({
    apiKey: () => 'sk-very-secret',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    model: 'gpt-5.4-mini',
    ...settings,
  });
  const chunks: string[] = [];
  return {
    chunks,
    whole: () => complete(request, new AbortController().signal),
    streamed: () => complete({ ...request, onChunk: (text) => chunks.push(text) }, new AbortController().signal),
  };
}
const says =
  (body: string, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
const streams =
  (...events: string[]): RequestListener =>
  (_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(events.map((event) => `data: ${event}\n\n`).join(''));
  };
const chunk = (content: unknown, finish: unknown = null) =>
  JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] });

async function failureOf(asked: Promise<unknown>): Promise<AppError> {
  const error: unknown = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`Not in words: ${String(error)}`);
  expect(error.message).toMatch(/\.$/);
  expect(JSON.stringify([error.message, error.expose])).not.toContain('sk-very-secret');
  return error;
}
const error = (code: string | null, more: object = {}) =>
  JSON.stringify({ error: { message: 'of sk-very-secret', type: 'x', param: null, code, ...more } });

describe('an account without credit', () => {
  test.each<[string, number, string]>([
    ['insufficient_quota', 429, error('insufficient_quota')],
    ['the type alone', 429, error(null, { type: 'insufficient_quota' })],
    ['a limit of the bill', 400, error('billing_hard_limit_reached')],
    ['a bill that is not paid', 429, error('billing_not_active')],
    ['payment required', 402, '{}'],
  ])('is asked once: %s', async (_name, status, body) => {
    const { whole, streamed } = await ai(says(body, status));
    expect((await failureOf(whole())).expose).toEqual({ code: 'quota' });
    expect(calls).toBe(1);
    expect((await failureOf(streamed())).expose).toEqual({ code: 'quota' });
    expect(calls).toBe(2);
  });

  test('is found in the middle of a stream, too', async () => {
    const { streamed, chunks } = await ai(streams(chunk('Fresh '), error('insufficient_quota')));
    expect((await failureOf(streamed())).expose).toEqual({ code: 'quota' });
    expect([chunks, calls]).toEqual([['Fresh '], 1]);
  });
});

describe('a server that says when it takes calls again', () => {
  test.each<[number, Record<string, string>, number, number, string]>([
    [429, { 'retry-after': '90' }, 429, 90, 'The AI is busy right now. Try again in 90 seconds.'],
    [
      429,
      { 'retry-after': 'Sun, 22 Nov 2026 10:05:00 GMT', date: 'Sun, 22 Nov 2026 10:00:00 GMT' },
      429,
      300,
      'The AI is busy right now. Try again in about 5 minutes.',
    ],
    [429, { 'retry-after-ms': '1500' }, 429, 2, 'The AI is busy right now. Try again in 2 seconds.'],
    [429, { 'retry-after': '7200' }, 429, 7200, 'The AI is busy right now. Try again in about 2 hours.'],
    [503, { 'retry-after': '30' }, 503, 30, "The AI isn't responding right now. Try again in 30 seconds."],
    [500, { 'retry-after': '1' }, 503, 1, "The AI isn't responding right now. Try again in a second."],
    [429, {}, 429, 20, 'The AI is busy right now. Try again in 20 seconds.'],
  ])('%i with %j is passed on at once', async (http, headers, status, seconds, sentence) => {
    const { whole, streamed } = await ai(
      says(error(http === 429 ? 'rate_limit_exceeded' : 'server_error'), http, headers),
    );
    expect(await failureOf(whole())).toMatchObject({ status, retryAfterSeconds: seconds, message: sentence });
    expect(await failureOf(streamed())).toMatchObject({ status, retryAfterSeconds: seconds });
    expect(calls).toBe(2);
  });
});

describe('what comes back', () => {
  const answer = (message: object | null, finish: unknown = 'stop') =>
    JSON.stringify({
      choices: [{ message, finish_reason: finish }],
      usage: { prompt_tokens: 7, completion_tokens: 3 },
    });
  test.each<[string, string, string]>([
    ['broken JSON', '{"choices":[{"mess', 'garbled'],
    ['null', 'null', 'garbled'],
    ['a number', '7', 'garbled'],
    ['a list', '[]', 'garbled'],
    ['no choices', '{}', 'garbled'],
    ['choices that are none', '{"choices":7}', 'garbled'],
    ['a text that is none', answer({ content: 42 }), 'garbled'],
    ['empty choices', '{"choices":[]}', 'empty'],
    ['no message', answer(null), 'empty'],
    ['nothing to read', answer({ content: ' ' }), 'empty'],
    ['a refusal', answer({ content: null, refusal: 'No.' }), 'refused'],
    ['what a filter took', answer({ content: 'Br' }, 'content_filter'), 'refused'],
    ['half a text', answer({ content: 'Br' }, 'length'), 'cut-off'],
    ['an error under a success', error('invalid_api_key'), 'bad-key'],
    ['an error in words alone', '{"error":"model is loading"}', 'down'],
    ['a book', answer({ content: 'bread '.repeat(40_000) }), 'too-much'],
  ])('as %s is told in words', async (_name, body, code) => {
    const { whole } = await ai(says(body), { retries: 0 });
    expect((await failureOf(whole())).expose).toEqual({ code });
  });

  test('is paid for when there are words in it, and what it took is kept as it is reported', async () => {
    const { whole } = await ai(says(answer({ content: null, refusal: 'No.' })));
    expect(paymentOf(await failureOf(whole()))).toEqual({ isPaid: 'yes', usage: { inputTokens: 7, outputTokens: 3 } });
    const odd = await ai(
      says(JSON.stringify({ choices: [{ message: { content: 'Bread' } }], usage: { prompt_tokens: 'many' } })),
    );
    expect(await odd.whole()).toEqual({ text: 'Bread', usage: null });
  });

  test('as a page of HTML under a success is no text', async () => {
    const { whole } = await ai(says('<html>Welcome to nginx</html>', 200, { 'content-type': 'text/html' }));
    expect((await failureOf(whole())).expose).toEqual({ code: 'garbled' });
  });

  test('without an end is given up before it fills the memory', async () => {
    const { whole, streamed } = await ai((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write('"x",'.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    });
    expect((await failureOf(whole())).expose).toEqual({ code: 'too-much' });
    expect((await failureOf(streamed())).expose).toEqual({ code: 'too-much' });
  });

  test('too late is given up', async () => {
    const { whole, streamed } = await ai(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${chunk('Br')}\n\n`);
      },
      { giveUpMs: 150 },
    );
    expect((await failureOf(streamed())).expose).toEqual({ code: 'slow' });
    expect((await failureOf(whole())).expose).toEqual({ code: 'slow' });
  });
});

describe('a stream', () => {
  test.each<[string, readonly string[], string]>([
    ['broken JSON', [chunk('Br'), '{"choi'], 'garbled'],
    ['null', [chunk('Br'), 'null'], 'garbled'],
    ['a chunk that is no text', [chunk(7)], 'garbled'],
    ['an error', [chunk('Br'), error('server_error')], 'down'],
    ['a limit', [chunk('Br'), error('rate_limit_exceeded')], 'busy'],
    ['a refusal', ['{"choices":[{"delta":{"refusal":"No."}}]}', chunk('', 'stop')], 'refused'],
    ['nothing', ['[DONE]'], 'empty'],
    ['no end', [chunk('Br')], 'broken-off'],
  ])('that brings %s ends in words', async (_name, events, code) => {
    const { streamed } = await ai(streams(...events));
    expect((await failureOf(streamed())).expose).toEqual({ code });
    expect(calls).toBe(1);
  });

  test('may bring chunks without choices', async () => {
    const { streamed } = await ai(
      streams(
        '{"choices":[]}',
        chunk('Bread', 'stop'),
        '{"usage":{"prompt_tokens":7,"completion_tokens":3}}',
        '[DONE]',
      ),
    );
    expect(await streamed()).toEqual({ text: 'Bread', usage: { inputTokens: 7, outputTokens: 3 } });
  });
});

test('a text is kept without the one character that the database cannot keep', async () => {
  const body = { choices: [{ message: { content: 'Bread\0 and butter' }, finish_reason: 'stop' }] };
  expect((await (await ai(says(JSON.stringify(body)))).whole()).text).toBe('Bread and butter');
});

test('a line that breaks, and a server in trouble, are asked once more, and not by automation', async () => {
  let listener: RequestListener = (incoming) => incoming.socket.destroy();
  const asked = await ai((incoming, response) => listener(incoming, response));
  expect((await failureOf(asked.whole())).expose).toEqual({ code: 'down' });
  expect(calls).toBe(2);
  listener = says('<html>Bad gateway</html>', 502);
  expect((await failureOf(asked.streamed())).expose).toEqual({ code: 'down' });
  expect(calls).toBe(4);
  server?.close();
  const once_ = await ai(says('', 500), { retries: 0 });
  expect((await failureOf(once_.whole())).expose).toEqual({ code: 'down' });
  expect(calls).toBe(1);
});
