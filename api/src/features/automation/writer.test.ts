import { describe, expect, test } from 'vitest';
import * as contract from '../../contract/index.ts';
import { listNotifications } from '../../contract/index.ts';
import { aiError, scope, automationScene } from '../../testing/automation-scene.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { testApi, type TestApi } from '../../testing/test-api.ts';
import { fromNow, newToken } from '../../testing/stored.ts';

const scene = automationScene();
const { save, start, settings, queue, cycles, publicTexts, tick, passes, aiSays } = scene;

describe('a text', () => {
  const ends = async () => (await cycles())[0]?.skipped.map(({ reason, isFailure }) => [reason.code, isFailure]);
  const paid = async () =>
    (await scene.api.stored.automationSlots.values<number>('calls')).reduce((sum, calls) => sum + calls, 0);

  test('too close to what the page has had is written once more, then left out', async () => {
    await save();
    await start();
    await aiSays({
      type: 'ai-answer',
      text: 'Our kaya toast is warm from seven in the morning, and the coffee is strong.',
    });
    await buildPost(scene.api.db, scene.me, {
      facebookPageId: scene.pageId,
      status: 'published',
      content: 'Our kaya toast is warm from seven in the morning and the coffee is very strong!',
    });
    await tick();
    expect(await ends()).toEqual([['too_similar', false]]);
    expect(await paid()).toBe(2);
    expect((await cycles())[0]).toMatchObject({ calls: 2, made: 0 });
  });

  test('that the AI gives twice at the same time is stored once', async () => {
    await save({ contentCount: 2 }, 1);
    await start();
    await aiSays({ type: 'ai-answer', text: 'Fresh bread comes out of the oven while the street still sleeps.' });
    await tick();
    expect((await queue()).map(({ state }) => state)).toEqual(['ready']);
    expect(await ends()).toEqual([['too_similar', false]]);
  });

  test('that another owner of the page is about to publish there is not written a second time', async () => {
    const text = 'Our kaya toast is warm from seven in the morning, every day.';
    const other = await buildUser(scene.api.db);
    const { id } = await buildPage(scene.api.db, other, { pageId: scene.page.id });
    await buildPost(scene.api.db, other, { facebookPageId: id, content: text });
    await save();
    await start();
    await aiSays({ type: 'ai-answer', text });
    await tick();
    expect(await ends()).toEqual([['too_similar', false]]);
  });

  test('is no other one because a line stands below it', async () => {
    const text = 'Our kaya toast is warm from seven.';
    const disclosure = 'This text was written by an AI, and nobody at our bakery has read it before it was published.';
    await buildPost(scene.api.db, scene.me, {
      facebookPageId: scene.pageId,
      status: 'published',
      content: `${text.replace('warm', 'hot')}\n\n${disclosure}`,
    });
    await save({ disclosure });
    await start();
    await aiSays({ type: 'ai-answer', text });
    await tick();
    expect(await ends()).toEqual([['too_similar', false]]);
  });

  test.each([
    ['declined', { type: 'ai-answer', refusal: 'No.' }, 'refused'],
    ['cut off', { type: 'ai-answer', finish_reason: 'length' }, 'cut-off'],
    ['empty', { type: 'ai-answer', text: ' ' }, 'empty'],
    ['too long', { type: 'ai-answer', text: 'bread '.repeat(1000) }, 'too_long'],
    ['full of gaps', { type: 'ai-answer', text: 'Visit [Your Bakery] today.' }, 'unfinished'],
  ])('%s twice is never published, and both are on the bill', async (_name, action, code) => {
    await save();
    await start();
    await aiSays(action);
    await tick();
    await scene.api.turn();
    expect(await ends()).toEqual([[code, true]]);
    expect(await publicTexts()).toEqual([]);
    expect((await cycles())[0]).toMatchObject({ calls: 2, costMicros: expect.any(Number) });
    expect((await cycles())[0]?.costMicros).toBeGreaterThan(0);
  });

  test('declined once is written again', async () => {
    await save();
    await start();
    await aiSays({ type: 'ai-answer', refusal: 'No.' }, 1);
    await tick();
    expect((await queue()).map(({ state }) => state)).toEqual(['ready']);
    expect(await paid()).toBe(2);
  });

  test('that an AI which is down does not give is tried again later, and not for ever', async () => {
    await save();
    await start();
    await aiSays(aiError(500, 'server_error'));
    await tick();
    expect((await queue()).map(({ state }) => state)).toEqual(['planned']);
    expect(await paid()).toBe(0);
    for (const wait of ['30 seconds', '2 minutes', '5 minutes']) {
      await passes(wait);
      await tick();
    }
    expect(await ends()).toEqual([['down', true]]);
    expect((await cycles())[0]).toMatchObject({ calls: 4, costMicros: null });
  });

  test('whose writer died is paid for once more, and not a third time', async () => {
    await save({ contentCount: 2 });
    await start();
    const [first, other] = await scene.api.stored.automationSlots.values<number>('id');
    const died = {
      state: 'calling',
      lease_token: newToken(scene.api.db),
      next_at: fromNow(scene.api.db, '1 second ago'),
    };
    await scene.api.stored.automationSlots.change({ ...died, calls: 1 }, { id: first });
    await scene.api.stored.automationSlots.change({ ...died, calls: 2 }, { id: other });
    await Promise.all([tick(), tick()]);
    expect(await scene.api.stored.automationSlots.rows({}, 'state', 'calls')).toEqual([
      { state: 'scheduled', calls: 2 },
      { state: 'failed', calls: 2 },
    ]);
    expect(await scene.api.stored.aiCalls.rows()).toHaveLength(1);
    expect(await ends()).toEqual([['interrupted', true]]);
  });

  test("is asked for with the owner's words, the language, and what not to repeat", async () => {
    await buildPost(scene.api.db, scene.me, {
      facebookPageId: scene.pageId,
      status: 'published',
      content: 'Yesterday we baked rye.',
    });
    await save({ language: 'Bahasa Melayu' });
    await start();
    await tick();
    const [call] = await scene.api.stored.aiCalls.rows();
    expect(call).toMatchObject({
      purpose: 'automation',
      prompt_id: 'automation',
      prompt_version: 1,
      status: 'answered',
    });
    expect(call.prompt).toContain(scope);
    expect(call.prompt).toContain('Do not repeat them');
    expect(call.prompt).toContain('Yesterday we baked rye.');
    expect((await queue())[0]?.content).toMatch(/\b(dan|yang|untuk|kami)\b/);
  });
});

