import { describe, expect, test, vi } from 'vitest';
import {
  estimateVariants,
  generateContent,
  IDEMPOTENCY_HEADER,
  stopWriting,
  writeVariants,
  type WrittenVariant,
} from '../../contract/index.ts';
import { NO_VOICE } from '../../contract/page-voice.ts';
import { writingBy } from '../../prompts/writing.ts';
import { AI_REFUSALS } from '../../testing/ai-refusals.ts';
import { stream, writingScene } from '../../testing/writing-scene.ts';
import { alikeOf, askForVariants } from './variants.ts';

/** Covers three texts of medium length, and not four. */
const { api, me, caller, second, calls, asked } = writingScene({ AI_DAILY_BUDGET_PER_USER: '0.035' });

const body = { prompt: 'Write about fresh bread on Saturdays.', length: 'Short' } as const;
const KEY = { [IDEMPOTENCY_HEADER]: 'variants-0001' };
const refusesOne = () =>
  api.sandbox.fault({
    match: { service: 'openai' },
    when: 'before',
    action: { type: 'error', http: 400, code: 'content_policy_violation' },
    times: 1,
  });

interface Piece {
  place: number;
  text: string;
  generationId: number;
  ended?: WrittenVariant;
  variants?: WrittenVariant[];
}

const told = (headers?: Record<string, string>) =>
  stream<Piece>(caller, writeVariants, { body, ...(headers && { headers }) });

test('three texts are written, each another one, with its own line and its own cost', async () => {
  const answer = await caller.call(writeVariants, { body });
  const { variants, alike } = answer.body;
  expect(new Set(variants.map(({ content }) => content)).size).toBe(3);
  expect(alike).toEqual([]);
  const lines = await calls();
  expect(new Map(lines.map((line) => [line['id'], line['cost_micros']]))).toEqual(
    new Map(variants.map(({ generationId, costMicros }) => [generationId, costMicros])),
  );
});

test('each is told as it is written, and its end as soon as it ends', async () => {
  const all = await Array.fromAsync(await told());
  expect(all.at(-1)?.event).toBe('done');
  for (const place of [0, 1, 2]) {
    const own = all.filter(({ event, data }) => event === 'piece' && data.place === place).map(({ data }) => data);
    expect(own.at(-1)?.ended?.content).toBe(
      own
        .map(({ text }) => text)
        .join('')
        .trim(),
    );
    expect(all.at(-1)?.data.variants?.[place]).toEqual(own.at(-1)?.ended);
  }
});

test('the AI is told to make them differ, by the version of the prompt in use, in the voice of the page', () => {
  const request = { prompt: 'Bread', contentType: null, keywords: null, tone: null, language: null, length: null };
  const asks = askForVariants({ ...request, voice: { ...NO_VOICE, tone: 'warm' } }, writingBy('any', { post: 2 }));
  expect(new Set(asks.map(({ rules }) => rules)).size).toBe(3);
  for (const { rules, prompt, from } of asks) {
    expect(rules).toContain('Three writers');
    expect(rules).toContain('How the page sounds: warm');
    expect([prompt, from]).toEqual(['Bread', { id: 'post', version: 2 }]);
  }
});

test.each([
  [['Fresh bread from seven on Saturday.', 'Fresh bread from seven on Saturdays!', 'Jom makan roti.'], [[0, 1]]],
  [['Fresh bread from seven.', null, 'Fresh bread from seven.'], [[0, 2]]],
  [['Fresh bread from seven.', 'Come by for a coffee and a talk.', null], []],
  [
    ['Fresh bread from seven on Saturday.', 'Why get up early? Fresh bread from seven on Saturday, and coffee.', null],
    [],
  ],
])('of %j these are nearly the same: %j', (texts, alike) => expect(alikeOf(texts)).toEqual(alike));

test('those that the AI wrote alike are named, each with each', async () => {
  await api.sandbox.fault({
    match: { service: 'openai' },
    when: 'before',
    action: { type: 'ai-answer', text: 'Fresh bread on Saturday from seven in the morning.' },
  });
  expect((await caller.call(writeVariants, { body })).body.alike).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
});

