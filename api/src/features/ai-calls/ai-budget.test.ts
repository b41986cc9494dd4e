import { beforeAll, describe, expect, test } from 'vitest';
import { automationSettings, generateContent, generateFiztechContent, writeVariants } from '../../contract/index.ts';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { setUpSweptApi, setUpPerson } from '../../testing/scene.ts';
import { PATIENT_LIMITS, type TestProcess } from '../../testing/test-api.ts';
import { fromNow } from '../../testing/stored.ts';
import { aiBudget } from './ai-budget.ts';
import { whatIsUsedUp } from '../../problems/english/budget-words.ts';
import { aiCallsRepository } from './ai-calls.repository.ts';
import { chargeMicros, costMicros, mostMicros } from './cost.ts';

const MINE = 100_000;
const ALL = 150_000;

const api = setUpSweptApi({ AI_DAILY_BUDGET_PER_USER: '0.10', AI_DAILY_BUDGET: '0.15' }, { isNoon: true });
const { me, caller } = setUpPerson(api);
/** In which sixty calls wait for each other, however long that takes. */
let first: TestProcess;
let second: TestProcess;
beforeAll(async () => {
  first = await api.another({}, PATIENT_LIMITS);
  second = await api.another({}, PATIENT_LIMITS);
});

const body = { prompt: 'Write about fresh bread on Saturdays.' } as const;
const spent = async (whose: Record<string, unknown> = {}) =>
  ((await api.stored.aiCalls.rows(whose)) as { cost_micros: number | null; reserved_micros: number | null }[])
    .map((call) => Number(call.cost_micros ?? call.reserved_micros ?? 0))
    .reduce((sum, micros) => sum + micros, 0);
/** As if the AI had been paid so much today. */
const pay = (by: TestUser, micros: number) =>
  api.stored.aiCalls.add({
    user_id: by.userId,
    environment: by.environment,
    purpose: 'automation',
    model: 'gpt-5.4-mini',
    prompt: 'x',
    status: 'answered',
    cost_micros: micros,
  });
const asked = async () =>
  (await api.sandbox.control<{ path: string }[]>('GET', '/journal')).filter(({ path }) =>
    path.includes('chat/completions'),
  ).length;
/** Each text costs nearly as much as it may: about 2,070 of 2,100 tokens. */
const textsAreDear = () =>
  api.sandbox.fault({
    match: { service: 'openai' },
    when: 'before',
    action: { type: 'ai-answer', text: `${'bread'.repeat(25)} `.repeat(66) },
  });

