import {
  countProposals,
  listNotifications,
  listPageWarnings,
  readNotifications,
  type Notification,
  type PageWarning,
} from '@pagecast/api/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, Refusal, serve } from '../../kit/testing.tsx';
import { renderInShell } from '../testing.tsx';
import { Bell } from './bell.tsx';
import { notificationsQuery } from './queries.ts';
import { targetOf } from './target-of.ts';

function buildNotification(part: Partial<Notification> = {}): Notification {
  return {
    id: 1,
    kind: 'failed',
    title: 'A post on Corner Bakery did not go out',
    description: 'Facebook refused the link.',
    count: 1,
    postId: 41,
    facebookPageId: 7,
    problem: null,
    isRead: false,
    at: new Date(Date.now() - 120_000).toISOString(),
    ...part,
  };
}
const warning: PageWarning = {
  facebookPageId: 7,
  pageName: 'Corner Bakery',
  posts: 4,
  failsFrom: '2099-11-24T01:00:00.000Z',
  problem: { code: 'token_expires', message: 'Facebook ends our access to Corner Bakery.', action: 'reconnect' },
};

async function show(notifications: Notification[] | Refusal, warnings: PageWarning[] = [], waiting = 0) {
  const { calls } = serve([
    answer(listNotifications, () =>
      notifications instanceof Refusal
        ? notifications
        : { unread: notifications.filter(({ isRead }) => !isRead).length, notifications },
    ),
    answer(listPageWarnings, warnings),
    answer(countProposals, { waiting }),
    answer(readNotifications, { success: true }),
  ]);
  return { calls, ...(await renderInShell(() => <Bell />)) };
}

async function open() {
  await userEvent.click(await screen.findByRole('button', { name: /^Notifications/ }));
  return screen.findByRole('dialog', { name: 'Notifications' });
}
const marks = (calls: { path: string; body: unknown }[]) =>
  calls.filter(({ path }) => path === readNotifications.path).map(({ body }) => body);

test('the bell counts what waits for approval, and leads there', async () => {
  await show([buildNotification()], [], 2);
  expect(await screen.findByRole('button', { name: 'Notifications: 1 unread, 2 to approve' })).toBeDefined();
  const panel = within(await open());
  const way = panel.getByRole('link', { name: '2 posts need your approval' });
  expect(way.getAttribute('href')).toBe('/super-generator?inbox=waiting');
});

test('the bell counts what is unread and the pages that stand in the way', async () => {
  await show(
    [buildNotification(), buildNotification({ id: 2 }), buildNotification({ id: 3, isRead: true })],
    [warning],
  );
  expect(await screen.findByRole('button', { name: 'Notifications: 2 unread, 1 warning' })).toBeDefined();
});

test('an entry tells what happened and when, and that it is new', async () => {
  await show([
    buildNotification(),
    buildNotification({ id: 2, isRead: true, title: 'A post was missed', kind: 'missed' }),
  ]);
  const [first, second] = within(await open()).getAllByRole('listitem');
  expect(first?.textContent).toBe('Unread: A post on Corner Bakery did not go outFacebook refused the link.2 min ago');
  expect(second?.textContent).not.toContain('Unread');
});

test('opening an entry marks it as read, closes the panel and leads to the post', async () => {
  const { calls, address } = await show([buildNotification()]);
  await userEvent.click(within(await open()).getByRole('link'));
  expect(address()).toBe('/scheduled?post=41');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(marks(calls)).toEqual([{ ids: [1] }]));
});

test('an entry that was read is not marked again', async () => {
  const { calls } = await show([buildNotification({ isRead: true })]);
  await userEvent.click(within(await open()).getByRole('link'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(marks(calls)).toEqual([]);
});

test('all can be marked as read at once, and the list is read again', async () => {
  const { calls } = await show([buildNotification(), buildNotification({ id: 2 })]);
  await userEvent.click(within(await open()).getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(marks(calls)).toEqual([{}]));
  await waitFor(() => expect(calls.filter(({ path }) => path === listNotifications.path)).toHaveLength(2));
});

test('what is all read offers no marking', async () => {
  await show([buildNotification({ isRead: true })]);
  expect(within(await open()).queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

test('warnings stand on top, with one button that repairs all pages', async () => {
  const { reconnect } = await show([], [warning, { ...warning, facebookPageId: 8, pageName: 'Gym', posts: 1 }]);
  const section = within(await open()).getByRole('region', { name: 'Warnings' });
  expect(section.textContent).toContain('4 posts on Corner Bakery will fail from ');
  expect(section.textContent).toContain('1 post on Gym will fail from ');
  await userEvent.click(within(section).getByRole('button', { name: 'Reconnect' }));
  expect(reconnect).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('without notifications it says what will be here', async () => {
  await show([]);
  expect((await open()).textContent).toContain('No notifications.');
});

test('a list that cannot be loaded says why, with another try', async () => {
  const { calls } = await show(new Refusal(500, { message: 'Out of order', code: 'x' }));
  const panel = await open();
  expect(await within(panel).findByText('Out of order')).toBeDefined();
  // The bell asks for itself once the browser is idle, whenever that is.
  const asked = () => calls.filter(({ path }) => path === listNotifications.path).length;
  const before = asked();
  await userEvent.click(within(panel).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
});

test('the keyboard opens it, Escape closes it, and the focus is on the bell again', async () => {
  await show([buildNotification()]);
  const bell = await screen.findByRole('button', { name: 'Notifications: 1 unread' });
  bell.focus();
  await userEvent.keyboard('{Enter}');
  const panel = await screen.findByRole('dialog');
  await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(bell));
});

test('a second press on the bell closes it', async () => {
  await show([buildNotification()]);
  await open();
  await userEvent.click(screen.getByRole('button', { name: /^Notifications/, hidden: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what comes while the screen is open is said aloud; what was there is not', async () => {
  const notifications = [buildNotification()];
  const { client, container } = await show(notifications);
  await screen.findByRole('button', { name: 'Notifications: 1 unread' });
  const region = container.querySelector('[aria-live]');
  notifications.unshift(buildNotification({ id: 2 }));
  await client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
  await waitFor(() => expect(region?.textContent).toBe('2 unread notifications'));
});

test.each([
  ['a post', { kind: 'failed', count: 1, postId: 41 }, '/scheduled?post=41'],
  ['a missed post', { kind: 'missed', count: 1, postId: 5 }, '/scheduled?post=5'],
  ['several posts', { kind: 'failed', count: 50, postId: 41 }, '/scheduled'],
  ['a post that is gone', { kind: 'failed', count: 1, postId: null }, '/scheduled'],
  ['a post that may be out', { kind: 'page', count: 1, postId: 7, path: '/scheduled?post=7' }, '/scheduled?post=7'],
  ['a page', { kind: 'page', count: 1, postId: null }, '/settings'],
] as const)('a notification about %s opens it', (_, notification, target) => {
  expect(targetOf(notification)).toBe(target);
});
