import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestPage } from '../../../sandbox/testing.ts';
import * as contract from '../../contract/automation.ts';
import { deleteAllData, EVENTS_PATH, listNotifications, postTimeline, publishPost, updatePost } from '../../contract/index.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { readEvents } from '../../testing/read-events.ts';
import { testApi, type Caller, type TestApi, type TestProcess } from '../../testing/test-api.ts';

let api: TestApi;
let second: TestProcess;
let me: TestUser;
let here: Caller;
let there: Caller;
let page: TestPage;
let pageId: number;

beforeAll(async () => {
  api = await testApi();
  second = await api.another();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  const person = await api.sandbox.user('manager');
  me = await buildUser(api.db, { facebookId: person.id, name: person.name });
  [here, there] = [api.as(me), second.as(me)];
  page = person.pages[0] as TestPage;
  pageId = (await buildPage(api.db, me, { pageId: page.id, name: page.name, accessToken: page.access_token })).id;
});

const scope = 'Write about fresh bread and kaya toast. Include relevant hashtags';
const save = (choice: Partial<contract.PageConfiguration> = {}, frequency: 1 | 3 | 6 | 12 | 24 = 6) => here.call(contract.saveAutomationSettings, {
  body: { regenerationFrequency: frequency, pageConfigurations: [{ pageId, isEnabled: true, contentCount: 1, contentScope: scope, ...choice }] },
});
const start = (by = here) => by.call(contract.startAutomation, { body: {} });
const stop = () => here.call(contract.stopAutomation, { body: {} });
const settings = async () => (await here.call(contract.automationSettings)).body;
const queue = async () => (await here.call(contract.automationQueue)).body;
const cycles = async () => (await here.call(contract.listAutomationCycles)).body;
const publicTexts = async () => (await api.sandbox.truth(page.id)).filter((post) => post.is_published && new Date(post.created_time) > new Date(Date.now() - 60_000)).map((post) => post.message);

/** One tick of automation in both processes, with all the texts that it sets in motion. */
async function tick(): Promise<void> {
  const engines = [api.app.automation, second.app.automation];
  await Promise.all(engines.map((engine) => engine.tickJob.run(new Date())));
  await Promise.all(engines.map((engine) => engine.settled()));
}

/** As if so much time had passed for what automation has planned. */
async function passes(interval: string): Promise<void> {
  await api.db.raw(`update automation_slots set due_at = due_at - ?::interval, next_at = next_at - ?::interval`, [interval, interval]);
  await api.db.raw(`update automation_cycles set starts_at = starts_at - ?::interval, ends_at = ends_at - ?::interval`, [interval, interval]);
  await api.db.raw(`update automation_settings set anchor_at = anchor_at - ?::interval, last_cycle_at = last_cycle_at - ?::interval, next_cycle_at = next_cycle_at - ?::interval, held_until = held_until - ?::interval`, Array<string>(4).fill(interval));
  await api.db.raw(`update posts set scheduled_at = scheduled_at - ?::interval where is_automatic`, [interval]);
}
const aiSays = (action: unknown, times?: number) => api.sandbox.fault({ match: { service: 'openai' }, when: 'before', action, ...(times === undefined ? {} : { times }) });
const error = (http: number, code: string) => ({ type: 'error', http, code, message: 'no', headers: { 'x-should-retry': 'false' } });

