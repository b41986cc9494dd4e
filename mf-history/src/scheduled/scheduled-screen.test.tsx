// @vitest-environment jsdom
import {
  deletePost,
  duplicatePost,
  freeSlots,
  listLinkLimits,
  listPages,
  listQueue,
  listWaitingPosts,
  publishOutcome,
  publishPost,
  readPost,
  updatePost,
  type Post,
} from '@pagecast/api/contract';
import { browserTimeZone, formatDateTime, instantOf, localOf, type CallOutput } from '@pagecast/shell/kit';
import {
  answer,
  buildPage,
  buildPost,
  chooseIn,
  Refusal,
  renderScreen,
  typeWithoutPause,
} from '@pagecast/shell/kit/testing';
import type { Answer } from '@pagecast/shell/kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { addDays } from './calendar/calendar-days.ts';
import { ScheduledScreen } from './scheduled-screen.tsx';
import { SLOW_MS } from './use-slow.ts';

// And half a minute, so that a slow start does not turn the hour into 59 minutes.
const soon = new Date(Date.now() + 3_630_000).toISOString();
const scheduled = buildPost({ id: 1, status: 'scheduled', content: 'Doors open at nine.', scheduledAt: soon });
const failed = buildPost({
  id: 2,
  status: 'failed',
  content: 'Lost one',
  scheduledAt: soon,
  problem: { code: 'auth', message: 'Pagecast can no longer post to Corner Bakery.', action: 'reconnect' },
});
const missed = buildPost({
  id: 3,
  status: 'missed',
  content: 'Too late',
  scheduledAt: new Date(Date.now() + 7_200_000).toISOString(),
});

const STATUSES = { time: ['scheduled', 'publishing'], owner: ['failed', 'missed'] };

/** Answers like the server: what waits, in pages, narrowed by what is asked for. */
function lists(posts: Post[]): Answer[] {
  return [
    // Its path fits the others' too, and later answers win.
    answer(
      readPost,
      ({ params }) =>
        posts.find(({ id }) => id === Number(params.id)) ??
        new Refusal(404, { message: 'This post no longer exists.', code: 'not-found' }),
    ),
    answer(listWaitingPosts, ({ query }) => {
      const [limit, all] = [
        Number(query.limit ?? 25),
        posts.filter(({ status }) => STATUSES[query.for].includes(status)),
      ];
      const found = all.filter(
        (post) =>
          (query.facebookPageId === undefined || post.facebookPageId === Number(query.facebookPageId)) &&
          post.content.includes(query.text ?? ''),
      );
      const place = found.findIndex(({ id }) => id === Number(query.post));
      const pageOfPost = place === -1 ? 1 : Math.floor(place / limit) + 1;
      const page = query.post === undefined ? Number(query.page ?? 1) : pageOfPost;
      return {
        posts: found.slice((page - 1) * limit, page * limit),
        kinds: Object.fromEntries(
          STATUSES[query.for].map((of) => [of, found.filter(({ status }) => status === of).length]),
        ),
        pagination: { page, limit, pages: Math.ceil(found.length / limit), total: found.length, all: all.length },
      };
    }),
    answer(listPages, [buildPage()]),
  ];
}

const open = (posts: Post[], routes: Answer[] = [], search = '') =>
  renderScreen(ScheduledScreen, { path: '/scheduled', search, routes: [...lists(posts), ...routes] });

/** Opens the posts that need attention. */
const unfold = async () => userEvent.click(await screen.findByRole('button', { name: /^Needs attention/ }));

