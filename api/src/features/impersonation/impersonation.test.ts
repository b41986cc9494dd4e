import { beforeEach, describe, expect, test } from 'vitest';
import {
  checkPost,
  stopImpersonation,
  connectPage,
  createPost,
  currentUser,
  deleteAllData,
  facebookLogin,
  freeSlots,
  listAccessEntries,
  listMockablePeople,
  listPosts,
  logout,
  logoutEverywhere,
  MEDIA_UPLOADS_PATH,
  replacePagePlans,
  startImpersonation,
  syncPage,
  updateSettings,
  type Endpoint,
} from '../../contract/index.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { setUpSweptApi } from '../../testing/scene.ts';
import { cookieOf, type Caller } from '../../testing/test-api.ts';
import { SOMETHING, fromNow, above } from '../../testing/stored.ts';

const api = setUpSweptApi({ ADMIN_FACEBOOK_IDS: '7007' });
let admin: TestUser;
let siti: TestUser;
/** The log is only added to: a test looks at what is new. */
let lastEntry: number;
beforeEach(async () => {
  lastEntry = (await api.stored.auditLog.latest())?.id ?? 0;
  admin = await buildUser(api.db, { name: 'Ada Lim', role: 'admin' });
  siti = await buildUser(api.db, { name: 'Siti Aminah' });
});

/** The administrator in this person's place. */
async function impersonating(who = siti): Promise<Caller> {
  const answer = await api.as(admin).call(startImpersonation, { body: { facebookId: who.facebookId } });
  expect(answer.status).toBe(200);
  return api.withCookie(cookieOf(answer.headers));
}
const isAt = async (caller: Caller) => (await caller.call(currentUser)).body;
const audited = () =>
  api.stored.auditLog.rows({ id: above(lastEntry) }, 'actor_facebook_id', 'impersonated_facebook_id', 'action');

