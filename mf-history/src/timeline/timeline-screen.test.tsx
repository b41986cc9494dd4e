// @vitest-environment jsdom
import {
  deletePost,
  postTimeline,
  publishOutcome,
  publishPost,
  readQueuedPost,
  type Post,
  type TimelineEntry,
} from '@pagecast/api/contract';
import { answer, buildPost, Refusal, renderScreen } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onlineManager } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { TimelineScreen } from './timeline-screen.tsx';

const at = (minute: number) => new Date(2024, 2, 5, 15, minute).toISOString();
const mina = { name: 'Mina Manager', isInPlace: false };
const fault = {
  message: 'Service temporarily unavailable',
  code: 2,
  subcode: null,
  traceId: 'AbC123',
  httpStatus: 500,
};
const story: TimelineEntry[] = [
  {
    kind: 'written',
    at: at(0),
    by: mina,
    isAiGenerated: true,
    generation: {
      purpose: 'post',
      model: 'gpt-5.4-mini',
      prompt: 'Three lines on bread',
      startedAt: at(0),
      endedAt: at(0),
      inputTokens: 10,
      outputTokens: 90,
      costMicros: 700,
    },
  },
  { kind: 'scheduled', at: at(1), by: mina, from: null, to: at(30), problem: null },
  {
    kind: 'edited',
    at: at(2),
    by: { name: 'Ada Lim', isInPlace: true },
    edits: [
      { field: 'content', before: 'Fresh bread', after: 'Warm bread' },
      { field: 'tone', before: null, after: 'Casual' },
    ],
    hasNewFiles: true,
  },
  {
    kind: 'attempt',
    at: at(30),
    number: 1,
    outcome: 'published',
    sentAt: at(33),
    endedAt: at(33),
    answers: [{ kind: 'retried', at: at(30), until: at(32), times: 3, fault }],
    fault: null,
    problem: null,
  },
  {
    kind: 'published',
    at: at(33),
    scheduledAt: at(30),
    isLate: true,
    remoteId: '1000_1',
    permalinkUrl: 'https://facebook.example/1000_1',
  },
  { kind: 'engagement', at: at(50), likes: 1204, comments: 1, shares: 0 },
];
const published = buildPost({ id: 5, content: 'Warm bread', publishedAt: at(33), facebookPostId: '1000_1' });
const open = (post: Post, entries: TimelineEntry[], more: Parameters<typeof answer>[] = []) =>
  renderScreen(TimelineScreen, {
    path: '/history/post',
    search: `id=${post.id}`,
    routes: [answer(postTimeline, { post, entries }), ...more.map((given) => answer(...given))],
  });
const titles = async () => (await screen.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent);

test.each([
  ['/history?page=3&q=bread', 'Post History', '/history?page=3&q=bread'],
  ['/scheduled?view=calendar&by=week', 'Scheduled Posts', '/scheduled?view=calendar&by=week'],
  ['https://elsewhere.example/history', 'Post History', '/history'],
])('from %s the way back leads to %s', async (from, name, to) => {
  renderScreen(TimelineScreen, {
    path: '/history/post',
    search: `id=${published.id}&from=${encodeURIComponent(from)}`,
    routes: [answer(postTimeline, { post: published, entries: [] })],
  });
  await screen.findByRole('heading', { level: 2, name: 'Activity' });
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to);
});

test('a stranger reads what happened, when and by whose hand', async () => {
  open(published, story);
  expect(await titles()).toEqual([
    'Written by the AI for Mina Manager',
    'Scheduled by Mina Manager',
    'Edited by Ada Lim, an administrator impersonating the owner',
    'Attempt 1: published',
    'Published on Corner Bakery',
    'Engagement',
  ]);
  expect(screen.getByText('Model gpt-5.4-mini · 0.0 s · 100 tokens · US$0.0007')).toBeDefined();
  expect(screen.getByText('Three lines on bread')).toBeDefined();
  expect(screen.getByText('Tone: nothing → Casual')).toBeDefined();
  expect(screen.getByText('Changed: text, tone, files.')).toBeDefined();
  expect(
    screen.getByText(
      /answered with an error before publishing anything, so we tried again · 3 times · Mar 5, 2024 3:30 PM/,
    ),
  ).toBeDefined();
  expect(screen.getByText(/^Late\. Scheduled for Mar 5, 2024 3:30 PM/)).toBeDefined();
  expect(screen.getByText('1,204 likes, 1 comment, 0 shares when we last checked.')).toBeDefined();
});