describe('settings', () => {
  test('of somebody new list their pages, switched off', async () => {
    expect(await settings()).toMatchObject({
      regenerationFrequency: 6, isEnabled: false, lastRunAt: null, nextRunAt: null, status: 'inactive', problem: null,
      pageConfigurations: [{ pageId, pageName: page.name, isEnabled: false, isAvailable: true, contentCount: 1, contentScope: '', language: 'English', mode: 'publish', intervalMinutes: 360, postsThatFit: 1 }],
    });
  });

  test('take `frequency` for a name of the frequency, make no number of posts 1, and leave alone what is not named', async () => {
    await save({ contentCount: 3, language: 'Bahasa Melayu', mode: 'draft' });
    const answer = await here.call(contract.saveAutomationSettings, { body: { frequency: 1, pageConfigurations: [{ pageId, isEnabled: true, contentCount: 'many', contentScope: 'Tea' }] } });
    expect(answer).toMatchObject({ status: 200, body: { regenerationFrequency: 1, pageConfigurations: [{ contentCount: 1, contentScope: 'Tea', language: 'Bahasa Melayu', mode: 'draft' }] } });
    expect((await here.call(contract.saveAutomationSettings, { body: {} })).body).toEqual({ ...answer.body, now: expect.any(String) });
  });

  test.each([[{ regenerationFrequency: 2 }], [{ frequency: '6' }], [{ pageConfigurations: [{ pageId: 1, isEnabled: 'yes', contentCount: 1, contentScope: '' }] }]])('%j is refused', async (body) => {
    expect((await here.call(contract.saveAutomationSettings, { body: body as never })).status).toBe(400);
  });

  test('can be sent back as they were answered', async () => {
    const { regenerationFrequency, pageConfigurations } = (await save({ contentCount: 3 })).body;
    const answer = await here.call(contract.saveAutomationSettings, { body: { regenerationFrequency: regenerationFrequency as 6, pageConfigurations } });
    expect(answer).toMatchObject({ status: 200, body: { pageConfigurations } });
  });

  test('say how many posts fit', async () => {
    expect((await save({ contentCount: 10 }, 1)).body.pageConfigurations[0]).toMatchObject({ contentCount: 10, intervalMinutes: 6, postsThatFit: 2 });
    await start();
    expect(await queue()).toHaveLength(2);
  });
});

describe('a cycle', () => {
  test('is one, however many clicks, processes and ticks there are', async () => {
    await save({ contentCount: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => start(n % 2 === 0 ? here : there)));
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [200, 'active']));
    for (let click = 0; click < 3; click += 1) {
      await stop();
      await start();
    }
    await Promise.all([tick(), tick()]);
    expect(await cycles()).toMatchObject([{ planned: 3, waiting: 3, skipped: [] }]);
  });

  test('writes its first text at once, the others when their time is near, and all go out through the loop', async () => {
    await save({ contentCount: 3 });
    await start();
    await tick();
    expect((await queue()).map(({ state, content }) => [state, content === null])).toEqual([['ready', false], ['planned', true], ['planned', true]]);
    await api.turn();
    const [text] = await publicTexts();
    expect(text?.length).toBeGreaterThan(100);
    expect(await cycles()).toMatchObject([{ planned: 3, made: 1, published: 1, waiting: 2, calls: 1, costMicros: expect.any(Number), isCatchUp: false }]);
    expect((await cycles())[0]?.costMicros).toBeGreaterThan(0);
    expect(await api.db('posts').where('status', 'published').first()).toMatchObject({ is_ai_generated: true, is_automatic: true, ai_call_id: expect.any(Number), content: text });

    await passes('2 hours');
    await api.db.raw("update page_clock set last_published_at = last_published_at - interval '2 hours'");
    await api.db.raw("update automation_turns set taken_at = taken_at - interval '2 hours'");
    await tick();
    await api.turn();
    expect(new Set(await publicTexts()).size).toBe(2);
  });

  test('follows the last by the clock that it is anchored to, and one makes up for all that were missed', async () => {
    await save();
    const { body: { lastRunAt } } = await start();
    await passes('20 hours');
    await tick();
    const [last] = await cycles();
    expect(last).toMatchObject({ isCatchUp: true, planned: 1 });
    expect(await cycles()).toHaveLength(2);
    // 20 hours later the cycle of 18 hours after the first runs.
    expect(Date.parse(last?.startedAt ?? '') - Date.parse(lastRunAt ?? '')).toBe(-2 * 3_600_000);
    expect((await settings()).lastRunAt).toBe(last?.startedAt);
  });

  test('changes with the settings: a page switched off is left out, one switched on has its part', async () => {
    await save({ contentCount: 3 });
    await start();
    await save({ contentCount: 3, isEnabled: false });
    expect(await queue()).toEqual([]);
    expect((await cycles())[0]?.skipped.map(({ reason }) => reason.code)).toEqual(['switched_off', 'switched_off', 'switched_off']);
    await save({ contentCount: 2 });
    expect(await queue()).toHaveLength(2);
    await save({ contentCount: 5 });
    expect(await queue()).toHaveLength(5);
    await save({ contentCount: 5, contentScope: 'Tea' });
    expect(await queue()).toHaveLength(5);
    expect(await cycles()).toHaveLength(1);
  });

  test('of somebody who is blocked, or whose page is lost, brings nothing out, and says why', async () => {
    await save();
    await start();
    await api.db('facebook_pages').update({ is_connected: false, problem: JSON.stringify({ code: 'reconnect', message: 'Reconnect it.', action: 'reconnect' }) });
    await tick();
    expect((await cycles())[0]?.skipped).toMatchObject([{ isFailure: false, reason: { code: 'reconnect', message: 'Reconnect it.' } }]);
    await api.db('facebook_pages').update({ is_connected: true, problem: null });
    await api.db('access_entries').update({ type: 'blacklist' });
    await passes('6 hours');
    await tick();
    expect(await api.db('automation_cycles')).toHaveLength(1);
    expect(await api.db('ai_calls')).toEqual([]);
  });
});

