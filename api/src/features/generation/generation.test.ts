import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { generateContent, generateFiztechContent, publishToFiztech } from '../../contract/index.ts';
import { AI_REFUSALS } from '../../testing/ai-refusals.ts';
import { buildUser } from '../../testing/builders.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import { testApi } from '../../testing/test-api.ts';

const api = setUpApi();
const { caller } = setUpPerson(api);

beforeEach(() => api.sandbox.control('POST', '/reset'));

const body = {
  prompt: 'Write about fresh bread on Saturdays. Include relevant hashtags',
  contentType: 'promotional',
  keywords: 'bread',
  tone: 'Casual',
  length: 'Short',
} as const;

test('a text comes in the language and length asked for', async () => {
  const [english, malay] = [
    await caller.call(generateContent, { body }),
    await caller.call(generateContent, { body: { ...body, language: 'Bahasa Melayu' } }),
  ];
  expect([english.status, malay.status]).toEqual([200, 200]);
  const words = english.body.content.split(/\s+/).length;
  expect(words).toBeGreaterThanOrEqual(40);
  expect(words).toBeLessThanOrEqual(115);
  expect(malay.body.content).toMatch(/\b(dan|yang|untuk|kami)\b/);
});

test('asking again gives another text', async () => {
  const texts = await Promise.all(
    [1, 2, 3].map(async () => (await caller.call(generateContent, { body })).body.content),
  );
  expect(new Set(texts).size).toBe(3);
});

test('tone, language and length are taken in any letter case, and nothing else is', async () => {
  expect(
    (
      await caller.call(generateContent, {
        body: { prompt: 'Bread', tone: 'friendly', language: 'bahasa melayu', length: 'long (1000-2000 words)' },
      })
    ).status,
  ).toBe(200);
  const answer = await caller.fetch('/api/quick-content-generate', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: ' ', tone: 'Sarcastic', language: 'Klingon', length: 7, mood: 'good' }),
  });
  expect(answer.status).toBe(400);
  const { issues } = (await answer.json()) as { issues: { path: string }[] };
  expect(issues.map((issue) => issue.path).toSorted()).toEqual(['language', 'length', 'mood', 'prompt', 'tone']);
});

describe('when the AI', () => {
  test.each(AI_REFUSALS)('%s, people hear what to do, and never its own words', async (_name, action, status, code) => {
    await api.sandbox.fault({ match: { service: 'openai' }, when: 'before', action });
    const answer = await caller.call(generateContent, { body });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code, message: expect.stringMatching(/\.$/), error: expect.any(String) });
    expect(answer.text + api.logged.join('')).not.toContain('sk-very-secret');
    if (status === 429) expect(answer.headers.get('retry-after')).toBe('7');
  });

  test('hangs up, the answer is a 502 with a sentence', async () => {
    await api.sandbox.fault({ match: { service: 'openai' }, when: 'before', action: 'reset' });
    expect(await caller.call(generateContent, { body })).toMatchObject({ status: 502, body: { code: 'down' } });
  });
});

describe('an article for the tech site', () => {
  test.each([
    ['review', { contentType: 'review', productName: 'Phone X' }, { productName: 'Phone X' }],
    ['news', { contentType: 'news', newsCategory: 'Gaming' }, { category: 'Gaming' }],
  ] as const)('as %s has a title and a body, and goes out as it is', async (contentType, asked, about) => {
    const {
      status,
      body: { content },
    } = await caller.call(generateFiztechContent, { body: asked });
    expect(status).toBe(200);
    expect(content).toMatchObject({ title: expect.stringMatching(/\S/), body: expect.stringMatching(/\S/), ...about });
    expect((await caller.call(publishToFiztech, { body: { content, contentType } })).body.message).toBe(
      'Published to Fiztech',
    );
  });

  test.each([
    [{ contentType: 'review' }, 'productName'],
    [{ contentType: 'news' }, 'newsCategory'],
  ] as const)('without what it is about is refused: %j', async (asked, path) => {
    expect(await caller.call(generateFiztechContent, { body: asked })).toMatchObject({
      status: 400,
      body: { issues: [{ path }] },
    });
  });

  test('that is none is told as a sentence', async () => {
    const calm = await testApi({
      OPENAI_BASE_URL: await answering({
        choices: [{ message: { content: '{"title": "Only a title"}' }, finish_reason: 'stop' }],
      }),
    });
    try {
      const answer = await calm
        .as(await buildUser(calm.db))
        .call(generateFiztechContent, { body: { contentType: 'review', productName: 'Phone X' } });
      expect(answer).toMatchObject({
        status: 502,
        body: { code: 'unusable', error: expect.stringContaining('Try again') },
      });
    } finally {
      await calm.close();
    }
  });

  /** An AI that always says this. */
  async function answering(body: object): Promise<string> {
    const ai = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(ai, 'listening');
    ai.unref();
    return `http://127.0.0.1:${(ai.address() as AddressInfo).port}`;
  }
});

test('without a key people are sent to the administrator', async () => {
  const keyless = await testApi({ OPENAI_API_KEY: '' });
  try {
    const answer = await keyless.as(await buildUser(keyless.db)).call(generateContent, { body });
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'no-key', error: expect.stringContaining('administrator') },
    });
  } finally {
    await keyless.close();
  }
});