test('the title counts the scheduled posts, and the row tells page, type, time and status', async () => {
  open([scheduled]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Scheduled Posts (1)' })).toBeDefined();
  const row = within(screen.getByRole('table')).getAllByRole('row')[1];
  for (const text of ['Doors open at nine.', 'Corner Bakery', 'Promotional', 'in 1 h', 'Scheduled'])
    expect(row?.textContent).toContain(text);
});

test('pages with more planned links than their owner wants are named, and lead to their posts', async () => {
  const limited = { facebookPageId: 7, pageName: 'Corner Bakery', limit: 2, holds: true, zone: 'UTC' };
  const { address } = open(
    [scheduled],
    [
      answer(listLinkLimits, [
        {
          ...limited,
          months: [
            { month: '2031-11', published: 2, planned: 1 },
            { month: '2031-12', published: 0, planned: 2 },
            { month: '2032-01', published: 5, planned: 0 },
          ],
        },
        { ...limited, facebookPageId: 8, limit: null, months: [{ month: '2031-11', published: 9, planned: 9 }] },
      ]),
    ],
  );
  const notes = within(await screen.findByRole('region', { name: 'Link limits' }));
  expect(notes.getAllByRole('listitem').map((note) => note.textContent)).toEqual([
    expect.stringContaining(
      'Corner Bakery has 3 posts with links in November 2031. Its limit is 2. ' +
        "The last one won't be published until you decide.",
    ),
  ]);
  await userEvent.click(notes.getByRole('button', { name: 'Show its posts' }));
  expect(address()).toContain('pageId=7');
});

test('what others have planned is shown with their name, and nothing can be done with it', async () => {
  const post = buildPost({ id: 9, status: 'scheduled', scheduledAt: soon });
  const theirs = {
    ...post,
    scheduledAt: soon,
    excerpt: 'Teh tarik at noon.',
    hasProblem: false,
    matches: true,
    facebookPageId: 7,
    pageName: 'Corner Bakery',
    author: { name: 'Ravi Kumar' },
    role: 'owner',
  };
  open([scheduled], [answer(listQueue, { posts: [theirs], isCut: false })]);
  const others = within(await screen.findByRole('region', { name: 'Scheduled by Others' }));
  const [row] = others.getAllByRole('listitem');
  for (const text of ['Teh tarik at noon.', 'Corner Bakery', 'by Ravi Kumar']) expect(row?.textContent).toContain(text);
  expect(others.queryAllByRole('button')).toEqual([]);
  const story = others.getByRole('link', { name: 'Teh tarik at noon.' });
  expect(story.getAttribute('href')).toMatch(/^\/history\/post\?id=9&of=others/);
});

test('while lists are on their way rows stand in for them', () => {
  const { container } = renderScreen(ScheduledScreen, {
    routes: [answer(listWaitingPosts, () => new Promise(() => {}))],
  });
  expect(container.querySelectorAll('[data-skeleton-row]')).toHaveLength(5);
});

test('where the lists take long, the toolbar is there, and the place above it is kept', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const coming = Promise.withResolvers<CallOutput<typeof listWaitingPosts>>();
  renderScreen(ScheduledScreen, { routes: [answer(listWaitingPosts, () => coming.promise)] });
  const isToolbarHidden = () => screen.getByRole('search', { hidden: true }).closest('.hidden') !== null;
  expect(isToolbarHidden()).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(SLOW_MS));
  vi.useRealTimers();
  expect(isToolbarHidden()).toBe(false);
  coming.resolve({ posts: [], pagination: { page: 1, limit: 25, total: 0, pages: 1, all: 0 } });
  expect(await screen.findByText('No posts need your attention.')).toBeDefined();
});