describe('an administrator who impersonates somebody', () => {
  test('is that person for every call, and no administrator; the banner knows who and until when', async () => {
    const post = await buildPost(api.db, siti, { status: 'published' });
    const caller = await impersonating();
    const me = await isAt(caller);
    expect(me).toMatchObject({
      id: siti.facebookId,
      firstName: 'Siti',
      isAdmin: false,
      impersonatedBy: { id: admin.facebookId, name: 'Ada Lim' },
    });
    const minutes = (Date.parse(me.impersonatedBy?.until ?? '') - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(60);
    expect((await caller.call(listPosts)).body.posts.map(({ id }) => id)).toEqual([post]);
    expect((await caller.call(listAccessEntries)).status).toBe(403);
    expect((await isAt(api.as(siti))).impersonatedBy).toBeNull();
  });

  test('stops and is themselves again; each step takes another session id and ends the one before', async () => {
    const own = api.as(admin);
    const started = await own.call(startImpersonation, { body: { facebookId: siti.facebookId } });
    expect((await own.call(currentUser)).status).toBe(401);
    const caller = api.withCookie(cookieOf(started.headers));
    const stopped = await caller.call(stopImpersonation);
    expect((await caller.call(currentUser)).status).toBe(401);
    expect(await isAt(api.withCookie(cookieOf(stopped.headers)))).toMatchObject({
      id: admin.facebookId,
      isAdmin: true,
      impersonatedBy: null,
    });
    expect(await audited()).toEqual([
      { actor_facebook_id: admin.facebookId, impersonated_facebook_id: null, action: 'session.mock-user-set' },
      {
        actor_facebook_id: admin.facebookId,
        impersonated_facebook_id: siti.facebookId,
        action: 'session.mock-user-cleared',
      },
    ]);
  });

  test('is themselves again after an hour, without doing anything', async () => {
    const caller = await impersonating();
    await api.stored.sessions.change(
      { impersonated_until: fromNow(api.db, '1 second ago') },
      { impersonated_user_id: SOMETHING },
    );
    expect(await isAt(caller)).toMatchObject({ id: admin.facebookId, isAdmin: true, impersonatedBy: null });
    expect((await caller.call(stopImpersonation)).status).toBe(409);
  });

  test('is themselves again when that account ends', async () => {
    const caller = await impersonating();
    await api.stored.users.remove({ id: siti.userId });
    expect(await isAt(caller)).toMatchObject({ id: admin.facebookId, isAdmin: true, impersonatedBy: null });
  });

  test.each([
    ['demoted', { role: 'user' }, 200],
    ['blocked', { type: 'blacklist' }, 401],
  ])('impersonates nobody any more on the next call when they are %s', async (_how, change, status) => {
    const caller = await impersonating();
    await api.stored.accessEntries.change(change, { facebook_id: admin.facebookId });
    const answer = await caller.call(currentUser);
    expect(answer.status).toBe(status);
    if (status === 200)
      expect(answer.body).toMatchObject({ id: admin.facebookId, isAdmin: false, impersonatedBy: null });
  });

  test.each([
    ['the end of the account', deleteAllData, undefined],
    ['the end of the sessions', logoutEverywhere, undefined],
    ['a login', facebookLogin, { userID: '1', accessToken: 'x' }],
    ["a page's token", syncPage, { pageId: '1', name: 'x', accessToken: 'x' }],
    ['a page', connectPage, { pageId: '1', name: 'x', accessToken: 'x' }],
    ['a second mock user', startImpersonation, { facebookId: '7' }],
  ] as [string, Endpoint, object | undefined][])('is refused %s with a sentence', async (_what, endpoint, body) => {
    const caller = await impersonating();
    const answer = await caller.call(endpoint, { body });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("You're impersonating Siti Aminah")]);
    expect(await isAt(caller)).toMatchObject({ id: siti.facebookId });
  });

  test('leaves every write in the log under both ids, and no read', async () => {
    const caller = await impersonating();
    await caller.call(listPosts);
    await caller.call(checkPost, { body: { content: 'In her name', facebookPageId: 1 } });
    expect((await caller.call(updateSettings, { body: { theme: 'dark' } })).status).toBe(200);
    await caller.call(createPost, {
      body: { content: 'In her name', status: 'draft' },
      headers: { 'idempotency-key': 'key-0001' },
    });
    const both = { actor_facebook_id: admin.facebookId, impersonated_facebook_id: siti.facebookId };
    expect((await audited()).slice(1)).toEqual([
      { ...both, action: 'settings.update-settings' },
      { ...both, action: 'posts.create-post' },
    ]);
  });

  test('changes a weekly plan in the zone of that person, and under both ids', async () => {
    await api.stored.users.change({ time_zone: 'Asia/Kuala_Lumpur' }, { id: siti.userId });
    await api.stored.users.change({ time_zone: 'America/New_York' }, { id: admin.userId });
    const { id: facebookPageId } = await buildPage(api.db, siti);
    const { id: ofAdmin } = await buildPage(api.db, admin);
    const caller = await impersonating();
    const replace = (by: Caller, id: number, revision: number) =>
      by.call(replacePagePlans, {
        body: {
          pages: [{ facebookPageId: id, revision }],
          timeZone: null,
          slots: [{ day: 1, time: '09:00' }],
        },
        headers: { 'x-time-zone': 'America/New_York' },
      });
    expect((await replace(caller, facebookPageId, 0)).body).toMatchObject([{ zone: 'Asia/Kuala_Lumpur', revision: 1 }]);
    const [free] = (await caller.call(freeSlots, { query: { facebookPageId, count: 1 } })).body.pages;
    expect(free?.at[0]?.slice(11, 16)).toBe('01:00');
    // In her place they reach her pages alone; she is told that her plan is another one by now.
    expect((await replace(caller, ofAdmin, 0)).status).toBe(404);
    expect((await replace(api.as(siti), facebookPageId, 0)).status).toBe(200);
    expect((await replace(api.as(siti), facebookPageId, 7)).status).toBe(409);
    const both = { actor_facebook_id: admin.facebookId, impersonated_facebook_id: siti.facebookId };
    expect((await audited()).slice(1, 2)).toEqual([{ ...both, action: 'pages.replace-page-plans' }]);
  });

  test('leaves an upload in the log, with its parts and its end, and not the question how far it is', async () => {
    const caller = await impersonating();
    const tus = { 'tus-resumable': '1.0.0' };
    const begun = await caller.fetch(MEDIA_UPLOADS_PATH, { method: 'POST', headers: { ...tus, 'upload-length': '8' } });
    const address = begun.headers.get('location') ?? '';
    const part = (offset: number) =>
      caller.fetch(address, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: new Uint8Array(4),
      });
    const statuses = [
      begun.status,
      (await part(0)).status,
      (await caller.fetch(address, { method: 'HEAD', headers: tus })).status,
      (await part(4)).status,
      (await caller.fetch(address, { method: 'DELETE', headers: tus })).status,
    ];
    expect(statuses).toEqual([201, 204, 200, 204, 204]);
    const both = { actor_facebook_id: admin.facebookId, impersonated_facebook_id: siti.facebookId };
    expect((await audited()).slice(1)).toEqual(
      ['media.begin-upload', 'media.continue-upload', 'media.continue-upload', 'media.cancel-upload'].map((action) => ({
        ...both,
        action,
      })),
    );
    expect((await api.stored.auditLog.latest({}, 'subject')).subject).toBe(
      `DELETE ${new URL(address, api.url).pathname}`,
    );
  });

  test('logs out as themselves, and the person does not', async () => {
    const hers = api.as(siti);
    await hers.call(currentUser);
    const caller = await impersonating();
    await caller.call(logout);
    expect((await caller.call(currentUser)).status).toBe(401);
    expect((await hers.call(currentUser)).status).toBe(200);
    expect(await api.stored.loginActivities.values('facebook_id')).toEqual([admin.facebookId]);
  });
});

