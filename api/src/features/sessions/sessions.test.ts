import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  currentUser,
  facebookLogin,
  logout,
  logoutEverywhere,
  readSettings,
  reportVisit,
  UNATTENDED_HEADER,
} from '../../contract/index.ts';
import { buildUser } from '../../testing/builders.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import { cookieOf, testApi } from '../../testing/test-api.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { fromNow } from '../../testing/stored.ts';
import { differenceInDays } from 'date-fns/differenceInDays';

const api = setUpApi();
beforeEach(() => emptyTables(api.db, 'users', 'access_entries', 'login_activities'));
const { me } = setUpPerson(api);

const age = (column: string, interval: string) =>
  api.stored.sessions.change({ [column]: fromNow(api.db, `${interval} ago`) });
async function logIn(on = api, cookie?: string) {
  const { id, name, accessToken } = await api.sandbox.user('manager');
  if ((await on.stored.accessEntries.first({ facebook_id: id })) === undefined)
    await on.stored.accessEntries.add({ facebook_id: id, name, type: 'whitelist' });
  return on
    .as(null)
    .call(facebookLogin, { body: { userID: id, accessToken }, headers: cookie === undefined ? {} : { cookie } });
}

describe('the cookie', () => {
  test('is out of reach for scripts and other sites, and gives nothing away', async () => {
    const { headers } = await logIn();
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^pagecast_session=[\w-]{43}; path=\/; expires=.*; samesite=lax; httponly$/i),
    ]);
    const id = cookieOf(headers).split('=')[1] ?? '';
    const hashes = await api.stored.sessions.values<Buffer>('id_hash');
    expect(hashes).toEqual([createHash('sha256').update(id).digest()]);
  });

  test('is bound to its host and to https where people come by https, also behind a proxy that ends it', async () => {
    const real = await testApi({ PUBLIC_URL: 'https://pages.example.com', FB_GRAPH_BASE: api.sandbox.url });
    const { status, headers } = await logIn(real);
    expect(status).toBe(200);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-pagecast_session=[\w-]{43}; path=\/; expires=.*; samesite=lax; secure; httponly$/i,
      ),
    ]);
    expect((await real.withCookie(cookieOf(headers)).call(currentUser)).status).toBe(200);
    await real.close();
  });

  test('is a new one at each login, and the old one is worth nothing', async () => {
    const first = cookieOf((await logIn()).headers);
    const second = cookieOf((await logIn(api, first)).headers);
    expect(second).not.toBe(first);
    expect((await api.withCookie(first).call(currentUser)).status).toBe(401);
    expect((await api.withCookie(second).call(currentUser)).status).toBe(200);
  });

  test.each(['pagecast_session=', 'pagecast_session=made-up', 'pagecast_session=%00%27'])(
    'a made-up one is nobody: %s',
    async (cookie) => {
      expect((await api.withCookie(cookie).call(currentUser)).status).toBe(401);
    },
  );
});

describe('how long', () => {
  test('twelve hours without a call end it', async () => {
    const caller = api.as(me);
    expect((await caller.call(currentUser)).status).toBe(200);
    await age('last_seen_at', '11 hours 59 minutes');
    expect((await caller.call(currentUser)).status).toBe(200);
    await age('last_seen_at', '12 hours 1 minute');
    expect((await caller.call(currentUser)).status).toBe(401);
  });

  test('it lives for seven days, however busy', async () => {
    const caller = api.as(me);
    await caller.call(currentUser);
    const [session] = (await api.stored.sessions.rows()) as { created_at: Date; expires_at: Date }[];
    expect(differenceInDays(session?.expires_at ?? 0, session?.created_at ?? 0)).toBe(7);
    await age('expires_at', '1 second');
    expect((await caller.call(currentUser)).status).toBe(401);
  });

  test('a call keeps it alive, noted once a minute at most', async () => {
    const caller = api.as(me);
    await caller.call(currentUser);
    const seen = async () => (await api.stored.sessions.values<Date>('last_seen_at'))[0]?.getTime() ?? 0;
    await age('last_seen_at', '30 seconds');
    const before = await seen();
    await caller.call(currentUser);
    expect(await seen()).toBe(before);
    await age('last_seen_at', '2 minutes');
    await caller.call(currentUser);
    expect(await seen()).toBeGreaterThan(before);
  });

  test('a screen that nobody looks at keeps nothing alive', async () => {
    const caller = api.as(me);
    await caller.call(currentUser);
    await age('last_seen_at', '2 hours');
    expect((await caller.call(readSettings, { headers: { [UNATTENDED_HEADER]: '1' } })).status).toBe(200);
    const report = { shell: '/main.0a1b2c3d.js', views: [], errors: [], failedCalls: [], vitals: [] };
    expect((await caller.call(reportVisit, { body: report })).status).toBe(200);
    const [seen] = await api.stored.sessions.values<Date>('last_seen_at');
    expect(Date.now() - (seen?.getTime() ?? 0)).toBeGreaterThan(3_600_000);
    await caller.call(readSettings);
    const [now] = await api.stored.sessions.values<Date>('last_seen_at');
    expect(Date.now() - (now?.getTime() ?? 0)).toBeLessThan(60_000);
  });

  test('the dead are swept', async () => {
    await api.as(me).call(currentUser);
    await api.as(me).call(currentUser);
    const [first] = await api.stored.sessions.values<Buffer>('id_hash');
    await api.stored.sessions.change({ expires_at: fromNow(api.db, '1 second ago') }, { id_hash: first ?? '' });
    await api.app.jobs.find(({ name }) => name === 'sweep-sessions')?.run(new Date());
    expect(await api.stored.sessions.values('id_hash')).toHaveLength(1);
  });
});

