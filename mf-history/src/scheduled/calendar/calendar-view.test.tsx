// @vitest-environment jsdom
import {
  calendarPosts,
  deletePost,
  listPages,
  listQueue,
  listWaitingPosts,
  publishOutcome,
  publishPost,
  readPost,
  updatePost,
  type CalendarPost,
} from '@pagecast/api/contract';
import { answer, buildPage, buildPost, chooseIn, Refusal, renderScreen, someUser } from '@pagecast/shell/kit/testing';
import type { Answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScheduledScreen } from '../scheduled-screen.tsx';
import { buildCalendarPost } from './build-calendar-post.ts';
// Fetched by the first press only; here it is there before.
import './tile-menu.tsx';

// Saturday noon in Kuala Lumpur.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T04:00:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const entry = (id: number, scheduledAt: string, part: Partial<CalendarPost> = {}) =>
  buildCalendarPost(id, `2026-${scheduledAt}:00.000Z`, part);
/** Nine in the morning there. */
const bread = entry(1, '11-24T01:00', { excerpt: 'Fresh bread' });
const kopi = entry(2, '11-26T01:00', { excerpt: 'Kopi', facebookPageId: 8, pageName: 'Kopi House' });

/** A server that keeps what it is told. */
function server(posts: readonly CalendarPost[], routes: Answer[] = []): Answer[] {
  let kept = posts;
  return [
    answer(readPost, ({ params }) => whole(kept.find(({ id }) => id === Number(params.id)))),
    answer(listWaitingPosts, ({ query }) => ({
      posts: [],
      pagination: {
        page: 1,
        limit: 1,
        pages: kept.length,
        total: kept.length,
        all: query.for === 'time' ? kept.length : 0,
      },
    })),
    answer(calendarPosts, ({ query }) => ({
      posts: kept
        .filter(({ scheduledAt }) => scheduledAt >= query.from && scheduledAt < query.to)
        .map((post) => ({ ...post, matches: post.excerpt.includes(query.text ?? '') })),
      isCut: false,
      lastScheduledAt: kept.at(-1)?.scheduledAt ?? null,
    })),
    answer(listPages, [buildPage(), buildPage({ id: 8, name: 'Kopi House' })]),
    answer(updatePost, ({ params, body }) => {
      kept = kept.map((post) =>
        post.id === Number(params.id) ? { ...post, scheduledAt: body?.scheduledAt ?? post.scheduledAt } : post,
      );
      return whole(kept.find(({ id }) => id === Number(params.id)));
    }),
    ...routes,
  ];
}
const whole = (post: CalendarPost | undefined) =>
  post === undefined
    ? new Refusal(404)
    : buildPost({ id: post.id, content: post.excerpt, status: 'scheduled', scheduledAt: post.scheduledAt });

const open = (
  posts: readonly CalendarPost[],
  {
    routes = [],
    search = '',
    timeZone = 'Asia/Kuala_Lumpur',
  }: { routes?: Answer[]; search?: string; timeZone?: string } = {},
) =>
  renderScreen(ScheduledScreen, {
    path: '/scheduled',
    search: `view=calendar${search}`,
    routes: server(posts, routes),
    user: { ...someUser, timeZone },
  });

const dayOf = (name: RegExp | string) =>
  screen.findByRole('gridcell', { name: typeof name === 'string' ? new RegExp(name) : name });
const tile = (name: RegExp) => screen.findByRole('button', { name });
const changes = (calls: readonly { method: string; params: object; body: unknown }[]) =>
  calls.filter(({ method }) => method === 'PATCH').map(({ params, body }) => ({ ...params, ...(body as object) }));

test('a month shows each post on its day, with its time, its page and its first words', async () => {
  open([bread, kopi]);
  expect(await screen.findByRole('grid', { name: 'November 2026' })).toBeDefined();
  expect(
    within(await dayOf('24 November 2026, 1 post')).getByRole('button', {
      name: '9:00 (GMT+8), Corner Bakery. Fresh bread',
    }),
  ).toBeDefined();
  expect((await dayOf('21 November')).getAttribute('aria-current')).toBe('date');
  expect(screen.getByRole('heading', { level: 1, name: 'Scheduled Posts (2)' })).toBeDefined();
  expect(screen.getByText(/times in Asia\/Kuala Lumpur/)).toBeDefined();
});