describe('sixty texts asked for at once', () => {
  test.each(['application/json', 'text/event-stream'])(
    "of two processes cost no more than the day's budget of their person: %s",
    async (accept) => {
      await textsAreDear();
      await api.sandbox.control('PUT', '/switches', { openaiPieceMs: 0 });
      const [here, there] = [first.as(me), second.as(me)];
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          (index % 2 === 0 ? here : there).fetch(generateContent.path, {
            method: 'POST',
            headers: { 'content-type': 'application/json', accept },
            body: JSON.stringify(body),
          }),
        ),
      );
      await Promise.all(answers.map((answer) => answer.text()));
      const made = answers.filter(({ status }) => status === 200).length;
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
      expect(
        answers.filter(({ status }) => status === 429).every(({ headers }) => Number(headers.get('retry-after')) > 0),
      ).toBe(true);
      expect([made, await asked()]).toEqual([Math.floor(MINE / mostOf(body.prompt)), made]);
      expect(await api.stored.aiCalls.rows({ status: 'answered' })).toHaveLength(made);
      expect(await spent()).toBeLessThanOrEqual(MINE);
      expect(await spent()).toBeGreaterThan(MINE * 0.9);
    },
  );

  test('of six people cost no more than the budget of everybody', async () => {
    await textsAreDear();
    const people = await Promise.all(Array.from({ length: 6 }, () => buildUser(api.db)));
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => api.as(people[index % 6] as TestUser).call(generateContent, { body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(Math.floor(ALL / mostOf(body.prompt)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused[0]?.body).toMatchObject({
      code: 'budget',
      message: expect.stringContaining('shared AI budget'),
    });
  });
});

/** The most that a text of medium length on this prompt can cost, by the row that it left. */
function mostOf(prompt: string): number {
  const rules =
    'You write posts for a Facebook page. ' +
    'Answer with the text of the post alone: no title line, no quotation marks around it, no Markdown.\n' +
    'Tone: Professional. Language: English. ' +
    'Length: 100-200 words.\nInvent no facts, prices, dates or names that the request does not give.';
  return mostMicros('gpt-5.4-mini', { rules, prompt, maxTokens: 2100 });
}

describe('a budget that is used up', () => {
  const retryAfter = (headers: Headers) => Number(headers.get('retry-after'));

  test.each([
    ['a text', generateContent, body],
    ['an article', generateFiztechContent, { contentType: 'review', productName: 'Phone X' }],
  ] as const)(
    "refuses %s with a sentence and the time of its reset, in the person's zone",
    async (_what, endpoint, wanted) => {
      await pay(me, MINE);
      const answer = await caller.call(endpoint, {
        body: wanted as never,
        headers: { 'x-time-zone': 'Asia/Kuala_Lumpur' },
      });
      expect(answer.status).toBe(429);
      expect(answer.body).toMatchObject({
        code: 'budget',
        resetsAt: expect.stringMatching(/T00:00:00\.000Z$/),
        message: expect.stringMatching(
          /^Your AI budget of \$0\.10 a day is used up\. It resets on \w{3} \d+ \w+( \d{4})?, 8:00 \(GMT\+8\)\. /,
        ),
      });
      expect(retryAfter(answer.headers)).toBe(12 * 3600);
      expect(await asked()).toBe(0);
      expect(await api.stored.aiCalls.rows()).toHaveLength(1);
    },
  );

  test('refuses a text that is to be told as it is written with a status, before anything is told', async () => {
    await pay(me, MINE);
    const answer = await caller.fetch(generateContent.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(body),
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([429, 'application/json; charset=utf-8']);
    expect(retryAfter(answer.headers)).toBeGreaterThan(0);
  });

  test('is one for people and automation, and another one for everybody else', async () => {
    const other = await buildUser(api.db);
    await pay(me, MINE - 1);
    expect((await caller.call(generateContent, { body })).body).toMatchObject({
      code: 'budget',
      message: expect.stringContaining('Not enough'),
    });
    expect((await api.as(other).call(generateContent, { body })).status).toBe(200);
    await pay(other, ALL);
    expect((await api.as(await buildUser(api.db)).call(generateContent, { body })).body).toMatchObject({
      message: expect.stringContaining('The shared AI budget of $0.15 a day is used up'),
    });
  });

  test('is new on the next day', async () => {
    await pay(me, MINE);
    await api.stored.aiCalls.change({ created_at: fromNow(api.db, '13 hours ago') });
    expect((await caller.call(generateContent, { body })).status).toBe(200);
  });
});

describe('what a call sets aside', () => {
  const budget = () => aiBudget({ db: api.db, budgets: { mine: MINE, all: null } });
  const calls = () => aiCallsRepository(api.db);
  const begin = (reservedMicros: number) =>
    budget().reserve(me, reservedMicros, (trx) =>
      aiCallsRepository(trx).begin(me, {
        purpose: 'post',
        model: 'gpt-5.4-mini',
        prompt: 'x',
        from: { id: 'post', version: 1 },
        reservedMicros,
      }),
    );
  const begun = async (micros: number) => {
    const reserved = await begin(micros);
    if ('over' in reserved) throw new Error(reserved.over.because);
    return reserved.begun;
  };
  const usage = { inputTokens: 100, outputTokens: 100 };

  test('is not there for another one, and the screen does not count it as spent', async () => {
    await begun(60_000);
    expect(await begin(60_000)).toMatchObject({ over: { because: 'open' } });
    expect((await caller.call(automationSettings)).body.budget.spentMicros).toBe(0);
  });

  test('becomes its cost with the answer', async () => {
    await calls().answered(await begun(90_000), 'gpt-5.4-mini', usage);
    expect(await spent()).toBe(costMicros('gpt-5.4-mini', usage));
  });

  test('comes back when nothing was paid, and stays when it may have been', async () => {
    await calls().failed(await begun(40_000), 'slow', 'gpt-5.4-mini', { isPaid: 'no', usage: null });
    expect(await spent()).toBe(0);
    await calls().failed(await begun(40_000), 'stopped', 'gpt-5.4-mini', { isPaid: 'maybe', usage: null });
    expect(await spent()).toBe(40_000);
    await calls().failed(await begun(40_000), 'refused', 'gpt-5.4-mini', { isPaid: 'yes', usage });
    expect(await spent()).toBe(40_000 + Number(costMicros('gpt-5.4-mini', usage)));
  });

  test('is never less than the call can cost, whatever the letters', () => {
    const prompt = '日本語😀'.repeat(100);
    expect(mostMicros('gpt-5.4-mini', { rules: '', prompt, maxTokens: 10 })).toBeGreaterThan(
      costMicros('gpt-5.4-mini', { inputTokens: Buffer.byteLength(prompt), outputTokens: 10 }) ?? Infinity,
    );
  });

  test('of a model without a list price is counted at a high one', async () => {
    expect(chargeMicros('our-own-llama', usage)).toBe(3000);
    await calls().answered(await begun(50_000), 'our-own-llama', usage);
    expect([await spent(), (await api.stored.aiCalls.first()).cost_micros]).toEqual([3000, null]);
  });
});

describe('the texts that one person waits for', () => {
  const wait = (texts: number, more: object = {}) =>
    Promise.all(
      Array.from({ length: texts }, () =>
        api.stored.aiCalls.add({
          user_id: me.userId,
          environment: me.environment,
          purpose: 'post',
          model: 'gpt-5.4-mini',
          prompt: 'x',
          status: 'calling',
          ...more,
        }),
      ),
    );
  const variants = () => caller.call(writeVariants, { body });

  test('are twelve at a time, also when they are asked for at once and there is no budget', async () => {
    const unlimited = aiBudget({ db: api.db, budgets: { mine: null, all: null } });
    const call = { purpose: 'post', model: 'gpt-5.4-mini', prompt: 'x', from: { id: 'post', version: 1 } } as const;
    const begun = await Promise.allSettled(
      Array.from({ length: 20 }, () => unlimited.reserve(me, 0, (trx) => aiCallsRepository(trx).begin(me, call), 1)),
    );
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
  });

  test('keep out one more with what to do, and nobody else', async () => {
    await wait(12);
    const answer = await caller.call(generateContent, { body });
    expect([answer.status, answer.body, answer.headers.get('retry-after')]).toEqual([
      429,
      expect.objectContaining({
        message:
          '12 texts are being written for you, and 12 is the most at a time. Wait until some are done, then try again.',
      }),
      '10',
    ]);
    expect(await asked()).toBe(0);
    expect((await api.as(await buildUser(api.db)).call(generateContent, { body })).status).toBe(200);
  });

  test('leave room for the variants of a fourth page, and not for those of a fifth', async () => {
    await wait(9);
    expect((await variants()).status).toBe(200);
    await wait(1);
    expect((await variants()).status).toBe(429);
    expect((await caller.call(generateContent, { body })).status).toBe(200);
  });

  test('are not what automation writes, nor what a process was writing when it died', async () => {
    await wait(12, { purpose: 'automation' });
    await wait(12, { created_at: fromNow(api.db, '4 minutes ago') });
    expect((await caller.call(generateContent, { body })).status).toBe(200);
  });
});

test.each([
  ['mine', 'open', 'The posts being written right now may use up your AI budget of $0.10 a day.'],
  ['all', 'used-up', 'The shared AI budget of $0.10 a day is used up.'],
] as const)('%s, %s: %s', (whose, because, sentence) => {
  expect(whatIsUsedUp({ whose, limitMicros: MINE, because })).toBe(sentence);
});
