// @vitest-environment jsdom
import {
  dashboardActivity,
  dashboardStats,
  deletePost,
  generateContent,
  listPages,
  listPageWarnings,
  listWaitingPosts,
  readPost,
  updatePost,
  type ActivityEntry,
  type Post,
} from '@pagecast/api/contract';
import { answer, buildPage, buildPost, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { DashboardScreen } from './dashboard-screen.tsx';
import { trendOf } from './trend-of.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const numbers = answer(dashboardStats, {
  postsThisMonth: 1234,
  monthChange: -25,
  scheduledPosts: 5,
  todayScheduled: 2,
  totalEngagement: 98_765,
  aiGenerated: 17,
  lastMonth: { posts: 1645, from: '2026-10-01', to: '2026-10-22' },
});
const scheduled = (id: number, content: string, scheduledAt: string | null) =>
  buildPost({ id, content, scheduledAt, status: 'scheduled' });
const waiting = (posts: Post[], total = posts.length) =>
  answer(listWaitingPosts, { posts, pagination: { page: 1, limit: 5, pages: 1, total, all: total } });
const happened = (id: number, type: string): ActivityEntry => ({
  id: String(id),
  type,
  title: `Event ${id}`,
  description: 'Something',
  timestamp: '2026-11-21T07:00:00.000Z',
  isAiGenerated: id === 1,
  pageName: 'Corner Bakery',
});

/** The cards come once it is known whether a warning has to stand above them. */
async function open(...routes: Answer[]) {
  const shown = renderScreen(DashboardScreen, {
    routes: [
      numbers,
      answer(listPages, [buildPage()]),
      answer(dashboardActivity, []),
      waiting([]),
      answer(listPageWarnings, []),
      trendOf([]),
      ...routes,
    ],
  });
  await screen.findByRole('region', { name: 'Quick Generator' });
  return shown;
}
const card = (name: string) => within(screen.getByRole('region', { name }));

test('the badge counts pages that are both connected and active', async () => {
  await open(
    answer(listPages, [
      buildPage(),
      buildPage({ id: 8 }),
      buildPage({ id: 9, isActive: false }),
      buildPage({ id: 10, isConnected: false }),
    ]),
  );
  expect(await screen.findByText('2 Page(s) Connected')).toBeDefined();
});

test('without such a page the badge says so', async () => {
  await open(answer(listPages, [buildPage({ isConnected: false })]));
  expect(await screen.findByText('Not Connected')).toBeDefined();
});

test('pages that stand in the way of posts are told on top, with one button that repairs them all', async () => {
  const problem = { code: 'token_expires', message: 'Facebook ends our access to Corner Bakery.', action: 'reconnect' };
  const { reconnect } = await open(
    answer(listPageWarnings, [
      {
        facebookPageId: 7,
        pageName: 'Corner Bakery',
        posts: 4,
        failsFrom: new Date(2099, 10, 24, 9, 0).toISOString(),
        problem,
      },
      {
        facebookPageId: 8,
        pageName: 'Gym',
        posts: 1,
        failsFrom: new Date(2026, 9, 25, 9, 0).toISOString(),
        problem: { ...problem, action: null },
      },
    ]),
  );
  const [first, second] = within(await screen.findByRole('region', { name: 'Fix before posts fail' })).getAllByRole(
    'listitem',
  );
  expect(first?.textContent).toMatch(
    /^4 posts on Corner Bakery will fail from Tue 24 Nov 2099, 9:00 \(.*\): reconnect\.Facebook ends our access/,
  );
  expect(second?.textContent).toMatch(/^1 post on Gym can't go out\.Facebook/);
  await userEvent.click(screen.getByRole('button', { name: 'Reconnect' }));
  expect(reconnect).toHaveBeenCalledTimes(1);
});

test('on a phone the cards wait for one another, and one that is empty takes no more than it says', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('639'),
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );
  const activity = Promise.withResolvers<[]>();
  const opening = open(answer(dashboardActivity, () => activity.promise));
  await screen.findByText('1 Page(s) Connected');
  expect(screen.queryByRole('region', { name: 'Quick Generator' })).toBeNull();
  activity.resolve([]);
  await opening;
  const places = [screen.getByText(/No posts published in the last 8 weeks/), screen.getByText(/No activity yet/)];
  for (const place of places) expect(place.closest('section')?.innerHTML).not.toMatch(/[" ](min-)?h-(70|112)[" ]/);
});

