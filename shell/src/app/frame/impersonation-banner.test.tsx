import { stopImpersonation, currentUser } from '@pagecast/api/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, Refusal, serve, someUser, type Answer } from '../../kit/testing.tsx';
import { renderInShell } from '../testing.tsx';
import { ImpersonationBanner, PublicImpersonationBanner } from './impersonation-banner.tsx';

// jsdom complains that it cannot reload.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

const inTheirPlace = (minutes: number) => ({
  ...someUser,
  impersonatedBy: { id: '1', name: 'Ada Admin', until: new Date(Date.now() + minutes * 60_000 - 1000).toISOString() },
});

async function show(user = inTheirPlace(60), ...routes: Answer[]) {
  const { calls } = serve(routes);
  return {
    calls,
    ...(await renderInShell((host) => <ImpersonationBanner user={host.user} notify={host.notify} />, { user })),
  };
}

test('who is themselves sees nothing', async () => {
  const { container } = await show({ ...someUser, impersonatedBy: null } as never);
  expect(container.textContent).toBe('');
});

test.each([
  [60, 'for 60 more minutes'],
  [1, 'for less than a minute'],
])('with %i minutes left it names the person and says %s', async (minutes, words) => {
  await show(inTheirPlace(minutes));
  expect(screen.getByRole('region', { name: 'Mock user' }).textContent).toBe(
    `You're acting as Mina Manager, ${words}.Stop`,
  );
});

test('it stands also where the storage of the browser is full', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
  });
  await show();
  expect(screen.getByRole('region', { name: 'Mock user' })).toBeDefined();
});

test('Stop gives the place back and leaves nothing of the other person in the browser', async () => {
  localStorage.setItem('draft', 'theirs');
  const { calls, toasts, client } = await show(inTheirPlace(9), answer(stopImpersonation, { success: true }));
  client.setQueryData(['posts'], ['theirs']);
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Mock User Cleared' }]));
  expect(calls.map(({ path }) => path)).toEqual([stopImpersonation.path]);
  await waitFor(() => expect([localStorage.length, client.getQueryData(['posts'])]).toEqual([0, undefined]));
});

test.each([
  ['the reason', new Refusal(400, { message: 'You act for nobody.', code: 'x' }), 'You act for nobody.'],
  ['that an error occurred, where no reason is given', new Refusal(500, ''), 'An error occurred'],
])('a Stop that fails tells %s', async (_, refusal, description) => {
  const { toasts } = await show(inTheirPlace(9), answer(stopImpersonation, refusal));
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() =>
    expect(toasts).toEqual([{ tone: 'destructive', title: 'Failed to Clear Mock User', description }]),
  );
  expect(screen.getByRole('button', { name: 'Stop' })).toBeDefined();
});

describe('on a screen that everybody may see', () => {
  const showPublic = async () => {
    const { calls } = serve([answer(currentUser, inTheirPlace(9))]);
    await renderInShell(({ notify }) => <PublicImpersonationBanner notify={notify} />);
    return calls;
  };

  test('it stands as well, since the frame of another screen left word of it', async () => {
    const { unmount } = await show();
    unmount();
    await showPublic();
    expect((await screen.findByRole('region', { name: 'Mock user' })).textContent).toContain(
      "You're acting as Mina Manager",
    );
  });

  test('nobody is asked who they are without that word, or when its time is up', async () => {
    expect(await showPublic()).toEqual([]);
    localStorage.setItem('pagecast.acting', new Date(Date.now() - 1).toISOString());
    expect(await showPublic()).toEqual([]);
  });
});
