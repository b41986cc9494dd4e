import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { facebookLogin, listNotifications, listPages, listPageWarnings, listPostsByStatus } from '../../contract/index.ts';
import { PRODUCTION_APP } from '../../../sandbox/seed.ts';
import type { TestPage } from '../../../sandbox/testing.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { testApi, type Caller, type TestApi } from '../../testing/test-api.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let api: TestApi;
let me: TestUser;
let caller: Caller;
let page: TestPage;
let pageRow: number;
beforeAll(async () => { api = await testApi(); });
afterAll(() => api.close());
beforeEach(async () => {
  await api.sandbox.control('POST', '/reset');
  await api.sandbox.clock(0);
  await api.db.raw('truncate users, access_entries, pauses, loop_gaps restart identity cascade');
  const person = await api.sandbox.user('manager');
  await api.db('access_entries').insert(['manager', 'invitee'].map((role) => ({ facebook_id: role === 'manager' ? person.id : role, name: role, type: 'whitelist' })));
  await login('manager');
  me = { ...(await api.db('users').first('id as userId', 'environment', 'facebook_id as facebookId', 'name')) as TestUser };
  caller = api.as(me);
  page = await api.sandbox.page();
  pageRow = await rowOf(page);
  await api.app.pageChecks.run();
});

async function login(role: string): Promise<void> {
  const { id, accessToken } = await api.sandbox.user(role);
  expect((await api.as(null).call(facebookLogin, { body: { userID: id, accessToken } })).status).toBe(200);
}
const rowOf = async ({ id }: { id: string }) => Number((await api.db('facebook_pages').where({ page_id: id }).pluck('id'))[0]);
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const mine = (facts: object = {}) => buildPost(api.db, me, { facebookPageId: pageRow, ...facts });
const facts = async (id = pageRow) => (await api.db('facebook_pages').where({ id }).first()) as {
  is_connected: boolean; can_publish: boolean; problem: { code: string; facebook?: object } | null; warning: { code: string } | null;
  next_check_at: Date; token_checked_at: Date; token_expires_at: Date | null; data_access_expires_at: Date | null;
};
const problems = async () => (await api.db('facebook_pages').orderBy('id').pluck<{ code: string }[]>('problem')).map((problem) => problem?.code ?? null);
const tokens = (of: object, state: string) => api.sandbox.control('PUT', '/tokens', { ...of, state });
const debugs = async () => (await api.sandbox.control<unknown[]>('GET', '/journal?path=debug_token')).length;
const unread = async () => (await caller.call(listNotifications)).body.notifications.filter(({ isRead }) => !isRead);

/** As if the time of every check had come. */
async function checkNow(on = api): Promise<void> {
  await on.db('facebook_pages').update({ next_check_at: on.db.fn.now() });
  await on.app.pageChecks.run();
}

async function tick(): Promise<void> {
  await api.db('loop_heartbeat').update({ ticked_at: api.db.fn.now() });
  await api.app.publishing.tickJob.run(new Date());
  await api.app.publishing.settled();
}

