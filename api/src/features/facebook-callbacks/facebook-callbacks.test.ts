import { createHmac } from 'node:crypto';
import type { UserId } from '../../contract/ids.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  currentUser,
  DATA_DELETION_PATH,
  deletionStatus,
  DEAUTHORIZE_PATH,
  facebookLogin,
  listNotifications,
  listPages,
} from '../../contract/index.ts';
import { buildPost, buildUser } from '../../testing/builders.ts';
import { setUpApi } from '../../testing/scene.ts';
import { cookieOf, type Caller } from '../../testing/test-api.ts';
import { SOMETHING, fromNow } from '../../testing/stored.ts';

const api = setUpApi();
let userId: UserId;
let facebookId: string;
let caller: Caller;
beforeEach(async () => {
  await api.app.facebookCallbacks.run();
  await api.reset();
  await api.stored.deletionReceipts.remove();
  const person = await api.sandbox.user('manager');
  facebookId = person.id;
  await api.stored.accessEntries.add({ facebook_id: person.id, name: person.name, type: 'whitelist' });
  caller = await logIn();
  userId = (await api.stored.users.values<UserId>('id'))[0] as UserId;
});

async function logIn(): Promise<Caller> {
  const { id, accessToken } = await api.sandbox.user('manager');
  return api.withCookie(
    cookieOf((await api.as(null).call(facebookLogin, { body: { userID: id, accessToken } })).headers),
  );
}
/** Facebook itself, without a cookie or an Origin. */
interface Sent {
  status: number;
  body: { url?: string; confirmation_code?: string; message?: string };
}
const facebookSends = (kind: 'data_deletion' | 'deauthorize', more: object = {}) =>
  api.sandbox.control<Sent>('POST', '/send-callback', {
    kind,
    user: 'manager',
    url: `${api.url}${kind === 'data_deletion' ? DATA_DELETION_PATH : DEAUTHORIZE_PATH}`,
    ...more,
  });
