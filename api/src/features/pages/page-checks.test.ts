import type { Knex } from 'knex';
import type { GraphPageId } from '../../contract/ids.ts';
import { describe, expect, test } from 'vitest';
import { listPages, listPostsByStatus, syncPage } from '../../contract/index.ts';
import { PRODUCTION_APP } from '../../../sandbox/seed.ts';
import { secretBox } from '../../db/secrets.ts';
import { buildPage, buildUser, TEST_SECRET_KEY } from '../../testing/builders.ts';
import {
  checkNow,
  factsOf,
  inHours,
  letIn,
  logIn,
  rowOf,
  setUpCheckedPage,
  type CheckedPage,
} from '../../testing/checked-pages.ts';
import { testApi } from '../../testing/test-api.ts';
import { pageChecksRepository } from './page-checks.repository.ts';
import { needsReconnect } from '../../problems/page-problems.ts';
import { pagesRepository } from './pages.repository.ts';
import { SOMETHING } from '../../testing/stored.ts';

const DAY_MS = 24 * 3_600_000;

let { me, caller, page, pageRow, mine, tokens, unread } = {} as CheckedPage;
const api = setUpCheckedPage((given) => {
  ({ me, caller, page, pageRow, mine, tokens, unread } = given);
});

const problems = async () =>
  (await api.stored.facebookPages.values<{ code: string } | null>('problem')).map((problem) => problem?.code ?? null);
const debugs = async () => (await api.sandbox.control<unknown[]>('GET', '/journal?path=debug_token')).length;