describe('Stop', () => {
  test('reaches every page, also one whose text is being written', async () => {
    await save({ contentCount: 2 });
    await start();
    await api.db('automation_slots').where({ position: 0 }).update({ state: 'calling', lease_token: api.db.raw('gen_random_uuid()'), calls: 1, next_at: api.db.raw("now() + interval '1 minute'") });
    expect((await queue()).map(({ state }) => state)).toEqual(['writing', 'planned']);
    expect((await stop()).body).toMatchObject({ isEnabled: false, status: 'inactive', nextRunAt: null });
    await tick();
    expect(await queue()).toEqual([]);
    expect((await cycles())[0]).toMatchObject({ made: 0, skipped: [{ reason: { code: 'stopped' } }, { reason: { code: 'stopped' } }] });
    expect(await api.db('posts')).toEqual([]);
  });

  test('leaves scheduled posts, which clearing the queue takes away', async () => {
    await save({ contentCount: 2 });
    await start();
    await tick();
    await stop();
    expect((await queue()).map(({ state }) => state)).toEqual(['ready']);
    expect((await here.call(contract.clearAutomationQueue, { body: {} })).body).toEqual({ success: true });
    expect(await queue()).toEqual([]);
    expect(await api.db('posts')).toEqual([]);
    expect((await cycles())[0]?.skipped.map(({ reason }) => reason.code).toSorted()).toEqual(['cleared', 'stopped']);
  });
});

test('open screens are told of every move', async () => {
  const stream = await readEvents(here, EVENTS_PATH);
  await vi.waitFor(() => expect(stream.families()).toContain('automation'));
  for (const move of [() => save(), () => start(), tick, () => api.turn(), stop]) {
    stream.clear();
    await move();
    await vi.waitFor(() => expect(stream.families()).toContain('automation'), { timeout: 5000 });
  }
  stream.close();
});

describe('a draft', () => {
  const draft = async () => {
    await save({ mode: 'draft' });
    await start();
    await tick();
    const [entry] = await queue();
    expect(entry).toMatchObject({ state: 'draft', mode: 'draft', postId: null });
    return entry as contract.QueueEntry & { contentHash: string; content: string };
  };
  const approve = (id: number, contentHash: string, by = here) => by.call(contract.approveQueueEntry, { params: { id }, body: { contentHash } });
  const edit = (id: number, contentHash: string, content: string) => here.call(contract.editQueueEntry, { params: { id }, body: { content, contentHash } });

  test('waits, and goes out with exactly the text that was approved', async () => {
    const { id, contentHash, content } = await draft();
    await api.turn();
    expect(await publicTexts()).toEqual([]);
    const edited = await edit(id, contentHash, 'Bread at seven.');
    expect(edited.body).toMatchObject({ state: 'draft', content: 'Bread at seven.' });
    // The first text was read in another window.
    expect(await approve(id, contentHash)).toMatchObject({ status: 409, body: { message: expect.stringContaining('another text') } });
    expect((await edit(id, contentHash, content)).status).toBe(409);
    const answers = await Promise.all([here, there, here].map((by) => approve(id, edited.body.contentHash ?? '', by)));
    expect(answers.map(({ status, body }) => [status, body.state])).toEqual([[200, 'ready'], [200, 'ready'], [200, 'ready']]);
    const { body: { entries } } = await here.call(postTimeline, { params: { id: answers[0]?.body.postId ?? 0 } });
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'edited', edits: [{ field: 'content', before: content, after: 'Bread at seven.' }] }));
    await api.turn();
    expect(await publicTexts()).toEqual(['Bread at seven.']);
  });

  test('that is skipped never goes out; a scheduled post can be edited and skipped as well', async () => {
    const { id, contentHash } = await draft();
    await approve(id, contentHash);
    const edited = await edit(id, contentHash, 'Bread at eight.');
    expect(edited.body).toMatchObject({ state: 'ready', content: 'Bread at eight.' });
    expect((await edit(id, contentHash, 'Bread at nine.')).status).toBe(409);
    // Its page tells whose word it went by.
    const { body: story } = await here.call(postTimeline, { params: { id: edited.body.postId ?? 0 } });
    const by = { name: me.name, isInPlace: false };
    expect(story.entries).toMatchObject([{ kind: 'written', generation: { purpose: 'automation' } }, { kind: 'scheduled', by }, { kind: 'edited', by }]);
    expect((await here.call(contract.skipQueueEntry, { params: { id }, body: {} })).status).toBe(200);
    expect((await here.call(contract.skipQueueEntry, { params: { id }, body: {} })).status).toBe(404);
    await api.turn();
    expect(await publicTexts()).toEqual([]);
    expect((await cycles())[0]?.skipped).toMatchObject([{ reason: { code: 'skipped' } }]);
  });
});