describe('an AI that says when it takes calls again', () => {
  const asked = async () =>
    (await scene.api.sandbox.control<{ path: string }[]>('GET', '/journal')).filter(({ path }) =>
      path.includes('chat/completions'),
    ).length;
  const busy = (http: number, headers: object) => ({
    type: 'error',
    http,
    code: http === 429 ? 'rate_limit_exceeded' : 'server_error',
    message: 'no',
    headers,
  });

  test.each([
    ['in seconds', () => busy(429, { 'retry-after': '120' })],
    ['as a date', () => busy(429, { 'retry-after': new Date(Date.now() + 120_000).toUTCString() })],
    ['in milliseconds', () => busy(429, { 'retry-after-ms': '120000', 'retry-after': '1' })],
    ['being away', () => busy(503, { 'retry-after': '120' })],
  ])('%s is not asked before, by anybody, and the slot has not failed', async (_name, says) => {
    await save();
    await start();
    await aiSays(says(), 1);
    await tick();
    expect([await asked(), (await queue()).map(({ state }) => state)]).toEqual([1, ['planned']]);
    await scene.api.stored.automationSlots.change({ next_at: scene.api.db.fn.now() });
    await tick();
    await passes('100 seconds');
    await tick();
    expect(await asked()).toBe(1);
    await passes('25 seconds');
    await tick();
    expect([await asked(), (await queue()).map(({ state }) => state)]).toEqual([2, ['ready']]);
    expect(await scene.api.stored.automationSlots.first({}, 'calls', 'tries')).toEqual({ calls: 1, tries: 0 });
  });

  test('again and again never makes the slot fail, only too late', async () => {
    await save();
    await start();
    await aiSays(busy(429, { 'retry-after': '1200' }));
    for (let times = 0; times < 5; times += 1) {
      await tick();
      await passes('21 minutes');
    }
    expect(await asked()).toBe(3);
    expect((await cycles())[0]?.skipped).toMatchObject([{ isFailure: false }]);
  });

  test('for long is told to the owner, and over with the first text', async () => {
    await save();
    await start();
    await aiSays(busy(429, { 'retry-after': '1800' }), 1);
    await tick();
    expect(await settings()).toMatchObject({
      status: 'held',
      problem: { code: 'ai_resting', message: expect.stringContaining('in about 30 minutes') },
    });
    await passes('31 minutes');
    await tick();
    expect(await settings()).toMatchObject({ status: 'active', problem: null });
  });
});

