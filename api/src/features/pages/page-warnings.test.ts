import { beforeEach, describe, expect, test } from 'vitest';
import { listPages, listPageWarnings, publishPost, updatePost } from '../../contract/index.ts';
import { buildPage, buildUser } from '../../testing/builders.ts';
import {
  checkNow,
  factsOf,
  inHours,
  logIn,
  rowOf,
  setUpCheckedPage,
  type CheckedPage,
} from '../../testing/checked-pages.ts';

let { me, caller, page, pageRow, mine, tokens, unread } = {} as CheckedPage;
const api = setUpCheckedPage((given) => {
  ({ me, caller, page, pageRow, mine, tokens, unread } = given);
});

describe('warnings', () => {
  const warnings = async (as = caller) => (await as.call(listPageWarnings)).body;

  test('name posts that come after the end of a token, before anything is wrong', async () => {
    const short = await buildPage(api.db, me, {
      pageId: page.id,
      name: page.name,
      accessToken: (await api.sandbox.page()).access_token,
    });
    expect(short.id).toBe(pageRow);
    await mine({ scheduledAt: inHours(1) });
    const [first] = [inHours(5), await mine({ scheduledAt: inHours(6) })];
    await mine({ scheduledAt: first });
    await checkNow(api);
    expect(await factsOf(api, pageRow)).toMatchObject({
      is_connected: true,
      problem: null,
      warning: { code: 'expiring' },
    });
    expect(await warnings()).toEqual([
      {
        facebookPageId: pageRow,
        pageName: page.name,
        posts: 2,
        failsFrom: first.toISOString(),
        problem: {
          code: 'expiring',
          action: 'reconnect',
          message: expect.stringContaining('Your 2 scheduled posts are kept'),
          params: { page: page.name },
        },
      },
    ]);
    expect(await unread()).toMatchObject([
      { kind: 'page', title: expect.stringContaining(`2 posts on ${page.name} will fail from`) },
    ]);
    await api.sandbox.clock(3 * 3_600_000);
    await checkNow(api);
    expect(await factsOf(api, pageRow)).toMatchObject({ is_connected: false, problem: { code: 'reconnect' } });
    expect(await warnings()).toMatchObject([{ posts: 3, problem: { code: 'reconnect' } }]);
  });

  test('know when Facebook ends access to data, too', async () => {
    await mine({ scheduledAt: inHours(95 * 24) });
    expect(await warnings()).toMatchObject([{ facebookPageId: pageRow, posts: 1, problem: { code: 'expiring' } }]);
  });

  test('put the most urgent page first, and leave out pages that nothing waits for', async () => {
    const [second, third] = [
      await rowOf(api, await api.sandbox.page('manager', 1)),
      await rowOf(api, await api.sandbox.page('manager', 2)),
    ];
    await mine({ scheduledAt: inHours(48) });
    await mine({ scheduledAt: inHours(3), facebookPageId: second });
    await tokens({ user: 'manager' }, 'password');
    await checkNow(api);
    expect((await factsOf(api, third)).problem).not.toBeNull();
    expect((await warnings()).map(({ facebookPageId }) => facebookPageId)).toEqual([second, pageRow]);
  });

  test("are the caller's own", async () => {
    await mine();
    await tokens({ page: page.id }, 'expired');
    await checkNow(api);
    expect(await warnings()).toHaveLength(1);
    expect(await warnings(api.as(await buildUser(api.db)))).toEqual([]);
    await api.show('test');
    expect(
      await warnings(api.as(await buildUser(api.db, { facebookId: me.facebookId, environment: 'test', access: null }))),
    ).toEqual([]);
    expect((await api.as(null).call(listPageWarnings)).status).toBe(401);
  });
});