test('an edit shows what went out of the text and what came in', async () => {
  const { container } = open(published, story);
  await titles();
  expect(container.querySelector('del')?.textContent).toContain('Fresh');
  expect(container.querySelector('ins')?.textContent).toContain('Warm');
});

test('what support asks for is copied at once: all of it, in UTC, with code and trace', async () => {
  const user = userEvent.setup();
  open(published, story);
  await user.click(await screen.findByRole('button', { name: 'Copy for support' }));
  const report = await navigator.clipboard.readText();
  expect(report).toContain('Post 5, published, facebook, Corner Bakery');
  expect(report).toContain(`${at(33)}  Published on Corner Bakery`);
  expect(report).toContain('code: 2, traceId: AbC123, httpStatus: 500');
  expect(report).toContain('Prompt: Three lines on bread');
  expect(report).toContain('Text: Fresh bread → Warm bread');
});

test('a post that failed says why, and leads back to where it waits', async () => {
  const problem = {
    code: 'refused',
    message: 'Facebook refused this post.',
    action: 'edit',
    facebook: { code: 368, subcode: 1_404_102, traceId: 'XyZ' },
  };
  open(buildPost({ id: 6, status: 'failed', problem }), [
    { kind: 'written', at: at(0), by: null, isAiGenerated: false, generation: null },
    {
      kind: 'attempt',
      at: at(1),
      number: 1,
      outcome: 'refused',
      sentAt: null,
      endedAt: at(1),
      answers: [],
      fault: { ...fault, code: 368, subcode: 1_404_102 },
      problem,
    },
    { kind: 'not-out', at: at(90), status: 'missed', problem: { ...problem, message: 'It missed its hour.' } },
    { kind: 'gone', at: at(95) },
  ]);
  expect(await titles()).toEqual([
    'Written manually',
    'Attempt 1: refused',
    'Missed its time',
    'No longer on Facebook',
  ]);
  expect(screen.getByText('Facebook refused this post.')).toBeDefined();
  expect(screen.getAllByText('1404102').length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Scheduled Posts' }).getAttribute('href')).toBe('/scheduled?post=6');
});

test('holds, moves and changes of mind have their words', async () => {
  open(buildPost({ id: 7, status: 'draft' }), [
    { kind: 'scheduled', at: at(0), by: mina, from: at(30), to: at(40), problem: null },
    {
      kind: 'held',
      at: at(1),
      problem: { code: 'needs_reconnect', message: 'Reconnect Corner Bakery.', action: 'reconnect' },
    },
    { kind: 'released', at: at(2) },
    { kind: 'not-out', at: at(3), status: 'scheduled', problem: null },
    { kind: 'publish-asked', at: at(4), by: mina },
    { kind: 'unscheduled', at: at(5), by: mina, from: at(40), hadFailed: false },
    { kind: 'unscheduled', at: at(6), by: null, from: null, hadFailed: true },
  ]);
  expect(await titles()).toEqual([
    'Moved by Mina Manager',
    'On hold',
    'Back on schedule',
    'Postponed',
    'Mina Manager published it now',
    'Unscheduled by Mina Manager',
    'Saved as a draft',
  ]);
  expect(screen.getByText(/^From Mar 5, 2024 3:30 PM .* to Mar 5, 2024 3:40 PM/)).toBeDefined();
});

test('hidden drafts that were left behind are told: removed, still there, or beyond reach', async () => {
  const attempt = {
    kind: 'attempt' as const,
    number: 1,
    outcome: 'published' as const,
    sentAt: at(1),
    endedAt: at(1),
    answers: [],
    fault: null,
    problem: null,
  };
  open(buildPost({ id: 8 }), [
    { ...attempt, at: at(1), orphans: { removed: 2, left: 0, isGivenUp: false } },
    { ...attempt, at: at(2), orphans: { removed: 0, left: 1, isGivenUp: false } },
    { ...attempt, at: at(3), orphans: { removed: 0, left: null, isGivenUp: true } },
    { ...attempt, at: at(4), orphans: null },
  ]);
  expect(await screen.findByText('2 hidden drafts that nobody could see were removed from Facebook.')).toBeDefined();
  expect(
    screen.getByText("A hidden draft that nobody can see is still on Facebook. We'll keep trying to remove it."),
  ).toBeDefined();
  expect(screen.getAllByText(/hidden draft/)).toHaveLength(3);
  expect(screen.getByText(/we can't remove it, because the page is no longer connected/)).toBeDefined();
});

test('deleting asks with the words of the history and leads back there', async () => {
  const { address, toasts } = open(published, story, [[deletePost, { success: true }]]);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(
    within(dialog).getByText('Are you sure you want to delete this post? This action cannot be undone.'),
  ).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(address()).toBe('/history'));
  expect(toasts).toEqual([{ tone: 'default', title: 'Post deleted' }]);
});

test('a post that is not out can be published, moved, changed and deleted from its page', async () => {
  const { toasts, calls } = open(
    buildPost({ id: 6, status: 'failed', scheduledAt: at(30) }),
    [],
    [
      [publishPost, { ...published, id: 6, status: 'failed', publishedAt: null, publishNowAt: at(31) }],
      [publishOutcome, { ...published, id: 6 }],
    ],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Edit Post' })).getByRole('button', { name: 'Cancel' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Reschedule' }));
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Reschedule Post' })).getByRole('button', { name: 'Cancel' }),
  );
  expect(screen.getByRole('button', { name: 'Delete' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Publish again' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Published to Facebook'));
  // The page has read itself anew, when that was asked for and at its end.
  await waitFor(() => expect(calls.filter(({ path }) => path === postTimeline.path)).toHaveLength(3));
});