describe('a check', () => {
  test('of a good page keeps what it learnt and comes again after a day', async () => {
    const { problem, warning, token_expires_at: ends, data_access_expires_at: dataEnds, next_check_at: next } = await facts();
    expect({ problem, warning, ends }).toEqual({ problem: null, warning: null, ends: null });
    expect(dataEnds?.getTime()).toBeGreaterThan(Date.now() + 89 * DAY_MS);
    expect(Math.abs(next.getTime() - Date.now() - DAY_MS)).toBeLessThan(60_000);
    const before = await debugs();
    await api.app.pageChecks.run();
    expect(await debugs()).toBe(before);
  });

  test('comes a day before the next post when that is sooner', async () => {
    await mine({ scheduledAt: inHours(30) });
    await checkNow();
    expect(Math.abs((await facts()).next_check_at.getTime() - inHours(6).getTime())).toBeLessThan(60_000);
  });

  test.each([
    ['expired', 'reconnect'], ['password', 'reconnect'], ['checkpoint', 'reconnect'], ['revoked', 'reconnect'], ['role-lost', 'no_permission'], ['scope-removed', 'missing_permissions'],
  ])('finds a token that is %s, and holds the posts of that page only', async (state, code) => {
    const [waiting, elsewhere] = [await mine(), await mine({ facebookPageId: await rowOf(await api.sandbox.page('manager', 1)) })];
    await tokens({ page: page.id }, state);
    await checkNow();
    expect(await facts()).toMatchObject({ is_connected: false, problem: { code } });
    expect(await api.db('posts').where({ id: waiting }).first('status', 'is_held', 'problem')).toMatchObject({ status: 'scheduled', is_held: true, problem: { code } });
    expect(await api.db('posts').where({ id: elsewhere }).first('is_held', 'problem')).toEqual({ is_held: false, problem: null });
    expect(await unread()).toMatchObject([{ kind: 'page', facebookPageId: pageRow, title: expect.stringContaining(`1 post on ${page.name} will fail from`) }]);
    expect((await caller.call(listPostsByStatus, { params: { status: 'scheduled' } })).body.filter(({ problem }) => problem !== null)).toMatchObject([{ id: waiting, problem: { code } }]);
  });

  test('finds it good again an hour later, and the posts take their places back', async () => {
    const waiting = await mine();
    await tokens({ page: page.id }, 'checkpoint');
    await checkNow();
    expect(Math.abs((await facts()).next_check_at.getTime() - inHours(1).getTime())).toBeLessThan(60_000);
    await tokens({ page: page.id }, 'ok');
    await checkNow();
    expect(await facts()).toMatchObject({ is_connected: true, problem: null });
    expect(await api.db('posts').where({ id: waiting }).first('is_held', 'problem')).toEqual({ is_held: false, problem: null });
    expect(await unread()).toEqual([]);
  });

  test('of one dead token leaves the siblings alone while the person\'s own lives', async () => {
    await tokens({ page: page.id }, 'expired');
    await api.db('facebook_pages').where({ id: pageRow }).update({ next_check_at: api.db.fn.now() });
    const before = await debugs();
    await api.app.pageChecks.run();
    expect(await problems()).toEqual(['reconnect', null, null]);
    expect(await debugs() - before).toBe(2);
  });

  test('finds all pages of a person whose own token is dead, in the same run', async () => {
    await tokens({ user: 'manager' }, 'password');
    await api.db('facebook_pages').where({ id: pageRow }).update({ next_check_at: api.db.fn.now() });
    await api.app.pageChecks.run();
    expect(await problems()).toEqual(['reconnect', 'reconnect', 'reconnect']);
  });

  test.each([
    ['a line that is cut', 'reset'], ['a server error', { type: 'error', code: 2 }], ['a limit', { type: 'error', code: 4 }],
    ['our own credentials refused', { type: 'error', code: 190 }], ['a missing capability of the app', { type: 'error', code: 3 }],
  ])('proves nothing by %s', async (_name, action) => {
    await tokens({ page: page.id }, 'expired');
    await api.sandbox.fault({ match: { service: 'graph', path: 'debug_token' }, action });
    await checkNow();
    expect(await problems()).toEqual([null, null, null]);
    expect((await facts()).next_check_at.getTime()).toBeLessThan(inHours(1).getTime());
  });

  test('rests while Facebook takes no calls of the app', async () => {
    await api.db('pauses').insert({ scope: 'app', key: me.environment, paused_until: inHours(1), reason: 'rate_limited' });
    const before = await debugs();
    await checkNow();
    expect(await debugs()).toBe(before);
  });

  test('does not outweigh what Facebook said when it refused a post', async () => {
    const post = await mine({ scheduledAt: new Date() });
    await api.sandbox.fault({ match: { service: 'graph', method: 'POST', path: '/feed$' }, action: { type: 'error', code: 200 } });
    await tick();
    expect(await facts()).toMatchObject({ problem: { code: 'no_permission', facebook: { code: 200 } } });
    await api.app.pageChecks.run();
    expect(await facts()).toMatchObject({ problem: { code: 'no_permission', facebook: { code: 200 } } });
    expect(await api.db('posts').where({ id: post }).first('status', 'is_held')).toEqual({ status: 'scheduled', is_held: true });
  });

  test('that a new connection overtook changes nothing', async () => {
    await tokens({ page: page.id }, 'expired');
    await api.sandbox.fault({ match: { service: 'graph', path: 'debug_token' }, when: 'before', action: 'delay 700', times: 1 });
    await api.db('facebook_pages').where({ id: pageRow }).update({ next_check_at: api.db.fn.now() });
    const checking = api.app.pageChecks.run();
    await expect.poll(debugs).toBeGreaterThan(0);
    await login('manager');
    await checking;
    expect(await problems()).toEqual([null, null, null]);
  });

  test('by two processes at once asks about each page once', async () => {
    const second = await api.another();
    for (let n = 0; n < 30; n += 1) await buildPage(api.db, me);
    await api.db('facebook_pages').update({ next_check_at: api.db.fn.now() });
    const seen = async () => (await api.sandbox.control<{ path: string; query?: object }[]>('GET', '/journal?path=debug_token')).length;
    const before = await seen();
    await Promise.all([api.app.pageChecks.run(), second.app.pageChecks.run()]);
    const own = await api.db('facebook_pages').whereNotNull('problem').pluck('id');
    expect(own).toHaveLength(30);
    // Each process asks once about the person, too, when it has met a dead token.
    expect(await seen() - before).toBeGreaterThanOrEqual(33);
    expect(await seen() - before).toBeLessThanOrEqual(35);
  });
});

describe('a token for another app', () => {
  test('is found when the app in use changes', async () => {
    const other = await testApi({ FB_APP_ID: PRODUCTION_APP.id, FB_APP_SECRET: PRODUCTION_APP.secret, FB_GRAPH_BASE: api.sandbox.url });
    try {
      const owner = await buildUser(other.db);
      await buildPage(other.db, owner, { pageId: page.id, name: page.name, accessToken: page.access_token });
      await checkNow(other);
      expect((await other.as(owner).call(listPages)).body).toMatchObject([{ isConnected: false, problem: { code: 'other_app', action: 'reconnect' } }]);
    } finally {
      await other.close();
    }
  });
});

