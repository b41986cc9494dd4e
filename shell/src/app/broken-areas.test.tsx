import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useEffect, useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HostApi, Remote } from '../kit/index.ts';
import { someUser } from '../kit/testing.tsx';
import { dashboard, goTo, openApp } from './app-testing.tsx';
import { buildRelease } from './remotes/build-release.ts';

/** Until the window is tidied up behind a test. */
let mayThrow = true;
beforeEach(() => {
  mayThrow = true;
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  mayThrow = false;
});

const posts = buildRelease();
const throwing = () => {
  if (mayThrow) throw new Error('chart already disposed');
};
const frame = () => screen.queryByRole('navigation', { name: 'Main' });

const open = (address: string, screens: Record<string, Remote>) =>
  openApp(
    address,
    { mf_dashboard: { '/': () => <h1>Dashboard</h1> }, mf_history: { '/history': () => <h1>History</h1> }, ...screens },
    { registry: [dashboard, posts] },
  );

test.each([
  ['after', useEffect],
  ['before', useLayoutEffect],
])('an area that throws as it is left, %s it is gone, costs nothing and is told of', async (_when, useCleanup) => {
  const Chart = () => {
    useCleanup(() => throwing, []);
    return <h1>History</h1>;
  };
  const { failures } = await open('/history', { mf_history: { '/history': Chart } });
  await screen.findByRole('heading', { name: 'History' });
  const main = frame();
  for (let visit = 0; visit < 2; visit += 1) {
    await goTo('Dashboard');
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeDefined();
    expect(screen.queryByRole('alert', { name: /isn't available/ })).toBeNull();
    await goTo('Post History');
    expect(screen.getByRole('heading', { name: 'History' })).toBeDefined();
  }
  expect(frame()).toBe(main);
  expect(failures()).toMatchObject([{ name: 'mf_history', version: '2', phase: 'render' }]);
});

test('it costs nothing either where people leave the frame with it', async () => {
  const Chart = () => {
    useEffect(() => throwing, []);
    return <h1>History</h1>;
  };
  const { failures } = await open('/history', {
    mf_history: {
      '/history': ({ host }) => (
        <>
          <Chart />
          <host.router.Link to="/privacy-policy">Privacy</host.router.Link>
        </>
      ),
    },
  });
  const link = await screen.findByRole('link', { name: 'Privacy' });
  await act(async () => {
    fireEvent.click(link);
  });
  expect(await screen.findByRole('heading', { level: 1, name: /Privacy Policy/ })).toBeDefined();
  expect(failures()).toMatchObject([{ name: 'mf_history', phase: 'render' }]);
});

test('of two areas in a row that throw as they are left, the second one waits until it is tried again', async () => {
  const Chart = ({ title }: { title: string }) => {
    useEffect(() => throwing, []);
    return <h1>{title}</h1>;
  };
  const { failures } = await open('/history', {
    mf_dashboard: { '/': () => <Chart title="Dashboard" /> },
    mf_history: { '/history': () => <Chart title="History" /> },
  });
  await screen.findByRole('heading', { name: 'History' });
  await goTo('Dashboard');
  expect(frame()).not.toBeNull();
  expect(screen.getByRole('heading', { name: "Dashboard isn't available" })).toBeDefined();
  expect(failures().map(({ name }) => name)).toEqual(['mf_history', 'mf_dashboard']);
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  });
  expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeDefined();
});

test.each([
  ['no prototype', Object.create(null)],
  ['a reason that cannot be read', Object.defineProperty(new Error('x'), 'reason', { get: throwing })],
])('an area that throws what has %s costs its own place only', async (_what, thrown) => {
  await open('/history', {
    mf_history: {
      '/history': () => {
        throw thrown;
      },
    },
  });
  expect(await screen.findByRole('heading', { name: "Post History isn't available" })).toBeDefined();
  await goTo('Dashboard');
  expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeDefined();
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['a text', 'mf_media'],
  ['no name', { ...posts, name: undefined }],
  ['a name that every object has', { ...posts, name: '__proto__' }],
  ['one path in place of a list', { ...posts, paths: '/media' }],
  ['a path that takes all addresses', { ...posts, paths: ['/*'] }],
  ['no entries of the sidebar', { ...posts, nav: undefined }],
  ['an entry that leads nowhere', { ...posts, nav: [{ ...posts.nav[0], to: null }] }],
  ['an entry that leads to a script', { ...posts, nav: [{ ...posts.nav[0], to: 'javascript:alert(1)' }] }],
  ['an entry without a name', { ...posts, nav: [{ ...posts.nav[0], label: { en: 'Posts' } }] }],
  ['screens that are none', { ...posts, nav: [{ ...posts.nav[0], unlisted: [null] }] }],
  ['commands that are none', { ...posts, nav: [{ ...posts.nav[0], commands: [{ title: 7 }] }] }],
  ['no address', { ...posts, manifestUrl: undefined }],
  ['an address that is none', { ...posts, manifestUrl: 'http://' }],
  ['no hashes', { ...posts, integrity: null }],
  ['a version before it without hashes', { ...posts, previous: { version: '1', manifestUrl: '/x' } }],
])('an entry of the registry with %s costs nothing but its own area', async (_what, entry) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await openApp(
    '/',
    { mf_dashboard: { '/': () => <h1>Dashboard</h1> } },
    { registry: [entry as typeof posts, dashboard] },
  );
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeDefined();
  expect(
    within(frame() ?? document.body)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dashboard', 'Settings']);
});

test.each<[string, (client: QueryClient) => unknown]>([
  ['clears', (client) => client.clear()],
  ['removes everything from', (client) => client.removeQueries()],
  ['resets', (client) => client.resetQueries()],
])(
  'an area that %s the cache that all share takes no screen away, and nobody is asked who they are',
  async (_, spoil) => {
    const Spoiler = ({ host }: { host: HostApi }) => {
      const client = useQueryClient();
      return (
        <>
          <input aria-label="Idea" />
          <button type="button" onClick={() => void spoil(client)}>
            Refresh
          </button>
          <host.router.Link to="/history?page=2">Next</host.router.Link>
        </>
      );
    };
    await open('/history', { mf_history: { '/history': Spoiler } });
    const [idea, main] = [await screen.findByRole('textbox', { name: 'Idea' }), frame()];
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
      fireEvent.click(screen.getByRole('link', { name: 'Next' }));
    });
    expect(screen.getByRole('textbox', { name: 'Idea' })).toBe(idea);
    await goTo('Dashboard');
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeDefined();
    expect(frame()).toBe(main);
  },
);

