import { beforeEach, describe, expect, test } from 'vitest';
import { currentUser, facebookConfig, facebookLogin, listPages } from '../../contract/index.ts';
import { PRODUCTION_APP } from '../../../sandbox/seed.ts';
import { cookieOf, testApi } from '../../testing/test-api.ts';
import { setUpSweptApi } from '../../testing/scene.ts';

const api = setUpSweptApi();
beforeEach(async () => {
  await letIn('manager', 'many');
});

async function letIn(...roles: string[]) {
  for (const role of roles) await list(role, 'whitelist');
}
async function list(role: string, type: 'whitelist' | 'blacklist', entryRole = 'user') {
  const { id, name } = await api.sandbox.user(role);
  await api.stored.accessEntries.add({ facebook_id: id, name, type, role: entryRole });
}
async function login(role: string, claim: { userID?: string; accessToken?: string; name?: string } = {}, on = api) {
  const { id, accessToken } = await api.sandbox.user(role);
  return on.as(null).call(facebookLogin, { body: { userID: id, accessToken, ...claim } });
}
const activities = () =>
  api.stored.loginActivities.rows(
    {},
    'action',
    'name',
    'facebook_id as facebookId',
    'access_control_type as type',
    'ip_address as ip',
  );

describe('who may come in', () => {
  test('somebody on the whitelist comes in as a user, and their pages are connected', async () => {
    const { id } = await api.sandbox.user('manager');
    const answer = await login('manager');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ id, firstName: 'Aina', lastName: 'Zulkifli', email: null, isAdmin: false });
    const inside = api.withCookie(cookieOf(answer.headers));
    expect((await inside.call(currentUser)).body).toEqual({
      ...answer.body,
      timeZone: null,
      areFirstStepsOpen: true,
      spacingMinutes: 30,
      impersonatedBy: null,
    });
    expect((await inside.call(listPages)).body.map(({ name, isConnected }) => [name, isConnected])).toEqual([
      ['Bukit Bintang Cycle Works', true],
      ['Kedai Kopi Seri Pagi', true],
      ['Laman Herba Nursery', true],
    ]);
    expect(await activities()).toEqual([
      { action: 'login', name: 'Aina Zulkifli', facebookId: id, type: 'whitelist', ip: '127.0.0.1' },
    ]);
  });

  test('a whitelisted administrator is one', async () => {
    await list('nopages', 'whitelist', 'admin');
    expect((await login('nopages')).body).toMatchObject({ isAdmin: true });
  });

  test('who is named in ADMIN_FACEBOOK_IDS comes in as administrator, even from the blacklist', async () => {
    expect((await login('admin')).body).toMatchObject({ isAdmin: true });
    await list('admin', 'blacklist');
    const answer = await login('admin');
    expect(answer.body).toMatchObject({ isAdmin: true });
    expect((await api.withCookie(cookieOf(answer.headers)).call(currentUser)).status).toBe(200);
  });

  test('a stranger needs an invitation, and is told under which account', async () => {
    const { id, name } = await api.sandbox.user('invitee');
    const answer = await login('invitee');
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ requiresInvitation: true, facebookId: id, name, message: expect.any(String) });
    // No session, but who it was: an invitation code is redeemed for them.
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['pagecast_pending_login']);
    expect(await activities()).toMatchObject([{ action: 'access_denied', facebookId: id, type: 'none' }]);
    expect(await api.stored.users.values('id')).toEqual([]);
  });

  test('somebody on the blacklist is refused', async () => {
    await list('blocked', 'blacklist');
    const answer = await login('blocked');
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ type: 'blacklist', message: expect.any(String) });
    expect(await activities()).toMatchObject([{ action: 'access_denied', type: 'blacklist' }]);
  });
});

