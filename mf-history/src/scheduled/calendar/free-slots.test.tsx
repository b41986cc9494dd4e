// @vitest-environment jsdom
import {
  calendarPosts,
  freeSlots,
  listPages,
  listPosts,
  listWaitingPosts,
  readPost,
  updatePost,
  type CalendarPost,
  type FreeSlots,
  type Post,
} from '@pagecast/api/contract';
import { answer, buildPage, buildPost, renderScreen, someUser } from '@pagecast/shell/kit/testing';
import type { Answer, SeenCall } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScheduledScreen } from '../scheduled-screen.tsx';
import { buildCalendarPost } from './build-calendar-post.ts';
import { periodOf, slotsByDay } from './free-slots.ts';
import './tile-menu.tsx';

// Saturday noon in Kuala Lumpur.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T04:00:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Nine in the morning of Tuesday there. */
const bread = buildCalendarPost(1, '2026-11-24T01:00:00.000Z', { excerpt: 'Fresh bread' });
const hour = (day: number, hourThere: number) => `2026-11-${day}T${String(hourThere - 8).padStart(2, '0')}:00:00.000Z`;
const free = (...at: string[]): FreeSlots => ({ facebookPageId: 7, zone: 'Asia/Kuala_Lumpur', at });

/** A server that keeps where posts are put. */
function server(posts: readonly CalendarPost[], slots: readonly FreeSlots[]): Answer[] {
  let kept = posts;
  return [
    answer(listWaitingPosts, ({ query }) => ({
      posts: [],
      pagination: { page: 1, limit: 1, pages: 1, total: 1, all: query.for === 'time' ? posts.length : 0 },
    })),
    answer(calendarPosts, () => ({
      posts: [...kept],
      isCut: false,
      lastScheduledAt: kept.at(-1)?.scheduledAt ?? null,
    })),
    answer(listPages, [buildPage(), buildPage({ id: 8, name: 'Lost Page', isConnected: false })]),
    answer(freeSlots, ({ query }) => ({
      pages: slots.map((page) => ({
        ...page,
        at: page.at.filter((at) => at >= (query.from ?? '') && at < (query.before ?? '3000')),
      })),
      isCut: false,
    })),
    answer(updatePost, ({ body }) => {
      const scheduledAt = body?.nextSlot?.from ?? body?.scheduledAt ?? '';
      kept = kept.map((post) => ({ ...post, scheduledAt }));
      return buildPost({ id: 1, status: 'scheduled', scheduledAt });
    }),
  ];
}
const open = (posts: readonly CalendarPost[], slots: readonly FreeSlots[], search = '', routes: Answer[] = []) =>
  renderScreen(ScheduledScreen, {
    path: '/scheduled',
    search: `view=calendar${search}`,
    routes: [...server(posts, slots), ...routes],
    user: { ...someUser, timeZone: 'Asia/Kuala_Lumpur' },
  });
const dayOf = (name: RegExp) => screen.findByRole('gridcell', { name });
const changes = (calls: readonly SeenCall[]) =>
  calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

test('an empty slot invites to write a post for its page and time', async () => {
  open([bread], [free(hour(25, 9), hour(25, 18)), { ...free(hour(25, 12)), facebookPageId: 8 }]);
  const slots = within(await dayOf(/25 November/)).getAllByRole('link', { name: /free slot/ });
  // Nobody can post to a page that is not connected.
  expect(slots.map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/free slot at 9:00 \(GMT\+8\), CB Corner Bakery/),
    expect.stringMatching(/free slot at 18:00 \(GMT\+8\), CB Corner Bakery/),
  ]);
  expect(slots[0]?.getAttribute('href')).toBe('/content-generator?date=2026-11-25&time=09:00&pageId=7&slot=free');
});

test('a month shows two of many, and the week of the day shows the rest', async () => {
  const { address } = open([bread], [free(hour(25, 9), hour(25, 12), hour(25, 15), hour(25, 18))]);
  await userEvent.click(await screen.findByRole('button', { name: '2 more free slots on Wed 25 Nov' }));
  expect(address()).toContain('by=week&date=2026-11-25');
  expect(within(await dayOf(/25 November/)).getAllByRole('link', { name: /free slot/ })).toHaveLength(4);
});

test('who looks for a text sees no slots', async () => {
  const { calls } = open([bread], [free(hour(25, 9))], '&text=bread');
  expect(await screen.findByRole('button', { name: /Fresh bread/ })).toBeDefined();
  expect(screen.queryByRole('link', { name: /free slot/ })).toBeNull();
  expect(calls.some(({ path }) => path === freeSlots.path)).toBe(false);
});

