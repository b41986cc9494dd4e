import { describe, expect, test, vi } from 'vitest';
import {
  estimateRewriting,
  IDEMPOTENCY_HEADER,
  REWRITE_LENGTH,
  rewriteText,
  stopWriting,
} from '../../contract/index.ts';
import { AI_REFUSALS } from '../../testing/ai-refusals.ts';
import { buildUser } from '../../testing/builders.ts';
import { fromNow } from '../../testing/stored.ts';
import { testApi } from '../../testing/test-api.ts';
import { stream, writingScene } from '../../testing/writing-scene.ts';
import { aiAnswersRepository } from '../ai-calls/ai-answers.repository.ts';

const { api, me, caller, second, calls, asked } = writingScene({ AI_DAILY_BUDGET_PER_USER: '0.10' });

const TEXT =
  'Fresh bread from seven on Saturday. A loaf is RM 14. Come early, it is gone by ten. ' +
  'Order at https://roti.example/order today.\n\n#bread #saturday';
const body = { rewriting: 'shorten', text: TEXT } as const;
const KEY = { [IDEMPOTENCY_HEADER]: 'rewrite-0001' };
const words = (text: string) => text.split(/\s+/).length;

interface Told {
  readonly generationId: number;
  readonly code?: string;
}
const told = (headers: Record<string, string>, signal?: AbortSignal) =>
  stream<Told>(caller, rewriteText, { body, headers, ...(signal && { signal }) });

describe('a text', () => {
  test('is shortened and lengthened, with what it costs', async () => {
    const [short, long] = [
      await caller.call(rewriteText, { body }),
      await caller.call(rewriteText, { body: { ...body, rewriting: 'lengthen' } }),
    ];
    expect(words(short.body.content)).toBeLessThan(words(TEXT) * 0.75);
    expect(words(long.body.content)).toBeGreaterThan(words(TEXT) * 1.3);
    expect(long.body.content).toContain('#bread #saturday');
    const [line] = await calls();
    expect(line).toMatchObject({ purpose: 'post', prompt: TEXT, prompt_id: 'rewrite', prompt_version: 1 });
    expect(short.body.costMicros).toBe(line?.['cost_micros']);
    expect(short.body.costMicros).toBeGreaterThan(0);
  });

  test.each([
    ['spelling', 'Teh bred is fresch.', 'The bread is fresh.'],
    ['retone', 'We open at 7. Come by.', 'Wow! We open at 7! Come by!'],
  ] as const)('gets %s', async (rewriting, text, content) => {
    const wanted = { rewriting, text, ...(rewriting === 'retone' && { tone: 'Exciting' as const }) };
    expect((await caller.call(rewriteText, { body: wanted })).body.content).toBe(content);
  });

  test.each(['to-malay', 'to-english'] as const)('goes %s with its figures, links and tags', async (rewriting) => {
    const { content } = (await caller.call(rewriteText, { body: { rewriting, text: TEXT } })).body;
    expect(content).not.toContain('Come early');
    for (const fact of ['RM 14', 'https://roti.example/order', '#bread #saturday']) expect(content).toContain(fact);
  });

  test('is refused without its tone, when it is empty, and when it is too long', async () => {
    const statuses = await Promise.all(
      [{ rewriting: 'retone' }, { text: ' ' }, { text: 'a'.repeat(REWRITE_LENGTH + 1) }, { rewriting: 'rhyme' }].map(
        async (part) => (await caller.call(rewriteText, { body: Object.assign({ ...body }, part) })).status,
      ),
    );
    expect(statuses).toEqual([400, 400, 400, 400]);
    expect(await asked()).toHaveLength(0);
  });

  test('costs about what was said before', async () => {
    const { usualMicros, mostMicros } = (await caller.call(estimateRewriting, { body })).body;
    const { costMicros } = (await caller.call(rewriteText, { body })).body;
    expect(costMicros).toBeLessThanOrEqual(Number(mostMicros));
    const share = Number(costMicros) / Number(usualMicros);
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(2);
  });
});

