import { beforeEach, describe, expect, test } from 'vitest';
import { listNotifications, listPages } from '../../contract/index.ts';
import type { TestPage } from '../../../sandbox/testing.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { checkNow, inHours, letIn, logIn, rowOf } from '../../testing/checked-pages.ts';
import { type Caller } from '../../testing/test-api.ts';
import { setUpSweptApi } from '../../testing/scene.ts';

const api = setUpSweptApi();
let me: TestUser;
let caller: Caller;
let pages: TestPage[];
let rows: number[];

async function comeIn(role: string) {
  me = await letIn(api, role);
  caller = api.as(me);
  ({ pages } = await api.sandbox.user(role));
  rows = [];
  for (const page of pages) rows.push(await rowOf(api, page));
}

const tokens = (of: object, state: string) => api.sandbox.control('PUT', '/tokens', { ...of, state });
const refuse = (page: number, code: number, subcode?: number) =>
  api.sandbox.fault({
    match: { service: 'graph', method: 'POST', path: '/feed$', page: pages[page]?.id },
    action: { type: 'error', code, ...(subcode === undefined ? {} : { subcode }) },
  });
const troubled = async () =>
  (await caller.call(listPages)).body
    .flatMap(({ id, problem }) => (problem === null ? [] : [rows.indexOf(id)]))
    .toSorted((a, b) => a - b);
const unread = async () => (await caller.call(listNotifications)).body.notifications.filter(({ isRead }) => !isRead);
const due = (page: number) => buildPost(api.db, me, { facebookPageId: rows[page] ?? 0, scheduledAt: new Date() });
const planned = (page: number) => buildPost(api.db, me, { facebookPageId: rows[page] ?? 0, scheduledAt: inHours(5) });
const isHeld = async (id: number) => (await api.stored.posts.values<boolean>('is_held', { id }))[0];

test('the end of a login marks all sixty pages with one refusal, holds their posts, and is told once', async () => {
  await comeIn('many');
  await tokens({ user: 'many' }, 'password');
  const [first, other] = [await due(0), await planned(41)];
  await api.turn();
  expect(await troubled()).toHaveLength(60);
  expect([await isHeld(first), await isHeld(other)]).toEqual([true, true]);
  expect(await unread()).toMatchObject([
    {
      kind: 'page',
      facebookPageId: null,
      title: 'Your 60 pages need to be reconnected',
      description: expect.stringContaining('your login'),
    },
  ]);

  await logIn(api, 'many');
  expect(await troubled()).toEqual([]);
  expect([await isHeld(first), await isHeld(other)]).toEqual([false, false]);
  expect(await unread()).toEqual([]);
  expect((await caller.call(listNotifications)).body.notifications).toMatchObject([
    { title: 'Your pages were connected again', problem: null },
  ]);
});

