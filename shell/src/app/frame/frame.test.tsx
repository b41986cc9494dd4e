import { listWaitingPosts, type RemoteRelease } from '@pagecast/api/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Remote } from '../../kit/index.ts';
import { answer, Refusal, serve, someUser } from '../../kit/testing.tsx';
import { adminRelease, buildRelease, historyRelease } from '../remotes/build-release.ts';
import { loaderOf } from '../remotes/loader-of.ts';
import { noChanges, renderInShell } from '../testing.tsx';
import { Frame } from './frame.tsx';

// jsdom has no layout to scroll.
beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const history = historyRelease(['/history', '/scheduled']);
/** `waiting`: how many posts need their owner. */
async function show({
  path = '/history',
  user = someUser,
  waiting = 0,
  registry = [history, adminRelease],
}: { path?: string; user?: typeof someUser; waiting?: number; registry?: RemoteRelease[] } = {}) {
  serve([
    answer(listWaitingPosts, { posts: [], pagination: { page: 1, limit: 1, total: waiting, all: waiting, pages: 1 } }),
  ]);
  const [load, prefetch] = [vi.fn(async (): Promise<{ remote: Remote }> => ({ remote: {} })), vi.fn(async () => {})];
  const loader = loaderOf(load, { prefetch });
  const shown = await renderInShell(
    (host) => (
      <Frame host={host} registry={registry} loader={loader} live={noChanges}>
        <h1>The screen</h1>
        <Link to="/elsewhere">Elsewhere</Link>
      </Frame>
    ),
    { path, user },
  );
  return { load, prefetch, ...shown };
}

const sidebar = () => screen.getByRole('navigation', { name: 'Main' });

test('the sidebar lists the areas in their order and marks the present one', async () => {
  await show({ path: '/scheduled' });
  const links = within(sidebar()).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Scheduled Posts', 'Post History', 'Settings', 'Admin Panel']);
  expect(links.filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent)).toEqual([
    'Scheduled Posts',
  ]);
});

test('an entry shows the icon that it brings, else the one that it names, else a plain mark', async () => {
  const iconPath = 'M3 3v5h5';
  const nav = [
    { to: '/ideas', label: 'Post Ideas', icon: 'lightbulb', iconPath, order: 1 },
    { to: '/history', label: 'Post History', icon: 'history', order: 2 },
    { to: '/else', label: 'Elsewhere', icon: 'unheard-of', order: 3 },
  ];
  await show({ registry: [buildRelease({ name: 'mf_post_ideas', paths: nav.map(({ to }) => to), nav })] });
  const [ideas, history, elsewhere] = within(sidebar()).getAllByRole('link');
  expect(Array.from(ideas?.querySelectorAll('svg path') ?? [], (path) => path.getAttribute('d'))).toEqual([iconPath]);
  expect(history?.querySelectorAll('svg path')).not.toHaveLength(0);
  expect(elsewhere?.querySelectorAll('svg circle')).toHaveLength(1);
});

test('each person has a picture of their own, also where a browser keeps that of the one before', async () => {
  await show({ user: { ...someUser, id: '100200301' } });
  const src = document.querySelector('header img')?.getAttribute('src');
  expect(src).toBe('/api/auth/user/picture?of=100200301');
});

test.each(['/admin', '/admin-panel'])('the Admin Panel is marked on %s', async (path) => {
  await show({ path });
  expect(within(sidebar()).getByRole('link', { current: 'page' }).textContent).toBe('Admin Panel');
});

test('the foot of the sidebar has its fixed label', async () => {
  await show();
  expect(screen.getByText('Admin User')).toBeDefined();
  expect(screen.getByText('Administrator')).toBeDefined();
});

test('the entry of the scheduled posts counts what waits on the person', async () => {
  await show({ waiting: 3 });
  expect(
    await within(sidebar()).findByRole('link', { name: /^Scheduled Posts ?: 3 need your attention$/ }),
  ).toBeDefined();
});

test.each([
  ['pointer', fireEvent.pointerEnter],
  ['focus', fireEvent.focus],
])('the %s on an entry fetches the files of its area ahead, and starts none of them', async (_, approach) => {
  const { load, prefetch } = await show({ path: '/settings' });
  approach(within(sidebar()).getByRole('link', { name: 'Post History' }));
  expect(prefetch.mock.calls).toEqual([['mf_history', history]]);
  expect(load).not.toHaveBeenCalled();
});

test('the header greets the person, and marks administrators', async () => {
  await show();
  const header = screen.getByRole('banner');
  expect(header.textContent).toContain('Welcome back, Mina Manager');
  expect(within(header).queryByText('Admin')).toBeNull();
});

test('administrators have a badge', async () => {
  await show({ user: { ...someUser, isAdmin: true } });
  expect(within(screen.getByRole('banner')).getByText('Admin')).toBeDefined();
});

async function openAccountMenu() {
  fireEvent.click(await screen.findByRole('button', { name: 'Account of Mina Manager' }));
  return screen.findByRole('menu');
}

test('the account menu shows who it is and leads to Settings', async () => {
  const { address } = await show();
  const menu = await openAccountMenu();
  expect(menu.textContent).toContain('Mina Managermina@example.com');
  fireEvent.click(within(menu).getByRole('menuitem', { name: 'Settings' }));
  await waitFor(() => expect(address()).toBe('/settings'));
});

test('a theme that is chosen is applied and remembered', async () => {
  await show();
  fireEvent.click(within(await openAccountMenu()).getByRole('menuitemradio', { name: 'Dark' }));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(localStorage.getItem('pagecast.theme')).toBe('dark');
});

test('a logout that fails is told', async () => {
  const { toasts } = await show();
  globalThis.fetch = async () => new Response(JSON.stringify(new Refusal(503).body), { status: 503 });
  fireEvent.click(within(await openAccountMenu()).getByRole('menuitem', { name: 'Logout' }));
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'destructive', title: 'Logout Failed' }]));
});

test('after a navigation the heading of the screen has the focus; on the first screen nothing is moved', async () => {
  const { address } = await show();
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  expect(address()).toBe('/elsewhere');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
});

test('the drawer of small screens has the same entries and closes when one is chosen', async () => {
  const { address } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  const drawer = await screen.findByRole('dialog', { name: 'Menu' });
  fireEvent.click(within(drawer).getByRole('link', { name: 'Settings' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/settings');
});