test.each([
  ['a post of somebody else', 'id=5'],
  ['no post', ''],
  ['nonsense', 'id=abc'],
])('an address of %s says so', async (_, search) => {
  renderScreen(TimelineScreen, { path: '/history/post', search, routes: [answer(postTimeline, 404)] });
  expect(await screen.findByText(/We can't find this post/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to Post History' })).toBeDefined();
});

test('a timeline that cannot be loaded can be asked for again', async () => {
  let times = 0;
  renderScreen(TimelineScreen, {
    path: '/history/post',
    search: 'id=5',
    routes: [
      answer(postTimeline, () => {
        times += 1;
        return times === 1
          ? new Refusal(503, { message: 'The database is away.', code: 'x' })
          : { post: published, entries: story };
      }),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await titles()).toHaveLength(6);
});

test('without a connection it says so, and the post comes with the connection', async () => {
  onlineManager.setOnline(false);
  const { container } = renderScreen(TimelineScreen, {
    path: '/history/post',
    search: 'id=1',
    routes: [answer(postTimeline, { post: buildPost({ id: 1 }), entries: story })],
  });
  expect(screen.getByText(/^You're offline\./)).toBeDefined();
  expect(container.querySelector('[aria-busy]')).toBeNull();
  onlineManager.setOnline(true);
  expect(await screen.findByRole('heading', { level: 2, name: 'Activity' })).toBeDefined();
});

test.each(['id=5', 'id=5&of=others'])(
  'at %s a post of another is there to see, and cannot be changed',
  async (search) => {
    const post = buildPost({ id: 5, status: 'scheduled', content: 'Warm bread', scheduledAt: '2030-03-05T15:30:00Z' });
    const { calls } = renderScreen(TimelineScreen, {
      path: '/history/post',
      search,
      routes: [
        answer(postTimeline, new Refusal(404)),
        answer(readQueuedPost, { post, author: { name: 'Ravi Kumar' }, role: 'editor', entries: story }),
      ],
    });
    expect(await screen.findByText('Only Ravi Kumar, who owns this post, can change it.')).toBeTruthy();
    for (const name of [/^Publish/, 'Reschedule', 'Edit', 'Delete'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(calls.map(({ path }) => path)).toHaveLength(search === 'id=5' ? 2 : 1);
  },
);

test('an address that says it is of somebody else shows their own post too, and says where there is none', async () => {
  const open = (own: Parameters<typeof answer<typeof postTimeline>>[1]) =>
    renderScreen(TimelineScreen, {
      path: '/history/post',
      search: 'id=5&of=others',
      routes: [answer(readQueuedPost, new Refusal(404)), answer(postTimeline, own)],
    });
  const { unmount } = open({ post: published, entries: story });
  expect(await screen.findByRole('button', { name: 'Delete' })).toBeTruthy();
  unmount();
  open(new Refusal(404));
  expect(await screen.findByText(/We can't find this post/)).toBeTruthy();
});