test('an area that spoils the cache for the shell leaves a page that offers to be loaded again', async () => {
  const Spoiler = () => {
    const client = useQueryClient();
    const spoil = () => {
      for (const { queryKey } of client.getQueryCache().getAll()) client.setQueryData(queryKey, { bad: true });
    };
    return (
      <button type="button" onClick={spoil}>
        Refresh
      </button>
    );
  };
  await open('/history', { mf_history: { '/history': Spoiler } });
  fireEvent.click(await screen.findByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('heading', { name: 'Something went wrong on this page' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined();
});

test('an area that writes over what the host lends it harms itself alone', async () => {
  const Greedy = ({ host }: { host: HostApi }) => {
    Object.assign(host.user, { firstName: null });
    return <h1>History</h1>;
  };
  await open('/history', { mf_history: { '/history': Greedy } });
  expect(await screen.findByRole('heading', { name: "Post History isn't available" })).toBeDefined();
  expect(screen.getByRole('banner').textContent).toContain(`Welcome back, ${someUser.firstName}`);
});

test('an area that notifies of what cannot be shown costs nothing', async () => {
  await open('/history', {
    mf_history: {
      '/history': ({ host }) => (
        <button
          type="button"
          onClick={() => host.notify({ tone: 'destructive', title: 'Failed', description: { code: 7 } as never })}
        >
          Delete
        </button>
      ),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(screen.getByRole('alert').textContent).toContain('Failed');
  expect(frame()).not.toBeNull();
});
