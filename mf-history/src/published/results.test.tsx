// @vitest-environment jsdom
import {
  listPages,
  listPosts,
  postResults,
  readBestHours,
  readPageMonth,
  type PageMonth,
  type PostResult,
} from '@pagecast/api/contract';
import {
  answer,
  buildPage,
  buildPost,
  Refusal,
  renderScreen,
  type Answer,
  type SeenCall,
} from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { PublishedScreen } from './published-screen.tsx';

const posts = [
  buildPost({ id: 1, content: 'Fresh bread' }),
  buildPost({ id: 2, content: 'Cake', facebookPostId: '9_2' }),
];
const history = answer(listPosts, { posts, pagination: { page: 1, limit: 10, total: 2, pages: 1 } });
const pages = answer(listPages, [buildPage({ id: 7, name: 'Corner Bakery' })]);
const read: PostResult = {
  postId: 1,
  figures: { likes: 50, comments: 4, shares: 1, engagement: 55, readAt: '2026-11-23T09:00:00.000Z' },
  missing: null,
  isGone: false,
  comparison: { median: 40, percent: 38, posts: 14, ageHours: [168, null], isBest: true },
  notCompared: null,
};
const unread: PostResult = {
  ...read,
  postId: 2,
  figures: null,
  missing: 'unreadable',
  comparison: null,
  notCompared: 'no-figures',
};
const results = answer(postResults, [read, unread]);

const open = (routes: Answer[], search = '') => renderScreen(PublishedScreen, { path: '/history', search, routes });
const asked = (calls: readonly SeenCall[]) => calls.findLast(({ path }) => path === listPosts.path)?.query;

describe('a row', () => {
  test('shows what followers did beside the median, when it was read, and marks the best', async () => {
    open([history, results]);
    const row = (await screen.findAllByRole('listitem'))[0] as HTMLElement;
    await within(row).findByText('38% above median');
    expect(within(row).getByText('Top post')).toBeDefined();
    expect(['Likes', 'Comments', 'Shares', 'Total'].map((name) => figure(row, name))).toEqual(['50', '4', '1', '55']);
    expect(within(row).getByText(/^Read/).textContent).toMatch(/^Read .*(ago|now|in )/);
  });

  test('shows no 0 for what could not be read', async () => {
    open([history, results]);
    const row = (await screen.findAllByRole('listitem'))[1] as HTMLElement;
    await within(row).findByText("Figures couldn't be read");
    expect(figure(row, 'Likes')).toBe('–unknown');
  });

  test('stays when the figures do not come, and says so', async () => {
    open([history, answer(postResults, new Refusal(503, { message: 'The database is away.', code: 'x' }))]);
    expect(await screen.findByText("We couldn't load the figures of these posts.")).toBeDefined();
    expect(screen.getByText('Fresh bread')).toBeDefined();
  });

  test('is used again in the generator, but for an article', async () => {
    const article = buildPost({ id: 3, publishPlatform: 'fiztech' });
    open([answer(listPosts, { posts: [...posts, article], pagination: { page: 1, limit: 10, total: 3, pages: 1 } })]);
    await screen.findByText('Cake');
    expect(screen.getAllByRole('link', { name: 'Use again' }).map((link) => link.getAttribute('href'))).toEqual([
      '/content-generator?again=1',
      '/content-generator?again=2',
    ]);
  });
});

describe('the order', () => {
  test('is chosen by the headings, turned round by a second press, and kept in the address', async () => {
    const { address, calls } = open([history, results], 'page=3');
    await screen.findByText('Cake');
    await userEvent.click(screen.getByRole('button', { name: 'Comments' }));
    expect(address()).toBe('/history?sort=comments');
    await waitFor(() => expect(asked(calls)).toMatchObject({ sort: 'comments', page: '1' }));
    await userEvent.click(screen.getByRole('button', { name: /^Comments/, pressed: true }));
    expect(address()).toBe('/history?sort=comments&order=asc');
    await waitFor(() => expect(asked(calls)).toMatchObject({ sort: 'comments', order: 'asc' }));
    await userEvent.click(screen.getByRole('button', { name: /^Published/ }));
    expect(address()).toBe('/history');
  });

  test("one press shows last month's best, and another the whole again", async () => {
    const { address, calls } = open([history, results]);
    await userEvent.click(await screen.findByRole('button', { name: "Last month's best" }));
    expect(address()).toMatch(/^\/history\?from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d&sort=engagement$/);
    await waitFor(() => expect(asked(calls)).toMatchObject({ sort: 'engagement' }));
    await userEvent.click(screen.getByRole('button', { name: "Last month's best", pressed: true }));
    expect(address()).toBe('/history');
  });
});