test('without warnings nothing is said of them', async () => {
  await open(answer(listPageWarnings, []));
  await screen.findByRole('region', { name: 'Numbers' });
  expect(screen.queryByRole('region', { name: 'Fix before posts fail' })).toBeNull();
});

test('warnings that cannot be read hold nothing up, and what was typed stays', async () => {
  const { calls, queryClient } = await open(answer(listPageWarnings, new Refusal(503)));
  await userEvent.type(screen.getByLabelText('Keywords'), 'bread');
  const asked = () => calls.filter(({ path }) => path === listPageWarnings.path).length;
  expect(asked()).toBe(1);
  await queryClient.invalidateQueries({ queryKey: ['dashboard'] });
  expect(asked()).toBe(2);
  expect(screen.getByLabelText<HTMLInputElement>('Keywords').value).toBe('bread');
});

test('four cards show the numbers with what they mean', async () => {
  await open();
  const shown = await screen.findByRole('region', { name: 'Numbers' });
  expect(shown.textContent).toContain('Posts This Month1,23425% fewer than last month');
  await userEvent.hover(within(shown).getByText(/25% fewer than last month/));
  const tooltip = '1,234 so far this month, 1,645 on the same days of last month (1 Oct to 22 Oct).';
  expect(await screen.findByText(tooltip)).toBeDefined();
  expect(shown.textContent).toContain('Scheduled Posts52 scheduled for today');
  expect(shown.textContent).toContain('Total Engagement98,765');
  expect(shown.textContent).toContain('AI Generated17');
});

test('a card that fails is told in its place and the others are shown', async () => {
  const { calls } = await open(answer(dashboardStats, new Refusal(500, { message: 'No numbers today.', code: 'x' })));
  expect(await screen.findByText('No numbers today.')).toBeDefined();
  expect(await screen.findByText(/No scheduled posts yet/)).toBeDefined();
  const asked = () => calls.filter((call) => call.path === dashboardStats.path).length;
  const before = asked();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(asked()).toBe(before + 1));
});

test('New Post leads to the Content Generator', async () => {
  const { address } = await open();
  await userEvent.click(screen.getByRole('link', { name: 'New Post' }));
  expect(address()).toBe('/content-generator');
});

test('four of five events are shown, and the rest is one press away', async () => {
  await open(
    answer(
      dashboardActivity,
      [1, 2, 3, 4, 5].map((id) => happened(id, 'published')),
    ),
  );
  expect(await screen.findByText('Event 4')).toBeDefined();
  expect(screen.queryByText('Event 5')).toBeNull();
  expect(screen.getByRole('link', { name: 'View all activity' }).getAttribute('href')).toBe('/history');
});

test('what an event says is written in the direction of its own language', async () => {
  await open(answer(dashboardActivity, [{ ...happened(1, 'published'), description: 'مرحبا بكم' }]));
  expect((await screen.findByText('مرحبا بكم')).getAttribute('dir')).toBe('auto');
});

test('an event leads to the whole story of its post', async () => {
  await open(answer(dashboardActivity, [{ ...happened(1, 'failed'), postId: 41 }]));
  expect((await screen.findByRole('link', { name: 'Event 1' })).getAttribute('href')).toBe('/history/post?id=41');
});

