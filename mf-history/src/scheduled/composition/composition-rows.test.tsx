import {
  deleteComposition,
  listPages,
  listWaitingPosts,
  readComposition,
  updateComposition,
  publishPost,
  type Post,
  type TiedPosts,
} from '@pagecast/api/contract';
import { answer, buildPage, buildPost, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
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
const whole: TiedPosts = {
  compositionId: 5,
  excerpt: 'Kaya toast.',
  statuses: { scheduled: 2, failed: 1 },
  scheduledAt: soon,
  troubled: [failed],
};
const open = async (...routes: Answer[]) => {
  const shown = renderScreen(ScheduledScreen, {
    path: '/scheduled',
    routes: [
      answer(readComposition, composition),
      answer(deleteComposition, { deleted: 3, unchanged: [] }),
      answer(updateComposition, { composition, unchanged: [] }),
      answer(listWaitingPosts, ({ query }) => {
        const posts = query.for === 'time' ? waiting : [failed];
        return {
          posts,
          tied: [whole],
          pagination: { page: 1, limit: 25, pages: 1, total: posts.length, all: posts.length },
        };
      }),
      answer(listPages, [buildPage()]),
      ...routes,
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

test('the page that failed is published again from the row, which asks for no other posts', async () => {
  const { table, calls } = await open(answer(publishPost, { ...failed, publishNowAt: soon }));
  await userEvent.click(within(table).getByRole('button', { name: 'Publish again' }));
  await waitFor(() => expect(calls.filter(({ path }) => path === publishPost.path)).toHaveLength(1));
  expect(calls.find(({ path }) => path === publishPost.path)?.params).toEqual({ id: '3' });
  expect(calls.filter(({ path }) => path === readComposition.path)).toEqual([]);
});

test('in doubt, it is not offered to be published again', async () => {
  const problem = { code: 'unclear', message: 'Look first.', action: 'resolve' } as const;
  const { table } = await open(
    answer(listWaitingPosts, () => ({
      posts: waiting,
      tied: [{ ...whole, statuses: { scheduled: 2, failed: 5 }, troubled: [{ ...failed, problem }] }],
      pagination: { page: 1, limit: 25, pages: 1, total: 2, all: 2 },
    })),
  );
  expect(within(table).queryByRole('button', { name: 'Publish again' })).toBeNull();
  expect(within(table).getByRole('list', { name: 'Not published' }).textContent).toContain('And 4 more pages.');
});

test('each post that needs attention says that it is one of several', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: /^Needs attention/ }));
  expect(within(screen.getByRole('region', { name: /^Needs attention/ })).getByText('1 of 3 pages')).toBeDefined();
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const bodies = (calls: readonly { path: string; method: string; body?: unknown }[], method: string) =>
  calls.filter((call) => call.path === readComposition.path && call.method === method).map(({ body }) => body);

test('all are deleted together, or those that are chosen', async () => {
  const { calls, toasts } = await open();
  await press('Delete together');
  await press('Delete 3');
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Post Deleted'));
  await press('Delete together');
  for (const name of ['Kedai Ampang', 'Kedai Bangsar', 'Kedai Cheras'])
    await userEvent.click(await screen.findByRole('checkbox', { name }));
  await press('Delete 0');
  expect(toasts.at(-1)?.title).toBe('No Page Chosen');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Kedai Bangsar' }));
  await press('Delete 1');
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Post Deleted'));
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ query }) => ({ ...(query as object) }))).toEqual([
    {},
    { posts: '2' },
  ]);
  // Once for each time that they were asked for: what is being deleted is not read again.
  expect(bodies(calls, 'GET')).toHaveLength(2);
});

test('a new text goes to all, and to those with their own where that is wanted', async () => {
  const own = { ...composition.posts[1], hasOwnText: true } as (typeof composition.posts)[number];
  const { calls, toasts } = await open(
    answer(readComposition, { ...composition, posts: [own, ...composition.posts.slice(2)] }),
    answer(updateComposition, {
      composition,
      unchanged: [{ postId: 9, facebookPageId: 9, pageName: 'Kedai Ipoh', status: 'published', message: 'It is out.' }],
    }),
  );
  await press('Edit text together');
  const text = await screen.findByRole('textbox', { name: 'Text' });
  await userEvent.clear(text);
  await press('Save Changes');
  expect(toasts.at(-1)?.title).toBe('No Content');
  await userEvent.type(text, 'Roti canai.');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Also replace the text that is only for Kedai Bangsar' }));
  await press('Save Changes');
  await waitFor(() =>
    expect(toasts.at(-1)).toMatchObject({ title: 'Post Updated', description: 'Kedai Ipoh: It is out.' }),
  );
  expect(bodies(calls, 'PATCH')).toEqual([{ content: 'Roti canai.', includeOwnTexts: true }]);
});

test('other images go to all that have the common ones, and to the others where that is wanted', async () => {
  const file = { mimeType: 'image/png', bytes: 9, width: 4, height: 4, durationSeconds: null, altText: null };
  const image = (id: number) => ({ ...file, id });
  const posts = composition.posts.map((post, place) => ({
    ...post,
    mediaType: 'image' as const,
    media: [image(place === 0 ? 30 : 31), image(32)],
    hasOwnMedia: place === 0,
  }));
  const { calls } = await open(answer(readComposition, { ...composition, posts }));
  await press('Edit text together');
  await press('Remove image 1');
  await press('Save Changes');
  await waitFor(() => expect(bodies(calls, 'PATCH')).toHaveLength(1));
  await press('Edit text together');
  await userEvent.click(
    await screen.findByRole('checkbox', { name: 'Also replace the images that are only for Kedai Ampang' }),
  );
  await press('Save Changes');
  await waitFor(() => expect(bodies(calls, 'PATCH')).toHaveLength(2));
  const [of31, of32] = [31, 32].map((id) => ({ id, altText: null }));
  expect(bodies(calls, 'PATCH')).toEqual([
    { media: [of32], includeOwnMedia: false },
    { media: [of31, of32], includeOwnMedia: true },
  ]);
});

test('all move to the next free slots of their pages', async () => {
  const { calls, toasts } = await open();
  await press('Reschedule together');
  await press('Next free slot of each page');
  await press('Reschedule');
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Schedule Updated'));
  expect(bodies(calls, 'PATCH')).toEqual([{ nextSlot: {} }]);
});

test.each([
  ['Use their free times', 'nextFree'],
  ['Move anyway', 'allow'],
])('moved too close to another post, all wait for an answer: %s', async (name, tooClose) => {
  const refusal = new Refusal(409, {
    message: 'Too close',
    code: 'conflict',
    tooClose: [{ facebookPageId: 9, pageName: 'Kedai Cheras', scheduledAt: soon, otherAt: soon, freeAt: soon }],
  });
  const { calls, toasts } = await open(
    answer(updateComposition, ({ body }) => (body?.tooClose === 'refuse' ? refusal : { composition, unchanged: [] })),
  );
  await press('Reschedule together');
  await press('Reschedule');
  expect((await screen.findByText(/^Kedai Cheras on/)).textContent).toContain('free from');
  expect(toasts).toEqual([]);
  await press(name);
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Schedule Updated'));
  expect(bodies(calls, 'PATCH')).toMatchObject([{ tooClose: 'refuse' }, { tooClose }]);
});
