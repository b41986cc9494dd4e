import { currentUser, listRemotes, logout } from '@pagecast/api/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Remote } from '../kit/index.ts';
import { dashboard, openApp, type OpenOptions } from './app-testing.tsx';
import { buildRelease } from './remotes/build-release.ts';

const posts = buildRelease();
const admin = buildRelease({
  name: 'mf_admin',
  paths: ['/admin', '/admin-panel'],
  nav: [{ to: '/admin', label: 'Admin Panel', icon: 'shield', order: 80 }],
});

const screens: Record<string, Remote> = {
  mf_dashboard: {
    '/': ({ host }) => (
      <button type="button" onClick={() => host.notify({ tone: 'default', title: 'Post Deleted' })}>
        Delete
      </button>
    ),
  },
  mf_history: {
    '/history': ({ host }) => <h1>History {host.router.useLocation().search}</h1>,
    '/lab': () => (
      <label>
        Idea <input />
      </label>
    ),
  },
  mf_admin: { '/admin': () => <h1>Admin Panel</h1>, '/admin-panel': () => <h1>Admin Panel</h1> },
};

/** The whole host at an address, with remotes that are there at once. */
const open = (address: string, options: OpenOptions = {}) =>
  openApp(address, screens, { registry: [dashboard, posts], ...options });

test.each([
  ['/privacy-policy', /Privacy Policy/],
  ['/terms-of-service', /Terms of Service/],
  ['/user-data-deletion', /Data Deletion/],
  ['/app-review-demo', /App Review Demo/],
  ['/unauthorized', /Access Required/],
])('%s is open to everybody, and nobody is asked to log in first', async (path, title) => {
  const { calls } = await open(path, { isLoggedIn: false });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  expect(screen.queryByText('Authentication Required')).toBeNull();
  expect(calls.map((call) => call.path)).not.toContain(currentUser.path);
});

test.each(['/', '/history', '/settings', '/nowhere'])(
  '%s asks who is not logged in to log in, without the frame',
  async (path) => {
    await open(path, { isLoggedIn: false });
    expect(await screen.findByRole('heading', { name: 'Authentication Required' })).toBeDefined();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  },
);

test('an area of a remote appears inside the frame, under its name, and reads its address from the host', async () => {
  await open('/history?page=2');
  expect(await screen.findByRole('heading', { level: 1, name: 'History ?page=2' })).toBeDefined();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeDefined();
  expect(document.title).toBe('Post History · Pagecast');
});

test('a page that is taken back stays with who stands on it, and is gone once they leave', async () => {
  const lab = { to: '/lab', label: 'Story Lab', icon: 'zap', order: 65 };
  const { release } = await open('/lab', {
    registry: [dashboard, { ...posts, version: '1.1.0', paths: [...posts.paths, '/lab'], nav: [...posts.nav, lab] }],
  });
  fireEvent.change(await screen.findByRole('textbox', { name: 'Idea' }), { target: { value: 'Half a thought' } });

  release([dashboard, posts]);
  await screen.findByText(/^Story Lab was withdrawn/);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Idea' }).value).toBe('Half a thought');
  expect(screen.queryByRole('link', { name: 'Story Lab' })).toBeNull();

  await act(async () => {
    fireEvent.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Dashboard' }));
  });
  await screen.findByRole('button', { name: 'Delete' });
  await act(async () => history.back());
  expect(await screen.findByRole('heading', { level: 1, name: 'Page Not Found' })).toBeDefined();
});

test('a path that no area has shows the 404 screen', async () => {
  await open('/nowhere');
  expect(await screen.findByRole('heading', { level: 1, name: 'Page Not Found' })).toBeDefined();
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeDefined();
  expect(document.title).toBe('Page Not Found · Pagecast');
});

test('an area that the server does not list does not exist', async () => {
  await open('/media-center');
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeDefined();
});

test.each(['/admin', '/admin-panel'])('an area that it does list is there: %s', async (path) => {
  await open(path, { registry: [dashboard, admin] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Admin Panel' })).toBeDefined();
});

test('the old address of the dashboard leads to it', async () => {
  await open('/dashboard');
  await waitFor(() => expect(location.pathname).toBe('/'));
});

test('going from area to area keeps the frame', async () => {
  await open('/');
  const sidebar = await screen.findByRole('navigation', { name: 'Main' });
  await act(async () => {
    fireEvent.click(within(sidebar).getByRole('link', { name: 'Post History' }));
  });
  expect(screen.getByRole('heading', { level: 1, name: 'History' })).toBeDefined();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBe(sidebar);
});

test('what a remote notifies is shown by the host', async () => {
  await open('/');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(screen.getByRole('status').textContent).toContain('Post Deleted');
});

test('a logout ends at the login card', async () => {
  const { calls } = await open('/settings');
  fireEvent.click(await screen.findByRole('button', { name: 'Account of Mina Manager' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  expect(await screen.findByRole('heading', { name: 'Authentication Required' })).toBeDefined();
  expect(calls.map((call) => call.path)).toContain(logout.path);
});

test("where the list of areas cannot be read, a card says so; the shell's own screens stand", async () => {
  const { calls } = await open('/history', { registry: null });
  const asked = () => calls.filter(({ path }) => path === listRemotes.path).length;
  expect(await screen.findByText("We couldn't load Pagecast's areas")).toBeDefined();
  const before = asked();
  fireEvent.click(screen.getByRole('button', { name: /Retry|Try again/ }));
  await waitFor(() => expect(asked()).toBe(before + 1));
  expect(screen.queryByText('Page Not Found')).toBeNull();
});

test.each(['/admin', '/admin-panel'])('%s says to a user that it needs an administrator', async (path) => {
  await open(path);
  expect(await screen.findByRole('heading', { level: 1, name: 'Administrators Only' })).toBeDefined();
  expect(screen.getByText(/^This page needs an administrator/)).toBeDefined();
  expect(screen.queryByText('Did you forget to add the page to the router?')).toBeNull();
});

test('an icon that cannot be drawn leaves the one of that name in its place', async () => {
  const cut = { ...posts, nav: posts.nav.map((entry) => ({ ...entry, iconPath: 'M3 12a9 9 0 1 0 9' })) };
  await open('/history', { registry: [dashboard, cut] });
  const main = await screen.findByRole('navigation', { name: 'Main' });
  const link = within(main).getByRole('link', { name: 'Post History' });
  expect(link.querySelector('.lucide-history')).not.toBeNull();
});
