import { beforeEach, describe, expect, test } from 'vitest';
import {
  checkPagesStatus,
  connectPage,
  listPages,
  listPostsByStatus,
  removePage,
  syncPage,
} from '../../contract/index.ts';
import type { TestPage } from '../../../sandbox/testing.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { type Caller } from '../../testing/test-api.ts';
import { setUpSweptApi } from '../../testing/scene.ts';

const api = setUpSweptApi();
let manager: TestUser;
let caller: Caller;
let page: TestPage;
beforeEach(async () => {
  const person = await api.sandbox.user('manager');
  manager = await buildUser(api.db, { facebookId: person.id, name: person.name });
  caller = api.as(manager);
  page = await api.sandbox.page();
});

const claimOf = ({ id, name, access_token }: TestPage) => ({ pageId: id, name, accessToken: access_token });

describe.each([
  ['sync', syncPage, 200],
  ['connect', connectPage, 201],
] as const)('%s', (_name, endpoint, success) => {
  test('stores a page that Facebook confirms, and gives no token back', async () => {
    const answer = await caller.call(endpoint, { body: claimOf(page) });
    expect(answer.status).toBe(success);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      pageId: page.id,
      name: page.name,
      accessToken: null,
      category: page.category,
      isActive: true,
      isConnected: true,
      problem: null,
    });
    expect(answer.text).not.toContain(page.access_token);
    expect(await api.stored.facebookPages.values('access_token')).toEqual([expect.stringMatching(/^v1\./)]);
  });

  test('twice is once', async () => {
    const [first, second] = [
      await caller.call(endpoint, { body: claimOf(page) }),
      await caller.call(endpoint, { body: claimOf(page) }),
    ];
    expect(second.body.id).toBe(first.body.id);
    expect((await caller.call(listPages)).body).toHaveLength(1);
  });

  test("the name is Facebook's, whatever the browser says", async () => {
    expect((await caller.call(endpoint, { body: { ...claimOf(page), name: 'My shop' } })).body.name).toBe(page.name);
  });

  test.each([
    ['a made-up token', async () => ({ ...claimOf(page), accessToken: 'EAAmade-up' })],
    [
      'the token of another page',
      async () => ({ ...claimOf(page), accessToken: (await api.sandbox.page('manager', 1)).access_token }),
    ],
    ['a page of somebody else, with their token', async () => claimOf(await api.sandbox.page('admin'))],
    [
      "a person's token",
      async () => ({ ...claimOf(page), accessToken: (await api.sandbox.user('manager')).accessToken }),
    ],
  ])('%s is refused', async (_claim, claim) => {
    const answer = await caller.call(endpoint, { body: await claim() });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      issues: [{ path: 'accessToken', message: expect.stringContaining('Facebook does not confirm') }],
    });
    expect(await api.stored.facebookPages.values('id')).toEqual([]);
  });

  test('a failure at Facebook that passes is not told to anybody', async () => {
    await api.sandbox.fault({ match: { service: 'graph', path: 'debug_token' }, action: 'html 502', times: 1 });
    await api.sandbox.fault({ match: { service: 'graph', path: `/${page.id}$` }, action: 'reset', times: 1 });
    expect((await caller.call(endpoint, { body: claimOf(page) })).status).toBe(success);
  });

  test('no answer from Facebook is a 502 with a sentence', async () => {
    await api.sandbox.fault({ match: { service: 'graph' }, action: 'reset' });
    const answer = await caller.call(endpoint, { body: claimOf(page) });
    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({
      message: "Facebook isn't responding right now. Please try again in a minute.",
    });
  });

  test.each([
    ['name', ''],
    ['pageId', 'my-page'],
    ['accessToken', ''],
    ['accessToken', 7],
  ])('a wrong %s is named: %j', async (field, value) => {
    const answer = await caller.call(endpoint, { body: { ...claimOf(page), [field]: value } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ issues: [{ path: field }] });
  });
});

