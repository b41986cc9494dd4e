import { currentUser, facebookLogin, listPages } from '@pagecast/api/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer, buildPage, Refusal, serve, someUser, type Answer } from '../../kit/testing.tsx';
import { configured, renderInShell } from '../testing.tsx';
import { installSdk, removeSdk } from '../facebook/sdk-testing.ts';
import { ReconnectDialog } from './reconnect-dialog.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(removeSdk);

let closed = 0;
async function show(routes: Answer[], sdk: Parameters<typeof installSdk>[0] = {}) {
  closed = 0;
  installSdk(sdk);
  const { calls } = serve([configured, answer(currentUser, someUser), ...routes]);
  const shown = await renderInShell(() => (
    <ReconnectDialog
      isOpen
      onClose={() => {
        closed += 1;
      }}
    />
  ));
  return { calls, ...shown };
}

async function goOn() {
  const button = await screen.findByRole('button', { name: /Continue with Facebook/ });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(button);
}

const working = answer(listPages, [buildPage()]);
const accepted = answer(facebookLogin, someUser);

test('a login anew repairs the pages without a reload, and says what happens to the posts', async () => {
  const { toasts } = await show([accepted, working]);
  expect((await screen.findByRole('dialog')).textContent).toContain('Scheduled posts stay on schedule');
  await goOn();
  await waitFor(() =>
    expect(toasts).toEqual([
      {
        tone: 'default',
        title: 'Pages Reconnected',
        description: expect.stringContaining('Held posts are being published now'),
      },
    ]),
  );
  expect(closed).toBe(1);
  expect(sessionStorage.getItem('pagecast.refreshPages')).toBeNull();
});

test('a page that still does not work is named with its reason', async () => {
  const broken = buildPage({
    id: 8,
    name: 'Gym',
    problem: { code: 'no_task', message: 'You may not publish there any more.', action: 'reconnect' },
  });
  const { toasts } = await show([accepted, answer(listPages, [buildPage(), broken])]);
  await goOn();
  await waitFor(() =>
    expect(toasts).toEqual([
      {
        tone: 'destructive',
        title: "Some Pages Still Don't Work",
        description: 'Gym: You may not publish there any more.',
      },
    ]),
  );
});

test('a login that worked is not called failed when only the list of pages does not come', async () => {
  const { toasts } = await show([accepted, answer(listPages, new Refusal(500))]);
  await goOn();
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Logged In Again' }]));
});

test('a cancelled login repairs nothing and says so', async () => {
  const { toasts, calls } = await show([accepted, working], { logins: [{ status: 'unknown' }] });
  await goOn();
  expect(within(await screen.findByRole('alertdialog')).getByText(/The login was cancelled/)).toBeDefined();
  expect(calls.map(({ path }) => path)).not.toContain(facebookLogin.path);
  expect(toasts).toEqual([]);
});

test('when somebody else logs in, everything starts anew as theirs', async () => {
  const { toasts } = await show([answer(facebookLogin, { ...someUser, id: '999' }), working]);
  await goOn();
  await waitFor(() => expect(sessionStorage.getItem('pagecast.refreshPages')).toBe('true'));
  expect(toasts).toEqual([]);
  expect(closed).toBe(0);
});
