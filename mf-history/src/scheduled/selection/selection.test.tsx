// @vitest-environment jsdom
import {
  calendarPosts,
  changeManyPosts,
  freeSlots,
  listPages,
  listWaitingPosts,
  undoBulkChange,
  type BodyOf,
  type BulkChange,
} from '@pagecast/api/contract';
import { answer, buildPage, buildPost, renderScreen, someUser } from '@pagecast/shell/kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ScheduledScreen } from '../scheduled-screen.tsx';

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const posts = [1, 2, 3, 4].map((id) =>
  buildPost({ id, status: 'scheduled', content: `Post ${id}`, scheduledAt: at(24 + id) }),
);
const TOTAL = 312;
let asked: BodyOf<typeof changeManyPosts>[] = [];
let undone: number[] = [];
let unchanged: BulkChange['unchanged'] = [];
beforeEach(() => {
  [asked, undone, unchanged] = [[], [], []];
});

const changed = (postIds: readonly number[], facts: Partial<BulkChange> = {}): BulkChange => ({
  id: 7,
  kind: 'move',
  postIds: [...postIds],
  unchanged: [...unchanged],
  undoUntil: at(1),
  undone: null,
  ...facts,
});
const answers = [
  answer(listWaitingPosts, ({ query }) => ({
    posts: query.for === 'time' ? posts : [],
    kinds: {},
    pagination: { page: 1, limit: 25, pages: 13, total: query.for === 'time' ? TOTAL : 0, all: TOTAL },
  })),
  answer(calendarPosts, {
    posts: [5, 6].map((id) => ({
      id,
      excerpt: `Tile ${id}`,
      status: 'scheduled' as const,
      scheduledAt: at(id / 10),
      facebookPageId: 1,
      pageName: 'Corner Bakery',
      publishPlatform: 'facebook' as const,
      mediaType: 'text' as const,
      hasProblem: false,
      matches: true,
    })),
    isCut: false,
    lastScheduledAt: null,
  }),
  answer(freeSlots, { pages: [], isCut: false }),
  answer(listPages, [buildPage()]),
  answer(changeManyPosts, ({ body }) => {
    asked.push(body);
    return changed(body.postIds?.map(Number) ?? [1, 2, 3]);
  }),
  answer(undoBulkChange, ({ params }) => {
    undone.push(Number(params.id));
    return changed([1], { undoUntil: null, undone: { postIds: [1], unchanged: [] } });
  }),
];
const open = async (person = someUser) => {
  const user = userEvent.setup();
  const view = renderScreen(ScheduledScreen, {
    path: '/scheduled',
    search: 'view=table',
    routes: answers,
    user: person,
  });
  await screen.findByRole('button', { name: /Post 1/ });
  return { user, view };
};
const select = async (person = someUser) => {
  const opened = await open(person);
  await opened.user.click(screen.getByRole('button', { name: 'Select' }));
  await screen.findByRole('region', { name: 'Selected posts' });
  return opened;
};
const box = (id: number) => screen.getByRole('checkbox', { name: new RegExp(`Post ${id}`) });
const status = () => within(screen.getByRole('region', { name: 'Selected posts' })).getByRole('status').textContent;
const press = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));