describe('a refusal', () => {
  beforeEach(() => comeIn('manager'));

  const saysNothingOf = (path: string) =>
    api.sandbox.fault({ match: { service: 'graph', method: 'GET', path }, action: 'html 502' });
  const nobodyCanAsk = async () => {
    await saysNothingOf('debug_token');
    await saysNothingOf('/me$');
  };

  describe.each([[458], [459], [460], [463], [464], [467]])(
    'with subcode %i, when no token is explained,',
    (subcode) => {
      beforeEach(async () => {
        await refuse(0, 190, subcode);
        await saysNothingOf('debug_token');
        await due(0);
      });

      test("is meant for the page alone while the person's own token is still taken", async () => {
        const beside = await due(1);
        await api.turn();
        expect(await troubled()).toEqual([0]);
        expect(await unread()).toMatchObject([{ kind: 'page', facebookPageId: rows[0] }]);
        expect(await isHeld(beside)).toBe(false);
        expect(await api.stored.posts.values('status', { id: beside })).toEqual(['published']);
      });

      test("is meant for all pages once the person's own token is refused, too", async () => {
        await tokens({ user: 'manager' }, 'password');
        await api.turn();
        expect(await troubled()).toEqual([0, 1, 2]);
        expect(await unread()).toMatchObject([{ kind: 'page', facebookPageId: null }]);
      });
    },
  );

  test.each([
    ['is limited for a while', { type: 'error', code: 17 }],
    ['does not take our signature', { type: 'error', code: 104 }],
    ['has an error of its own', { type: 'error', code: 1 }],
  ])('is meant for the page alone where Facebook %s in answer to every question', async (_name, action) => {
    await refuse(0, 190, 460);
    for (const path of ['debug_token', '/me$']) await api.sandbox.fault({ match: { service: 'graph', path }, action });
    await due(0);
    await api.turn();
    expect(await troubled()).toEqual([0]);
  });

  test.each([
    ['without a subcode', 190, undefined],
    ['for a lost role', 190, 492],
    ['for an end by time', 190, 463],
    ['for an app that was removed', 190, 458],
    ['for a permission', 200, undefined],
    ['of a session', 102, undefined],
  ])("%s is meant for the page alone while the person's own token lives", async (_name, code, subcode) => {
    await refuse(0, code, subcode);
    await due(0);
    await api.turn();
    expect(await troubled()).toEqual([0]);
    expect(await unread()).toMatchObject([{ kind: 'page', facebookPageId: rows[0] }]);
  });

  test.each([
    ['without a subcode', 190, undefined],
    ['for an end by time', 190, 463],
    ['of a session', 102, undefined],
  ])("%s is meant for all pages when the person's own token is dead", async (_name, code, subcode) => {
    await tokens({ user: 'manager' }, 'expired');
    await refuse(0, code, subcode);
    await due(0);
    await api.turn();
    expect(await troubled()).toEqual([0, 1, 2]);
  });

  test("leaves the same person's pages elsewhere alone, and other people's", async () => {
    const elsewhere = await buildPage(
      api.db,
      await buildUser(api.db, { facebookId: me.facebookId, environment: 'production', access: null }),
      { pageId: pages[1]?.id ?? '' },
    );
    const others = await buildPage(api.db, await buildUser(api.db), { pageId: pages[1]?.id ?? '' });
    await tokens({ user: 'manager' }, 'password');
    await due(0);
    await api.turn();
    expect(await troubled()).toEqual([0, 1, 2]);
    expect(await api.stored.facebookPages.values('problem', { id: [elsewhere.id, others.id] })).toEqual([null, null]);
  });

  test('that a new login overtook changes nothing', async () => {
    const held = await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$', page: pages[0]?.id },
      action: 'hold',
    });
    await refuse(0, 190, 460);
    await tokens({ user: 'manager' }, 'password');
    await due(0);
    const turning = api.turn();
    await expect.poll(async () => (await api.sandbox.control<{ hits: number }[]>('GET', '/faults'))[0]?.hits).toBe(1);
    // The browser's token of the page is another one than that which was refused.
    await buildPage(api.db, me, {
      pageId: pages[0]?.id ?? '',
      name: pages[0]?.name ?? '',
      accessToken: pages[0]?.access_token ?? '',
    });
    await api.sandbox.control('DELETE', `/faults/${held.id}`);
    await turning;
    expect(await troubled()).toEqual([]);
  });

  test('that nobody explains holds its page until a check finds the tokens good: then all goes on', async () => {
    const [waiting, beside] = [await planned(0), await planned(1)];
    await refuse(0, 190, 460);
    await nobodyCanAsk();
    await due(0);
    await api.turn();
    expect([await isHeld(waiting), await isHeld(beside)]).toEqual([true, false]);
    await api.sandbox.control('DELETE', '/faults');
    await checkNow(api);
    expect(await troubled()).toEqual([]);
    expect(await isHeld(waiting)).toBe(false);
    expect(await unread()).toEqual([]);
  });

  test('that nobody explains is told of all pages by the check that finds the login over', async () => {
    await tokens({ user: 'manager' }, 'password');
    await nobodyCanAsk();
    const [first, other] = [await due(0), await planned(2)];
    await api.turn();
    expect(await troubled()).toEqual([0]);
    await api.sandbox.control('DELETE', '/faults');
    await api.app.pages.checks.run();
    expect(await troubled()).toEqual([0, 1, 2]);
    expect([await isHeld(first), await isHeld(other)]).toEqual([true, true]);
    expect(await unread()).toMatchObject([
      { title: 'Your 2 pages need to be reconnected' },
      { title: `1 post on ${pages[0]?.name} can't go out` },
    ]);
  });
});

test('a check that finds a dead login tells it once, too', async () => {
  await comeIn('many');
  await tokens({ user: 'many' }, 'revoked');
  await checkNow(api, rows[0]);
  expect(await troubled()).toHaveLength(60);
  expect(await unread()).toMatchObject([{ title: 'Your 60 pages need to be reconnected' }]);
});
