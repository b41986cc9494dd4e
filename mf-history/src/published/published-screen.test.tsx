// @vitest-environment jsdom
import { deletePost, listPages, listPosts, postPerformance, readPost, readStatus } from '@pagecast/api/contract';
import type { Post } from '@pagecast/api/contract';
import { answer, buildPage, buildPost, chooseIn, Refusal, renderScreen } from '@pagecast/shell/kit/testing';
import type { Answer, SeenCall } from '@pagecast/shell/kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { PublishedScreen } from './published-screen.tsx';

const bakery = buildPost({
  id: 1,
  content: 'Fresh bread today',
  publishedAt: new Date(2024, 2, 5, 15, 7).toISOString(),
  facebookPostId: '1000_1',
  contentType: 'behind-scenes',
});

function history(posts: Post[], { pages = 1, total = posts.length } = {}) {
  return answer(listPosts, ({ query }) => ({
    posts,
    pagination: { page: Number(query?.page ?? 1), limit: 10, total, pages },
  }));
}

/** What the list was asked for last. */
const asked = (calls: readonly SeenCall[]) => calls.findLast(({ path }) => path === listPosts.path)?.query;

const open = (routes: Answer[], search = '') => renderScreen(PublishedScreen, { path: '/history', search, routes });

test('while posts are on their way five rows stand in for them', () => {
  const { container } = open([answer(listPosts, () => new Promise(() => {}))]);
  expect(screen.getByRole('heading', { level: 1, name: 'Post History' })).toBeDefined();
  expect(container.querySelectorAll('[data-skeleton-row]')).toHaveLength(5);
});