describe('posts of the table', () => {
  test('are selected one by one, in a row with Shift, and by key', async () => {
    const { user } = await select();
    await user.click(box(1));
    expect(status()).toBe('1 post selected');
    await user.keyboard('{Shift>}');
    await user.click(box(3));
    await user.keyboard('{/Shift}');
    expect(status()).toBe('3 posts selected');
    await user.click(box(2));
    expect(status()).toBe('2 posts selected');
    box(3).focus();
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect([status(), document.activeElement === box(4)]).toEqual(['4 posts selected', true]);
    await user.keyboard(' ');
    expect(status()).toBe('3 posts selected');
    await user.keyboard('{Control>}a{/Control}');
    expect(status()).toBe('4 posts selected');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('are selected with Ctrl and a click before anything else is pressed', async () => {
    const { user } = await open();
    await user.keyboard('{Control>}');
    await user.click(screen.getByRole('button', { name: /Post 2/ }));
    await user.keyboard('{/Control}');
    await screen.findByRole('region', { name: 'Selected posts' });
    expect([status(), screen.queryByRole('dialog')]).toEqual(['1 post selected', null]);
  });

  test('are published together as far apart as it is set here', async () => {
    const { user } = await select({ ...someUser, spacingMinutes: 45 });
    await user.click(box(1));
    const bar = within(screen.getByRole('region', { name: 'Selected posts' }));
    await user.click(bar.getByRole('button', { name: 'Publish now' }));
    expect(await screen.findByText(/posts of a page stay 45 minutes apart/)).toBeDefined();
  });

  test('are moved by days together, and back', async () => {
    const { user } = await select();
    await user.click(box(1));
    await user.click(box(2));
    await press(user, 'Move');
    const days = await screen.findByRole('spinbutton', { name: 'Days' });
    await user.clear(days);
    await user.type(days, '-3');
    await press(user, 'Move 2');
    await waitFor(() => expect(asked).toEqual([{ postIds: [1, 2], change: { kind: 'move', days: -3 } }]));
    await waitFor(() => expect(status()).toBe('0 posts selected'));
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(undone).toEqual([7]));
  });

  test('are all that match, also those that are not loaded', async () => {
    const { user } = await select();
    await press(user, 'Select all 4 shown');
    await press(user, 'Select all 312 that match');
    expect(status()).toBe('312 posts selected');
    const bar = screen.getByRole('region', { name: 'Selected posts' });
    await user.click(within(bar).getByRole('button', { name: 'Delete' }));
    await press(user, 'Delete 312');
    await waitFor(() => expect(asked).toEqual([{ filter: {}, expected: TOTAL, change: { kind: 'delete' } }]));
  });

  test('that stay are told with the reason, and moved anyway where that is wanted', async () => {
    const left = { excerpt: 'Post', pageName: 'Kedai', status: 'scheduled' as const, scheduledAt: at(25) };
    unchanged = [
      { ...left, postId: 2, reason: 'too-close', message: 'It would be less than 30 minutes from another post.' },
      { ...left, postId: 3, reason: 'past', message: 'Its new time would be in the past.' },
    ];
    const { user } = await select();
    await user.click(box(1));
    await press(user, 'Move');
    await press(user, 'Move 1');
    const dialog = await screen.findByRole('dialog', { name: 'Left as they are: 2 posts' });
    expect(
      within(dialog)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['It would be less than 30 minutes from another post. (1)', 'Its new time would be in the past. (1)']);
    unchanged = [];
    await press(user, 'Move 1 anyway');
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({ postIds: [2], change: { kind: 'move', days: 1 }, tooClose: 'allow' }),
    );
  });
});

test('posts of the calendar are selected by a press, which opens no menu, and all of them by key', async () => {
  const user = userEvent.setup();
  renderScreen(ScheduledScreen, { path: '/scheduled', search: 'view=calendar', routes: answers });
  const tile = await screen.findByRole('button', { name: /Tile 5/ });
  await user.click(screen.getByRole('button', { name: 'Select' }));
  await screen.findByRole('region', { name: 'Selected posts' });
  await user.click(tile);
  expect([tile.getAttribute('aria-pressed'), screen.queryByRole('menu'), status()]).toEqual([
    'true',
    null,
    '1 post selected',
  ]);
  await user.keyboard('{Control>}a{/Control}');
  expect(status()).toBe('2 posts selected');
  await press(user, 'To free slots');
  await press(user, 'Move 2');
  await waitFor(() => expect(asked).toEqual([{ postIds: [5, 6], change: { kind: 'slots' } }]));
});

describe('a finger that rests', () => {
  const finger = (x: number) => ({ pointerType: 'touch', isPrimary: true, clientX: x, clientY: 10 });
  const rest = async (from: number, to: number) => {
    await open();
    const post = screen.getByRole('button', { name: /Post 2/ });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.pointerDown(post, finger(from));
    fireEvent.pointerMove(post, finger(to));
    vi.advanceTimersByTime(600);
    vi.useRealTimers();
    fireEvent.pointerUp(post, finger(to));
    fireEvent.click(post);
  };

  test('selects, and its click opens nothing', async () => {
    await rest(10, 13);
    expect(await screen.findByText('1 post selected')).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Select: Post 2/ }).checked).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('but scrolls when it moves', async () => {
    await rest(10, 60);
    expect(await screen.findByRole('dialog')).toBeDefined();
    expect(screen.queryByText('1 post selected')).toBeNull();
  });
});