describe('a text', () => {
  const ends = async () => (await cycles())[0]?.skipped.map(({ reason, isFailure }) => [reason.code, isFailure]);
  const paid = async () => Number((await api.db('automation_slots').sum({ calls: 'calls' }).first())?.['calls']);

  test('too close to what the page has had is written once more, then left out', async () => {
    await save();
    await start();
    await aiSays({ type: 'ai-answer', text: 'Our kaya toast is warm from seven in the morning, and the coffee is strong.' });
    await buildPost(api.db, me, { facebookPageId: pageId, status: 'published', content: 'Our kaya toast is warm from seven in the morning and the coffee is very strong!' });
    await tick();
    expect(await ends()).toEqual([['too_similar', false]]);
    expect(await paid()).toBe(2);
    expect((await cycles())[0]).toMatchObject({ calls: 2, made: 0 });
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
    await api.turn();
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
    await aiSays(error(500, 'server_error'));
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
    const [first, other] = await api.db('automation_slots').orderBy('id').pluck<number[]>('id');
    const died = { state: 'calling', lease_token: api.db.raw('gen_random_uuid()'), next_at: api.db.raw("now() - interval '1 second'") };
    await api.db('automation_slots').where({ id: first }).update({ ...died, calls: 1 });
    await api.db('automation_slots').where({ id: other }).update({ ...died, calls: 2 });
    await Promise.all([tick(), tick()]);
    expect(await api.db('automation_slots').orderBy('id').select('state', 'calls')).toEqual([{ state: 'scheduled', calls: 2 }, { state: 'failed', calls: 2 }]);
    expect(await api.db('ai_calls')).toHaveLength(1);
    expect(await ends()).toEqual([['interrupted', true]]);
  });

  test('is asked for with the owner\'s words, the language, and what not to repeat', async () => {
    await buildPost(api.db, me, { facebookPageId: pageId, status: 'published', content: 'Yesterday we baked rye.' });
    await save({ language: 'Bahasa Melayu' });
    await start();
    await tick();
    const [call] = await api.db('ai_calls');
    expect(call).toMatchObject({ purpose: 'automation', status: 'answered' });
    expect(call.prompt).toContain(scope);
    expect(call.prompt).toContain('Do not repeat them');
    expect(call.prompt).toContain('Yesterday we baked rye.');
    expect((await queue())[0]?.content).toMatch(/\b(dan|yang|untuk|kami)\b/);
  });
});