test('a list that cannot be loaded says why and can be asked for again', async () => {
  const { calls } = open([answer(listPosts, new Refusal(503, { message: 'The database is away.', code: 'x' }))]);
  expect(await screen.findByText('The database is away.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(calls.filter(({ path }) => path === listPosts.path)).toHaveLength(2));
});

test('without posts it says so', async () => {
  open([history([])]);
  expect(await screen.findByText('No published posts found.')).toBeDefined();
});

test('a row tells platform, page, type and date, and the heading how many there are', async () => {
  open([
    history(
      [
        bakery,
        buildPost({ id: 2, pageName: null, publishPlatform: 'fiztech', contentType: 'tech-review', isLate: true }),
      ],
      { total: 1204 },
    ),
  ]);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('FacebookCorner BakeryBehind scenesMar 5, 2024 3:07 PM');
  expect(second?.textContent).toContain('Tech WebsiteLateUnknown PageTech ReviewUnknown');
  expect(screen.getByText('1,204 published posts')).toBeDefined();
});

test('while the app is in development mode each row says who sees the post', async () => {
  open([
    history([bakery, buildPost({ id: 2, publishPlatform: 'fiztech' })]),
    answer(readStatus, { loop: { isRunning: true, lastTickAt: null }, appMode: 'development' }),
  ]);
  expect(
    await screen.findAllByText('Development mode: only people with a role on the app see this post.'),
  ).toHaveLength(1);
});

test('performance is offered for posts that Facebook knows, and adds up', async () => {
  open([
    history([bakery, buildPost({ id: 2 })]),
    answer(postPerformance, { likes: 10, comments: 4, shares: 1, fetchedAt: new Date(2024, 2, 6, 9, 0).toISOString() }),
  ]);
  await screen.findAllByRole('listitem');
  expect(screen.getAllByRole('button', { name: 'Performance' })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Performance' }));
  const dialog = await screen.findByRole('dialog', { name: 'Post Performance' });
  await waitFor(() => expect(dialog.textContent).toContain('Likes10Comments4Shares1Total engagement15'));
  expect(within(dialog).getByText('Mar 6, 2024 9:00 AM')).toBeDefined();
});

test('performance that cannot be fetched closes the dialog and says why', async () => {
  const { toasts } = open([
    history([bakery]),
    answer(postPerformance, new Refusal(502, { message: 'Facebook does not answer.', code: 'x' })),
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Performance' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Performance Error', description: 'Facebook does not answer.' },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('view shows the whole post and keeps its number in the address', async () => {
  const { address } = open([history([{ ...bakery, keywords: 'bread, oven', isAiGenerated: true }])]);
  await userEvent.click(await screen.findByRole('button', { name: 'View' }));
  const dialog = await screen.findByRole('dialog', { name: 'Post Details' });
  expect(dialog.textContent).toContain('AI Generated');
  expect(dialog.textContent).toContain('bread, oven');
  expect(address()).toBe('/history?post=1');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(address()).not.toContain('post=');
});

test('an address with a post opens it', async () => {
  open([history([bakery])], 'post=1');
  expect(await screen.findByRole('dialog', { name: 'Post Details' })).toBeDefined();
});

test('delete asks first, and leaves the post on Facebook unless told otherwise', async () => {
  const { toasts, calls } = open([history([bakery]), answer(deletePost, { success: true })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(
    within(dialog).getByText('Are you sure you want to delete this post? This action cannot be undone.'),
  ).toBeDefined();
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Also delete it on Facebook' }).checked).toBe(
    false,
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'Post deleted' }]));
  expect(calls.find((call) => call.method === 'DELETE')).toMatchObject({ params: { id: '1' }, query: {} });
});

test('the choice to delete on Facebook too is sent', async () => {
  const { calls, toasts } = open([history([bakery]), answer(deletePost, { success: true })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog');
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toasts).toHaveLength(1));
  expect(calls.find((call) => call.method === 'DELETE')?.query).toEqual({ onFacebook: 'true' });
});

test('a failed delete keeps the post and says why', async () => {
  const { toasts } = open([
    history([bakery]),
    answer(deletePost, new Refusal(409, { message: 'This post is being published right now.', code: 'x' })),
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Delete failed', description: 'This post is being published right now.' },
    ]),
  );
});

test('the page number lives in the address', async () => {
  const { address, calls } = open([history([bakery], { pages: 7, total: 70 })], 'page=3');
  expect(await screen.findByText('Page 3 of 7')).toBeDefined();
  expect(asked(calls)).toEqual({ page: '3', limit: '10', status: 'published' });
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(address()).toBe('/history?page=4');
});

test('deleting the last post of a page leads to the page before', async () => {
  const { address } = open(
    [history([bakery], { pages: 3, total: 21 }), answer(deletePost, { success: true })],
    'page=3',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(address()).toBe('/history?page=2'));
});

describe('narrowing down', () => {
  const pages = answer(listPages, [buildPage(), buildPage({ id: 8, name: 'Corner Cafe' })]);

  test('what is typed goes into the address once the typing rests, and starts from the first page', async () => {
    const { address, calls } = open([pages, history([bakery], { pages: 7, total: 70 })], 'page=3');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search posts' }), 'fresh bread');
    await waitFor(() => expect(address()).toBe('/history?q=fresh+bread'));
    await waitFor(() => expect(asked(calls)).toMatchObject({ page: '1', text: 'fresh bread' }));
  });

  test.each([
    ['Platform', 'Tech Website', 'platform=fiztech', { publishPlatform: 'fiztech' }],
    ['Content type', 'Behind scenes', 'type=behind-scenes', { contentType: 'behind-scenes' }],
    ['Media', 'Reel', 'media=reel', { mediaType: 'reel' }],
    ['Generated by', 'Manual', 'by=manual', { isAiGenerated: 'false' }],
  ])('the chip %s stands in the address', async (chip, option, expected, query) => {
    const { address, calls } = open([pages, history([bakery])]);
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: chip }), option);
    expect(address()).toBe(`/history?${expected}`);
    await waitFor(() => expect(asked(calls)).toMatchObject(query));
  });

  test('a page is found by its name, stands in the address, and can be taken back', async () => {
    const { address, calls } = open([pages, history([bakery])]);
    const chip = await screen.findByRole('combobox', { name: 'Page' });
    await waitFor(() => expect(chip.textContent).toBe('All pages'));
    await chooseIn(chip, 'Corner Cafe');
    expect(address()).toBe('/history?pageId=8');
    await waitFor(() => expect(asked(calls)).toMatchObject({ facebookPageId: '8' }));
    await chooseIn(chip, 'All pages');
    expect(address()).toBe('/history');
  });

  test("a period by its name, days of one's own choice, and all of it cleared", async () => {
    const { address, calls } = open([pages, history([bakery])], 'q=bread');
    expect((await screen.findByText('bread')).tagName).toBe('MARK');
    const chip = screen.getByRole('combobox', { name: 'Published' });
    await userEvent.selectOptions(chip, 'Last 7 days');
    expect(address()).toMatch(/from=\d{4}-\d{2}-\d{2}&to=\d{4}-\d{2}-\d{2}$/);
    await userEvent.selectOptions(chip, 'Custom range');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2024-03-05' } });
    expect(address()).toContain('from=2024-03-05');
    await waitFor(() => expect(asked(calls)?.['publishedFrom']).toBe(new Date(2024, 2, 5).toISOString()));
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(address()).toBe('/history');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
  });

  test('the heading says how many fit, and that there are more than were counted', async () => {
    open(
      [
        pages,
        answer(listPosts, {
          posts: [bakery],
          pagination: { page: 1, limit: 10, total: 10_000, pages: 1000, isTotalCut: true },
        }),
      ],
      'q=bread',
    );
    expect(await screen.findByText('More than 10,000 posts match')).toBeDefined();
  });

  test('nothing that fits can be widened again', async () => {
    const { address } = open([pages, history([])], 'q=nowhere&type=ugc');
    await screen.findByText('No posts match your filters.');
    const [, button] = screen.getAllByRole('button', { name: 'Clear filters' });
    await userEvent.click(button as HTMLElement);
    expect(address()).toBe('/history');
  });
});