describe('a check', () => {
  test('of a good page keeps what it learnt and comes again after a day', async () => {
    await checkNow(api);
    const {
      problem,
      warning,
      token_expires_at: ends,
      data_access_expires_at: dataEnds,
      next_check_at: next,
    } = await factsOf(api, pageRow);
    expect({ problem, warning, ends }).toEqual({ problem: null, warning: null, ends: null });
    expect(dataEnds?.getTime()).toBeGreaterThan(Date.now() + 89 * DAY_MS);
    expect(Math.abs(next.getTime() - Date.now() - DAY_MS)).toBeLessThan(60_000);
    const before = await debugs();
    await api.app.pages.checks.run();
    expect(await debugs()).toBe(before);
  });

  test('is made of what a login says, without a call for each page', async () => {
    const before = await debugs();
    await api.app.pages.checks.run();
    expect([(await debugs()) - before, (await factsOf(api, pageRow)).problem]).toEqual([0, null]);
    expect((await factsOf(api, pageRow)).data_access_expires_at).not.toBeNull();
  });

  test('is made when a page is connected one by one, and the rest of it within the minute', async () => {
    await tokens({ page: page.id }, 'scope-removed');
    const connected = await caller.call(syncPage, {
      body: { pageId: page.id, name: page.name, accessToken: page.access_token },
    });
    expect(connected.body).toMatchObject({
      isConnected: false,
      problem: { code: 'missing_permissions', message: expect.stringContaining('pages_manage_posts') },
    });
    expect((await factsOf(api, pageRow)).next_check_at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test('finds a token that does not end after the browser brought one that does', async () => {
    const expiring = await api.sandbox.page();
    expect(
      (
        await caller.call(syncPage, {
          body: { pageId: expiring.id, name: expiring.name, accessToken: expiring.access_token },
        })
      ).status,
    ).toBe(200);
    await checkNow(api);
    expect(await factsOf(api, pageRow)).toMatchObject({ problem: null, token_expires_at: null });
  });

  test('comes a day before the next post when that is sooner', async () => {
    await mine({ scheduledAt: inHours(30) });
    await checkNow(api);
    expect(Math.abs((await factsOf(api, pageRow)).next_check_at.getTime() - inHours(6).getTime())).toBeLessThan(60_000);
  });

  test.each([
    ['expired', 'reconnect'],
    ['password', 'reconnect'],
    ['checkpoint', 'reconnect'],
    ['revoked', 'reconnect'],
    ['role-lost', 'no_permission'],
    ['scope-removed', 'missing_permissions'],
  ])('finds a token that is %s, and holds the posts of that page only', async (state, code) => {
    const [waiting, elsewhere] = [
      await mine(),
      await mine({ facebookPageId: await rowOf(api, await api.sandbox.page('manager', 1)) }),
    ];
    await tokens({ page: page.id }, state);
    await checkNow(api);
    expect(await factsOf(api, pageRow)).toMatchObject({ is_connected: false, problem: { code } });
    expect(await api.stored.posts.first({ id: waiting }, 'status', 'is_held', 'problem')).toMatchObject({
      status: 'scheduled',
      is_held: true,
      problem: { code },
    });
    expect(await api.stored.posts.first({ id: elsewhere }, 'is_held', 'problem')).toEqual({
      is_held: false,
      problem: null,
    });
    expect(await unread()).toMatchObject([
      {
        kind: 'page',
        facebookPageId: pageRow,
        title: expect.stringContaining(`1 post on ${page.name} will fail from`),
      },
    ]);
    expect(
      (await caller.call(listPostsByStatus, { params: { status: 'scheduled' } })).body.filter(
        ({ problem }) => problem !== null,
      ),
    ).toMatchObject([{ id: waiting, problem: { code } }]);
  });

  test('finds it good again an hour later, and the posts take their places back', async () => {
    const waiting = await mine();
    await tokens({ page: page.id }, 'checkpoint');
    await checkNow(api);
    expect(Math.abs((await factsOf(api, pageRow)).next_check_at.getTime() - inHours(1).getTime())).toBeLessThan(60_000);
    await tokens({ page: page.id }, 'ok');
    await checkNow(api);
    expect(await factsOf(api, pageRow)).toMatchObject({ is_connected: true, problem: null });
    expect(await api.stored.posts.first({ id: waiting }, 'is_held', 'problem')).toEqual({
      is_held: false,
      problem: null,
    });
    expect(await unread()).toEqual([]);
  });

  test("of one dead token leaves the siblings alone while the person's own lives", async () => {
    await tokens({ page: page.id }, 'expired');
    const before = await debugs();
    await checkNow(api, pageRow);
    expect(await problems()).toEqual(['reconnect', null, null]);
    expect((await debugs()) - before).toBe(2);
  });

  test('finds all pages of a person whose own token is dead, in the same run', async () => {
    await tokens({ user: 'manager' }, 'password');
    await checkNow(api, pageRow);
    expect(await problems()).toEqual(['reconnect', 'reconnect', 'reconnect']);
  });

  test.each([
    ['a line that is cut', 'reset'],
    ['a server error', { type: 'error', code: 2 }],
    ['a limit', { type: 'error', code: 4 }],
    ['our own credentials refused', { type: 'error', code: 190 }],
    ['a missing capability of the app', { type: 'error', code: 3 }],
  ])('proves nothing by %s', async (_name, action) => {
    await tokens({ page: page.id }, 'expired');
    await api.sandbox.fault({ match: { service: 'graph', path: 'debug_token' }, action });
    await checkNow(api);
    expect(await problems()).toEqual([null, null, null]);
    expect((await factsOf(api, pageRow)).next_check_at.getTime()).toBeLessThan(inHours(1).getTime());
  });

  test('waits while Facebook takes no calls of the app', async () => {
    await api.stored.pauses.add({
      scope: 'app',
      key: `facebook:${me.environment}`,
      paused_until: inHours(1),
      reason: 'rate_limited',
    });
    const before = await debugs();
    await checkNow(api);
    expect(await debugs()).toBe(before);
  });

  test('does not outweigh what Facebook said when it refused a post', async () => {
    const post = await mine({ scheduledAt: new Date() });
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$' },
      action: { type: 'error', code: 200 },
    });
    await api.turn();
    expect(await factsOf(api, pageRow)).toMatchObject({ problem: { code: 'no_permission', facebook: { code: 200 } } });
    await api.app.pages.checks.run();
    expect(await factsOf(api, pageRow)).toMatchObject({ problem: { code: 'no_permission', facebook: { code: 200 } } });
    expect(await api.stored.posts.first({ id: post }, 'status', 'is_held')).toEqual({
      status: 'scheduled',
      is_held: true,
    });
  });

  test('that a new connection overtook changes nothing', async () => {
    await tokens({ page: page.id }, 'expired');
    await api.sandbox.fault({
      match: { service: 'graph', path: 'debug_token' },
      when: 'before',
      action: 'delay 700',
      times: 1,
    });
    const checking = checkNow(api, pageRow);
    await expect.poll(debugs).toBeGreaterThan(0);
    await logIn(api, 'manager');
    await checking;
    expect(await problems()).toEqual([null, null, null]);
  });

  test('that is being claimed is not waited for by another process', async () => {
    await api.stored.facebookPages.change({ next_check_at: api.db.fn.now() });
    const secrets = secretBox(TEST_SECRET_KEY);
    const other = await api.db.transaction();
    expect(await pageChecksRepository(other, secrets).claim(2)).toHaveLength(2);
    expect(await pageChecksRepository(api.db, secrets).claim(9)).toHaveLength(1);
    await other.commit();
  });

  test.each<[string, (trx: Knex.Transaction) => Promise<unknown>]>([
    ['a claim', (trx) => pageChecksRepository(trx, secretBox(TEST_SECRET_KEY)).claim(3)],
    [
      'a mark on the page',
      (trx) => pagesRepository(trx, secretBox(TEST_SECRET_KEY)).setProblem(pageRow, needsReconnect(page.name)),
    ],
    [
      'a reconnection',
      (trx) =>
        pagesRepository(trx, secretBox(TEST_SECRET_KEY)).save(me, [
          {
            pageId: page.id as GraphPageId,
            name: page.name,
            category: null,
            accessToken: 'new',
            canPublish: true,
            problem: null,
          },
        ]),
    ],
  ])('and the end of a post do not wait for each other: %s', async (_name, step) => {
    const id = await mine();
    await api.stored.facebookPages.change({ next_check_at: api.db.fn.now() });
    const trx = await api.db.transaction();
    await step(trx);
    expect(await api.stored.posts.change({ status: 'failed', is_held: false }, { id })).toBe(1);
    await trx.commit();
  });

  test('by two processes at once asks about each page once', async () => {
    const second = await api.another();
    for (let n = 0; n < 30; n += 1) await buildPage(api.db, me);
    await api.stored.facebookPages.change({ next_check_at: api.db.fn.now() });
    const before = await debugs();
    await Promise.all([api.app.pages.checks.run(), second.app.pages.checks.run()]);
    const own = await api.stored.facebookPages.values('id', { problem: SOMETHING });
    expect(own).toHaveLength(30);
    // Each process asks once about the person, too, when it has met a dead token.
    expect((await debugs()) - before).toBeGreaterThanOrEqual(33);
    expect((await debugs()) - before).toBeLessThanOrEqual(35);
  });
});

describe('a token for another app', () => {
  test('is found when the app in use changes', async () => {
    const other = await testApi({
      FB_APP_ID: PRODUCTION_APP.id,
      FB_APP_SECRET: PRODUCTION_APP.secret,
      FB_GRAPH_BASE: api.sandbox.url,
    });
    try {
      const owner = await buildUser(other.db);
      await buildPage(other.db, owner, { pageId: page.id, name: page.name, accessToken: page.access_token });
      await checkNow(other);
      expect((await other.as(owner).call(listPages)).body).toMatchObject([
        { isConnected: false, problem: { code: 'other_app', action: 'reconnect' } },
      ]);
    } finally {
      await other.close();
    }
  });
});

describe('a person without the right to create content', () => {
  test('is told so, even when the page was connected one by one', async () => {
    const { pages } = await api.sandbox.user('invitee');
    await letIn(api, 'invitee');
    const row = await rowOf(api, pages[1] ?? { id: '' });
    expect(await factsOf(api, row)).toMatchObject({ can_publish: false, problem: { code: 'no_permission' } });
    await api.stored.facebookPages.change({ can_publish: true, problem: null, is_connected: true }, { id: row });
    await checkNow(api);
    expect(await factsOf(api, row)).toMatchObject({
      can_publish: false,
      is_connected: false,
      problem: { code: 'no_permission' },
    });
  });
});