describe('what has to be looked at', () => {
  const notified = async () => (await here.call(listNotifications)).body.notifications.filter(({ kind }) => kind === 'automation').map(({ title, isRead }) => [title, isRead]);

  test('an AI account without credit holds everything, says so, and goes on by itself', async () => {
    await save();
    await start();
    await aiSays(error(429, 'insufficient_quota'));
    await tick();
    expect(await settings()).toMatchObject({ isEnabled: true, status: 'held', problem: { code: 'insufficient_quota', message: expect.stringContaining('run out of credit') } });
    expect(await notified()).toEqual([['Automation is waiting', false]]);
    expect(await queue()).toMatchObject([{ state: 'planned', problem: { code: 'insufficient_quota' } }]);
    await api.sandbox.control('DELETE', '/faults');
    await passes('20 minutes');
    await tick();
    expect(await settings()).toMatchObject({ status: 'active', problem: null });
    expect(await notified()).toEqual([['Automation is waiting', true]]);
    expect((await queue()).map(({ state }) => state)).toEqual(['ready']);
  });

  test('a budget that is used up stops the calls until tomorrow', async () => {
    const poor = await testApi({ AI_DAILY_BUDGET_PER_USER: '0.01' });
    try {
      const person = await buildUser(poor.db);
      const { id } = await buildPage(poor.db, person);
      await poor.db('ai_calls').insert({ user_id: person.userId, environment: person.environment, purpose: 'post', model: 'gpt-5.4-mini', prompt: 'x', status: 'answered', cost_micros: 10_000 });
      const caller = poor.as(person);
      await caller.call(contract.saveAutomationSettings, { body: { pageConfigurations: [{ pageId: id, isEnabled: true, contentCount: 1, contentScope: 'Tea' }] } });
      await caller.call(contract.startAutomation, { body: {} });
      await poor.app.automation.tickJob.run(new Date());
      await poor.app.automation.settled();
      expect((await caller.call(contract.automationSettings)).body).toMatchObject({ status: 'held', problem: { code: 'budget', message: expect.stringContaining('$0.01 a day') }, budget: { spentMicros: 10_000, limitMicros: 10_000 } });
      expect(await poor.db('ai_calls')).toHaveLength(1);
    } finally {
      await poor.close();
    }
  });

  test('a budget of everybody counts what everybody has asked for', async () => {
    const shared = await testApi({ AI_DAILY_BUDGET: '0.01', AI_DAILY_BUDGET_PER_USER: 'off' });
    try {
      const [person, other] = [await buildUser(shared.db), await buildUser(shared.db)];
      const { id } = await buildPage(shared.db, person);
      await shared.db('ai_calls').insert({ user_id: other.userId, environment: other.environment, purpose: 'post', model: 'gpt-5.4-mini', prompt: 'x', status: 'answered', cost_micros: 10_000 });
      const caller = shared.as(person);
      await caller.call(contract.saveAutomationSettings, { body: { pageConfigurations: [{ pageId: id, isEnabled: true, contentCount: 1 }] } });
      await caller.call(contract.startAutomation, { body: {} });
      await shared.app.automation.tickJob.run(new Date());
      await shared.app.automation.settled();
      expect((await caller.call(contract.automationSettings)).body).toMatchObject({ problem: { code: 'budget', message: expect.stringContaining('everybody') }, budget: { spentMicros: 0, limitMicros: null } });
    } finally {
      await shared.close();
    }
  });

  test('three failures in a row pause the page and tell its owner; resumed, it has its part again', async () => {
    await save({ contentCount: 4 }, 3);
    await start();
    await aiSays({ type: 'ai-answer', refusal: 'No.' });
    for (const wait of ['0', '45 minutes', '45 minutes', '40 minutes']) {
      await passes(wait);
      await tick();
    }
    expect((await cycles())[0]?.skipped.map(({ reason }) => reason.code)).toEqual(['refused', 'refused', 'refused', 'page_paused']);
    expect((await settings()).pageConfigurations[0]?.pause).toMatchObject({ reason: expect.stringContaining('declined') });
    expect(await notified()).toEqual([[`Automation is paused on ${page.name}`, false]]);
    await api.sandbox.control('DELETE', '/faults');
    await passes('3 hours');
    await tick();
    expect((await cycles())[0]).toMatchObject({ planned: 0 });
    const resumed = await here.call(contract.resumeAutomationPage, { params: { id: pageId }, body: {} });
    expect(resumed.body.pageConfigurations[0]?.pause).toBeNull();
    expect(await notified()).toEqual([[`Automation is paused on ${page.name}`, true]]);
    await tick();
    expect((await queue()).filter(({ state }) => state === 'ready')).toHaveLength(2);
  });
});