describe('nothing that the browser claims is believed', () => {
  test('a token of somebody else', async () => {
    const victim = await api.sandbox.user('manager');
    const answer = await login('invitee', { userID: victim.id });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ message: "Facebook didn't confirm this login. Please log in again." });
    expect(answer.body).not.toHaveProperty('requiresInvitation');
  });

  test.each(['EAAnonsense', 'x'])('a made-up token: %s', async (accessToken) =>
    expect((await login('manager', { accessToken })).status).toBe(401),
  );

  test('a token that was revoked', async () => {
    const { accessToken } = await api.sandbox.user('manager');
    await api.sandbox.control('PUT', '/tokens', { token: accessToken, state: 'revoked' });
    expect((await login('manager', { accessToken })).status).toBe(401);
  });

  test('a token that was made for another app', async () => {
    const other = await testApi({
      FB_APP_ID: PRODUCTION_APP.id,
      FB_APP_SECRET: PRODUCTION_APP.secret,
      FB_GRAPH_BASE: api.sandbox.url,
    });
    const answer = await login('manager', {}, other);
    await other.close();
    expect(answer.status).toBe(401);
  });

  test("a name: Facebook's is taken", async () => {
    await login('manager', { name: 'Somebody Else' });
    expect(await api.stored.users.values('name')).toEqual(['Aina Zulkifli']);
  });
});