test('a post that is on another page of the history is opened all the same', async () => {
  open([answer(readPost, { ...bakery, id: 900, content: 'From long ago' }), history([bakery])], 'post=900');
  expect((await screen.findByRole('dialog', { name: 'Post Details' })).textContent).toContain('From long ago');
});

test('a post that is gone says so', async () => {
  open([answer(readPost, 404), history([bakery])], 'post=900');
  expect(await screen.findByText('This post is no longer here.')).toBeDefined();
});

test('every row leads to the timeline of its post', async () => {
  open([history([bakery])]);
  expect((await screen.findByRole('link', { name: 'Timeline' })).getAttribute('href')).toBe(
    '/history/post?id=1&from=%2Fhistory',
  );
});

test('a story says until when it is seen, or that it is over, and offers nothing that a story has not', async () => {
  const story = (id: number, hours: number) =>
    buildPost({
      id,
      content: 'Image story',
      mediaType: 'image',
      placement: 'story',
      facebookPostId: `1000_${id}`,
      permalinkUrl: 'https://facebook.com/stories/1',
      storyEndsAt: new Date(Date.now() + hours * 3_600_000).toISOString(),
    });
  open([history([story(1, 3), story(2, -3)])]);
  const [running, over] = await screen.findAllByRole('listitem');
  expect(running?.textContent).toMatch(/Story.*Ends/);
  expect(over?.textContent).toMatch(/Story.*Ended/);
  for (const name of ['Performance', 'Use again']) expect(within(running as HTMLElement).queryByText(name)).toBeNull();
  await userEvent.click(within(over as HTMLElement).getByRole('button', { name: 'View' }));
  const details = await screen.findByRole('dialog', { name: 'Post Details' });
  expect(details.textContent).toContain('This story is over.');
  expect(within(details).queryByRole('link', { name: /Open the/ })).toBeNull();
});
