import { beforeEach, expect, test } from 'vitest';
import { createPost, generateContent } from '../../contract/index.ts';
import { buildUser } from '../../testing/builders.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import { costMicros } from './cost.ts';

const api = setUpApi();
const { caller } = setUpPerson(api);

beforeEach(() => api.sandbox.control('POST', '/reset'));

const body = { prompt: 'Write about fresh bread on Saturdays.' } as const;
const lastCall = () => api.stored.aiCalls.latest();

test('a text leaves a line with what was asked, which model wrote it, its tokens and its price', async () => {
  const {
    body: { generationId },
  } = await caller.call(generateContent, { body });
  const line = await lastCall();
  expect(line).toMatchObject({
    id: generationId,
    purpose: 'post',
    prompt: body.prompt,
    prompt_id: 'post',
    prompt_version: 1,
    model: 'gpt-5.4-mini',
    status: 'answered',
    problem: null,
  });
  expect(line.input_tokens).toBeGreaterThan(0);
  expect(line.output_tokens).toBeGreaterThan(0);
  expect(line.cost_micros).toBe(
    costMicros('gpt-5.4-mini', { inputTokens: line.input_tokens, outputTokens: line.output_tokens }),
  );
  expect(line.cost_micros).toBeGreaterThan(0);
});

test('a call that failed leaves a line with its reason', async () => {
  await api.sandbox.fault({
    match: { service: 'openai' },
    when: 'before',
    action: { type: 'error', http: 401, code: 'invalid_api_key', message: 'no' },
  });
  await caller.call(generateContent, { body });
  expect(await lastCall()).toMatchObject({
    status: 'failed',
    problem: 'bad-key',
    cost_micros: null,
  });
});

test('a post keeps which call wrote it, and only its owner can name it', async () => {
  const {
    body: { generationId, content },
  } = await caller.call(generateContent, { body });
  const draft = { content, status: 'draft', facebookPageId: null, publishPlatform: 'fiztech', generationId } as const;
  const { status, body: post } = await caller.call(createPost, { body: draft });
  expect(status).toBe(201);
  expect(await api.stored.posts.first({ id: post.id })).toMatchObject({ ai_call_id: generationId });

  const another = api.as(await buildUser(api.db));
  expect(await another.call(createPost, { body: draft })).toMatchObject({
    status: 404,
    body: { message: 'This generated text no longer exists.' },
  });
});

test('the price of a model that nobody lists is not guessed', () => {
  expect(costMicros('our-own-llama', { inputTokens: 10, outputTokens: 10 })).toBeNull();
});
