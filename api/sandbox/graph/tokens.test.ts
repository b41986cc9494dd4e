import { expect, test } from 'vitest';
import { setUpSeededSandbox } from '../set-up-sandbox.ts';
import { DEVELOPMENT_APP, PRODUCTION_APP } from '../seed.ts';
import { found } from '../testing.ts';

const { sandbox } = setUpSeededSandbox();

const APP_TOKEN = `${DEVELOPMENT_APP.id}|${DEVELOPMENT_APP.secret}`;
const exchange = (token: string, app = DEVELOPMENT_APP) =>
  sandbox.graph('GET', '/oauth/access_token', null, {
    grant_type: 'fb_exchange_token',
    client_id: app.id,
    client_secret: app.secret,
    fb_exchange_token: token,
  });
const debug = async (token: string, viewer = APP_TOKEN) =>
  (await sandbox.graph('GET', '/debug_token', null, { input_token: token, access_token: viewer })).body;

test('a short token becomes a long one, whose page tokens never expire', async () => {
  const { accessToken } = await sandbox.user('manager');
  expect((await debug(accessToken)).data).toMatchObject({ is_valid: true, type: 'USER', app_id: DEVELOPMENT_APP.id });
  const long = (await exchange(accessToken)).body;
  expect(long).toMatchObject({ token_type: 'bearer' });
  expect(Number(long['expires_in'])).toBeGreaterThan(59 * 86_400);
  const pages = (await sandbox.graph('GET', '/me/accounts', String(long['access_token']))).body.data as {
    access_token: string;
    id: string;
  }[];
  expect(pages).toHaveLength(3);
  expect((await debug(found(pages[0]).access_token)).data).toMatchObject({
    type: 'PAGE',
    expires_at: 0,
    profile_id: found(pages[0]).id,
    is_valid: true,
  });
});

test('a short token ends after two hours', async () => {
  const { accessToken } = await sandbox.user('manager');
  await sandbox.clock(2 * 3_600_000 + 1000);
  const answer = await sandbox.graph('GET', '/me', accessToken);
  expect(answer.body.error).toMatchObject({ code: 190, error_subcode: 463 });
  expect((await debug(accessToken)).data).toMatchObject({ is_valid: false, error: { code: 190, subcode: 463 } });
});

test('a token is exchanged and inspected only by its own app', async () => {
  const { accessToken } = await sandbox.user('manager');
  expect((await exchange(accessToken, PRODUCTION_APP)).body.error).toBeDefined();
  expect((await debug(accessToken, `${PRODUCTION_APP.id}|${PRODUCTION_APP.secret}`)).error).toMatchObject({
    code: 100,
  });
  expect(
    (
      await sandbox.graph('GET', '/oauth/access_token', null, {
        grant_type: 'client_credentials',
        client_id: DEVELOPMENT_APP.id,
        client_secret: 'wrong',
      })
    ).body.error,
  ).toBeDefined();
});

test('the account with 60 pages is read to its end, 25 at a time by default', async () => {
  const { accessToken } = await sandbox.user('many');
  const sizes: number[] = [];
  const ids = new Set<string>();
  let next: string | undefined =
    `${sandbox.url}/v19.0/me/accounts?fields=id,name,access_token,category,tasks&access_token=${accessToken}`;
  while (next !== undefined) {
    const { body } = await sandbox.call('GET', next);
    const data = body.data as { id: string }[];
    sizes.push(data.length);
    for (const { id } of data) ids.add(id);
    next = (body['paging'] as { next?: string }).next;
    if (next !== undefined) expect(next).toContain(accessToken);
  }
  expect(sizes).toEqual([25, 25, 10]);
  expect(ids.size).toBe(60);
});

test('email is given only with its permission, and ids differ per app', async () => {
  const manager = await sandbox.user('manager');
  expect((await sandbox.graph('GET', '/me', manager.accessToken, { fields: 'id,name,email' })).body).toEqual({
    id: manager.id,
    name: manager.name,
  });
  expect(manager.id).toMatch(/^\d{15,}$/);
});

test('taking back one permission stops publishing, taking back all kills the tokens', async () => {
  const manager = await sandbox.user('manager');
  const page = found(manager.pages[0]);
  await sandbox.graph('DELETE', '/me/permissions/pages_manage_posts', manager.accessToken);
  expect((await sandbox.graph('GET', '/me/permissions', manager.accessToken)).body.data).toContainEqual({
    permission: 'pages_manage_posts',
    status: 'declined',
  });
  expect(
    (await sandbox.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'a' })).body.error?.['code'],
  ).toBe(200);
  expect((await sandbox.graph('DELETE', '/me/permissions', manager.accessToken)).body).toEqual({ success: true });
  expect((await sandbox.graph('GET', '/me', manager.accessToken)).body.error).toMatchObject({
    code: 190,
    error_subcode: 458,
  });
});

test.each([
  ['expired', 463],
  ['revoked', 458],
  ['password', 460],
  ['checkpoint', 459],
  ['role-lost', 492],
])('a page put into the state %s answers 190/%i until it is lifted', async (state, subcode) => {
  const page = await sandbox.page();
  await sandbox.control('PUT', '/tokens', { page: page.id, state });
  expect(
    (await sandbox.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'a' })).body.error,
  ).toMatchObject({ code: 190, error_subcode: subcode });
  await sandbox.control('PUT', '/tokens', { page: page.id, state: 'ok' });
  expect((await sandbox.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'a' })).status).toBe(200);
});

test('after a dead page token a new login hands out another, working one', async () => {
  const before = await sandbox.page();
  await sandbox.control('PUT', '/tokens', { page: before.id, state: 'password' });
  const after = await sandbox.page();
  expect(after.access_token).not.toBe(before.access_token);
  expect((await sandbox.graph('POST', `/${after.id}/feed`, after.access_token, { message: 'back' })).status).toBe(200);
});

test('the picture is a redirect to an image, and needs a token', async () => {
  const { id, accessToken } = await sandbox.user('manager');
  const answer = await sandbox.graph('GET', `/${id}/picture`, accessToken, { type: 'large' });
  expect(answer.status).toBe(302);
  const image = await fetch(found(answer.headers.get('location')));
  expect(image.headers.get('content-type')).toBe('image/png');
  expect((await sandbox.graph('GET', `/${id}/picture`, null)).status).toBe(400);
});

test('answers name the version served and the usage', async () => {
  const page = await sandbox.page();
  const answer = await sandbox.graph('GET', '/me', page.access_token);
  expect(answer.headers.get('facebook-api-version')).toBe('v21.0');
  expect(answer.headers.get('x-fb-trace-id')).toBeTruthy();
  expect(answer.headers.get('x-fb-debug')).toBeTruthy();
  expect(JSON.parse(found(answer.headers.get('x-business-use-case-usage')))).toHaveProperty(page.id);
  expect(
    (await sandbox.call('GET', '/v24.0/me', { headers: { authorization: `Bearer ${page.access_token}` } })).headers.get(
      'facebook-api-version',
    ),
  ).toBe('v24.0');
});