test('what stands above the posts comes together, and moves nothing that stands in for them', async () => {
  const coming = Promise.withResolvers<CallOutput<typeof listLinkLimits>>();
  const { container } = open([scheduled, failed], [answer(listLinkLimits, () => coming.promise)]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Scheduled Posts (1)' })).toBeDefined();
  expect(container.querySelectorAll('[data-skeleton-row]')).toHaveLength(5);
  expect(screen.queryByRole('button', { name: /^Needs attention/ })).toBeNull();
  coming.resolve([]);
  expect(await screen.findByRole('button', { name: /^Needs attention/ })).toBeDefined();
});

test('without posts it says what will be here', async () => {
  open([]);
  expect(await screen.findByText(/No scheduled posts yet/)).toBeDefined();
});

test('a list that fails is told, and the others are shown', async () => {
  renderScreen(ScheduledScreen, {
    routes: [
      ...lists([scheduled]),
      answer(listWaitingPosts, ({ query }) =>
        query.for === 'owner'
          ? new Refusal(500, { message: 'Out of order', code: 'x' })
          : { posts: [scheduled], pagination: { page: 1, limit: 25, pages: 1, total: 1, all: 1 } },
      ),
    ],
  });
  expect(await screen.findByText('Out of order')).toBeDefined();
  expect(screen.getByText('Doors open at nine.')).toBeDefined();
});

test('failed and missed posts are one line on top, which opens to their cause and what can be done', async () => {
  const { reconnect } = open([scheduled, failed, missed]);
  const line = await screen.findByRole('button', { name: 'Needs attention (2) 1 failed · 1 missed' });
  expect(line.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('Lost one')).toBeNull();
  await userEvent.click(line);
  const [first, second] = within(await screen.findByRole('region', { name: 'Needs attention (2)' })).getAllByRole(
    'listitem',
  );
  if (first === undefined || second === undefined) throw new Error('Two posts need attention');
  const buttons = (row: HTMLElement) =>
    within(row)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(first.textContent).toContain('Pagecast can no longer post to Corner Bakery.');
  expect(buttons(first)).toEqual([
    'Reconnect',
    expect.stringContaining('Publish again'),
    'Reschedule',
    'Edit',
    'Delete',
  ]);
  expect(second.textContent).toContain("We couldn't publish it within an hour of its time.");
  expect(buttons(second)).toEqual([expect.stringContaining('Publish now'), 'Reschedule', 'Delete']);
  await userEvent.click(within(first).getByRole('button', { name: 'Reconnect' }));
  expect(reconnect).toHaveBeenCalledTimes(1);
});

test('deleting a missed post asks first', async () => {
  const { toasts, calls } = open([missed], [answer(deletePost, { success: true })]);
  await unfold();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Post' });
  expect(calls.some((call) => call.method === 'DELETE')).toBe(false);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'Post Deleted' }]));
});

test("Facebook's numbers are behind a disclosure and can be copied for its support", async () => {
  const user = userEvent.setup();
  const fault = { code: 190, subcode: 463, traceId: 'AbCd1234' };
  open([{ ...failed, problem: { code: 'auth', message: 'Refused.', action: null, facebook: fault } }]);
  await unfold();
  const summary = await screen.findByText('Details');
  expect(summary.closest('details')?.open).toBe(false);
  await user.click(summary);
  await user.click(screen.getByRole('button', { name: 'Copy the details' }));
  expect(await navigator.clipboard.readText()).toBe('Facebook error\nCode: 190\nSubcode: 463\nTrace ID: AbCd1234');
});

test('a held post shows in the table what it waits on, and that it is late', async () => {
  const past = new Date(Date.now() - 600_000).toISOString();
  open([
    {
      ...scheduled,
      scheduledAt: past,
      problem: { code: 'auth', message: 'Reconnect Corner Bakery; this post stays.', action: 'reconnect' },
    },
  ]);
  const row = within(await screen.findByRole('table')).getAllByRole('row')[1];
  for (const text of ['Reconnect Corner Bakery; this post stays.', 'At risk', 'Late', '10 min ago'])
    expect(row?.textContent).toContain(text);
  expect(screen.getByRole('button', { name: 'Reconnect' })).toBeDefined();
});

test('a post that is looked after is called publishing, with the words for it', async () => {
  open([
    {
      ...scheduled,
      status: 'publishing',
      problem: { code: 'confirming', message: 'Facebook has not confirmed this post yet.', action: null },
    },
  ]);
  const row = within(await screen.findByRole('table')).getAllByRole('row')[1];
  expect(row?.textContent).toContain('Facebook has not confirmed this post yet.');
  expect(row?.textContent).toContain('Publishing');
  expect(row?.textContent).not.toContain('At risk');
});

test('a planned post shows how far its files are, and is not at risk for it', async () => {
  open([{ ...scheduled, upload: { message: '50 of 200 MB (25 %)', share: 0.25 } }]);
  const row = within(await screen.findByRole('table')).getAllByRole('row')[1];
  expect(row?.textContent).toContain('50 of 200 MB (25 %)');
  expect(row?.textContent).not.toContain('At risk');
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.25);
});