describe('the distance of 30 minutes', () => {
  const automatic = async (owner: TestUser, row: number, content: string, minutesAgo = 1) => {
    const id = await buildPost(api.db, owner, { facebookPageId: row, content, scheduledAt: new Date(Date.now() - minutesAgo * 60_000) });
    await api.db('posts').where({ id }).update({ is_automatic: true });
    return id;
  };

  test('is kept to what has gone out, and to what a person has planned', async () => {
    const id = await automatic(me, pageId, 'Automatic');
    const planned = await buildPost(api.db, me, { facebookPageId: pageId, content: 'Mine', scheduledAt: new Date(Date.now() + 20 * 60_000) });
    await api.turn();
    expect(await publicTexts()).toEqual([]);
    // What a person picked goes at its time, and pushes the automatic one further.
    await here.call(publishPost, { params: { id: planned }, body: {} });
    await api.turn();
    expect(await publicTexts()).toEqual(['Mine']);
    await api.db.raw("update page_clock set last_published_at = now() - interval '31 minutes'");
    await api.turn();
    expect((await publicTexts()).toSorted()).toEqual(['Automatic', 'Mine']);
    expect(await api.db('posts').where({ id }).pluck('status')).toEqual(['published']);
  });

  test('is the page\'s, also where two people have connected it', async () => {
    const colleague = await buildUser(api.db);
    const theirs = (await buildPage(api.db, colleague, { pageId: page.id, name: page.name, accessToken: page.access_token })).id;
    for (let round = 0; round < 5; round += 1) {
      await api.db('posts').delete();
      await api.db('automation_turns').delete();
      await api.db('page_clock').update({ last_published_at: null });
      await Promise.all([automatic(me, pageId, `Mine ${round}`), automatic(colleague, theirs, `Theirs ${round}`)]);
      await api.turn();
      await api.turn();
      expect(await api.db('posts').orderBy('status').pluck('status')).toEqual(['published', 'scheduled']);
    }
  });

  test('no longer holds for a time that its owner picked', async () => {
    const id = await automatic(me, pageId, 'Automatic');
    await buildPost(api.db, me, { facebookPageId: pageId, content: 'Mine', scheduledAt: new Date(Date.now() + 20 * 60_000) });
    await here.call(updatePost, { params: { id }, body: { scheduledAt: new Date(Date.now() + 1000).toISOString() } });
    await api.db('posts').where({ id }).update({ scheduled_at: api.db.fn.now() });
    await api.turn();
    expect(await publicTexts()).toEqual(['Automatic']);
  });
});

test('a post that is an hour late is dropped, not missed, and the cycle says why', async () => {
  await save();
  await start();
  await tick();
  await passes('61 minutes');
  await api.turn();
  await tick();
  expect(await api.db('posts')).toEqual([]);
  expect((await cycles())[0]).toMatchObject({ made: 1, published: 0, skipped: [{ reason: { code: 'too_late' } }] });
  expect((await here.call(listNotifications)).body.notifications).toEqual([]);
});

test('with somebody\'s own words in it, it is missed and waits for them', async () => {
  await save();
  await start();
  await tick();
  const [entry] = await queue();
  await here.call(contract.editQueueEntry, { params: { id: entry?.id ?? 0 }, body: { content: 'My own words.', contentHash: entry?.contentHash ?? '' } });
  await passes('61 minutes');
  await tick();
  expect(await api.db('posts').select('content', 'status', 'is_automatic')).toEqual([{ content: 'My own words.', status: 'missed', is_automatic: false }]);
  expect((await cycles())[0]).toMatchObject({ waiting: 0, skipped: [{ isFailure: false, reason: { code: 'missed' } }] });
  expect((await here.call(listNotifications)).body.notifications).toMatchObject([{ kind: 'missed' }]);
  await here.call(publishPost, { params: { id: entry?.postId ?? 0 }, body: {} });
  expect(await publicTexts()).toEqual(['My own words.']);
  expect((await cycles())[0]).toMatchObject({ published: 1, skipped: [] });
});

test('a deleted account leaves nothing of its automation', async () => {
  await save({ contentCount: 2, mode: 'draft' });
  await start();
  await tick();
  expect((await here.call(deleteAllData)).status).toBe(200);
  await tick();
  for (const table of ['automation_settings', 'automation_page_configurations', 'automation_cycles', 'automation_slots', 'automation_slot_calls', 'ai_calls']) {
    expect([table, await api.db(table)]).toEqual([table, []]);
  }
});

test('an environment that is not shown goes on as promised', async () => {
  await save();
  await start();
  await api.show('test');
  await tick();
  await api.turn();
  expect(await api.db('posts').pluck('status')).toEqual(['published']);
});

test('what the cycles say adds up to the plan', async () => {
  await save({ contentCount: 5 });
  await start();
  await tick();
  await api.turn();
  const [entry] = await queue();
  await here.call(contract.skipQueueEntry, { params: { id: entry?.id ?? 0 }, body: {} });
  await stop();
  for (const { planned, published, waiting, skipped } of await cycles()) expect(published + waiting + skipped.length).toBe(planned);
});