describe('a person without the right to create content', () => {
  test('is told so, even when the page was connected one by one', async () => {
    const { id, pages } = await api.sandbox.user('invitee');
    await api.db('access_entries').where({ facebook_id: 'invitee' }).update({ facebook_id: id });
    await login('invitee');
    const row = await rowOf(pages[1] ?? { id: '' });
    expect(await facts(row)).toMatchObject({ can_publish: false, problem: { code: 'no_permission' } });
    await api.db('facebook_pages').where({ id: row }).update({ can_publish: true, problem: null, is_connected: true });
    await checkNow();
    expect(await facts(row)).toMatchObject({ can_publish: false, is_connected: false, problem: { code: 'no_permission' } });
  });
});

describe('warnings', () => {
  const warnings = async (as = caller) => (await as.call(listPageWarnings)).body;

  test('name posts that come after the end of a token, before anything is wrong', async () => {
    const short = await buildPage(api.db, me, { pageId: page.id, name: page.name, accessToken: (await api.sandbox.page()).access_token });
    expect(short.id).toBe(pageRow);
    await mine({ scheduledAt: inHours(1) });
    const [first] = [inHours(5), await mine({ scheduledAt: inHours(6) })];
    await mine({ scheduledAt: first });
    await checkNow();
    expect(await facts()).toMatchObject({ is_connected: true, problem: null, warning: { code: 'expiring' } });
    expect(await warnings()).toEqual([{
      facebookPageId: pageRow, pageName: page.name, posts: 2, failsFrom: first.toISOString(),
      problem: { code: 'expiring', action: 'reconnect', message: expect.stringContaining('your 2 scheduled posts stay') },
    }]);
    expect(await unread()).toMatchObject([{ kind: 'page', title: expect.stringContaining(`2 posts on ${page.name} will fail from`) }]);
    await api.sandbox.clock(3 * HOUR_MS);
    await checkNow();
    expect(await facts()).toMatchObject({ is_connected: false, problem: { code: 'reconnect' } });
    expect(await warnings()).toMatchObject([{ posts: 3, problem: { code: 'reconnect' } }]);
  });

  test('know when Facebook ends access to data, too', async () => {
    await mine({ scheduledAt: new Date(Date.now() + 95 * DAY_MS) });
    expect(await warnings()).toMatchObject([{ facebookPageId: pageRow, posts: 1, problem: { code: 'expiring' } }]);
  });

  test('put the most urgent page first, and leave out pages that nothing waits for', async () => {
    const [second, third] = [await rowOf(await api.sandbox.page('manager', 1)), await rowOf(await api.sandbox.page('manager', 2))];
    await mine({ scheduledAt: inHours(48) });
    await mine({ scheduledAt: inHours(3), facebookPageId: second });
    await tokens({ user: 'manager' }, 'password');
    await checkNow();
    expect((await facts(third)).problem).not.toBeNull();
    expect((await warnings()).map(({ facebookPageId }) => facebookPageId)).toEqual([second, pageRow]);
  });

  test('are the caller\'s own', async () => {
    await mine();
    await tokens({ page: page.id }, 'expired');
    await checkNow();
    expect(await warnings()).toHaveLength(1);
    expect(await warnings(api.as(await buildUser(api.db)))).toEqual([]);
    expect(await warnings(api.as(await buildUser(api.db, { facebookId: me.facebookId, environment: 'test', access: null })))).toEqual([]);
    expect((await api.as(null).call(listPageWarnings)).status).toBe(401);
  });
});

describe('one reconnection', () => {
  test('repairs all pages of the person and keeps the queue', async () => {
    const other = await rowOf(await api.sandbox.page('manager', 1));
    const [late, tooLate, later] = [
      await mine({ content: 'Late, but out', scheduledAt: inHours(-20 / 60) }), await mine({ scheduledAt: inHours(-1.5) }), await mine({ scheduledAt: inHours(4), facebookPageId: other }),
    ];
    await tokens({ user: 'manager' }, 'password');
    await checkNow();
    await tick();
    expect(await api.db('posts').orderBy('id').select('status', 'is_held')).toEqual([1, 2, 3].map(() => ({ status: 'scheduled', is_held: true })));
    expect(await unread()).toHaveLength(3);

    await login('manager');
    expect((await caller.call(listPages)).body.map(({ isConnected, problem }) => [isConnected, problem])).toEqual([[true, null], [true, null], [true, null]]);
    expect((await caller.call(listPageWarnings)).body).toEqual([]);
    expect(await unread()).toEqual([]);
    await tick();
    const statuses = Object.fromEntries((await api.db('posts').select<{ id: number; status: string }[]>('id', 'status')).map(({ id, status }) => [id, status]));
    expect(statuses).toEqual({ [late]: 'published', [tooLate]: 'missed', [later]: 'scheduled' });
    expect((await api.sandbox.truth(page.id)).filter(({ message, is_published: isOut }) => isOut && message === 'Late, but out')).toHaveLength(1);
    await checkNow();
    expect(await problems()).toEqual([null, null, null]);
  });
});