describe('by one key', () => {
  test('it is written and paid once, in whichever process, and told again', async () => {
    const first = await caller.call(rewriteText, { body, headers: KEY });
    const again = await second.as(me).call(rewriteText, { body, headers: KEY });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect([(await calls()).length, (await asked()).length]).toEqual([1, 1]);
  });

  test('asked at once in two processes it is paid once', async () => {
    const answers = await Promise.all(
      [caller, second.as(me), caller, second.as(me)].map((one) => one.call(rewriteText, { body, headers: KEY })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect([(await calls()).length, (await asked()).length]).toEqual([1, 1]);
  });

  test('another text is refused', async () => {
    await caller.call(rewriteText, { body, headers: KEY });
    const other = await caller.call(rewriteText, { body: { ...body, text: 'Another text.' }, headers: KEY });
    expect(other.status).toBe(422);
  });

  test('who loses the connection in the middle gets the whole of it later', async () => {
    await api.sandbox.control('PUT', '/switches', { openaiPieceMs: 20 });
    const hangUp = new AbortController();
    const events = await told(KEY, hangUp.signal);
    await events.next();
    await events.next();
    hangUp.abort();
    const again = await second.as(me).call(rewriteText, { body, headers: KEY });
    expect([again.status, (await asked()).length, (await asked())[0]?.effects]).toEqual([200, 1, ['answered']]);
    expect(words(again.body.content)).toBeGreaterThan(5);
  });

  test('what a process that died had not finished is lost, and not paid again unasked', async () => {
    const { body: first } = await caller.call(rewriteText, { body, headers: KEY });
    await api.stored.aiCalls.change({ status: 'calling', answer: null, created_at: fromNow(api.db, '-4 minutes') });
    const again = await caller.call(rewriteText, { body, headers: KEY });
    expect(again).toMatchObject({ status: 502, body: { code: 'lost', message: expect.stringContaining('Try again') } });
    expect((await asked()).length).toBe(1);
    const anew = await caller.call(rewriteText, { body, headers: { [IDEMPOTENCY_HEADER]: 'rewrite-0002' } });
    expect([anew.status, anew.body.generationId === first.generationId]).toEqual([200, false]);
  });

  test('what failed is told again', async () => {
    await api.sandbox.fault({
      match: { service: 'openai' },
      when: 'before',
      action: { type: 'error', http: 400, code: 'content_policy_violation' },
      times: 1,
    });
    const first = await caller.call(rewriteText, { body, headers: KEY });
    const again = await caller.call(rewriteText, { body, headers: KEY });
    expect([first.status, again.status, again.body]).toEqual([422, 422, first.body]);
    expect((await asked()).length).toBe(1);
  });

  test('it is told again though the budget is used up meanwhile, and forgotten after two days', async () => {
    const first = await caller.call(rewriteText, { body, headers: KEY });
    await api.stored.aiCalls.add({
      user_id: me.userId,
      environment: me.environment,
      purpose: 'automation',
      model: 'gpt-5.4-mini',
      prompt: 'x',
      status: 'answered',
      cost_micros: 100_000,
    });
    expect((await caller.call(rewriteText, { body, headers: KEY })).body).toEqual(first.body);
    expect((await caller.call(rewriteText, { body })).status).toBe(429);
    await api.stored.aiCalls.change({ created_at: fromNow(api.db, '-49 hours') });
    await aiAnswersRepository(api.db).forgetAnswers();
    expect((await calls()).map(({ answer }) => answer)).toEqual([null, null]);
  });
});

describe('when the AI', () => {
  test.each(AI_REFUSALS)('%s, the text stays and people hear what to do', async (_name, action, status, code) => {
    await api.sandbox.fault({ match: { service: 'openai' }, when: 'before', action });
    const answer = await caller.call(rewriteText, { body });
    expect(answer).toMatchObject({ status, body: { code, message: expect.stringMatching(/\.$/) } });
    expect(answer.text).not.toContain('sk-very-secret');
  });

  test('has no key, people are sent to the administrator', async () => {
    const keyless = await testApi({ OPENAI_API_KEY: '' });
    try {
      const by = keyless.as(await buildUser(keyless.db));
      expect(await by.call(rewriteText, { body })).toMatchObject({ status: 503, body: { code: 'no-key' } });
    } finally {
      await keyless.close();
    }
  });
});

describe('stopping', () => {
  test('ends the writing in another process, and the ledger says so', async () => {
    await api.sandbox.control('PUT', '/switches', { openaiPieceMs: 1000 });
    const events = await told(KEY);
    const { generationId } = (await events.next()).value!.data;
    const stranger = second.as(await buildUser(api.db));
    expect((await stranger.call(stopWriting, { params: { id: generationId } })).status).toBe(404);
    expect(await second.as(me).call(stopWriting, { params: { id: generationId } })).toMatchObject({
      body: { isStopped: true },
    });
    expect((await Array.fromAsync(events)).at(-1)).toMatchObject({ event: 'failed', data: { code: 'stopped' } });
    await vi.waitFor(async () => expect((await asked())[0]?.effects).toContain('stopped'), 60_000);
    expect(await calls()).toMatchObject([{ status: 'failed', problem: 'stopped', answer: null }]);
    expect((await caller.call(stopWriting, { params: { id: generationId } })).body).toEqual({ isStopped: false });
  });

  test('is told to who waits for the whole text', async () => {
    await api.sandbox.fault({ match: { service: 'openai' }, when: 'before', action: 'hang' });
    const waiting = caller.call(rewriteText, { body, headers: KEY });
    const begun = await vi.waitFor(async () => {
      const [line] = await calls();
      if (line === undefined) throw new Error('Nothing is being written');
      return line;
    }, 60_000);
    await second.as(me).call(stopWriting, { params: { id: Number(begun['id']) } });
    expect(await waiting).toMatchObject({ status: 502, body: { code: 'stopped' } });
  });

  test('without a key who hangs up has stopped it', async () => {
    await api.sandbox.control('PUT', '/switches', { openaiPieceMs: 1000 });
    const hangUp = new AbortController();
    const events = await told({}, hangUp.signal);
    await events.next();
    hangUp.abort();
    await vi.waitFor(async () => expect(await calls()).toMatchObject([{ problem: 'stopped' }]), 60_000);
  });
});