test('what others have planned stands on its day: it is too close as well, and cannot be moved', async () => {
  const theirs = (id: number, scheduledAt: string, excerpt: string) => ({
    ...entry(id, scheduledAt, { excerpt, pageName: 'Corner Bakery' }),
    facebookPageId: 7,
    author: { name: 'Ravi Kumar' },
    role: 'owner',
  });
  const mine = entry(1, '11-24T01:10', { excerpt: 'Fresh bread', facebookPageId: 7 });
  open([mine, kopi], {
    routes: [
      answer(listQueue, {
        posts: [theirs(21, '11-24T01:00', 'Teh tarik'), theirs(22, '11-25T01:00', 'Roti canai')],
        isCut: false,
      }),
    ],
  });
  const day = within(await dayOf('24 November 2026, 1 post, 1 by others'));
  const link = day.getByRole('link', { name: '9:00 (GMT+8), Corner Bakery, by Ravi Kumar. Teh tarik' });
  expect(link.getAttribute('href')).toMatch(/^\/history\/post\?id=21&of=others/);
  expect(day.getByRole('button', { name: /^9:10.*Fresh bread.*10 min from another post/ })).toBeDefined();
  // Somebody posts there that day.
  expect(within(await dayOf('25 November')).queryByText('No post')).toBeNull();
  expect(screen.getByText(/^2 scheduled, 2 by others, 0 published, times in/)).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Scheduled by Others' })).toBeNull();
});

test('the next month is read before somebody goes there, and the one before for who goes back', async () => {
  const user = userEvent.setup();
  const { calls } = open([bread, kopi]);
  await screen.findByRole('grid', { name: 'November 2026' });
  const asked = () =>
    calls.flatMap(({ path, query }) => (path === calendarPosts.path ? [String(query['from']).slice(0, 7)] : []));
  // From the last Monday of the month before.
  await waitFor(() => expect(asked()).toEqual(['2026-10', '2026-11']));
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  await waitFor(() => expect(asked().slice(2)).toEqual(['2026-12']));
  await user.click(screen.getByRole('button', { name: 'Previous month' }));
  await waitFor(() => expect(asked().slice(3)).toEqual(['2026-09']));
});

test('a post that a rule made says so on its tile, and leads to the rule', async () => {
  const user = userEvent.setup();
  open([{ ...bread, recurrenceId: 8 }, kopi]);
  await user.click(await tile(/^9:00 \(GMT\+8\), Corner Bakery\. Repeats\. Fresh bread/));
  expect(screen.getByRole('menuitem', { name: 'Change what repeats' })).toBeDefined();
  await user.keyboard('{Escape}');
  await user.click(await tile(/Kopi House\. Kopi/));
  expect(screen.getByRole('menuitem', { name: 'Repeat' })).toBeDefined();
});

test('view, period and day are in the address, and kept while something else changes', async () => {
  const { address } = open([bread]);
  await userEvent.click(await screen.findByRole('radio', { name: 'Week' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
  expect(await screen.findByRole('grid', { name: '23 Nov – 29 Nov 2026' })).toBeDefined();
  await chooseIn(screen.getByRole('combobox', { name: 'Filter by page' }), 'Corner Bakery');
  expect(address()).toBe('/scheduled?view=calendar&by=week&date=2026-11-28&pageId=7');
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
  expect(address()).not.toContain('view');
});

test('the menu moves a post by days and keeps its time of day', async () => {
  const { calls, toasts } = open([bread, kopi]);
  await userEvent.click(await tile(/Fresh bread/));
  const menu = await screen.findByRole('menu', { name: /Corner Bakery/ });
  expect(within(menu).getByRole('group', { name: 'Move to…' })).toBeDefined();
  await userEvent.click(within(menu).getByRole('menuitem', { name: 'The next day (Wed 25 Nov)' }));
  expect(within(await dayOf('25 November')).getByRole('button', { name: /^9:00 .*Fresh bread/ })).toBeDefined();
  await waitFor(() =>
    expect(toasts.at(-1)).toMatchObject({
      title: 'Schedule Updated',
      description: 'Goes out on Wed 25 Nov, 9:00 (GMT+8).',
    }),
  );
  expect(changes(calls)).toEqual([{ id: '1', scheduledAt: '2026-11-25T01:00:00.000Z' }]);
});

test('the menu offers the next day without a post, another time, and everything else', async () => {
  open([bread, entry(3, '11-25T01:00'), kopi]);
  await userEvent.click(await tile(/Fresh bread/));
  const items = within(await screen.findByRole('menu'))
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);
  expect(items).toEqual([
    'Review',
    'Timeline',
    'The next day (Wed 25 Nov)',
    'The day before (Mon 23 Nov)',
    'A week later (Tue 1 Dec)',
    'The next free day (Fri 27 Nov)',
    'The next free slot',
    'Another date and time…',
    'Edit',
    'Duplicate',
    'Repeat',
    'Publish now',
    'Delete',
  ]);
});

test('Shift and an arrow move the post with the focus; the move can be undone by key and by button', async () => {
  const { calls, toasts } = open([bread, kopi]);
  (await tile(/Fresh bread/)).focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(async () =>
    expect(within(await dayOf('25 November')).getByRole('button', { name: /Fresh bread/ })).toBe(
      document.activeElement,
    ),
  );
  await waitFor(() => expect(toasts).toHaveLength(1));
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await waitFor(() => expect(toasts).toHaveLength(2));
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(toasts.at(-1)?.description).toBe('Back to Wed 25 Nov, 9:00 (GMT+8).'));
  expect(changes(calls).map((change) => (change as { scheduledAt?: string }).scheduledAt?.slice(5, 10))).toEqual([
    '11-25',
    '12-02',
    '11-25',
  ]);
  expect(screen.queryByRole('button', { name: 'Undo last change' })).toBeNull();
});

test('arrows go from post to post, and the whole calendar is one stop of the Tab key', async () => {
  open([bread, entry(3, '11-24T05:00'), kopi]);
  (await tile(/Fresh bread/)).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('Post 3');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement?.closest('[data-day]')?.getAttribute('data-day')).toBe('2026-11-26');
  expect(
    within(screen.getByRole('grid'))
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0).length,
  ).toBeLessThanOrEqual(1);
});

