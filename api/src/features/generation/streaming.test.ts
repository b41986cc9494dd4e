import { beforeEach, describe, expect, test, vi } from 'vitest';
import { generateContent, generateFiztechContent } from '../../contract/index.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import { eventsOf } from '../../testing/writing-scene.ts';

const api = setUpApi();
const { caller } = setUpPerson(api);
let hangUp: AbortController;

beforeEach(async () => {
  await api.sandbox.control('POST', '/reset');
  hangUp = new AbortController();
});

type Chunk = Record<string, unknown> & { text?: string; content?: unknown; generationId?: number };

const ask = (path: string, body: object, accept = 'text/event-stream') =>
  caller.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
    signal: hangUp.signal,
  });
const write = (accept?: string) =>
  ask(generateContent.path, { prompt: 'Write about fresh bread.', length: 'Short' }, accept);
const lastCall = () => api.stored.aiCalls.latest() as Promise<Record<string, unknown>>;
const effects = async () =>
  (await api.sandbox.control<{ path: string; effects: string[] }[]>('GET', '/journal'))
    .filter(({ path }) => path.includes('chat/completions'))
    .at(-1)?.effects;

test('who accepts events gets the words as they are written, and then the whole', async () => {
  const response = await write();
  expect([response.status, response.headers.get('content-type'), response.headers.get('content-encoding')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    null,
  ]);
  const events = await Array.fromAsync(eventsOf<Chunk>(response));
  const chunks = events.filter(({ event }) => event === 'piece');
  const end = events.at(-1);
  expect(chunks.length).toBeGreaterThan(20);
  expect(end?.event).toBe('done');
  expect(
    chunks
      .map(({ data }) => data.text)
      .join('')
      .trim(),
  ).toBe(end?.data.content);
  expect(await lastCall()).toMatchObject({
    id: end?.data.generationId,
    status: 'answered',
    output_tokens: expect.any(Number),
    cost_micros: expect.any(Number),
  });
  expect(chunks[0]?.data.generationId).toBe(end?.data.generationId);
});

test.each(['application/json', '*/*'])('who accepts %s gets plain JSON', async (accept) => {
  const response = await write(accept);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toEqual({ content: expect.any(String), generationId: expect.any(Number) });
});

test('the first words leave before the last are written', async () => {
  await api.sandbox.control('PUT', '/switches', { openaiPieceMs: 1000 });
  const events = eventsOf<Chunk>(await write());
  expect((await events.next()).value).toMatchObject({ event: 'piece', data: { text: expect.stringMatching(/\S/) } });
  hangUp.abort();
});

test('who hangs up ends the call to the AI too, and the ledger says so', async () => {
  await api.sandbox.control('PUT', '/switches', { openaiPieceMs: 200 });
  const events = eventsOf<Chunk>(await write());
  await events.next();
  hangUp.abort();
  await vi.waitFor(async () => expect(await effects()).toContain('stopped'), 60_000);
  await vi.waitFor(
    async () =>
      expect(await lastCall()).toMatchObject({ status: 'failed', problem: expect.stringContaining('stopped') }),
    60_000,
  );
});

test('what fails before the first word answers with a status and a sentence', async () => {
  await api.sandbox.fault({
    match: { service: 'openai' },
    when: 'before',
    action: { type: 'error', http: 401, code: 'invalid_api_key' },
  });
  const response = await write();
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: 'bad-key', message: expect.stringMatching(/\.$/) });
});

test('what breaks off in the middle ends with the reason', async () => {
  await api.sandbox.fault({ match: { service: 'openai' }, when: 'before', action: { type: 'cut-stream', n: 6 } });
  const events = await Array.fromAsync(eventsOf<Chunk>(await write()));
  expect(events.filter(({ event }) => event === 'piece').length).toBeGreaterThan(0);
  expect(events.at(-1)).toMatchObject({
    event: 'failed',
    data: { message: expect.stringMatching(/\.$/), code: expect.stringMatching(/down|broken-off/) },
  });
});

describe('an article', () => {
  test('grows as it is written', async () => {
    await api.sandbox.control('PUT', '/switches', { openaiPieceMs: 1 });
    const events = await Array.fromAsync(
      eventsOf<Chunk>(await ask(generateFiztechContent.path, { contentType: 'review', productName: 'Phone X' })),
    );
    const bodies = events
      .filter(({ event }) => event === 'piece')
      .map(({ data }) => (data.content as { body: string }).body.length);
    const end = events.at(-1);
    expect(end).toMatchObject({
      event: 'done',
      data: {
        content: { title: expect.stringMatching(/\S/), body: expect.stringMatching(/\S/), productName: 'Phone X' },
      },
    });
    expect(bodies).toEqual(bodies.toSorted((a, b) => a - b));
    expect(new Set(bodies).size).toBeGreaterThan(2);
  });
});
