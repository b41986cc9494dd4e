import { syncPage } from '@pagecast/api/contract';
import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, buildPage, Refusal, serve } from '../../kit/testing.tsx';
import { configured, renderInShell } from '../testing.tsx';
import { installSdk, removeSdk } from './sdk-testing.ts';
import { markPagesForRefresh } from './refresh-mark.ts';
import { useTokenRefresh } from './use-token-refresh.ts';

let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  sessionStorage.clear();
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  removeSdk();
  vi.restoreAllMocks();
});

const graph = {
  '/me/accounts': {
    data: [
      { id: '1000', name: 'Corner Bakery', access_token: 'token-1000' },
      { id: '1001', name: 'Not ours to post on' },
      { id: '1002', name: 'Gym', access_token: 'token-1002' },
    ],
  },
};

function Refreshing() {
  useTokenRefresh();
  return null;
}

async function open() {
  const { calls } = serve([
    configured,
    answer(syncPage, ({ body }) => {
      if (body.pageId === '1000') throw new Refusal(502);
      return buildPage();
    }),
  ]);
  const { unmount } = await renderInShell(() => <Refreshing />);
  return {
    unmount,
    calls,
    synced: () =>
      calls.filter(({ path }) => path === syncPage.path).map(({ body }) => (body as { pageId: string }).pageId),
  };
}

test('after a login every page with a token is synced; one that fails is only logged', async () => {
  installSdk({ graph });
  markPagesForRefresh();
  const { synced } = await open();
  await waitFor(() => expect(synced()).toEqual(['1000', '1002']));
  expect(warn).toHaveBeenCalledWith('The page Corner Bakery could not be synced', expect.anything());
});

test('it happens once for a login', async () => {
  installSdk({ graph });
  markPagesForRefresh();
  const first = await open();
  await waitFor(() => expect(first.synced()).toHaveLength(2));
  first.unmount();
  const second = await open();
  await act(async () => {});
  expect(second.calls).toEqual([]);
});

test('a visit without a login asks nothing of Facebook', async () => {
  const sdk = installSdk({ graph });
  const { calls } = await open();
  await act(async () => {});
  expect(calls).toEqual([]);
  expect(sdk.getLoginStatus).not.toHaveBeenCalled();
});

test('without a session at Facebook there is nothing to refresh', async () => {
  const sdk = installSdk({ graph, hasSession: false });
  markPagesForRefresh();
  const { synced } = await open();
  await waitFor(() => expect(sdk.getLoginStatus).toHaveBeenCalled());
  await act(async () => {});
  expect(sdk.api).not.toHaveBeenCalled();
  expect(synced()).toEqual([]);
});