test('with four events there is nothing more to view, and an unknown kind is shown plainly', async () => {
  await open(
    answer(
      dashboardActivity,
      ['published', 'scheduled', 'failed', 'renamed'].map((type, index) => happened(index + 1, type)),
    ),
  );
  expect(await screen.findByText('Event 4')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'View all activity' })).toBeNull();
});

test('upcoming posts stand earliest first, cut at 100 characters, unscheduled last', async () => {
  await open(
    waiting([
      scheduled(1, 'No time', null),
      scheduled(2, 'Second', '2099-01-02T00:00:00.000Z'),
      scheduled(3, 'x'.repeat(150), '2099-01-01T00:00:00.000Z'),
    ]),
  );
  const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
  expect(rows[0]).toContain(`${'x'.repeat(100)}...`);
  expect(rows[0]).not.toContain('x'.repeat(101));
  expect(rows[1]).toContain('Second');
  expect(rows[2]).toContain('No time');
  expect(card('Upcoming Scheduled Posts').getByRole('link', { name: 'View all' }).getAttribute('href')).toBe(
    '/scheduled',
  );
});

test('a row can be reviewed as it will look', async () => {
  await open(waiting([scheduled(1, 'See #you', '2099-01-02T00:00:00.000Z')]));
  await userEvent.click(await screen.findByRole('button', { name: 'Review' }));
  const dialog = await screen.findByRole('dialog', { name: 'Review Post' });
  expect(within(dialog).getByRole('region', { name: 'Preview' }).textContent).toContain('See #you');
});

test('a row can be edited in text and time', async () => {
  const post = scheduled(1, 'Text', '2099-01-02T00:00:00.000Z');
  const { toasts, calls } = await open(answer(readPost, post), waiting([post]), answer(updatePost, post));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Post' });
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Text' }), ' more');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'Post Updated' }]));
  expect(calls.find((call) => call.method === 'PATCH')?.body).toEqual({ content: 'Text more' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a row can be deleted after a question', async () => {
  const { toasts, calls } = await open(waiting([scheduled(1, 'Text', null)]), answer(deletePost, { success: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'Post Deleted' }]));
  await waitFor(() => expect(calls.filter((call) => call.path === dashboardStats.path)).toHaveLength(2));
});

test('the quick generator needs type and keywords, then shows a text to copy', async () => {
  // Its set-up brings a clipboard.
  const user = userEvent.setup();
  const { toasts } = await open(answer(generateContent, { content: 'A bright text', generationId: 31 }));
  await user.click(screen.getByRole('button', { name: 'Generate Content' }));
  expect(toasts).toEqual([
    { tone: 'destructive', title: 'Missing Information', description: 'Please fill in content type and keywords.' },
  ]);
  await user.selectOptions(screen.getByLabelText('Content type'), 'crypto-analysis');
  await user.type(screen.getByLabelText('Keywords'), 'bitcoin{Enter}');
  expect((await screen.findByRole('region', { name: 'Generated content' })).textContent).toContain('A bright text');
  expect(toasts.at(-1)?.title).toBe('Content Generated');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(toasts.at(-1)).toEqual({ tone: 'default', title: 'Content Copied' }));
  expect(await navigator.clipboard.readText()).toBe('A bright text');
  expect(screen.queryByRole('button', { name: /publish/i })).toBeNull();
});

test.each([
  [502, 'The writer is busy.'],
  [429, 'Your AI budget of $5.00 a day is used up. It resets on Mon 23 Nov, 8:00 (GMT+8).'],
])("a generation that fails shows the server's reason: %i", async (status, message) => {
  const { toasts } = await open(answer(generateContent, new Refusal(status, { message, code: 'x' })));
  await userEvent.selectOptions(screen.getByLabelText('Content type'), 'promotional');
  await userEvent.type(screen.getByLabelText('Keywords'), 'bread{Enter}');
  await waitFor(() =>
    expect(toasts).toEqual([{ tone: 'destructive', title: 'Generation Failed', description: message }]),
  );
});