test('publish now gives a moment to undo it, and says what became of it', async () => {
  const { toasts } = open(
    [scheduled],
    [
      answer(publishPost, { ...scheduled, publishNowAt: new Date(Date.now() + 5000).toISOString() }),
      answer(publishOutcome, { ...scheduled, status: 'published' }),
    ],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
  await waitFor(() =>
    expect(toasts.map((toast) => toast.title)).toEqual(['Publishing in 5 Seconds', 'Published to Facebook']),
  );
});

test("publish now that loses a race shows the server's sentence", async () => {
  const { toasts } = open(
    [scheduled],
    [answer(publishPost, new Refusal(409, { message: 'This post is being published right now.', code: 'x' }))],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Publish Failed', description: 'This post is being published right now.' },
    ]),
  );
});

test('reschedule needs date and time, and a time to come', async () => {
  const { toasts, calls } = open([scheduled], [answer(updatePost, scheduled)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Reschedule' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reschedule Post' });
  const save = within(dialog).getByRole('button', { name: 'Reschedule' });
  fireEvent.change(within(dialog).getByLabelText('Time'), { target: { value: '' } });
  await userEvent.click(save);
  expect(toasts.at(-1)).toEqual({
    tone: 'destructive',
    title: 'Missing Schedule',
    description: 'Please select both date and time.',
  });
  fireEvent.change(within(dialog).getByLabelText('Time'), { target: { value: '10:00' } });
  fireEvent.change(within(dialog).getByLabelText('Date'), { target: { value: '2020-01-01' } });
  await userEvent.click(save);
  expect(toasts.at(-1)).toEqual({
    tone: 'destructive',
    title: 'Invalid Schedule Time',
    description: 'Please select a future date and time.',
  });
  fireEvent.change(within(dialog).getByLabelText('Date'), { target: { value: '2099-01-01' } });
  await userEvent.click(save);
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Schedule Updated'));
  expect(calls.find((call) => call.method === 'PATCH')?.body).toEqual({
    scheduledAt: new Date(2099, 0, 1, 10, 0).toISOString(),
  });
});

test('the text of a scheduled post can be changed alone', async () => {
  const { toasts, calls } = open([scheduled], [answer(updatePost, scheduled)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit text' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Post' });
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Text' }), ' Come in!');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'Post Updated' }]));
  expect(calls.find((call) => call.method === 'PATCH')?.body).toEqual({ content: 'Doors open at nine. Come in!' });
});

test('a post whose page is gone can be given another one', async () => {
  const homeless: Post = { ...failed, facebookPageId: 9, pageName: 'Gone Page' };
  const { toasts, calls } = open(
    [homeless],
    [
      answer(updatePost, homeless),
      answer(listPages, [buildPage(), buildPage({ id: 8, name: 'Lost Page', isConnected: false })]),
    ],
  );
  await unfold();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const select = await within(await screen.findByRole('dialog')).findByLabelText('Facebook page');
  await chooseIn(select, 'Corner Bakery');
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'Post Updated' }]));
  expect(calls.find((call) => call.method === 'PATCH')?.body).toEqual({ facebookPageId: 7 });
});

test('delete asks first and offers nothing about Facebook, where the post has never been', async () => {
  const { toasts } = open([scheduled], [answer(deletePost, { success: true })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).queryByRole('checkbox')).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'Post Deleted' }]));
});

test('a post on its way cannot be changed', async () => {
  open([{ ...scheduled, status: 'publishing' }]);
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Publish now' })).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reschedule' }).disabled).toBe(true);
  expect(screen.getByText('Publishing')).toBeDefined();
});

test.each([
  ['that needs attention', failed],
  ['in the table', scheduled],
])('an address with a post %s brings it into sight, marked and with the focus', async (_, post) => {
  open([failed, scheduled, missed], [], `post=${post.id}`);
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-current')).toBe('true'));
  expect(document.activeElement?.textContent).toContain(post.content);
  expect(document.querySelectorAll('[aria-current]')).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a row opens the review of its post, which has an address of its own', async () => {
  const { address } = open([scheduled]);
  await userEvent.click(await screen.findByRole('button', { name: /^Review: Doors open at nine\./ }));
  expect(await screen.findByRole('dialog', { name: 'Review Post' })).toBeDefined();
  expect(address()).toContain('review=1');
});

