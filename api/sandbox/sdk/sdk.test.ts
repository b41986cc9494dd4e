import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { found, startTestSandbox } from '../testing.ts';
import type { TestSandbox } from '../testing.ts';
import type { LoginResponse } from './login.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.control('POST', '/reset'));

const APP = '904417230158842';
const SCOPE = 'pages_show_list,pages_manage_posts,pages_read_engagement';
const ask = async (path: string, fields: Record<string, string>) =>
  (await sandbox.call('POST', path, { body: new URLSearchParams({ app_id: APP, ...fields }) })).body;
const login = async () =>
  (await ask('/sdk/login', { scope: SCOPE, return_scopes: 'true' })) as { handled: boolean; response?: LoginResponse };
const dialogFields = {
  client_id: APP,
  scope: SCOPE,
  state: 's1',
  origin: 'http://localhost:3000',
  return_scopes: 'true',
};
const answerOf = (text: string) =>
  JSON.parse(found(/data-message="([^"]*)"/.exec(text)?.[1]).replaceAll('&quot;', '"')) as {
    state: string;
    response: LoginResponse;
  };

describe('a login announced beforehand', () => {
  test('connects without a dialog, once', async () => {
    const manager = await sandbox.user('manager');
    await sandbox.control('PUT', '/next-login', { role: 'manager' });
    const first = await login();
    expect(first.response).toMatchObject({
      status: 'connected',
      authResponse: {
        userID: manager.id,
        grantedScopes: SCOPE,
        signedRequest: expect.stringMatching(/^[\w-]+\.[\w-]+$/),
      },
    });
    expect((await login()).handled).toBe(false);
    const status = await ask('/sdk/status', { session: found(first.response?.session) });
    expect(status).toMatchObject({ status: 'connected', authResponse: { userID: manager.id } });
  });

  test('can leave out a permission and pages', async () => {
    const manager = await sandbox.user('manager');
    await sandbox.control('PUT', '/next-login', {
      role: 'manager',
      grant: ['pages_show_list'],
      pages: [found(manager.pages[1]).id],
    });
    const { response } = await login();
    const token = String(response?.authResponse?.['accessToken']);
    expect(response?.authResponse?.['grantedScopes']).toBe('pages_show_list');
    expect((await sandbox.graph('GET', '/me/accounts', token)).body.data).toMatchObject([
      { id: found(manager.pages[1]).id },
    ]);
  });

  test('can be cancelled', async () => {
    await sandbox.control('PUT', '/next-login', { role: 'manager', cancel: true });
    expect((await login()).response).toEqual({ status: 'unknown', authResponse: null });
  });
});

test('logging out ends the session and its token', async () => {
  await sandbox.control('PUT', '/next-login', { role: 'manager' });
  const { response } = await login();
  await ask('/sdk/logout', { session: found(response?.session) });
  expect((await sandbox.graph('GET', '/me', String(response?.authResponse?.['accessToken']))).body.error).toMatchObject(
    { code: 190, error_subcode: 467 },
  );
  expect(await ask('/sdk/status', { session: found(response?.session) })).toMatchObject({ status: 'unknown' });
});

describe('the dialog', () => {
  const path = `/v19.0/dialog/oauth?${new URLSearchParams(dialogFields).toString()}`;

  test('offers every person, then permissions and pages', async () => {
    const people = await sandbox.call('GET', path);
    for (const user of await sandbox.users()) expect(people.text).toContain(user.name);
    const choice = await sandbox.call('GET', `${path}&as=manager`);
    for (const name of [...SCOPE.split(','), 'Kedai Kopi Seri Pagi', 'Continue', 'Cancel'])
      expect(choice.text).toContain(name);
  });

  test('answers with what was ticked, to the origin that asked', async () => {
    const [page] = (await sandbox.user('manager')).pages;
    const fields = {
      ...dialogFields,
      as: 'manager',
      answer: 'continue',
      grant_pages_show_list: 'on',
      [`page_${found(page).id}`]: 'on',
    };
    const { text } = await sandbox.call('POST', path, { body: new URLSearchParams(fields) });
    expect(text).toContain('data-target="http://localhost:3000"');
    const { state, response } = answerOf(text);
    expect(state).toBe('s1');
    expect(response.authResponse?.['grantedScopes']).toBe('pages_show_list');
    expect(
      (await sandbox.graph('GET', '/me/accounts', String(response.authResponse?.['accessToken']))).body.data,
    ).toHaveLength(1);
  });

  test('cancelling connects nobody', async () => {
    const { text } = await sandbox.call('POST', path, {
      body: new URLSearchParams({ ...dialogFields, as: 'manager', answer: 'cancel' }),
    });
    expect(answerOf(text).response).toEqual({ status: 'unknown', authResponse: null });
  });

  test('refuses an unknown app and a foreign origin', async () => {
    expect((await sandbox.call('GET', path.replace(APP, '1'))).text).toContain('Invalid App ID');
    expect((await sandbox.call('GET', path.replace('localhost%3A3000', 'evil.example'))).status).toBe(400);
  });

  test('with a redirect address gives a code, good for one token', async () => {
    const fields = {
      client_id: APP,
      scope: SCOPE,
      state: 's2',
      redirect_uri: 'http://localhost:3000/back',
      as: 'manager',
      answer: 'continue',
      grant_pages_show_list: 'on',
    };
    const answer = await sandbox.call('POST', '/v19.0/dialog/oauth', { body: new URLSearchParams(fields) });
    const back = new URL(found(answer.headers.get('location')));
    expect(back.searchParams.get('state')).toBe('s2');
    const trade = () =>
      sandbox.graph('GET', '/oauth/access_token', null, {
        client_id: APP,
        client_secret: 'sandbox-app-secret',
        redirect_uri: 'http://localhost:3000/back',
        code: back.searchParams.get('code') ?? '',
      });
    expect((await trade()).body).toMatchObject({ access_token: expect.any(String), token_type: 'bearer' });
    expect((await trade()).body.error).toMatchObject({ code: 100 });
  });
});

test('the script comes for any locale, names its sandbox, and needs no eval', async () => {
  for (const path of ['/sdk.js', '/en_US/sdk.js', '/ms_MY/sdk.js']) {
    const { text, headers } = await sandbox.call('GET', path);
    expect(headers.get('content-type')).toContain('javascript');
    expect(text).toContain(`const ORIGIN = '${sandbox.url}'`);
    expect(text).not.toMatch(/\beval\(|new Function|innerHTML/);
  }
});

test('pages of other origins may call Graph', async () => {
  const answer = await sandbox.call('OPTIONS', '/v19.0/me', {
    headers: {
      origin: 'http://localhost:3000',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  expect([
    answer.status,
    answer.headers.get('access-control-allow-origin'),
    answer.headers.get('access-control-allow-headers'),
  ]).toEqual([204, '*', 'authorization']);
});
