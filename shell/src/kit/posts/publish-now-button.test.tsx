// @vitest-environment jsdom
import { publishOutcome, publishPost, undoPublish, type Post } from '@pagecast/api/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, buildPost, Refusal, renderScreen, type Answer } from '../testing.tsx';
import { PublishNowButton } from './publish-now-button.tsx';

// The seconds in which a post can be taken back are over on no machine while a test looks.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const planned = buildPost({ id: 6, status: 'scheduled', scheduledAt: '2099-03-05T07:07:00.000Z' });
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** A server that has been asked to publish; `end` comes when a test says so. */
function open(post: Post = planned, routes: Answer[] = []) {
  const end: { come: (post: Post) => void } = { come: () => {} };
  const outcome = new Promise<Post>((resolve) => {
    end.come = resolve;
  });
  const shown = renderScreen(() => <PublishNowButton post={post} />, {
    routes: [
      answer(publishPost, () => ({ ...post, publishNowAt: inSeconds(5) })),
      answer(undoPublish, post),
      answer(publishOutcome, () => outcome),
      ...routes,
    ],
  });
  const titles = () => shown.toasts.map(({ title }) => title);
  return { ...shown, titles, end };
}

test('a post goes out in five seconds, with its first words and page in the toast, and its end is told', async () => {
  const { toasts, titles, calls, end } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
  await screen.findByRole('button', { name: 'Undo' });
  expect(calls[0]).toMatchObject({ params: { id: '6' }, body: { delaySeconds: 5 } });
  expect(toasts[0]).toMatchObject({
    title: 'Publishing in 5 Seconds',
    description: "“Fresh bread today” on Corner Bakery. After that it can't be undone here.",
    action: { label: 'Undo', forMs: 5000 },
  });
  end.come({ ...planned, status: 'published' });
  await waitFor(() => expect(titles()).toEqual(['Publishing in 5 Seconds', 'Published to Facebook']));
});

test('an API that knows no delay publishes at once, as it always did', async () => {
  const issues = [{ path: '', message: 'Unrecognized key: "delaySeconds"' }];
  const { titles, calls } = open(planned, [
    answer(publishPost, ({ body }) =>
      body?.delaySeconds === undefined
        ? { ...planned, status: 'published' as const }
        : new Refusal(400, { message: 'Unrecognized key: "delaySeconds"', code: 'invalid_input', issues }),
    ),
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
  await waitFor(() => expect(titles()).toEqual(['Published to Facebook']));
  expect(calls.filter(({ path }) => path === publishPost.path).map(({ body }) => body)).toEqual([
    { delaySeconds: 5 },
    {},
  ]);
});

test.each([
  ['can be undone, and its end is told', planned, ['Publishing in 5 Seconds', 'Published to Facebook']],
  ['is refused, which is said', new Refusal(409, { message: 'Too late.', code: 'conflict' }), ['Publish Failed']],
])('what was asked for by something that has left the screen %s', async (_, reply, expected) => {
  const answered = Promise.withResolvers<Post | Refusal>();
  const { unmount, titles, end } = open(planned, [answer(publishPost, () => answered.promise)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
  unmount();
  answered.resolve(reply);
  end.come({ ...planned, status: 'published' });
  await waitFor(() => expect(titles()).toEqual(expected));
});

test.each([
  ['the button', () => userEvent.click(screen.getByRole('button', { name: 'Undo' }))],
  ['the keyboard', () => userEvent.keyboard('{Enter}')],
])('%s takes it back, and its end is not told any more', async (_, takeBack) => {
  const { titles, calls, end } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
  await screen.findByRole('button', { name: 'Undo' });
  await takeBack();
  await screen.findByRole('button', { name: 'Publish now' });
  expect(calls.some(({ path }) => path === undoPublish.path)).toBe(true);
  end.come(planned);
  await Promise.resolve();
  expect(titles()).toEqual(['Publishing in 5 Seconds', 'Publishing Undone']);
});

test('what is asked for again after it was taken back tells its end, whatever the first question gave', async () => {
  const [first, second] = [Promise.withResolvers<Post | Refusal>(), Promise.withResolvers<Post>()];
  const outcomes: Promise<Post | Refusal>[] = [first.promise, second.promise];
  const { titles, calls } = open(planned, [answer(publishOutcome, () => outcomes.shift() ?? planned)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
  await waitFor(() => expect(calls.filter(({ path }) => path === publishOutcome.path)).toHaveLength(2));
  second.resolve({ ...planned, status: 'published' });
  await waitFor(() => expect(titles().at(-1)).toBe('Published to Facebook'));
  first.resolve(new Refusal(503, { message: 'Try again.', code: 'unavailable' }));
  await Promise.resolve();
  expect(titles()).toEqual([
    'Publishing in 5 Seconds',
    'Publishing Undone',
    'Publishing in 5 Seconds',
    'Published to Facebook',
  ]);
});

test('the toast takes it back as well', async () => {
  const { toasts, titles } = open({ ...planned, status: 'failed' });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
  await waitFor(() => expect(toasts).toHaveLength(1));
  toasts[0]?.action?.run();
  await waitFor(() => expect(titles().at(-1)).toBe('Publishing Undone'));
  expect(toasts.at(-1)?.description).toBe("Nothing was published. Your post hasn't changed.");
});

test('a double click is one press', async () => {
  const { calls } = open();
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Publish now' }));
  await screen.findByRole('button', { name: 'Undo' });
  expect(calls.map(({ path }) => path)).not.toContain(undoPublish.path);
  expect(calls.filter(({ path }) => path === publishPost.path)).toHaveLength(1);
});

test('what was asked for in another tab can be undone here, also where the clock of the device is wrong', async () => {
  const { unmount } = open({ ...planned, publishNowAt: inSeconds(3) });
  expect((await screen.findByRole('button', { name: 'Undo' })).textContent).toContain('Undo (3)');
  unmount();
  open({ ...planned, publishNowAt: inSeconds(-7200) });
  expect((await screen.findByRole('button', { name: 'Undo' })).textContent).toContain('Undo (5)');
});

test('undo that comes too late says so', async () => {
  const refusal = new Refusal(409, { message: 'This post is being published right now.', code: 'conflict' });
  const { toasts } = open({ ...planned, publishNowAt: inSeconds(3) }, [answer(undoPublish, refusal)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(toasts.at(-1)).toEqual({
      tone: 'destructive',
      title: 'Undo Failed',
      description: 'This post is being published right now.',
    }),
  );
});

test('offline nothing is sent, and the post stays as it is', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { toasts, calls } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
  expect(toasts).toMatchObject([
    { title: 'Publish Failed', description: expect.stringContaining('offline') as string },
  ]);
  expect(calls).toEqual([]);
});
