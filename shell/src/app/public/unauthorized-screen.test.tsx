import { facebookLogin, redeemInvitationCode, validateInvitation } from '@pagecast/api/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer, Refusal, serve, someUser, type Answer } from '../../kit/testing.tsx';
import { installSdk, removeSdk } from '../facebook/sdk-testing.ts';
import { sessionQuery } from '../session/session-query.ts';
import { configured, renderInShell } from '../testing.tsx';
import { UnauthorizedScreen } from './unauthorized-screen.tsx';

beforeEach(() => {
  sessionStorage.clear();
  installSdk({ hasSession: false });
});
afterEach(removeSdk);

const path = '/unauthorized?facebookId=77&name=Ivy%20Invitee';

async function open(routes: Answer[] = [], from = path) {
  const { calls } = serve([configured, ...routes]);
  return { calls, ...(await renderInShell(({ notify }) => <UnauthorizedScreen notify={notify} />, { path: from })) };
}

function submit(code: string) {
  fireEvent.change(screen.getByRole('textbox', { name: 'Invitation Code' }), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit Code' }));
}

const valid = answer(validateInvitation, { valid: true });
const storage = () =>
  ['pendingFacebookId', 'pendingName', 'invitationCodeUsed'].map((key) => sessionStorage.getItem(key));

test('the account is told by the address', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1, name: 'Access Required' })).toBeDefined();
  expect(screen.getByText('Ivy Invitee')).toBeDefined();
  expect(screen.getByText('77')).toBeDefined();
});

test('without it, the account is the one that waits in this session', async () => {
  sessionStorage.setItem('pendingFacebookId', '78');
  sessionStorage.setItem('pendingName', 'Kim');
  await open([], '/unauthorized');
  expect(screen.getByText('Kim')).toBeDefined();
  expect(screen.getByText('78')).toBeDefined();
});

test('Contact Support opens a draft to the developer that carries the account', async () => {
  await open();
  const draft = new URL((await screen.findByRole('link', { name: 'Contact Support' })).getAttribute('href') ?? '');
  expect(draft.protocol + draft.pathname).toBe('mailto:help@example.com');
  expect(draft.searchParams.get('body')).toContain('Name: Ivy Invitee\nFacebook ID: 77');
});

test('Back to Home leads to the start', async () => {
  const { address } = await open();
  fireEvent.click(screen.getByRole('link', { name: 'Back to Home' }));
  expect(address()).toBe('/');
});

test('an empty code is asked for, and nothing is sent', async () => {
  const { calls } = await open();
  submit('   ');
  const field = screen.getByRole('textbox', { name: 'Invitation Code' });
  expect(await screen.findByText('Please enter an invitation code')).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a code that is not good is refused before it is used', async () => {
  const { calls } = await open([answer(validateInvitation, { valid: false })]);
  submit('NOPE');
  expect(await screen.findByText('Invalid or expired invitation code')).toBeDefined();
  expect(calls.filter(({ path: called }) => called === redeemInvitationCode.path)).toEqual([]);
});

test('while the code is checked the button says so', async () => {
  await open([answer(validateInvitation, () => new Promise(() => {}))]);
  submit('WELCOME');
  expect(await screen.findByRole('button', { name: 'Validating...' })).toBeDefined();
});

test('a good code lets the account in: its use is marked, and the start says so', async () => {
  sessionStorage.setItem('pendingFacebookId', '77');
  sessionStorage.setItem('pendingName', 'Ivy Invitee');
  const { calls, toasts, address } = await open([valid, answer(redeemInvitationCode, { success: true })]);
  submit(' WELCOME ');
  await waitFor(() => expect(address()).toBe('/'));
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { code: 'WELCOME' },
    { code: 'WELCOME', facebookId: '77', name: 'Ivy Invitee' },
  ]);
  expect(storage()).toEqual([null, null, 'true']);
  expect(toasts).toMatchObject([{ tone: 'default', title: 'Access Granted' }]);
});

test.each([
  [
    'the server refuses it',
    [valid, answer(redeemInvitationCode, new Refusal(400, { error: 'This account has been blocked.' }))],
    'This account has been blocked.',
  ],
  [
    'the server says nothing about why',
    [valid, answer(redeemInvitationCode, new Refusal(400, {}))],
    'Failed to use invitation code',
  ],
  [
    'it cannot be sent',
    [
      valid,
      answer(redeemInvitationCode, () => {
        throw new TypeError('fetch failed');
      }),
    ],
    'Failed to use invitation code',
  ],
  [
    'it cannot be checked',
    [
      answer(validateInvitation, () => {
        throw new TypeError('fetch failed');
      }),
    ],
    'Failed to validate invitation code. Please try again.',
  ],
])('a code that cannot be used since %s leaves the account where it is', async (_, routes, message) => {
  const { toasts, address } = await open(routes);
  submit('WELCOME');
  expect(await screen.findByText(message)).toBeDefined();
  expect(toasts).toEqual([]);
  expect(address()).toContain('/unauthorized');
  expect(storage()[2]).toBeNull();
});

test('the code of an invitation link stands in the form already', async () => {
  const { calls } = await open([answer(validateInvitation, { valid: false })], `${path}&code=FRIENDS`);
  fireEvent.click(screen.getByRole('button', { name: 'Submit Code' }));
  await waitFor(() =>
    expect(calls.find(({ path: called }) => called === validateInvitation.path)?.body).toEqual({ code: 'FRIENDS' }),
  );
});

test('a good code of nobody is not used: the login tells whose it is', async () => {
  const { calls } = await open([valid], '/unauthorized');
  submit('WELCOME');
  expect(
    await screen.findByText('Log in with Facebook first, so we know which account the code is for.'),
  ).toBeDefined();
  expect(calls.filter(({ path: called }) => called === redeemInvitationCode.path)).toEqual([]);
});

test("too many tries are told in the server's words", async () => {
  await open([
    answer(validateInvitation, new Refusal(429, { message: 'Too many attempts. Wait a minute.', code: 'x' })),
  ]);
  submit('WELCOME');
  expect(await screen.findByText('Too many attempts. Wait a minute.')).toBeDefined();
});

test('who has just been at Facebook is in with a good code, and does not go there again', async () => {
  const { calls, toasts, client } = await open([
    valid,
    configured,
    answer(redeemInvitationCode, { success: true }),
    answer(facebookLogin, someUser),
  ]);
  const sdk = installSdk();
  submit('WELCOME');
  await waitFor(() => expect(client.getQueryData(sessionQuery.queryKey)).toEqual(someUser));
  expect(sdk.login).not.toHaveBeenCalled();
  expect(calls.map(({ path }) => path)).toContain(facebookLogin.path);
  expect(toasts).toMatchObject([{ title: 'Access Granted', description: "You're logged in." }]);
});