describe('who may be impersonated', () => {
  const allow = (facebookId: string, entry: object) =>
    api.stored.accessEntries.add({ facebook_id: facebookId, name: 'X', type: 'whitelist', role: 'user', ...entry });

  const tried = async (facebookId: string) => {
    const answer = await api.as(admin).call(startImpersonation, { body: { facebookId } });
    return [answer.status, (answer.body as unknown as { message: string }).message];
  };

  test('nobody who never came and is not allowed', async () => {
    const answer =
      "Nobody with the Facebook ID 99 has logged in to development, and that ID isn't allowed. " +
      'Allow it under Access Control first.';
    expect(await tried('99')).toEqual([404, answer]);
    await allow('99', { type: 'blacklist' });
    expect(await tried('99')).toEqual([404, answer]);
    expect(await api.stored.users.rows({ facebook_id: '99' })).toEqual([]);
  });

  test('somebody who is allowed and never came, with an account that their first login finds', async () => {
    await allow('99', { name: 'Aminah binti Ali' });
    const started = await api.as(admin).call(startImpersonation, { body: { facebookId: '99' } });
    const caller = api.withCookie(cookieOf(started.headers));
    const seen = { id: '99', firstName: 'Aminah', lastName: 'binti Ali', isAdmin: false };
    expect((await caller.call(currentUser)).body).toMatchObject(seen);
    expect((await caller.call(listPosts)).body.posts).toEqual([]);
    await api.as(admin).call(startImpersonation, { body: { facebookId: '99' } });
    expect(await api.stored.users.values('access_token', { facebook_id: '99' })).toEqual([null]);
  });

  test('no administrator who is allowed and never came', async () => {
    await allow('98', { name: 'Bo', role: 'admin' });
    expect(await tried('98')).toEqual([403, 'Bo is an administrator too. Only users can be impersonated.']);
    expect(await api.stored.users.rows({ facebook_id: '98' })).toEqual([]);
  });

  test('are listed by name: who came and who is allowed, once each, and nobody else', async () => {
    await buildUser(api.db, { name: 'Blocked', access: 'blacklist' });
    await buildUser(api.db, { name: 'Elsewhere', environment: 'production', access: null });
    await buildUser(api.db, { name: 'Root', facebookId: '7007', access: null });
    await allow('99', { name: 'aminah' });
    await allow('98', { name: 'Chief', role: 'admin' });
    await allow('deleted-0123456789abcdef0123456789abcdef', { name: 'Gone' });
    const { status, body } = await api.as(admin).call(listMockablePeople);
    expect([status, body]).toEqual([
      200,
      [
        { facebookId: '99', name: 'aminah', hasAccount: false },
        { facebookId: siti.facebookId, name: siti.name, hasAccount: true },
      ],
    ]);
  });

  test('nobody of another environment who is not allowed', async () => {
    const elsewhere = await buildUser(api.db, { environment: 'production', access: null });
    expect((await tried(elsewhere.facebookId))[0]).toBe(404);
  });

  test('not oneself', async () => {
    expect(await tried(admin.facebookId)).toEqual([400, 'facebookId: Must be the Facebook ID of another user']);
  });

  test.each([
    ['by the access list', undefined],
    ['by the settings of the server', '7007'],
  ])('no administrator %s', async (_how, facebookId) => {
    const other = await buildUser(api.db, {
      name: 'Bo',
      ...(facebookId === undefined ? { role: 'admin' as const } : { facebookId, access: null }),
    });
    expect(await tried(other.facebookId)).toEqual([403, 'Bo is an administrator too. Only users can be impersonated.']);
    expect(await audited()).toEqual([]);
  });

  test('by administrators alone', async () => {
    expect((await api.as(siti).call(listMockablePeople)).status).toBe(403);
    expect((await api.as(siti).call(startImpersonation, { body: { facebookId: admin.facebookId } })).status).toBe(403);
    expect((await api.as(siti).call(stopImpersonation)).status).toBe(409);
  });
});