test('one that fails leaves the two others, and says why', async () => {
  await refusesOne();
  const { status, body: answer } = await caller.call(writeVariants, { body });
  expect(status).toBe(200);
  expect(answer.variants.filter(({ content }) => content !== null)).toHaveLength(2);
  expect(answer.variants.find(({ content }) => content === null)?.problem).toMatchObject({ code: 'refused' });
  expect((await calls()).filter((line) => line['status'] === 'answered')).toHaveLength(2);
});

test.each(AI_REFUSALS)('when the AI %s, each of the three says what to do', async (_name, action, _status, code) => {
  await api.sandbox.fault({ match: { service: 'openai' }, when: 'before', action });
  const { status, body: answer } = await caller.call(writeVariants, { body });
  expect([status, answer.variants.map(({ content, problem }) => [content, problem?.code])]).toEqual([
    200,
    Array(3).fill([null, code]),
  ]);
});

describe('the budget', () => {
  test('has to cover all three before the first begins', async () => {
    const { mostMicros } = (await caller.call(estimateVariants, { body })).body;
    await api.stored.aiCalls.add({
      user_id: me.userId,
      environment: me.environment,
      purpose: 'automation',
      model: 'gpt-5.4-mini',
      prompt: 'x',
      status: 'answered',
      cost_micros: 35_000 - mostMicros! + 1,
    });
    expect(await caller.call(writeVariants, { body })).toMatchObject({ status: 429, body: { code: 'budget' } });
    expect([(await calls()).length, (await asked()).length]).toEqual([1, 0]);
    expect((await caller.call(generateContent, { body })).status).toBe(200);
  });

  test('is set aside for all of them together, while they are written in another process', async () => {
    await api.sandbox.control('PUT', '/switches', { openaiPieceMs: 1000 });
    const events = await told();
    const begun = await Promise.all([0, 1, 2].map(async () => (await events.next()).value?.data.generationId));
    expect(await second.as(me).call(writeVariants, { body })).toMatchObject({ status: 429, body: { code: 'budget' } });
    for (const id of begun) await second.as(me).call(stopWriting, { params: { id: Number(id) } });
    await vi.waitFor(async () => expect(await calls()).toMatchObject(Array(3).fill({ status: 'failed' })), 60_000);
  });

  test('is said about what they cost, before', async () => {
    const { usualMicros, mostMicros } = (await caller.call(estimateVariants, { body })).body;
    const { variants } = (await caller.call(writeVariants, { body })).body;
    const cost = variants.reduce((sum, { costMicros }) => sum + costMicros!, 0);
    expect(cost).toBeLessThanOrEqual(mostMicros!);
    expect(cost / usualMicros!).toBeGreaterThan(0.5);
    expect(cost / usualMicros!).toBeLessThan(2);
  });
});

test('by one key they are written and paid once, with the one that failed', async () => {
  await refusesOne();
  const first = await caller.call(writeVariants, { body, headers: KEY });
  const again = await second.as(me).call(writeVariants, { body, headers: KEY });
  expect(again.body).toEqual(first.body);
  expect([(await calls()).length, (await asked()).length]).toEqual([3, 3]);
});

test('one is stopped, and the others are written to their ends', async () => {
  await api.sandbox.control('PUT', '/switches', { openaiPieceMs: 60 });
  let stopped: number | null = null;
  const ended: WrittenVariant[] = [];
  for await (const { data } of await told(KEY)) {
    if (stopped === null && data.place === 1) {
      stopped = data.generationId;
      await second.as(me).call(stopWriting, { params: { id: stopped } });
    }
    if (data.ended !== undefined) ended.push(data.ended);
  }
  expect(ended.filter(({ isStopped }) => isStopped).map(({ generationId }) => generationId)).toEqual([stopped]);
  expect(ended.filter(({ content }) => content !== null)).toHaveLength(2);
  await vi.waitFor(
    async () =>
      expect((await asked()).flatMap(({ effects }) => effects).filter((one) => one === 'stopped').length).toBe(1),
    60_000,
  );
});