function signed(payload: object, secret = api.config.FB_APP_SECRET ?? ''): string {
  const encoded = Buffer.from(
    JSON.stringify({ algorithm: 'HMAC-SHA256', issued_at: Math.floor(Date.now() / 1000), ...payload }),
  ).toString('base64url');
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`;
}
async function post(path: string, body: string | URLSearchParams): Promise<{ status: number; body: Sent['body'] }> {
  const answer = await fetch(new URL(path, api.url), { method: 'POST', body });
  return { status: answer.status, body: (await answer.json()) as Sent['body'] };
}
const send = (path: string, request: string) => post(path, new URLSearchParams({ signed_request: request }));
const statusOf = async (code = '') => (await api.as(null).call(deletionStatus, { params: { code } })).body;
const users = () => api.stored.users.values('id');

test.each([
  ['an hour behind', -3_600_000],
  ['more than a day ahead', 25 * 3_600_000],
])('what Facebook asks for once is heard by a machine whose clock is %s', async (_how, offMs) => {
  const request = signed({ user_id: facebookId });
  const now = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + offMs);
  try {
    expect((await send(DEAUTHORIZE_PATH, request)).status).toBe(200);
    expect((await send(DATA_DELETION_PATH, request)).status).toBe(200);
    await api.app.facebookCallbacks.run();
  } finally {
    clock.mockRestore();
  }
  expect(await users()).toEqual([]);
});

describe('a person asks Facebook for the deletion of their data', () => {
  test('and it is done, with a code that tells so and a receipt that names nobody', async () => {
    await buildPost(api.db, { userId, environment: 'development' });
    const { status, body } = await facebookSends('data_deletion');
    const code = body.confirmation_code ?? '';
    expect([status, body]).toEqual([
      200,
      {
        url: `${api.config.PUBLIC_URL}/user-data-deletion?code=${code}`,
        confirmation_code: expect.stringMatching(/^[0-9a-z]{24}$/),
      },
    ]);
    await expect
      .poll(() => statusOf(code))
      .toEqual({ status: 'done', requestedAt: expect.any(String), finishedAt: expect.any(String) });
    expect([
      await users(),
      await api.stored.posts.values('id'),
      await api.stored.facebookPages.values('id'),
      await api.stored.deletionReceiptAccounts.values('user_id'),
    ]).toEqual([[], [], [], []]);
    expect((await caller.call(currentUser)).status).toBe(401);
    expect(JSON.stringify(await api.stored.deletionReceipts.rows())).not.toContain(facebookId);
  });

  test('who has nothing here gets a code as well, and it is done', async () => {
    const { body } = await send(DATA_DELETION_PATH, signed({ user_id: '424242' }));
    expect((await statusOf(body.confirmation_code)).status).toBe('done');
    expect(await users()).toHaveLength(1);
  });

  test('the same request again is the same deletion, also when the person has come back meanwhile', async () => {
    const request = signed({ user_id: facebookId });
    const [first, second] = await Promise.all([send(DATA_DELETION_PATH, request), send(DATA_DELETION_PATH, request)]);
    expect(second.body).toEqual(first.body);
    await expect.poll(async () => (await statusOf(first.body.confirmation_code)).status).toBe('done');
    await logIn();
    const padded = request.replace('.', '=.');
    for (const again of [request, padded]) expect((await send(DATA_DELETION_PATH, again)).body).toEqual(first.body);
    await api.app.facebookCallbacks.run();
    expect(await users()).toHaveLength(1);
  });

  test('it waits for a post that is on its way, and another process goes on with it', async () => {
    const post = await buildPost(api.db, { userId, environment: 'development' }, { status: 'publishing' });
    const { body } = await send(DATA_DELETION_PATH, signed({ user_id: facebookId }));
    expect(await statusOf(body.confirmation_code)).toMatchObject({ status: 'pending', finishedAt: null });
    const other = await api.another();
    const job = other.app.jobs.find(({ name }) => name === 'delete-accounts')?.run(new Date());
    await api.stored.posts.change({ lease_token: null }, { id: post });
    await job;
    await expect.poll(async () => (await statusOf(body.confirmation_code)).status).toBe('done');
    expect(await users()).toEqual([]);
  });

  test('nobody else is touched', async () => {
    const stranger = await buildUser(api.db);
    const { body } = await facebookSends('data_deletion');
    await expect.poll(async () => (await statusOf(body.confirmation_code)).status).toBe('done');
    expect(await users()).toEqual([stranger.userId]);
  });
});

describe('a person removes the app at Facebook', () => {
  test('their tokens are forgotten, their posts wait, and they are told to reconnect', async () => {
    const page = (await api.stored.facebookPages.values<UserId>('id'))[0] as UserId;
    const planned = await buildPost(api.db, { userId, environment: 'development' }, { facebookPageId: page });
    expect(await facebookSends('deauthorize')).toMatchObject({ status: 200 });
    expect(await facebookSends('deauthorize')).toMatchObject({ status: 200 });
    expect(await api.stored.users.first({ id: userId }, 'access_token')).toEqual({ access_token: null });
    expect(await api.stored.facebookPages.values('id', { access_token: SOMETHING })).toEqual([]);
    expect(await api.stored.posts.first({ id: planned }, 'status', 'is_held')).toEqual({
      status: 'scheduled',
      is_held: true,
    });
    for (const { isConnected, problem } of (await caller.call(listPages)).body)
      expect([isConnected, problem?.action]).toEqual([false, 'reconnect']);
    expect((await caller.call(listNotifications)).body.notifications.length).toBeGreaterThan(0);
  });

  test('who has logged in again since then stays connected, whoever sends it again', async () => {
    await api.stored.users.change({ last_login_at: fromNow(api.db, '1 hour ago') });
    const request = signed({ user_id: facebookId, issued_at: Math.floor(Date.now() / 1000) - 60 });
    expect((await send(DEAUTHORIZE_PATH, request)).status).toBe(200);
    expect(await api.stored.users.first({}, 'access_token')).toEqual({ access_token: null });
    await logIn();
    expect((await send(DEAUTHORIZE_PATH, request)).status).toBe(200);
    expect(await api.stored.users.values('id', { access_token: SOMETHING })).toEqual([userId]);
  });
});

describe('what Facebook did not sign', () => {
  test.each([true, 'signature', 'payload', 'algorithm', 'age'])(
    'is refused without a hint, and nothing happens: %s',
    async (tamper) => {
      for (const kind of ['data_deletion', 'deauthorize'] as const) {
        expect(await facebookSends(kind, { tamper })).toEqual({
          status: 400,
          body: expect.objectContaining({ message: "This request isn't valid." }),
        });
      }
      await api.app.facebookCallbacks.run();
      expect([await users(), await api.stored.deletionReceipts.values('code')]).toEqual([[userId], []]);
      expect(await api.stored.users.values('id', { access_token: SOMETHING })).toEqual([userId]);
    },
  );

  test.each([
    ['nothing', ''],
    ['no form', '{"signed_request":"x"}'],
    ['too much', 'x'.repeat(20_000)],
    ['another field', new URLSearchParams({ signed: 'x' })],
  ])('%s is refused in the same way', async (_what, body) => {
    for (const path of [DATA_DELETION_PATH, DEAUTHORIZE_PATH])
      expect(await post(path, body)).toMatchObject({ status: 400, body: { message: "This request isn't valid." } });
  });

  test('another secret is no better', async () => {
    expect((await send(DATA_DELETION_PATH, signed({ user_id: facebookId }, 'guessed'))).status).toBe(400);
  });
});

test('a code that was never given out is not found', async () => {
  expect((await api.as(null).call(deletionStatus, { params: { code: 'abc123' } })).status).toBe(404);
});