test('a post that is put on a day takes the first slot that is free there, and can be put back', async () => {
  const { calls, toasts } = open([bread], [free(hour(25, 12), hour(25, 18))]);
  (await screen.findByRole('button', { name: /Fresh bread/ })).focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(within(await dayOf(/25 November/)).getByRole('button', { name: /^12:00 .*Fresh bread/ })).toBe(
    document.activeElement,
  );
  await waitFor(() =>
    expect(toasts.at(-1)).toMatchObject({
      description: 'Goes out on Wed 25 Nov, 12:00 (GMT+8).',
      action: { label: 'Undo' },
    }),
  );
  expect(changes(calls)).toEqual([{ nextSlot: { from: hour(25, 12), before: '2026-11-25T16:00:00.000Z' } }]);
});

test('where its page has no free slot that day, a post keeps its time', async () => {
  const { calls } = open([bread], [free(hour(26, 12))]);
  (await screen.findByRole('button', { name: /Fresh bread/ })).focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() => expect(changes(calls)).toEqual([{ scheduledAt: hour(25, 9) }]));
});

test('the slots of a day that is not shown are asked for', async () => {
  const last = buildCalendarPost(1, '2026-12-06T01:00:00.000Z', { excerpt: 'Fresh bread' });
  const monday = '2026-12-07T04:00:00.000Z';
  const { calls } = open([last], [free(monday)]);
  (await screen.findByRole('button', { name: /Fresh bread/ })).focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() =>
    expect(changes(calls)).toEqual([{ nextSlot: { from: monday, before: '2026-12-07T16:00:00.000Z' } }]),
  );
});

test('a slot that somebody else took meanwhile is told by where the post went', async () => {
  const { toasts } = open([bread], [free(hour(25, 12))], '', [
    answer(updatePost, buildPost({ id: 1, status: 'scheduled', scheduledAt: hour(25, 18) })),
  ]);
  (await screen.findByRole('button', { name: /Fresh bread/ })).focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() => expect(toasts.at(-1)?.description).toBe('Goes out on Wed 25 Nov, 18:00 (GMT+8).'));
});

test('a plan shows its slots before there is any post', async () => {
  open([], [free(hour(25, 9))]);
  expect(await screen.findByRole('link', { name: /free slot at 9:00/ })).toBeDefined();
});

test('a draft stands above the days, gets a time by a press, and is a draft again by Undo', async () => {
  const draft = buildPost({ id: 1, status: 'draft', content: 'About kopi', scheduledAt: null });
  let kept: Post = draft;
  const { calls, toasts } = open([], [free(hour(25, 9))], '', [
    // Its path would fit those of the lists, which come after it.
    answer(readPost, () => kept),
    ...server([], [free(hour(25, 9))]),
    answer(listPosts, () => ({ posts: [draft], pagination: { page: 1, limit: 10, total: 1, pages: 1 } })),
    answer(updatePost, ({ body }) => {
      const scheduledAt = body?.nextSlot?.from ?? body?.scheduledAt ?? null;
      kept = { ...draft, scheduledAt, status: scheduledAt === null ? 'draft' : 'scheduled' };
      return kept;
    }),
  ]);
  const drafts = within(await screen.findByRole('group', { name: 'Drafts' }));
  await userEvent.click(drafts.getByRole('button', { name: 'Schedule this draft, Corner Bakery. About kopi' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reschedule Post' }));
  await userEvent.click(await dialog.findByRole('button', { name: /^Next free slot/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Reschedule' }));
  await waitFor(() => expect(toasts.at(-1)?.action?.label).toBe('Undo'));
  toasts.at(-1)?.action?.run();
  await waitFor(() => expect(toasts.at(-1)?.description).toBe('It is a draft again.'));
  expect(changes(calls)).toEqual([{ nextSlot: { from: hour(25, 9) } }, { scheduledAt: null }]);
});

test('slots stand on the days of the person, whatever zone their page is in', () => {
  const page = { facebookPageId: 7, zone: 'America/New_York', at: ['2026-11-24T23:00:00.000Z'] };
  expect([...slotsByDay([page], 'Asia/Kuala_Lumpur').keys()]).toEqual(['2026-11-25']);
  expect(periodOf(['2027-03-14'], 'America/New_York')).toEqual({
    from: '2027-03-14T05:00:00.000Z',
    before: '2027-03-15T04:00:00.000Z',
  });
});