describe('what Facebook says', () => {
  test('every page is read, to the last one', async () => {
    const answer = await login('many');
    expect((await api.withCookie(cookieOf(answer.headers)).call(listPages)).body).toHaveLength(60);
    const calls = await api.sandbox.control<{ path: string }[]>('GET', '/journal?path=me/accounts');
    expect(calls.length).toBeGreaterThan(1);
  });

  test('a page without the right to post is listed with its problem', async () => {
    await letIn('invitee');
    const answer = await login('invitee');
    const { body } = await api.withCookie(cookieOf(answer.headers)).call(listPages);
    expect(body.map(({ name, isConnected, problem }) => [name, isConnected, problem?.code])).toEqual([
      ['Lim & Daughters Bakery', true, undefined],
      ['Straits Harbour Yoga', false, 'no_permission'],
    ]);
  });

  test('a withheld permission is named', async () => {
    const { accessToken } = await api.sandbox.user('manager');
    await api.sandbox.control('PUT', '/tokens', { token: accessToken, state: 'scope-removed' });
    const answer = await login('manager', { accessToken });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ message: expect.stringContaining('pages_manage_posts') });
  });

  test.each([
    ['debug_token', 'error 2'],
    ['debug_token', 'html 502'],
    ['oauth/access_token', 'reset'],
    ['oauth/access_token', 'bad-json'],
    ['/me$', 'empty 200'],
    ['/me$', { type: 'error', code: 1, http: 500 }],
    ['me/accounts', 'html 502'],
    ['me/accounts', 'half-body'],
  ])('a failure of %s that passes is not told to anybody: %j', async (path, action) => {
    await api.sandbox.fault({ match: { service: 'graph', method: 'GET', path }, action, times: 2 });
    const answer = await login('many');
    expect(answer.status).toBe(200);
    expect((await api.withCookie(cookieOf(answer.headers)).call(listPages)).body).toHaveLength(60);
  });

  test('numbers may come as text, or not at all', async () => {
    const { id } = await api.sandbox.user('manager');
    await api.sandbox.fault({
      match: { service: 'graph', path: 'debug_token' },
      action: {
        name: 'answer',
        body: {
          data: {
            app_id: Number(api.config.FB_APP_ID),
            is_valid: true,
            user_id: id,
            expires_at: '0',
            data_access_expires_at: 'later',
            scopes: ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'],
          },
        },
      },
    });
    const { accessToken } = await api.sandbox.user('manager');
    await api.sandbox.fault({
      match: { service: 'graph', path: 'oauth/access_token' },
      action: { name: 'answer', body: { access_token: accessToken, expires_in: '5183944' } },
    });
    expect((await login('manager')).status).toBe(200);
  });

  test.each([
    ['debug_token', { error_code: 190, error_msg: 'no' }, 503],
    ['debug_token', { data: { is_valid: false, error: { code: '190', message: 'no', subcode: '463' } } }, 401],
    ['oauth/access_token', { error_code: 190, error_msg: 'no' }, 401],
    ['/me$', { code: 190, message: 'no' }, 401],
    ['me/accounts', { error: '(#190/463) no' }, 401],
    ['me/accounts', { error_code: 4, error_msg: 'no' }, 503],
  ])('a clear no of %s is one in every form: %j', async (path, body, status) => {
    await api.sandbox.fault({ match: { service: 'graph', path }, action: { name: 'answer', body } });
    expect((await login('manager')).status).toBe(status);
    expect(
      (await api.sandbox.control<unknown[]>('GET', `/journal?path=${path.replace('$', '')}`)).length,
    ).toBeLessThanOrEqual(path === '/me$' ? 2 : 1);
  });

  test('of several that pass, too', async () => {
    for (const path of ['debug_token', 'oauth/access_token', '/me$', 'me/accounts'])
      await api.sandbox.fault({ match: { service: 'graph', path }, action: 'error 2', times: 1 });
    expect((await login('manager')).status).toBe(200);
  });

  test('a clear no is asked for once', async () => {
    await api.sandbox.fault({
      match: { service: 'graph', path: 'oauth/access_token' },
      action: { type: 'error', code: 190, subcode: 463 },
    });
    expect((await login('manager')).status).toBe(401);
    expect(await api.sandbox.control<unknown[]>('GET', '/journal?path=oauth/access_token')).toHaveLength(1);
  });

  test('a list of pages without an end is a 502, not a login without one', async () => {
    const round = {
      data: [],
      paging: { cursors: { after: 'again' }, next: 'https://graph.facebook.com/me/accounts?after=again' },
    };
    await api.sandbox.fault({
      match: { service: 'graph', path: 'me/accounts' },
      action: { name: 'answer', body: round },
    });
    expect((await login('manager')).status).toBe(502);
    expect((await api.sandbox.control<unknown[]>('GET', '/journal?path=me/accounts')).length).toBeLessThan(5);
  });

  test('no answer is a 502 with a sentence, and nothing is stored', async () => {
    await api.sandbox.fault({ match: { service: 'graph', path: 'me/accounts' }, action: 'reset' });
    const answer = await login('manager');
    expect(answer.status).toBe(502);
    expect((await api.sandbox.control<unknown[]>('GET', '/journal?path=me/accounts')).length).toBeGreaterThan(2);
    expect(answer.body).toMatchObject({
      message: "Facebook isn't responding right now. Please try again in a minute.",
    });
    expect(await api.stored.users.values('id')).toEqual([]);
  });

  test('no more calls for a while is a 503', async () => {
    await api.sandbox.fault({ match: { service: 'graph', path: '/me' }, action: { type: 'error', code: 4 } });
    expect((await login('manager')).status).toBe(503);
  });
});