test('the review of a post that waits says so as its row does, without alarm', async () => {
  const problem = { code: 'spacing', message: 'This post is waiting its turn.', action: null };
  open([{ ...scheduled, problem }], [], 'review=1');
  const dialog = await screen.findByRole('dialog', { name: 'Review Post' });
  expect(within(dialog).getByText('At risk')).toBeDefined();
  expect(within(dialog).getByText('This post is waiting its turn.').parentElement?.className).toContain('text-warn');
});

test('the address of a review opens it, also for a post that needs attention', async () => {
  open([failed], [], 'review=2');
  const dialog = await screen.findByRole('dialog', { name: 'Review Post' });
  expect(within(dialog).getByRole('region', { name: 'Preview' }).textContent).toContain('Lost one');
});

test('an address with a post that waits no more says so', async () => {
  open([scheduled], [], 'post=99');
  expect(await screen.findByText(/is no longer scheduled/)).toBeDefined();
});

test('more than a page of posts has a pager, whose page is in the address', async () => {
  const posts = Array.from({ length: 60 }, (_, n) => buildPost({ ...scheduled, id: n + 1, content: `Loaf ${n + 1}` }));
  const { address } = open(posts);
  expect(await screen.findByRole('heading', { level: 1, name: 'Scheduled Posts (60)' })).toBeDefined();
  expect(screen.getByText('Page 1 of 3')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Loaf 26')).toBeDefined();
  expect(address()).toContain('page=2');
});

test('many that need attention come a few at a time', async () => {
  open(Array.from({ length: 12 }, (_, n) => buildPost({ ...missed, id: n + 1, content: `Missed ${n + 1}` })));
  await unfold();
  const list = await screen.findByRole('region', { name: 'Needs attention (12)' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  await userEvent.click(within(list).getByRole('button', { name: 'Page 4' }));
  await waitFor(() =>
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([10, 11, 12].map((n) => expect.stringContaining(`Missed ${n}`) as string)),
  );
});

test('page and text narrow the list from its beginning and stay in the address; clearing brings all back', async () => {
  const { address, calls } = open(
    [scheduled, buildPost({ ...scheduled, id: 9, content: 'Kopi', facebookPageId: 8 })],
    [],
    'page=2',
  );
  await chooseIn(await screen.findByRole('combobox', { name: 'Filter by page' }), 'Corner Bakery');
  typeWithoutPause(screen.getByRole('searchbox', { name: 'Search posts' }), 'tea ');
  expect(await screen.findByText('No posts match your filters.')).toBeDefined();
  expect(address()).toBe('/scheduled?pageId=7&text=tea');
  // One search for what was typed, not one for each letter.
  expect(calls.map(({ query }) => query['text']).filter((text) => text !== undefined && text !== 'tea')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('Kopi')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

test('a post that was moved can be moved back', async () => {
  const second = new Date(new Date(soon).getTime() + 86_400_000).toISOString();
  let now = { ...scheduled };
  const { toasts } = open(
    [scheduled],
    [
      answer(readPost, () => now),
      ...lists([scheduled]).slice(1),
      answer(updatePost, ({ body }) => {
        now = { ...now, scheduledAt: body?.scheduledAt ?? null };
        return now;
      }),
    ],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Reschedule' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reschedule Post' });
  fireEvent.change(within(dialog).getByLabelText('Date'), {
    target: { value: localOf(second, browserTimeZone()).date },
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reschedule' }));
  await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Schedule Updated', action: { label: 'Undo' } }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // For whom a toast goes too soon.
  expect(screen.getByRole('button', { name: 'Undo last change' })).toBeDefined();
  toasts.at(-1)?.action?.run();
  await waitFor(() =>
    expect(toasts.at(-1)).toEqual({
      tone: 'default',
      title: 'Schedule Updated',
      description: expect.stringMatching(/^Back to /),
    }),
  );
  expect(screen.queryByRole('button', { name: 'Undo last change' })).toBeNull();
});

describe('the next free slot', () => {
  const free = new Date(Math.floor(Date.parse(soon) / 60_000) * 60_000 + 86_400_000).toISOString();
  const slots = answer(freeSlots, { pages: [{ facebookPageId: 7, zone: 'UTC', at: [free] }], isCut: false });
  const moved = answer(updatePost, { ...scheduled, scheduledAt: free });
  const bodies = (calls: readonly { method: string; body: unknown }[]) =>
    calls.filter(({ method }) => method !== 'GET').map(({ body }) => body);

  test('is taken from the row of a post, with a way back', async () => {
    const { calls, toasts } = open([scheduled], [moved]);
    await userEvent.click(await screen.findByRole('button', { name: 'Next free slot' }));
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({
        title: 'Schedule Updated',
        description: `Goes out on ${formatDateTime(free, browserTimeZone())}.`,
        action: { label: 'Undo' },
      }),
    );
    expect(bodies(calls)).toEqual([{ nextSlot: {} }]);
  });

  test('of a page without one is told in the words of the server', async () => {
    const message = 'Corner Bakery has no weekly plan yet.';
    const { toasts } = open([scheduled], [answer(updatePost, new Refusal(422, { message, code: 'refused' }))]);
    await userEvent.click(await screen.findByRole('button', { name: 'Next free slot' }));
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Update Failed', description: message }));
  });

  test.each([
    ['Reschedule', 'Reschedule Post', 'Reschedule', { nextSlot: { from: free } }],
    [
      'Duplicate',
      'Duplicate Post',
      'Schedule Post',
      { content: 'Doors open at nine.', facebookPageId: 7, nextSlot: { from: free } },
    ],
  ])('is offered by %s', async (button, title, send, body) => {
    const { calls } = open([scheduled], [slots, moved, answer(duplicatePost, { ...scheduled, scheduledAt: free })]);
    await userEvent.click(await screen.findByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await userEvent.click(await dialog.findByRole('button', { name: /^Next free slot/ }));
    await userEvent.click(dialog.getByRole('button', { name: send }));
    await waitFor(() => expect(bodies(calls)).toEqual([body]));
  });
});

test('a copy keeps the words, asks for its time, and is planned for the day after', async () => {
  const { toasts, calls } = open([scheduled], [answer(duplicatePost, { ...scheduled, id: 2 })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Duplicate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Duplicate Post' });
  expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }).value).toBe('Doors open at nine.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule Post' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Post Scheduled'));
  const { date, time } = localOf(soon, browserTimeZone());
  expect(calls.find((call) => call.path === duplicatePost.path)?.body).toEqual({
    content: 'Doors open at nine.',
    facebookPageId: 7,
    scheduledAt: instantOf(addDays(date, 1), time, browserTimeZone())?.at.toISOString(),
  });
});

test.each([
  [
    'no words',
    (dialog: HTMLElement) =>
      fireEvent.change(within(dialog).getByRole('textbox', { name: 'Text' }), { target: { value: ' ' } }),
    'No Content',
    'Please enter your content.',
  ],
  [
    'no time',
    (dialog: HTMLElement) => fireEvent.change(within(dialog).getByLabelText('Time'), { target: { value: '' } }),
    'Missing Schedule',
    'Please select both date and time for scheduling.',
  ],
  [
    'a time that is over',
    (dialog: HTMLElement) =>
      fireEvent.change(within(dialog).getByLabelText('Date'), { target: { value: '2020-01-01' } }),
    'Invalid Schedule Time',
    'Please select a future date and time.',
  ],
])('a copy with %s is not planned', async (_, spoil, title, description) => {
  const { toasts, calls } = open([scheduled]);
  await userEvent.click(await screen.findByRole('button', { name: 'Duplicate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Duplicate Post' });
  spoil(dialog);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule Post' }));
  expect(toasts.at(-1)).toEqual({ tone: 'destructive', title, description });
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
});