test('a move that comes too late goes back, and says why', async () => {
  const { toasts } = open([bread, kopi], {
    routes: [
      answer(updatePost, new Refusal(409, { message: 'This post is being published right now.', code: 'conflict' })),
    ],
  });
  (await tile(/Fresh bread/)).focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Update Failed', description: 'This post is being published right now.' },
    ]),
  );
  expect(within(await dayOf('24 November')).getByRole('button', { name: /Fresh bread/ })).toBeDefined();
});

test('a move reaches the server also while the lists are still read anew for the one before', async () => {
  let reads = 0;
  const { calls } = open([bread], {
    routes: [
      answer(calendarPosts, ({ query }) => {
        // The month that is shown, and not the next, which is read ahead.
        if (query.from.startsWith('2026-10')) reads += 1;
        return reads === 1
          ? { posts: [bread], isCut: false, lastScheduledAt: bread.scheduledAt }
          : new Promise(() => {});
      }),
    ],
  });
  (await tile(/Fresh bread/)).focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() => expect(reads).toBe(2));
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() =>
    expect(changes(calls)).toEqual([
      { id: '1', scheduledAt: '2026-11-25T01:00:00.000Z' },
      { id: '1', scheduledAt: '2026-11-26T01:00:00.000Z' },
    ]),
  );
  expect(within(await dayOf('26 November')).getByRole('button', { name: /Fresh bread/ })).toBe(document.activeElement);
});

test('an undo leaves alone what somebody else has moved meanwhile', async () => {
  const { toasts, calls } = open([bread]);
  (await tile(/Fresh bread/)).focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() => expect(toasts).toHaveLength(1));
  calls.length = 0;
  globalThis.fetch = elsewhere(globalThis.fetch);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo last change' }));
  await waitFor(() =>
    expect(toasts.at(-1)).toMatchObject({
      tone: 'destructive',
      description: 'This post was changed meanwhile, so it stays at the time it has now.',
    }),
  );
  expect(changes(calls)).toEqual([]);
});

test('to today at a time that is over asks for another time', async () => {
  const { calls } = open([entry(1, '11-22T01:00', { excerpt: 'Fresh bread' })]);
  (await tile(/Fresh bread/)).focus();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  const dialog = await screen.findByRole('dialog', { name: 'Reschedule Post' });
  expect(dialog.textContent).toContain('9:00 on Sat 21 Nov has already passed. Choose a later time.');
  expect(within(dialog).getByLabelText<HTMLInputElement>('Date').value).toBe('2026-11-21');
  expect(changes(calls)).toEqual([]);
});

test('a time that clocks skip on that day moves on, and says so', async () => {
  vi.setSystemTime(new Date('2026-03-20T04:00:00.000Z'));
  const { toasts, calls } = open([entry(1, '03-28T01:30', { excerpt: 'Night owl' })], { timeZone: 'Europe/Berlin' });
  (await tile(/^2:30 .*Night owl/)).focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() =>
    expect(toasts.at(-1)?.description).toBe(
      'There is no 2:30 on Sun 29 Mar, because clocks go forward. It goes out on Sun 29 Mar, 3:30 (GMT+2).',
    ),
  );
  expect(changes(calls)).toEqual([{ id: '1', scheduledAt: '2026-03-29T01:30:00.000Z' }]);
});