describe('the best time of a page', () => {
  const hours = { posts: 60, slots: 4, timeZone: 'Asia/Kuala_Lumpur', computedAt: '2026-11-23T09:00:00.000Z' };
  const best = { weekday: 2, fromHour: 19, toHour: 21, posts: 14, percent: 38, low: 5, high: 71 };

  test('is told with its evidence once a page is chosen', async () => {
    open([history, results, pages, answer(readBestHours, { ...hours, best: [best] })], 'pageId=7');
    expect(await screen.findByText('14 posts on Tuesdays 19-21: 38 % above median, likely +5 to +71')).toBeDefined();
  });

  test('is not told where it cannot be', async () => {
    open([history, results, pages, answer(readBestHours, { ...hours, best: [] })], 'pageId=7');
    expect(await screen.findByText(/^Not enough posts to tell/)).toBeDefined();
  });
});

describe('the report of a month', () => {
  const sums = { posts: 2, read: 1, likes: 50, comments: 4, shares: 1, engagement: 55, median: 55 };
  const month: PageMonth = {
    page: { id: 7, name: 'Corner Bakery' },
    month: '2024-02',
    timeZone: 'UTC',
    sums,
    before: null,
    days: Array.from({ length: 29 }, (_, index) => ({
      date: `2024-02-${String(index + 1).padStart(2, '0')}`,
      posts: index === 3 ? 2 : 0,
      engagement: index === 3 ? 55 : 0,
    })),
    posts: [
      { ...monthPost(1, 'Fresh bread'), figures: read.figures },
      { ...monthPost(2, 'Cake'), figures: null },
    ],
    best: [1],
    readFrom: '2024-03-01T09:00:00.000Z',
    readTo: '2024-03-01T09:00:00.000Z',
  };
  const hours = answer(readBestHours, {
    best: [],
    posts: 2,
    slots: 0,
    timeZone: 'UTC',
    computedAt: '2024-03-01T09:00:00.000Z',
  });

  test('has its sums, its days as a table, its best posts, and all of them', async () => {
    open([pages, hours, answer(readPageMonth, month)], 'report=2024-02&pageId=7');
    expect(await screen.findByText('Corner Bakery, February 2024')).toBeDefined();
    const best = await screen.findByRole('region', { name: 'Best posts' });
    expect(within(best).getByRole('listitem').textContent).toContain('50 likes, 4 comments, 1 share');
    const all = within(screen.getByRole('region', { name: 'All posts' }));
    expect(all.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'PostLikesCommentsSharesTotal',
      'Feb 4, 2024 9:00 AMFresh bread504155',
      'Feb 4, 2024 9:00 AMCake–unknown–unknown–unknown–unknown',
    ]);
    expect(screen.getByText(/1 post has no figures/)).toBeDefined();
    expect(within(screen.getByRole('table', { name: 'Posts and engagement by day' })).getAllByRole('row')).toHaveLength(
      30,
    );
  });

  test('is exported, and goes from month to month', async () => {
    const { address } = open([pages, hours, answer(readPageMonth, month)], 'report=2024-02&pageId=7');
    expect((await screen.findByRole('link', { name: 'Export CSV' })).getAttribute('href')).toBe(
      '/api/page-month.csv?pageId=7&month=2024-02',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Month before' }));
    expect(address()).toBe('/history?report=2024-01&pageId=7');
  });

  test('of a month without posts says so', async () => {
    const empty = { ...month, posts: [], best: [], sums: { ...sums, posts: 0, read: 0 } };
    open([pages, hours, answer(readPageMonth, empty)], 'report=2024-02&pageId=7');
    expect(await screen.findByText('No posts were published in February 2024.')).toBeDefined();
  });

  test('without a page says what to do', async () => {
    open([answer(listPages, [])], 'report=2024-02');
    expect(await screen.findByText('Connect a page to see how its posts do.')).toBeDefined();
  });
});

function monthPost(id: number, excerpt: string) {
  return { id, excerpt, publishedAt: '2024-02-04T09:00:00.000Z', mediaType: 'text' as const, permalinkUrl: null };
}

const figure = (row: HTMLElement, name: string) =>
  within(row).getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;
