import {
  deleteComposition,
  listPages,
  listWaitingPosts,
  readComposition,
  updateComposition,
  type Post,
} from '@pagecast/api/contract';
import { answer, buildPage, buildPost, renderScreen } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ScheduledScreen } from '../scheduled-screen.tsx';

const soon = new Date(Date.now() + 3_630_000).toISOString();
const tied = (id: number, pageName: string, change: Partial<Post> = {}) =>
  buildPost({
    id,
    pageName,
    status: 'scheduled',
    content: 'Kaya toast.',
    scheduledAt: soon,
    compositionId: 5,
    ...change,
  });
const waiting = [tied(1, 'Kedai Ampang'), tied(2, 'Kedai Bangsar')];
const failed = tied(3, 'Kedai Cheras', { status: 'failed' });
const composition = {
  id: 5,
  content: 'Kaya toast.',
  createdAt: soon,
  posts: [...waiting, failed].map((post) => ({ ...post, hasOwnText: false })),
};
const open = async () => {
  const shown = renderScreen(ScheduledScreen, {
    path: '/scheduled',
    routes: [
      answer(readComposition, composition),
      answer(deleteComposition, { deleted: 3, unchanged: [] }),
      answer(updateComposition, { composition, unchanged: [] }),
      answer(listWaitingPosts, ({ query }) => {
        const posts = query.for === 'time' ? waiting : [];
        return { posts, pagination: { page: 1, limit: 25, pages: 1, total: posts.length, all: posts.length } };
      }),
      answer(listPages, [buildPage()]),
    ],
  });
  const table = await screen.findByRole('table');
  await within(table).findByText('Not published: Kedai Cheras');
  return { ...shown, table };
};

test('one text for several pages is one row, which tells the failed page and opens to all', async () => {
  const { table } = await open();
  const rows = () => within(table).getAllByRole('row').slice(1);
  expect(rows()).toHaveLength(1);
  for (const text of ['Kaya toast.', '3 pages', 'Failed']) expect(rows()[0]?.textContent).toContain(text);
  await userEvent.click(within(table).getByRole('button', { expanded: false }));
  expect(rows()).toHaveLength(4);
  const last = rows()[3] as HTMLElement;
  expect(last.textContent).toContain('Kedai Cheras');
  expect(within(last).getByRole('button', { name: /Publish again/ })).toBeDefined();
});

test('it is deleted together, and moved together', async () => {
  const { table, calls, toasts } = await open();
  await userEvent.click(within(table).getByRole('button', { name: 'Reschedule together' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Reschedule' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Schedule Updated'));
  await userEvent.click(within(table).getByRole('button', { name: 'Delete together' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 3' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Post Deleted'));
  expect(calls.filter(({ path }) => path === readComposition.path).map(({ method }) => method)).toEqual(
    expect.arrayContaining(['PATCH', 'DELETE']),
  );
});
