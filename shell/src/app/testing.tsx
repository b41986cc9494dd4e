import { facebookConfig } from '@pagecast/api/contract';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import { HostProvider, type CallOutput, type HostApi, type Toast } from '../kit/index.ts';
import { answer, someUser } from '../kit/testing.tsx';
import type { LiveChanges } from './events/live-changes.ts';
import { routerSeam } from './frame/router-seam.tsx';
import { shellQueryClient } from './session/query-client.ts';

export const config: CallOutput<typeof facebookConfig> = {
  appId: '4242',
  version: 'v19.0',
  sdkUrl: 'https://facebook.test/sdk.js',
  supportEmail: 'help@example.com',
  fiztechHost: 'fiztech.example',
};

export const configured = answer(facebookConfig, config);

/** Nothing changes but by the person. */
export const noChanges: LiveChanges = {
  begin() {},
  want: () => () => {},
  isOverdue: () => false,
  subscribe: () => () => {},
};

/**
 * Renders a part of the shell as the app does: under its query client, its router and a host. Use `serve` for what it
 * asks.
 */
export async function renderInShell(
  content: (host: HostApi) => ReactNode,
  {
    path = '/',
    user = someUser,
    client = shellQueryClient(),
  }: {
    path?: string;
    user?: HostApi['user'];
    client?: QueryClient;
  } = {},
) {
  const toasts: Toast[] = [];
  const reconnect = vi.fn();
  const host: HostApi = {
    version: 1,
    user,
    router: routerSeam,
    notify: (toast) => {
      toasts.push(toast);
    },
    reconnect,
  };
  let address = path;
  // Awaited, because what suspends goes on only inside `act`.
  const result = await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>
          <HostProvider host={host}>{content(host)}</HostProvider>
          <Address
            onChange={(next) => {
              address = next;
            }}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  return { ...result, toasts, client, reconnect, address: () => address };
}

function Address({ onChange }: { onChange: (address: string) => void }) {
  const { pathname, search } = useLocation();
  useEffect(() => onChange(pathname + search), [onChange, pathname, search]);
  return null;
}