describe('a page with a problem', () => {
  const post = (id: number) => api.stored.posts.first({ id }, 'status', 'is_held', 'problem');
  beforeEach(async () => {
    await tokens({ page: page.id }, 'expired');
    await checkNow(api, pageRow);
  });

  test('makes posts that are planned for it from now on wait, and say so', async () => {
    const draft = await mine({ status: 'draft' });
    await caller.call(updatePost, { params: { id: draft }, body: { scheduledAt: inHours(2).toISOString() } });
    for (const id of [draft, await mine()])
      expect(await post(id)).toMatchObject({ status: 'scheduled', is_held: true, problem: { code: 'reconnect' } });
    expect((await caller.call(listPageWarnings)).body).toMatchObject([{ posts: 2 }]);
    await logIn(api, 'manager');
    expect(await post(draft)).toEqual({ status: 'scheduled', is_held: false, problem: null });
  });

  test('lets a post go that is moved to a page that works', async () => {
    const id = await mine();
    await caller.call(updatePost, {
      params: { id },
      body: { facebookPageId: await rowOf(api, await api.sandbox.page('manager', 1)) },
    });
    expect(await post(id)).toEqual({ status: 'scheduled', is_held: false, problem: null });
  });

  test('fails what is asked for right now, in the same words', async () => {
    const id = await mine({ status: 'draft' });
    expect((await caller.call(publishPost, { params: { id }, body: {} })).status).toBeGreaterThanOrEqual(400);
    expect(await post(id)).toMatchObject({ status: 'failed', is_held: false, problem: { code: 'reconnect' } });
  });
});

describe('one reconnection', () => {
  test('repairs all pages of the person and keeps the queue', async () => {
    const other = await rowOf(api, await api.sandbox.page('manager', 1));
    const [late, tooLate, later] = [
      await mine({ content: 'Late, but out', scheduledAt: inHours(-20 / 60) }),
      await mine({ scheduledAt: inHours(-1.5) }),
      await mine({ scheduledAt: inHours(4), facebookPageId: other }),
    ];
    await tokens({ user: 'manager' }, 'password');
    await checkNow(api);
    await api.turn();
    expect(await api.stored.posts.rows({}, 'status', 'is_held')).toEqual(
      [1, 2, 3].map(() => ({ status: 'scheduled', is_held: true })),
    );
    expect(await unread()).toMatchObject([{ title: 'Your 3 pages need to be reconnected' }]);

    await logIn(api, 'manager');
    expect((await caller.call(listPages)).body.map(({ isConnected, problem }) => [isConnected, problem])).toEqual([
      [true, null],
      [true, null],
      [true, null],
    ]);
    expect((await caller.call(listPageWarnings)).body).toEqual([]);
    expect(await unread()).toEqual([]);
    await api.turn();
    const statuses = Object.fromEntries(
      ((await api.stored.posts.rows({}, 'id', 'status')) as { id: number; status: string }[]).map(({ id, status }) => [
        id,
        status,
      ]),
    );
    expect(statuses).toEqual({ [late]: 'published', [tooLate]: 'missed', [later]: 'scheduled' });
    expect(
      (await api.sandbox.oracle(page.id)).filter(
        ({ message, is_published: isOut }) => isOut && message === 'Late, but out',
      ),
    ).toHaveLength(1);
    await checkNow(api);
    expect((await caller.call(listPages)).body.map(({ problem }) => problem)).toEqual([null, null, null]);
  });

  test('while a post is being refused with the old token lets it out with the new one', async () => {
    const id = await mine({ content: 'Out with the new token', scheduledAt: new Date() });
    await tokens({ user: 'manager' }, 'password');
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$' },
      when: 'before',
      action: 'delay 700',
      times: 1,
    });
    const turning = api.turn();
    await expect.poll(async () => (await api.stored.publishAttempts.values('state', { post_id: id })).length).toBe(1);
    await logIn(api, 'manager');
    await turning;
    expect((await factsOf(api, pageRow)).problem).toBeNull();
    await expect
      .poll(async () => {
        await api.turn();
        return api.stored.posts.values('status', { id });
      })
      .toEqual(['published']);
    expect(
      (await api.sandbox.oracle(page.id)).filter(
        ({ message, is_published: isOut }) => isOut && message === 'Out with the new token',
      ),
    ).toHaveLength(1);
  });

  test('between two steps of whoever held a post does not leave it waiting for ever', async () => {
    const held = {
      is_held: true,
      problem: JSON.stringify({ code: 'reconnect', message: 'Reconnect it.', action: 'reconnect' }),
    };
    const blocked = { is_held: true, problem: JSON.stringify({ code: 'no_access', message: 'Ask.', action: null }) };
    const [forgotten, withdrawn] = [await mine(), await mine()];
    await api.stored.posts.change(held, { id: forgotten });
    await api.stored.posts.change(blocked, { id: withdrawn });
    await api.app.pages.checks.run();
    expect(await api.stored.posts.values('is_held', { id: [forgotten, withdrawn] })).toEqual([false, true]);
  });
});
