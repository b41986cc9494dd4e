import { EventSourceParserStream } from 'eventsource-parser/stream';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { generateContent, generateFiztechContent, IDEMPOTENCY_HEADER, stopWriting } from '../../contract/index.ts';
import { setUpPerson, setUpSweptApi } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';
import type { TestProcess } from '../../testing/test-api.ts';

const api = setUpSweptApi();
const { me, caller } = setUpPerson(api);
let second: TestProcess;
beforeAll(async () => {
  second = await api.another();
});
beforeEach(() => api.sandbox.control('POST', '/reset'));

const headers = { [IDEMPOTENCY_HEADER]: 'generate-0001' };
const calls = () => api.stored.aiCalls.rows() as Promise<Record<string, unknown>[]>;
const asked = async () =>
  (await api.sandbox.control<{ path: string; effects: string[] }[]>('GET', '/journal')).filter(({ path }) =>
    path.includes('chat/completions'),
  );

describe.each([
  ['a post', generateContent, { prompt: 'Write about fresh bread.', length: 'Short' }, 'post'],
  ['an article', generateFiztechContent, { contentType: 'review', productName: 'Phone X' }, 'tech'],
] as const)('%s by key', (_name, endpoint, body, purpose) => {
  const write = (by = caller) => by.call(endpoint, { body: body as never, headers });

  test('is written and paid once, though it is asked for by several at once and again later', async () => {
    const answers = await Promise.all([write(), write(second.as(me)), write()]);
    answers.push(await write(second.as(me)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await asked()).length).toBe(1);
    expect(await calls()).toMatchObject([{ purpose, status: 'answered', cost_micros: expect.any(Number) }]);
  });

  test('is there in whole for who lost the connection in the middle', async () => {
    await api.sandbox.control('PUT', '/switches', { openaiPieceMs: 3 });
    const hangUp = new AbortController();
    const response = await caller.fetch(endpoint.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
      body: JSON.stringify(body),
      signal: hangUp.signal,
    });
    const events = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    const { value: first } = await events.getReader().read();
    const { generationId } = JSON.parse(first!.data) as { generationId: number };
    hangUp.abort();
    const again = await write(second.as(me));
    expect([again.status, again.body.generationId]).toEqual([200, generationId]);
    expect(await asked()).toMatchObject([{ effects: ['answered'] }]);
  });

  test('that a process died at is lost, and not paid again unasked', async () => {
    await write();
    await api.stored.aiCalls.change({ status: 'calling', answer: null, created_at: fromNow(api.db, '-4 minutes') });
    expect(await write()).toMatchObject({ status: 502, body: { code: 'lost' } });
    expect((await asked()).length).toBe(1);
  });

  test('is no longer there once its answer is forgotten', async () => {
    await write();
    await api.stored.aiCalls.change({ answer: null });
    expect(await write()).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('is stopped by its number', async () => {
    await api.sandbox.fault({ match: { service: 'openai' }, when: 'before', action: 'hang' });
    const waiting = write();
    const line = await vi.waitFor(async () => {
      const [begun] = await calls();
      if (begun === undefined) throw new Error('Nothing is being written');
      return begun;
    }, 60_000);
    await second.as(me).call(stopWriting, { params: { id: Number(line['id']) } });
    expect(await waiting).toMatchObject({ status: 502, body: { code: 'stopped' } });
  });
});