test('posts of a page that are too close, and days without a post, are marked in words and counted', async () => {
  open([bread, entry(3, '11-24T01:10'), kopi]);
  expect((await tile(/Fresh bread/)).textContent).toContain('10 min from another post');
  expect(screen.getByRole('button', { name: /^2 posts less than 30 min apart/ })).toBeDefined();
  // Sunday, Monday and Wednesday.
  await userEvent.click(screen.getByRole('button', { name: /^3 empty days/ }));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Schedule a post on Sunday 22 November 2026');
  expect(document.activeElement?.getAttribute('href')).toBe('/content-generator?date=2026-11-22');
  expect((await dayOf('23 November')).textContent).toContain('No post');
  expect((await dayOf('27 November')).textContent).not.toContain('No post');
});

test('a search shows what fits, and still marks what is too close to something else', async () => {
  open([bread, entry(3, '11-24T01:10', { excerpt: 'Other' })], { search: '&text=bread' });
  expect((await tile(/Fresh bread/)).textContent).toContain('10 min from another post');
  expect(screen.queryByRole('button', { name: /Other/ })).toBeNull();
});

test('a day with many posts shows some of them in a month, and all in its week', async () => {
  const { address } = open(
    Array.from({ length: 30 }, (_, n) =>
      entry(n + 1, `11-24T01:${String(n * 2).padStart(2, '0')}`, { facebookPageId: 100 + n }),
    ),
  );
  const more = await screen.findByRole('button', { name: '26 more on Tue 24 Nov' });
  await userEvent.click(more);
  expect(address()).toContain('by=week&date=2026-11-24');
  await userEvent.click(await screen.findByRole('button', { name: '5 more on Tue 24 Nov' }));
  expect(within(await dayOf('24 November')).getAllByRole('button', { name: /Corner Bakery/ })).toHaveLength(30);
});

test('a month counts the posts that its days have no room for, also where they stand too close', async () => {
  const asked: unknown[] = [];
  const counted = {
    ids: [3, 4, 5],
    times: ['02:00', '02:10', '05:00'].map((time) => Date.parse(`2026-11-24T${time}:00.000Z`)),
    facebookPageIds: [8, 8, null],
  };
  const first = Array.from({ length: 8 }, (_, hour) => entry(10 + hour, `11-24T0${hour + 1}:00`));
  open(first, {
    routes: [
      answer(calendarPosts, ({ query }) => {
        asked.push(query.perDay);
        return { posts: first, further: counted, isCut: false, lastScheduledAt: bread.scheduledAt };
      }),
    ],
  });
  const day = await dayOf('24 November 2026, 11 posts');
  expect(within(day).getAllByRole('button', { name: /Corner Bakery/ })).toHaveLength(4);
  expect(within(day).getByRole('button', { name: '7 more on Tue 24 Nov' })).toBeDefined();
  expect(screen.getByText(/^11 scheduled/)).toBeDefined();
  const legend = within(screen.getByRole('list', { name: 'Pages' }));
  expect(legend.getByRole('button', { name: 'Kopi House' })).toBeDefined();
  expect(legend.getByText('Tech Website')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /^2 posts less than 30 min apart/ }));
  // A week has room for all: there they are drawn.
  await waitFor(() => expect(asked.at(-1)).toBeUndefined());
  expect(asked[0]).toBe('8');
});

test('a day from which the first posts were moved away keeps a place for those that come after them', async () => {
  const further = { ids: [3, 4, 5, 6], times: [2, 3, 4, 5], facebookPageIds: [8, 8, 8, 8] };
  const times = further.times.map((hour) => Date.parse(`2026-11-24T0${hour}:00:00.000Z`));
  open([bread], {
    routes: [
      answer(calendarPosts, {
        posts: [bread],
        further: { ...further, times },
        isCut: false,
        lastScheduledAt: bread.scheduledAt,
      }),
    ],
  });
  const day = await dayOf('24 November 2026, 5 posts');
  expect(day.querySelectorAll('.animate-glow')).toHaveLength(3);
  expect(within(day).getByRole('button', { name: '1 more on Tue 24 Nov' })).toBeDefined();
});

test('an API of an earlier day, which cannot count them, tells all posts of a month', async () => {
  open([bread], {
    routes: [
      answer(calendarPosts, ({ query }) =>
        query.perDay === undefined
          ? { posts: [bread], isCut: false, lastScheduledAt: bread.scheduledAt }
          : new Refusal(400, { message: 'perDay: Unknown field', code: 'invalid_input' }),
      ),
    ],
  });
  expect(await tile(/Fresh bread/)).toBeDefined();
});

