import { facebookConfig, facebookLogin } from '@pagecast/api/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer, Refusal, serve, someUser, type Answer } from '../../kit/testing.tsx';
import { configured, renderInShell } from '../testing.tsx';
import { auth, granted, installSdk, removeSdk } from '../facebook/sdk-testing.ts';
import { LoginButton } from './login-button.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(removeSdk);

const graph = {
  '/me': { name: 'Mina Manager', email: 'mina@example.com' },
  '/me/accounts': {
    data: [
      { id: '1000', name: 'Corner Bakery', access_token: 'page-token', category: 'Bakery' },
      { id: '1001', name: 'Gym' },
    ],
  },
};

async function show(routes: Answer[] = []) {
  const { calls } = serve([configured, ...routes]);
  return { calls, ...(await renderInShell(() => <LoginButton />)) };
}

async function askForLogin() {
  fireEvent.click(screen.getByRole('button', { name: 'Continue with Facebook' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled')).not.toBe('true'),
  );
  return dialog;
}

async function logIn() {
  fireEvent.click(within(await askForLogin()).getByRole('button', { name: 'Continue' }));
}

const sent = (calls: { path: string; body: unknown }[]) =>
  calls.filter(({ path }) => path === facebookLogin.path).map(({ body }) => body);
const accepted = answer(facebookLogin, someUser);

test('before Facebook is asked, a dialog lists the three permissions and what the data is used for', async () => {
  const sdk = installSdk({ graph });
  await show();
  const dialog = await askForLogin();
  for (const text of [
    'pages_show_list',
    'pages_manage_posts',
    'pages_read_engagement',
    'Display your business pages',
    'not shared with third parties',
  ]) {
    expect(dialog.textContent).toContain(text);
  }
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sdk.login).not.toHaveBeenCalled();
});

test("Facebook's dialog is opened inside the click, as browsers demand, for the three permissions", async () => {
  const sdk = installSdk({ graph });
  await show([accepted]);
  const dialog = await askForLogin();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(sdk.login.mock.calls[0]?.[1]).toEqual({
    scope: 'pages_show_list,pages_manage_posts,pages_read_engagement',
    return_scopes: true,
  });
});

test('a login sends person, token and pages, and marks the pages for a refresh after the reload', async () => {
  installSdk({ graph });
  const { calls } = await show([accepted]);
  await logIn();
  await waitFor(() => expect(sessionStorage.getItem('pagecast.refreshPages')).toBe('true'));
  expect(sent(calls)).toEqual([
    {
      userID: '77',
      name: 'Mina Manager',
      email: 'mina@example.com',
      accessToken: 'short-lived',
      pages: [
        { id: '1000', name: 'Corner Bakery', access_token: 'page-token', category: 'Bakery' },
        { id: '1001', name: 'Gym', category: null },
      ],
    },
  ]);
});

test('a Facebook that gives neither name nor pages to the browser does not stop the login', async () => {
  installSdk();
  const { calls } = await show([accepted]);
  await logIn();
  await waitFor(() =>
    expect(sent(calls)).toEqual([{ userID: '77', name: null, email: null, accessToken: 'short-lived', pages: [] }]),
  );
});

test('a cancelled login says that the permissions must be accepted, and asks nothing of the server', async () => {
  installSdk({ logins: [{ status: 'unknown', authResponse: null }] });
  const { calls } = await show();
  await logIn();
  const alert = await screen.findByRole('alertdialog');
  expect(alert.textContent).toContain(
    'The login was cancelled. To use Pagecast you must log in with Facebook and accept the requested permissions.',
  );
  expect(sent(calls)).toEqual([]);
  fireEvent.click(within(alert).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('a permission that was not granted is named, and asking again asks Facebook to show it again', async () => {
  const sdk = installSdk({
    graph,
    logins: [
      { ...granted, authResponse: { ...auth, grantedScopes: 'public_profile,pages_show_list,pages_read_engagement' } },
      granted,
    ],
  });
  const { calls } = await show([accepted]);
  await logIn();
  const alert = await screen.findByRole('alertdialog', { name: 'A permission is missing' });
  expect(alert.textContent).toContain('pages_manage_posts');
  expect(alert.textContent).not.toContain('pages_show_list');
  expect(sent(calls)).toEqual([]);

  fireEvent.click(within(alert).getByRole('button', { name: 'Ask Again' }));
  expect(sdk.login.mock.lastCall?.[1]).toMatchObject({
    auth_type: 'rerequest',
    scope: 'pages_show_list,pages_manage_posts,pages_read_engagement',
    return_scopes: true,
  });
  await waitFor(() => expect(sent(calls)).toHaveLength(1));
});

test('an SDK that does not tell the granted permissions is asked for them', async () => {
  const { grantedScopes: _, ...withoutScopes } = auth;
  const permissions = {
    data: [
      { permission: 'pages_show_list', status: 'granted' },
      { permission: 'pages_manage_posts', status: 'declined' },
      { permission: 'pages_read_engagement', status: 'granted' },
    ],
  };
  installSdk({
    graph: { ...graph, '/me/permissions': permissions },
    logins: [{ ...granted, authResponse: withoutScopes }],
  });
  await show();
  await logIn();
  expect((await screen.findByRole('alertdialog', { name: 'A permission is missing' })).textContent).toContain(
    'pages_manage_posts',
  );
});

test('who needs an invitation is sent to where the code is asked for, and stays known there', async () => {
  installSdk({ graph });
  const { address } = await show([
    answer(
      facebookLogin,
      new Refusal(401, {
        requiresInvitation: true,
        facebookId: '77',
        name: 'Mina & Co',
        message: 'You need an invitation.',
        code: 'x',
      }),
    ),
  ]);
  await logIn();
  await waitFor(() => expect(address()).toBe('/unauthorized?facebookId=77&name=Mina+%26+Co'));
  expect([sessionStorage.getItem('pendingFacebookId'), sessionStorage.getItem('pendingName')]).toEqual([
    '77',
    'Mina & Co',
  ]);
});

test('who came by an invitation link takes its code along', async () => {
  history.replaceState(null, '', '/?invitation=FRIENDS%201');
  installSdk({ graph });
  const { address } = await show([
    answer(
      facebookLogin,
      new Refusal(401, { requiresInvitation: true, facebookId: '77', name: 'Ivy', message: 'No.' }),
    ),
  ]);
  await logIn();
  await waitFor(() => expect(address()).toBe('/unauthorized?facebookId=77&name=Ivy&code=FRIENDS+1'));
  history.replaceState(null, '', '/');
});

test.each([
  [
    403,
    { type: 'blacklist', message: 'x', code: 'x' },
    'Access Denied: Your account has been blocked from accessing this application. ' +
      'Please contact the administrator if you believe this is an error.',
  ],
  [403, {}, 'Access denied. Please contact help@example.com for authorization.'],
  [401, { message: 'The token is not valid.', code: 'x' }, 'Authentication failed: The token is not valid.'],
  [500, null, 'Login failed. Please try again.'],
])('a login refused by %i %j is told in a dialog', async (status, body, message) => {
  installSdk({ graph });
  await show([answer(facebookLogin, new Refusal(status, body))]);
  await logIn();
  expect((await screen.findByRole('alertdialog')).textContent).toContain(message);
});

test("without a Facebook app the server's sentence stands in the button's place, with a way to ask again", async () => {
  let isReady = false;
  installSdk({ graph });
  await show([
    answer(facebookConfig, () => {
      if (!isReady) throw new Refusal(503, { message: 'No Facebook app is set up yet.', code: 'x' });
      return {
        appId: '1',
        version: 'v19.0',
        sdkUrl: 'https://facebook.test/sdk.js',
        supportEmail: 'a@b.c',
        fiztechHost: 'x',
      };
    }),
  ]);
  expect((await screen.findByRole('alert')).textContent).toContain('No Facebook app is set up yet.');
  isReady = true;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Continue with Facebook' })).toBeDefined();
});

test('a blocked SDK is told with what to do, not with an endless wait', async () => {
  await show();
  await waitFor(() => expect(document.querySelector('script[src="https://facebook.test/sdk.js"]')).not.toBeNull());
  fireEvent.error(document.querySelector('script[src="https://facebook.test/sdk.js"]') ?? document.body);
  expect((await screen.findByRole('alert')).textContent).toContain('Allow connect.facebook.net on this site');
});
