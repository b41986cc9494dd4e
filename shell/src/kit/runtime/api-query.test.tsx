// @vitest-environment jsdom
import {
  checkPagesStatus,
  listPages,
  listPosts,
  updatePost,
  type FacebookPage,
  type Post,
} from '@pagecast/api/contract';
import { onlineManager, useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { apiQuery, reasonOf, useApiMutation } from '../index.ts';
import { answer, renderScreen } from '../testing.tsx';

const noPosts = { posts: [] as Post[], pagination: { page: 1, limit: 10, total: 0, pages: 0 } };
const noPages: FacebookPage[] = [];

function Screen() {
  useQuery(apiQuery(listPosts, { query: { page: 1 } }));
  useQuery(apiQuery(listPages));
  const update = useApiMutation(updatePost);
  return (
    <>
      <button type="button" onClick={() => update.mutate({ params: { id: 4 }, body: { content: 'New' } })}>
        Save
      </button>
      <p>{update.error === null ? update.status : reasonOf(update.error, 'none')}</p>
    </>
  );
}
const reads = [answer(listPosts, noPosts), answer(listPages, noPages), answer(checkPagesStatus, noPages)];

afterEach(() => onlineManager.setOnline(true));

test('a write refreshes the families it touches and leaves the others alone', async () => {
  const { calls } = renderScreen(Screen, { routes: [...reads, answer(updatePost, {} as Post)] });
  await waitFor(() => expect(calls).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/posts/paginated',
      'GET /api/facebook-pages',
      'PATCH /api/posts/:id',
      'GET /api/posts/paginated',
    ]),
  );
  expect(calls[2]).toMatchObject({ params: { id: '4' }, body: { content: 'New' } });
});

test("a write that comes too late keeps the server's reason and shows what is there now", async () => {
  const { calls } = renderScreen(Screen, { routes: [...reads, answer(updatePost, 409)] });
  await waitFor(() => expect(calls).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Refused by the test');
  await waitFor(() => expect(calls.map(({ path }) => path).slice(3)).toEqual(['/api/posts/paginated']));
});

test("a refused write refreshes nothing and keeps the server's reason", async () => {
  const { calls } = renderScreen(Screen, { routes: [...reads, answer(updatePost, 422)] });
  await waitFor(() => expect(calls).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Refused by the test');
  expect(calls).toHaveLength(3);
});

test('a write without a connection fails at once, and is not made when the connection is back', async () => {
  const { calls } = renderScreen(Screen, {
    routes: [
      ...reads,
      answer(updatePost, () => {
        throw new TypeError('Failed to fetch');
      }),
    ],
  });
  await waitFor(() => expect(calls).toHaveLength(2));
  onlineManager.setOnline(false);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/We can't reach Pagecast/);
  onlineManager.setOnline(true);
  expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
});