test('a post that is going out is not moved', async () => {
  const { toasts, calls } = open([entry(1, '11-24T01:00', { status: 'publishing', excerpt: 'Fresh bread' })]);
  const post = await tile(/Fresh bread\. Publishing/);
  post.focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(toasts.at(-1)?.description).toBe('This post is being published right now.');
  await userEvent.click(post);
  expect((await screen.findByRole('menuitem', { name: 'Delete' })).getAttribute('aria-disabled')).toBe('true');
  expect(changes(calls)).toEqual([]);
});

test('what is out shows quietly with its reach, counts by itself, and can be hidden', async () => {
  const out = { id: 9, excerpt: 'Out already', publishedAt: '2026-11-20T01:00:00.000Z', facebookPageId: 7 };
  const published = [
    { ...out, pageName: 'Corner Bakery', publishPlatform: 'facebook' as const, isLate: false, engagement: 12 },
  ];
  const { address } = open([bread], {
    search: '&date=2026-11-20',
    routes: [
      answer(calendarPosts, ({ query }) => ({
        posts: [bread],
        ...(query.published === 'true' && { published }),
        isCut: false,
        lastScheduledAt: bread.scheduledAt,
      })),
    ],
  });
  const text = await screen.findByText('Out already');
  const link = text.closest('a');
  expect(link?.textContent).toMatch(/^Published 9:00 .*Corner Bakery\. Out already 12 reactions$/);
  expect(link?.getAttribute('href')).toContain('/history/post?id=9&from=%2Fscheduled%3Fview%3Dcalendar');
  expect(screen.getByText(/^1 scheduled, 1 published/)).toBeDefined();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show published posts' }));
  await waitFor(() => expect(screen.queryByText('Out already')).toBeNull());
  expect(await screen.findByText(/^1 scheduled, times/)).toBeDefined();
  expect(address()).toContain('published=hidden');
});

test('publish now and delete work from the menu', async () => {
  const { toasts } = open([bread], {
    routes: [
      answer(publishPost, buildPost({ status: 'scheduled', publishNowAt: '2026-11-21T04:00:05.000Z' })),
      answer(publishOutcome, buildPost({ status: 'published' })),
      answer(deletePost, { success: true }),
    ],
  });
  await userEvent.click(await tile(/Fresh bread/));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Publish now' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Published to Facebook'));
  await userEvent.click(await tile(/Fresh bread/));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Post Deleted'));
});

test('a calendar that cannot be read says so, and tries again', async () => {
  let isBroken = true;
  open([bread], {
    routes: [
      answer(calendarPosts, () =>
        isBroken
          ? new Refusal(500, { message: 'Out of order', code: 'x' })
          : { posts: [bread], isCut: false, lastScheduledAt: bread.scheduledAt },
      ),
    ],
  });
  expect(await screen.findByText('Out of order')).toBeDefined();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await tile(/Fresh bread/)).toBeDefined();
});

test('with nothing planned it says what will be here', async () => {
  open([]);
  expect(await screen.findByText(/No scheduled posts yet/)).toBeDefined();
});

test('on a phone the days stand one under the other, and stretches without a post together', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    matches: query.includes('max-width'),
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }));
  open([bread, kopi]);
  expect(await screen.findByRole('heading', { level: 3, name: 'Tuesday 24 November 2026' })).toBeDefined();
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.getByText('No post on Sun 22 Nov and Mon 23 Nov')).toBeDefined();
  expect(screen.getByText('No posts scheduled for today.')).toBeDefined();
  // On the row of the other choice, since the row of the period has no room for it.
  const toolbar = within(screen.getByRole('search', { name: 'Scheduled posts' }));
  expect(toolbar.getByRole('group', { name: 'Period' })).toBeDefined();
  expect(screen.getAllByRole('group', { name: 'Period' })).toHaveLength(1);
});

/** The server as it is after somebody else was there: the post has another time. */
function elsewhere(fetchBefore: typeof fetch): typeof fetch {
  return async (target, init) => {
    const isRead =
      (init?.method ?? 'GET') === 'GET' &&
      new URL(target instanceof Request ? target.url : target, 'http://localhost').pathname === '/api/posts/1';
    return isRead
      ? Response.json(buildPost({ id: 1, status: 'scheduled', scheduledAt: '2026-12-24T01:00:00.000Z' }))
      : fetchBefore(target, init);
  };
}