describe('the token', () => {
  test("is kept sealed, and so are the pages' tokens", async () => {
    await login('manager');
    const kept = [
      ...(await api.stored.users.values<string>('access_token')),
      ...(await api.stored.facebookPages.values<string>('access_token')),
    ];
    expect(kept).toHaveLength(4);
    for (const token of kept) expect(token).toMatch(/^v1\.[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test("never shows in an answer or in the log, and neither does the session's id", async () => {
    const { accessToken, pages, id } = await api.sandbox.user('manager');
    const answer = await api.as(null).call(facebookLogin, {
      body: {
        userID: id,
        accessToken,
        pages: pages.map(({ id: pageId, name, access_token }) => ({ id: pageId, name, access_token })),
      },
    });
    const cookie = cookieOf(answer.headers);
    const inside = api.withCookie(cookie);
    const texts = [
      answer.text,
      (await inside.call(currentUser)).text,
      (await inside.call(listPages)).text,
      await (await inside.fetch('/')).text(),
      await (await inside.fetch('/metrics')).text(),
    ];
    await login('invitee');
    await login('manager', { accessToken: 'EAAmade-up-token' });
    const secrets = [
      accessToken,
      ...pages.map((page) => page.access_token),
      cookie.split('=')[1] ?? '',
      'EAAmade-up-token',
      api.config.FB_APP_SECRET ?? '',
      api.config.SECRET_KEY,
    ];
    for (const secret of secrets) expect([...texts, ...api.logged].join('\n')).not.toContain(secret);
    expect(api.logged.join('\n')).not.toMatch(/EAA\w{8}/);
  });
});

describe('the time zone of the browser', () => {
  const zoneAfter = async (timeZone: string) => {
    const { id, accessToken } = await api.sandbox.user('manager');
    await api.as(null).call(facebookLogin, { body: { userID: id, accessToken }, headers: { 'x-time-zone': timeZone } });
    return (await api.stored.users.values<string | null>('browser_time_zone'))[0];
  };

  test('is kept from the last login that told one', async () => {
    expect(await zoneAfter('Mars/Olympus')).toBeNull();
    expect(await zoneAfter('Asia/Kuala_Lumpur')).toBe('Asia/Kuala_Lumpur');
    expect(await zoneAfter('Europe/London')).toBe('Europe/London');
    expect(await zoneAfter('')).toBe('Europe/London');
  });
});

describe('too many tries', () => {
  test('are refused by address, and told when to come back', async () => {
    const strict = await testApi({ LOGIN_RATE_LIMIT: '2', TRUST_PROXY: '1' });
    const from = (address: string) =>
      strict.as(null).call(facebookLogin, {
        body: { userID: '1', accessToken: 'x' },
        headers: { 'x-forwarded-for': `6.6.6.6, ${address}` },
      });
    expect([(await from('10.0.0.1')).status, (await from('10.0.0.1')).status]).toEqual([401, 401]);
    const third = await from('10.0.0.1');
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(third.body).toMatchObject({ code: 'too_many_requests', message: expect.any(String) });
    expect((await from('10.0.0.2')).status).toBe(401);
    await strict.close();
  });

  test('a made-up forwarded address does not help where no proxy is trusted', async () => {
    const strict = await testApi({ LOGIN_RATE_LIMIT: '1' });
    const from = (address: string) =>
      strict
        .as(null)
        .call(facebookLogin, { body: { userID: '1', accessToken: 'x' }, headers: { 'x-forwarded-for': address } });
    expect([(await from('10.0.0.1')).status, (await from('10.0.0.2')).status]).toEqual([401, 429]);
    await strict.close();
  });
});

describe('the Facebook app', () => {
  test("its id and the SDK's address are public", async () => {
    expect((await api.as(null).call(facebookConfig)).body).toEqual({
      appId: api.config.FB_APP_ID,
      version: 'v19.0',
      sdkUrl: `${api.sandbox.url}/sdk.js`,
      supportEmail: 'support@localhost',
      fiztechHost: 'fiztech.example',
    });
  });

  test('with a wrong secret the operator is told, not the user blamed', async () => {
    const wrong = await testApi({ FB_APP_SECRET: 'wrong', FB_GRAPH_BASE: api.sandbox.url });
    const answer = await login('manager', {}, wrong);
    await wrong.close();
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ message: expect.stringContaining('FB_APP_SECRET') });
  });

  test('without one the product runs, and says what is missing', async () => {
    const bare = await testApi({ FB_APP_ID: '', FB_APP_SECRET: '' });
    const answers = [await bare.as(null).call(facebookConfig), await login('manager', {}, bare)];
    await bare.close();
    for (const { status, body } of answers) {
      expect(status).toBe(503);
      expect(body).toMatchObject({ message: expect.stringContaining('FB_APP_ID') });
    }
  });
});
