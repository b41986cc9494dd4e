import { checkPagesStatus, currentUser, listRemotes, logout, type RemoteRelease } from '@pagecast/api/contract';
import { act, render, screen, within, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { apiQuery, type Remote } from '../kit/index.ts';
import { answer, Refusal, serve, someUser } from '../kit/testing.tsx';
import { App } from './app.tsx';
import { installSdk, removeSdk } from './facebook/sdk-testing.ts';
import { buildRelease } from './remotes/build-release.ts';
import { loaderOf } from './remotes/loader-of.ts';
import type { LoadReport } from './remotes/load-reports.ts';
import { shellQueryClient } from './session/query-client.ts';
import { configured, noChanges } from './testing.tsx';
import { toastStore } from './toasts/toast-store.ts';

// jsdom has no layout to scroll.
beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});
afterEach(() => {
  removeSdk();
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

export const dashboard = buildRelease({
  name: 'mf_dashboard',
  paths: ['/'],
  nav: [{ to: '/', label: 'Dashboard', icon: 'layout-dashboard', order: 10 }],
});

export interface OpenOptions {
  readonly isLoggedIn?: boolean;
  /** Null: it cannot be read. */
  readonly registry?: RemoteRelease[] | null;
}

/** For tests: the whole host at an address, with remotes that are there at once. */
export async function openApp(
  address: string,
  screens: Readonly<Record<string, Remote>>,
  { isLoggedIn = true, registry = null }: OpenOptions = {},
) {
  history.replaceState(null, '', address);
  installSdk({ hasSession: false });
  const { calls } = serve([
    configured,
    answer(currentUser, isLoggedIn ? someUser : new Refusal(401)),
    answer(checkPagesStatus, []),
    answer(logout, { success: true }),
    answer(listRemotes, 503),
  ]);
  const reports: LoadReport[] = [];
  const loader = loaderOf(async (name) => ({ remote: screens[name] ?? {} }), { report: (one) => reports.push(one) });
  const queryClient = shellQueryClient();
  if (registry !== null) queryClient.setQueryData(apiQuery(listRemotes).queryKey, { remotes: registry });
  await act(async () =>
    render(<App queryClient={queryClient} loader={loader} toasts={toastStore()} live={noChanges} />),
  );
  const release = (remotes: RemoteRelease[]) => queryClient.setQueryData(apiQuery(listRemotes).queryKey, { remotes });
  return { calls, release, failures: () => reports.filter(({ phase }) => phase !== null) };
}

/** Goes to an area by its entry in the sidebar. */
export async function goTo(label: string): Promise<void> {
  const sidebar = await screen.findByRole('navigation', { name: 'Main' });
  await act(async () => {
    fireEvent.click(within(sidebar).getByRole('link', { name: label }));
  });
}