describe('what has to be looked at', () => {
  const notified = async () =>
    (await scene.here.call(listNotifications)).body.notifications
      .filter(({ kind }) => kind === 'automation')
      .map(({ title, isRead }) => [title, isRead]);

  test('an AI account without credit holds everything, says so, and goes on by itself', async () => {
    await save();
    await start();
    await aiSays(aiError(429, 'insufficient_quota'));
    await tick();
    expect(await settings()).toMatchObject({
      isEnabled: true,
      status: 'held',
      problem: { code: 'insufficient_quota', message: expect.stringContaining('run out of credit') },
    });
    expect(await notified()).toEqual([['Automation is on hold', false]]);
    expect(await queue()).toMatchObject([{ state: 'planned', problem: { code: 'insufficient_quota' } }]);
    await scene.api.sandbox.control('DELETE', '/faults');
    await passes('20 minutes');
    await tick();
    expect(await settings()).toMatchObject({ status: 'active', problem: null });
    expect(await notified()).toEqual([['Automation is on hold', true]]);
    expect((await queue()).map(({ state }) => state)).toEqual(['ready']);
  });

  test('what the AI refused for its key is over with another key, and the text is written at once', async () => {
    const admin = scene.api.as(await buildUser(scene.api.db, { role: 'admin' }));
    const change = (body: { openaiApiKey?: string | null; fiztechApiKey?: string }) =>
      admin.call(contract.updateApiConfig, { body });
    await change({ openaiApiKey: 'sk-a-key-of-nobody' });
    await save();
    await start();
    await tick();
    await change({ fiztechApiKey: 'another-key-of-the-site' });
    expect(await settings()).toMatchObject({ status: 'held', problem: { code: 'ai_not_usable' } });
    await change({ openaiApiKey: null });
    expect(await settings()).toMatchObject({ status: 'active', problem: null });
    expect(await notified()).toEqual([['Automation is on hold', true]]);
    expect(await queue()).toMatchObject([{ state: 'planned', problem: null }]);
    await tick();
    expect((await queue()).map(({ state }) => state)).toEqual(['ready']);
  });

  /** Somebody whose automation begins in a product with these budgets, where a call to the AI is on record already. */
  async function withBudgets(
    env: NodeJS.ProcessEnv,
    {
      isOfOther = false,
      ...call
    }: { isOfOther?: boolean; status: string; cost_micros?: number; reserved_micros?: number },
    then: (own: TestApi, work: () => Promise<void>, settings: () => Promise<unknown>) => Promise<void>,
  ): Promise<void> {
    const own = await testApi(env);
    try {
      const person = await buildUser(own.db);
      const { id } = await buildPage(own.db, person);
      const { userId, environment } = isOfOther ? await buildUser(own.db) : person;
      const asked = { purpose: 'post', model: 'gpt-5.4-mini', prompt: 'x', ...call };
      await own.stored.aiCalls.add({ user_id: userId, environment, ...asked });
      const caller = own.as(person);
      const page = {
        pageId: id,
        isEnabled: true,
        contentCount: 1,
        contentScope: 'Tea',
        mode: 'publish',
        // Whatever the AI makes up, nobody has to read it.
        holdsUnsourced: false,
      } as const;
      await caller.call(contract.saveAutomationSettings, { body: { pageConfigurations: [page] } });
      await caller.call(contract.startAutomation, { body: {} });
      const work = async () => {
        await own.app.automation.tickJob.run(new Date());
        await own.app.automation.settled();
      };
      await work();
      await then(own, work, async () => (await caller.call(contract.automationSettings)).body);
    } finally {
      await own.close();
    }
  }

  test('a budget that is used up stops the calls until tomorrow', () =>
    withBudgets(
      { AI_DAILY_BUDGET_PER_USER: '0.01' },
      { status: 'answered', cost_micros: 10_000 },
      async (own, _work, settings) => {
        expect(await settings()).toMatchObject({
          status: 'held',
          problem: { code: 'budget', message: expect.stringContaining('$0.01 a day') },
          budget: { spentMicros: 10_000, limitMicros: 10_000 },
        });
        expect(await own.stored.aiCalls.rows()).toHaveLength(1);
      },
    ));

  test('a budget that texts under way may use up is waited for, and nobody is told', () =>
    withBudgets(
      { AI_DAILY_BUDGET_PER_USER: '0.025' },
      { status: 'calling', reserved_micros: 10_000 },
      async (own, work, settings) => {
        expect(await settings()).toMatchObject({ status: 'active' });
        expect(await own.stored.aiCalls.values('purpose')).toEqual(['post']);
        await own.stored.aiCalls.change({ status: 'answered', cost_micros: 500 });
        await own.stored.automationSlots.change({ next_at: own.db.fn.now() });
        await work();
        expect(await own.stored.automationSlots.values('state')).toEqual(['scheduled']);
      },
    ));

  test('a budget of everybody counts what everybody has asked for', () =>
    withBudgets(
      { AI_DAILY_BUDGET: '0.01', AI_DAILY_BUDGET_PER_USER: 'off' },
      { isOfOther: true, status: 'answered', cost_micros: 10_000 },
      async (_own, _work, settings) =>
        expect(await settings()).toMatchObject({
          problem: { code: 'budget', message: expect.stringContaining('shared') },
          budget: { spentMicros: 0, limitMicros: null },
        }),
    ));

  test('three failures in a row pause the page and tell its owner; resumed, it has its part again', async () => {
    await save({ contentCount: 4 }, 3);
    await start();
    await aiSays({ type: 'ai-answer', refusal: 'No.' });
    for (const wait of ['0', '45 minutes', '45 minutes', '40 minutes']) {
      await passes(wait);
      await tick();
    }
    expect((await cycles())[0]?.skipped.map(({ reason }) => reason.code)).toEqual([
      'refused',
      'refused',
      'refused',
      'page_paused',
    ]);
    expect((await settings()).pageConfigurations[0]?.pause).toMatchObject({
      reason: expect.stringContaining('declined'),
    });
    expect(await notified()).toEqual([[`Automation is paused on ${scene.page.name}`, false]]);
    await scene.api.sandbox.control('DELETE', '/faults');
    await passes('3 hours');
    await tick();
    expect((await cycles())[0]).toMatchObject({ planned: 0 });
    const resumed = await scene.here.call(contract.resumeAutomationPage, { params: { id: scene.pageId }, body: {} });
    expect(resumed.body.pageConfigurations[0]?.pause).toBeNull();
    expect(await notified()).toEqual([[`Automation is paused on ${scene.page.name}`, true]]);
    await tick();
    expect((await queue()).filter(({ state }) => state === 'ready')).toHaveLength(2);
  });
});