describe('the access list counts from the next call on', () => {
  test('a block', async () => {
    const caller = api.as(me);
    expect((await caller.call(readSettings)).status).toBe(200);
    await api.stored.accessEntries.change({ type: 'blacklist' }, { facebook_id: me.facebookId });
    expect((await caller.call(readSettings)).status).toBe(401);
  });

  test('an entry taken away', async () => {
    const caller = api.as(me);
    await caller.call(readSettings);
    await api.stored.accessEntries.remove({ facebook_id: me.facebookId });
    expect((await caller.call(readSettings)).status).toBe(401);
  });

  test('a promotion and a demotion', async () => {
    const caller = api.as(me);
    const isAdmin = async (role: string) => {
      await api.stored.accessEntries.change({ role }, { facebook_id: me.facebookId });
      return (await caller.call(currentUser)).body.isAdmin;
    };
    expect([await isAdmin('admin'), await isAdmin('user')]).toEqual([true, false]);
  });
});

describe('who becomes an administrator', () => {
  test('gets another session id, and calls on their way may use the old one for a minute', async () => {
    const first = cookieOf((await logIn()).headers);
    await api.withCookie(first).call(currentUser);
    await api.stored.accessEntries.change({ role: 'admin' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.withCookie(first).call(currentUser)));
    expect(answers.map(({ status, body }) => [status, body.isAdmin])).toEqual(
      Array.from({ length: 5 }, () => [200, true]),
    );
    const renewed = answers
      .filter(({ headers }) => headers.getSetCookie().length > 0)
      .map(({ headers }) => cookieOf(headers));
    expect(renewed).toHaveLength(1);
    expect(renewed[0]).not.toBe(first);
    await age('rotated_at', '61 seconds');
    expect((await api.withCookie(first).call(currentUser)).status).toBe(401);
    expect((await api.withCookie(renewed[0] ?? '').call(currentUser)).body.isAdmin).toBe(true);
  });
});

describe('logout everywhere', () => {
  test('ends every session of the person in every environment, and of nobody else', async () => {
    const [laptop, phone] = [api.as(me), api.as(me)];
    const elsewhere = await buildUser(api.db, { facebookId: me.facebookId, environment: 'production', access: null });
    const stranger = api.as(await buildUser(api.db));
    for (const caller of [laptop, phone, api.as(elsewhere), stranger]) await caller.call(currentUser);
    const answer = await laptop.call(logoutEverywhere);
    expect(answer.body).toEqual({ success: true });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^pagecast_session=; path=\/; expires=Thu, 01 Jan 1970/),
    ]);
    expect([
      (await laptop.call(currentUser)).status,
      (await phone.call(currentUser)).status,
      (await stranger.call(currentUser)).status,
    ]).toEqual([401, 401, 200]);
    expect(await api.stored.sessions.values('id_hash')).toHaveLength(1);
    expect(await api.stored.loginActivities.rows({}, 'action', 'facebook_id')).toEqual([
      { action: 'logout', facebook_id: me.facebookId },
    ]);
  });
});

describe('logout', () => {
  test('ends the session, takes the cookie back and is recorded', async () => {
    const caller = api.as(me);
    await caller.call(currentUser);
    const answer = await caller.call(logout);
    expect(answer.body).toEqual({ success: true });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^pagecast_session=; path=\/; expires=Thu, 01 Jan 1970/),
    ]);
    expect((await caller.call(currentUser)).status).toBe(401);
    expect(await api.stored.loginActivities.rows({}, 'action', 'facebook_id', 'access_control_type')).toEqual([
      { action: 'logout', facebook_id: me.facebookId, access_control_type: 'whitelist' },
    ]);
  });

  test('without a session does no harm and records nothing', async () => {
    expect((await api.as(null).call(logout)).body).toEqual({ success: true });
    expect(await api.stored.loginActivities.values('id')).toEqual([]);
  });
});
