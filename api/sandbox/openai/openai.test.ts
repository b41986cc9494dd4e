import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpSandbox } from '../set-up-sandbox.ts';
import { z } from 'zod';
import { OPENAI_KEY, OPENAI_MODEL } from './openai.routes.ts';

const sandbox = setUpSandbox();
let client: OpenAI;
beforeAll(async () => {
  client = new OpenAI({ apiKey: OPENAI_KEY, baseURL: `${sandbox.url}/v1`, maxRetries: 0, timeout: 5000 });
});

const model = OPENAI_MODEL;
const messages = (content: string) => [{ role: 'user' as const, content }];
const write = async (content: string, more = {}) => {
  const answer = await client.chat.completions.create({ model, messages: messages(content), ...more });
  return answer.choices[0]?.message.content ?? '';
};
const words = (text: string) => text.split(/\s+/).filter(Boolean).length;

describe('text', () => {
  test('is the same for the same request and another for another', async () => {
    const prompt = 'Create a promotional post about cold brew in a friendly tone, in English, 50-100 words.';
    expect(await write(prompt)).toBe(await write(prompt));
    expect(await write(prompt)).not.toBe(await write(prompt, { seed: 2 }));
    expect(await write(prompt)).toContain('cold brew');
  });

  test.each([
    [50, 100],
    [100, 200],
    [1000, 2000],
  ])('has %i to %i words when asked', async (least, most) => {
    for (const topic of ['electric bicycles', 'home composting']) {
      const text = await write(
        `Write an article about ${topic}, tone professional, ${least}-${most} words. Include relevant hashtags`,
      );
      expect(words(text)).toBeGreaterThanOrEqual(least);
      expect(words(text)).toBeLessThanOrEqual(most);
      expect(text).toMatch(/#\w+/);
    }
  });

  test('is Malay when asked, without hashtags unless wanted', async () => {
    const text = await write('Create a story about kopi tempatan in Bahasa Melayu, 50-100 words.');
    expect(text).toContain('kopi tempatan');
    expect(text).toMatch(/\b(yang|dan|kami|untuk|anda)\b/);
    expect(text).not.toContain('#');
  });

  test('ends with finish_reason length when the limit is reached', async () => {
    const answer = await client.chat.completions.create({
      model,
      messages: messages('Write 1000-2000 words about tea'),
      max_completion_tokens: 50,
    });
    expect(answer.choices[0]?.finish_reason).toBe('length');
    expect(answer.usage?.completion_tokens).toBe(50);
  });
});

test('a schema is honoured', async () => {
  const Article = z.object({
    title: z.string(),
    body: z.string(),
    rating: z.number().min(1).max(5),
    pros: z.array(z.string()).min(2).max(4),
    verdict: z.enum(['buy', 'wait', 'skip']),
    specs: z.object({ weight: z.string(), price: z.int().nullable() }),
    published: z.boolean(),
  });
  const answer = await client.chat.completions.parse({
    model,
    messages: messages('Write a review of the Aurora X2 phone'),
    response_format: zodResponseFormat(Article, 'article'),
  });
  expect(Article.safeParse(answer.choices[0]?.message.parsed).success).toBe(true);
  expect(answer.choices[0]?.message.parsed?.title).toContain('Aurora X2');
});

describe('streams', () => {
  test('a streamed chat brings the same text and the usage', async () => {
    const prompt = 'Write about morning tea';
    let text = '';
    let total = 0;
    for await (const chunk of await client.chat.completions.create({
      model,
      messages: messages(prompt),
      stream: true,
      stream_options: { include_usage: true },
    })) {
      text += chunk.choices[0]?.delta.content ?? '';
      total = chunk.usage?.total_tokens ?? total;
    }
    expect(text).toBe(await write(prompt));
    expect(total).toBeGreaterThan(0);
  });

  test('responses answer whole and streamed alike', async () => {
    const whole = await client.responses.create({ model, input: 'Write about tea' });
    let text = '';
    for await (const event of await client.responses.create({ model, input: 'Write about tea', stream: true }))
      if (event.type === 'response.output_text.delta') text += event.delta;
    expect(whole.output_text).toBe(text);
    expect(whole.status).toBe('completed');
  });
});

describe('refusals', () => {
  test('a wrong key is 401 invalid_api_key and shows only its ends', async () => {
    const answer = await sandbox.call('POST', '/v1/chat/completions', {
      body: { model, messages: messages('x') },
      headers: { authorization: 'Bearer sk-wrong-key-0123456789' },
    });
    expect(answer.status).toBe(401);
    expect(answer.body.error).toMatchObject({ code: 'invalid_api_key', type: 'invalid_request_error', param: null });
    expect(answer.text).not.toContain('sk-wrong-key-0123456789');
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
  });

  test.each([
    [{ model, messages: [] }, 400],
    [{ model, messages: messages('x'), nonsense: 1 }, 400],
    [{ model: 'no-such-model', messages: messages('x') }, 404],
    [{ model, messages: messages('x'), max_tokens: 5 }, 400],
    [{ model, messages: messages('x'), temperature: 0.3 }, 400],
    [{ model: 'gpt-4o', messages: messages('x'), temperature: 0.3, max_tokens: 5 }, 200],
  ])('%j answers %i', async (body, status) => {
    const answer = await sandbox.call('POST', '/v1/chat/completions', {
      body,
      headers: { authorization: `Bearer ${OPENAI_KEY}` },
    });
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body.error).toHaveProperty('message');
  });
});

test('models are listed', async () => {
  expect((await client.models.list()).data.map((one) => one.id)).toContain(model);
});
