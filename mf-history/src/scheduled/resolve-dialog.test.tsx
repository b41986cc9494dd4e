// @vitest-environment jsdom
import {
  listPages,
  listWaitingPosts,
  postTimeline,
  publishPost,
  readPost,
  resolvePost,
  type Post,
} from '@pagecast/api/contract';
import { answer, buildPage, buildPost, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { TimelineScreen } from '../timeline/timeline-screen.tsx';
import { ScheduledScreen } from './scheduled-screen.tsx';

const problem = { code: 'may_be_out', message: 'This post may already be out on Corner Bakery.', action: 'resolve' };
const doubtful = buildPost({
  id: 4,
  status: 'publishing',
  content: 'Warm bread',
  facebookPageId: 7,
  scheduledAt: new Date(Date.now() - 3_600_000).toISOString(),
  problem,
});
const WAYS = ["I checked: it's published", "It isn't there: publish it again", 'Delete it here'];

function open(post: Post, routes: Answer[] = [], { waitsFor = 'owner', search = `post=${post.id}` } = {}) {
  return renderScreen(ScheduledScreen, {
    path: '/scheduled',
    search,
    routes: [
      answer(readPost, post),
      answer(listWaitingPosts, ({ query }) => {
        const posts = query.for === waitsFor ? [post] : [];
        return { posts, pagination: { page: 1, limit: 25, pages: 1, total: posts.length, all: posts.length } };
      }),
      answer(listPages, [buildPage({ id: 7, pageId: '100200' })]),
      ...routes,
    ],
  });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const sent = (calls: readonly { path: string; body?: unknown }[]) =>
  calls.filter(({ path }) => path === resolvePost.path).map(({ body }) => body);

test.each([
  ['on the way out', doubtful, { waitsFor: 'owner' }],
  ['missed', { ...doubtful, status: 'missed' as const }, { waitsFor: 'owner' }],
  ['that is still checked', doubtful, { waitsFor: 'time' }],
])(
  'a post in doubt, %s, offers its three ends and nothing that publishes it without asking',
  async (_, post, place) => {
    const { calls } = open(post, [], place);
    for (const name of WAYS) expect(await screen.findByRole('button', { name })).toBeDefined();
    expect(screen.getByText(problem.message)).toBeDefined();
    for (const name of [/^Publish now/, /^Publish again/]) expect(screen.queryByRole('button', { name })).toBeNull();
    for (const name of ['Reschedule', 'Edit text', 'Delete'])
      expect(screen.queryByRole<HTMLButtonElement>('button', { name })?.disabled ?? true).toBe(true);
    for (const name of WAYS) {
      await press(name);
      const dialog = await screen.findByRole(name === WAYS[0] ? 'dialog' : 'alertdialog');
      await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull());
    }
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

test('where a login would let us look, that is offered too', async () => {
  const { reconnect } = open({ ...doubtful, problem: { ...problem, code: 'reconnect' } });
  await press('Reconnect');
  expect(reconnect).toHaveBeenCalledOnce();
});

test('its review and its timeline offer the same', async () => {
  const { unmount } = open(doubtful, [], { search: 'review=4' });
  const review = await screen.findByRole('dialog', { name: 'Review Post' });
  expect(
    within(review)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(WAYS));
  expect(within(review).queryByRole('button', { name: /Publish now|Edit/ })).toBeNull();
  unmount();
  renderScreen(TimelineScreen, {
    path: '/history/post',
    search: 'id=4',
    routes: [answer(postTimeline, { post: doubtful, entries: [] })],
  });
  for (const name of WAYS) expect(await screen.findByRole('button', { name })).toBeDefined();
  expect(screen.queryByRole('button', { name: /Publish now|Reschedule|^Delete$/ })).toBeNull();
});

test('whoever saw it says so, with a link where they have one', async () => {
  const { toasts, calls } = open(doubtful, [answer(resolvePost, { ...doubtful, status: 'published' })]);
  await press("I checked: it's published");
  const dialog = await screen.findByRole('dialog', { name: "It's published" });
  expect(
    (await within(dialog).findByRole('link', { name: /Look at Corner Bakery on Facebook/ })).getAttribute('href'),
  ).toBe('https://www.facebook.com/100200');
  const link = within(dialog).getByLabelText('Link to the post (optional)');
  await userEvent.type(link, 'https://evil.example/1{Enter}');
  expect(within(dialog).getByRole('alert').textContent).toContain('facebook.com');
  expect(sent(calls)).toEqual([]);
  await userEvent.clear(link);
  await userEvent.type(link, 'https://www.facebook.com/100200_1{Enter}');
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'Marked as Published' }]));
  expect(sent(calls)).toEqual([{ as: 'out', url: 'https://www.facebook.com/100200_1' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('to publish it again says what that risks, and where to look first', async () => {
  const { toasts, calls } = open(doubtful, [answer(resolvePost, { ...doubtful, status: 'published', problem: null })]);
  await press("It isn't there: publish it again");
  const dialog = await screen.findByRole('alertdialog', { name: 'Publish it again?' });
  expect(dialog.textContent).toContain('people who follow Corner Bakery will see it twice');
  expect(await within(dialog).findByRole('link', { name: /Look at Corner Bakery on Facebook/ })).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish it again' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Published to Facebook'));
  expect(sent(calls)).toEqual([{ as: 'not-out' }]);
  expect(calls.some(({ path }) => path === publishPost.path)).toBe(false);
});

test('to delete it here says what stays', async () => {
  const { toasts, calls } = open(doubtful, [answer(resolvePost, doubtful)]);
  await press('Delete it here');
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this post here?' });
  expect(dialog.textContent).toContain('If the post is on Corner Bakery, it stays there.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete it here' }));
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'Post Deleted' }]));
  expect(sent(calls)).toEqual([{ as: 'forget' }]);
});

test("a decision that comes too late shows the server's sentence and what became of the post", async () => {
  const sentence = 'This post is being published or checked right now. Try again in a minute.';
  const { toasts, calls } = open(doubtful, [answer(resolvePost, new Refusal(409, { message: sentence, code: 'x' }))]);
  await press('Delete it here');
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete it here' }));
  await waitFor(() =>
    expect(toasts).toEqual([{ tone: 'destructive', title: 'Nothing Changed', description: sentence }]),
  );
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(
    calls.filter(({ path, query }) => path === listWaitingPosts.path && query['for'] === 'owner').length,
  ).toBeGreaterThan(1);
});

test('without a connection the question stays, with the reason', async () => {
  const { toasts } = open(doubtful, [
    answer(resolvePost, new Refusal(503, { message: 'The database is away.', code: 'x' })),
  ]);
  await press('Delete it here');
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete it here' }));
  await waitFor(() => expect(toasts.at(-1)?.description).toBe('The database is away.'));
  expect(screen.getByRole('alertdialog')).toBeDefined();
});

test('a post that is tried again while nothing of it was visible can be moved and deleted', async () => {
  open({ ...doubtful, problem: { code: 'retrying', message: 'Facebook does not answer.', action: null } }, [], {
    waitsFor: 'time',
  });
  for (const name of ['Reschedule', 'Delete'])
    expect((await screen.findByRole<HTMLButtonElement>('button', { name })).disabled).toBe(false);
});