describe('the list', () => {
  test("holds the caller's pages only, by name", async () => {
    await buildPage(api.db, manager, { name: 'Warung' });
    await buildPage(api.db, manager, { name: 'Bakery' });
    await buildPage(api.db, await buildUser(api.db), { name: 'Not mine' });
    await buildPage(
      api.db,
      await buildUser(api.db, { facebookId: manager.facebookId, environment: 'production', access: null }),
      { name: 'In production' },
    );
    expect((await caller.call(listPages)).body.map(({ name }) => name)).toEqual(['Bakery', 'Warung']);
  });
});

describe('the check', () => {
  beforeEach(async () => {
    for (const index of [0, 1])
      await caller.call(syncPage, { body: claimOf(await api.sandbox.page('manager', index)) });
  });
  const connected = async () =>
    Object.fromEntries(
      (await caller.call(checkPagesStatus)).body.map(({ pageId, isConnected, problem }) => [
        pageId,
        problem?.code ?? isConnected,
      ]),
    );

  test('finds a token that died, and that it lives again', async () => {
    const other = await api.sandbox.page('manager', 1);
    expect(await connected()).toEqual({ [page.id]: true, [other.id]: true });
    await api.sandbox.control('PUT', '/tokens', { page: page.id, state: 'expired' });
    expect(await connected()).toEqual({ [page.id]: 'reconnect', [other.id]: true });
    expect((await caller.call(listPages)).body.find(({ pageId }) => pageId === page.id)).toMatchObject({
      isConnected: false,
      problem: { action: 'reconnect', message: expect.stringContaining(page.name) },
    });
    await api.sandbox.control('PUT', '/tokens', { page: page.id, state: 'ok' });
    expect(await connected()).toEqual({ [page.id]: true, [other.id]: true });
  });

  test('leaves what was known where Facebook does not answer', async () => {
    await api.sandbox.fault({ match: { service: 'graph', path: 'debug_token' }, action: { type: 'error', code: 4 } });
    const answer = await caller.call(checkPagesStatus);
    expect(answer.status).toBe(200);
    expect(answer.body.map(({ isConnected }) => isConnected)).toEqual([true, true]);
  });
});

describe('removal', () => {
  test('forgets the token at once and takes the page off the list', async () => {
    const {
      body: { id },
    } = await caller.call(syncPage, { body: claimOf(page) });
    const answer = await caller.call(removePage, { params: { id } });
    expect(answer.body).toEqual({ success: true });
    expect((await caller.call(listPages)).body).toEqual([]);
    expect(await api.stored.facebookPages.values('access_token', { id })).toEqual([null]);
    expect((await caller.call(removePage, { params: { id } })).status).toBe(404);
  });

  test('ends its schedule and says so', async () => {
    const { id } = await buildPage(api.db, manager);
    await buildPost(api.db, manager, { facebookPageId: id });
    await caller.call(removePage, { params: { id } });
    expect((await caller.call(listPostsByStatus, { params: { status: 'scheduled' } })).body).toEqual([]);
    expect((await caller.call(listPostsByStatus, { params: { status: 'failed' } })).body).toMatchObject([
      { problem: { message: expect.stringContaining('removed') } },
    ]);
  });

  test('waits for a post that is on its way out: 409', async () => {
    const { id } = await buildPage(api.db, manager);
    const post = await buildPost(api.db, manager, { facebookPageId: id, status: 'publishing' });
    await api.stored.pageClock.change({ post_id: post }, { facebook_page_id: id });
    const answer = await caller.call(removePage, { params: { id } });
    expect(answer.status).toBe(409);
    expect((await caller.call(listPages)).body).toHaveLength(1);
  });

  test('the page comes back with a new connection, under its old row', async () => {
    const {
      body: { id },
    } = await caller.call(syncPage, { body: claimOf(page) });
    await caller.call(removePage, { params: { id } });
    expect((await caller.call(connectPage, { body: claimOf(page) })).body).toMatchObject({
      id,
      isConnected: true,
      isActive: true,
    });
  });

  test("of somebody else's page, or of one that never was, is a 404", async () => {
    const foreign = await buildPage(api.db, await buildUser(api.db));
    expect((await caller.call(removePage, { params: { id: foreign.id } })).status).toBe(404);
    expect((await caller.call(removePage, { params: { id: 999_999 } })).status).toBe(404);
    expect(await api.stored.facebookPages.values('removed_at', { id: foreign.id })).toEqual([null]);
  });
});
