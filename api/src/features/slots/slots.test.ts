import { addDays } from 'date-fns/addDays';
import { addMinutes } from 'date-fns/addMinutes';
import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { PageId } from '../../contract/ids.ts';
import {
  createComposition,
  createPost,
  duplicatePost,
  freeSlots,
  IDEMPOTENCY_HEADER,
  listPagePlans,
  readPost,
  replacePagePlans,
  updatePost,
  updateSettings,
  type BodyOf,
  type WeeklySlot,
} from '../../contract/index.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import { bookSlots } from './booking.ts';

const api = setUpApi();
const { me, caller } = setUpPerson(api);
let ampang: PageId;
let bangsar: PageId;
beforeEach(async () => {
  ampang = (await buildPage(api.db, me, { name: 'Kedai Ampang' })).id;
  bangsar = (await buildPage(api.db, me, { name: 'Kedai Bangsar' })).id;
});

/** Every day at these times. */
const daily = (...times: string[]): WeeklySlot[] =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((day) => times.map((time) => ({ day, time })));
const BEGAN = new Date();
/** A time of the day that is so many days from now, in UTC: the same day, though another one begins meanwhile. */
function inDays(days: number, time = '00:00'): Date {
  const day = addDays(BEGAN, days).toISOString().slice(0, 10);
  return new Date(`${day}T${time}:00Z`);
}
const plan = (
  pageId: PageId,
  slots: WeeklySlot[],
  { revision = 0, timeZone = 'UTC' }: { revision?: number; timeZone?: string | null } = {},
) => caller.call(replacePagePlans, { body: { pages: [{ facebookPageId: pageId, revision }], timeZone, slots } });
const freeOf = async (query: z.input<typeof freeSlots.query>) => (await caller.call(freeSlots, { query })).body.pages;
const ofTomorrow = { from: inDays(1).toISOString(), before: inDays(2).toISOString() };
const text = { content: 'Kaya toast from seven.', status: 'scheduled' } as const;
const post = (body: Partial<BodyOf<typeof createPost>>) =>
  caller.call(createPost, { body: { ...text, facebookPageId: ampang, ...body } });

describe('the weekly plan of a page', () => {
  test('is empty at first, and in the zone of its owner', async () => {
    await caller.call(updateSettings, { body: { timeZone: 'Asia/Kuala_Lumpur' } });
    expect((await caller.call(listPagePlans)).body).toEqual([
      { facebookPageId: ampang, revision: 0, timeZone: null, zone: 'Asia/Kuala_Lumpur', slots: [] },
      { facebookPageId: bangsar, revision: 0, timeZone: null, zone: 'Asia/Kuala_Lumpur', slots: [] },
    ]);
  });

  test('is replaced as a whole, in the order of the week and each time once', async () => {
    const slots = [
      { day: 3, time: '18:30' },
      { day: 1, time: '09:00' },
      { day: 1, time: '09:00' },
    ];
    const answer = await plan(ampang, slots, { timeZone: 'america/new_york' });
    expect(answer.body).toEqual([
      {
        facebookPageId: ampang,
        revision: 1,
        timeZone: 'America/New_York',
        zone: 'America/New_York',
        slots: [slots[1], slots[0]],
      },
    ]);
    expect((await plan(ampang, [], { revision: 1, timeZone: null })).body).toMatchObject([{ revision: 2, slots: [] }]);
  });

  test('goes to several pages at once, or to none of them', async () => {
    await plan(ampang, daily('09:00'));
    const pages = [
      { facebookPageId: bangsar, revision: 0 },
      { facebookPageId: ampang, revision: 0 },
    ];
    const both = (given: typeof pages) =>
      caller.call(replacePagePlans, { body: { pages: given, timeZone: null, slots: daily('12:00') } });
    const refused = await both(pages);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ plans: [{ facebookPageId: ampang, revision: 1 }] });
    expect((await caller.call(listPagePlans)).body).toMatchObject([{ revision: 1 }, { revision: 0, slots: [] }]);

    const answer = await both([pages[0]!, { facebookPageId: ampang, revision: 1 }]);
    expect(answer.body).toMatchObject([
      { facebookPageId: ampang, revision: 2 },
      { facebookPageId: bangsar, revision: 1 },
    ]);
  });

  test('that was saved in another tab is not written over, and the same again is no change', async () => {
    await plan(ampang, daily('09:00'));
    expect((await plan(ampang, daily('09:00'))).body).toMatchObject([{ revision: 1 }]);
    expect((await plan(ampang, daily('10:00'))).status).toBe(409);
    expect((await plan(ampang, daily('10:00'), { revision: 7 })).status).toBe(409);
    expect((await plan(bangsar, daily('10:00'), { revision: 7 })).status).toBe(409);
    expect((await caller.call(listPagePlans)).body[0]?.slots).toEqual(daily('09:00'));
  });

  test.each([
    [
      [
        { day: 1, time: '09:00' },
        { day: 1, time: '09:20' },
      ],
      'slots.1.time',
      'Monday 9:20 is less than 30 minutes after Monday 9:00',
    ],
    [
      [
        { day: 1, time: '00:10' },
        { day: 7, time: '23:45' },
      ],
      'slots.0.time',
      'Monday 0:10 is less than 30 minutes after Sunday 23:45',
    ],
    [[{ day: 8, time: '09:00' }], 'slots.0.day', ''],
    [[{ day: 1, time: '24:00' }], 'slots.0.time', 'Must be a time such as 09:00'],
  ])('with times that cannot be is refused: %j', async (slots, path, message) => {
    const answer = await plan(ampang, slots);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ issues: [{ path, message: expect.stringContaining(message) as string }] });
  });

  test('in a zone that is none is refused', async () => {
    const answer = await plan(ampang, daily('09:00'), { timeZone: 'Mars/Olympus' });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'timeZone' }] } });
  });

  test("of somebody else's page is neither seen nor changed", async () => {
    const other = api.as(await buildUser(api.db));
    await plan(ampang, daily('09:00'));
    const body = { pages: [{ facebookPageId: ampang, revision: 1 }], timeZone: null, slots: [] };
    expect(await other.call(replacePagePlans, { body })).toMatchObject({
      status: 404,
      body: { issues: [{ path: 'pages.0.facebookPageId' }] },
    });
    expect((await other.call(listPagePlans)).body).toEqual([]);
    expect((await other.call(freeSlots, { query: { facebookPageId: ampang } })).body.pages).toEqual([]);
  });
});

describe('free slots', () => {
  test('are those of the plan that no other post of the page is too close to', async () => {
    await plan(ampang, daily('09:00', '10:00', '11:00', '12:00'));
    const at = (time: string) => ({ facebookPageId: ampang, scheduledAt: inDays(1, time) });
    await buildPost(api.db, me, at('09:29'));
    await buildPost(api.db, me, { ...at('10:30'), status: 'published', publishedAt: inDays(1, '10:30') });
    await buildPost(api.db, me, { ...at('12:00'), status: 'failed' });
    await buildPost(api.db, me, { ...at('12:00'), facebookPageId: bangsar });
    expect(await freeOf({ ...ofTomorrow })).toEqual([
      {
        facebookPageId: ampang,
        zone: 'UTC',
        at: ['10:00', '11:00', '12:00'].map((time) => inDays(1, time).toISOString()),
      },
    ]);
  });

  test('leave out what automation has scheduled, like any other post', async () => {
    await plan(ampang, daily('09:00', '10:00'));
    const id = await buildPost(api.db, me, { facebookPageId: ampang, scheduledAt: inDays(1, '09:10') });
    await api.stored.posts.change({ is_automatic: true }, { id });
    expect(await freeOf({ ...ofTomorrow })).toMatchObject([{ at: [inDays(1, '10:00').toISOString()] }]);
  });

  test('are counted for each page, and never over', async () => {
    await plan(ampang, daily('09:00', '21:00'));
    await plan(bangsar, daily('12:00'));
    const pages = await freeOf({ count: 3, from: '2020-01-01T00:00:00Z' });
    expect(pages.map(({ at }) => at.length)).toEqual([3, 3]);
    for (const { at } of pages) for (const slot of at) expect(Date.parse(slot)).toBeGreaterThan(Date.now() - 60_000);
    expect(await freeOf({ facebookPageId: bangsar, count: 1 })).toHaveLength(1);
  });

  test('end with what is looked ahead, and a period that ends before it begins is refused', async () => {
    await plan(ampang, daily('09:00'));
    expect(await freeOf({ from: inDays(800).toISOString() })).toMatchObject([{ at: [] }]);
    const backwards = { from: ofTomorrow.before, before: ofTomorrow.from };
    expect((await caller.call(freeSlots, { query: backwards })).status).toBe(400);
  });

  test('of very many are cut, and said to be', async () => {
    const hourly = daily(...Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`));
    await plan(ampang, hourly);
    const { pages, isCut } = (await caller.call(freeSlots, {})).body;
    expect([pages[0]?.at.length, isCut]).toEqual([5000, true]);
  });
});

describe('the next free slot', () => {
  const nextSlot = ofTomorrow;
  beforeEach(async () => {
    await plan(ampang, daily('09:00', '10:00', '11:00'));
  });
  const timeOf = (answer: { body: { scheduledAt: string | null } }) => answer.body.scheduledAt?.slice(11, 16);

  test('is taken by a new post, and by the next one the next', async () => {
    expect(timeOf(await post({ nextSlot }))).toBe('09:00');
    expect(timeOf(await post({ nextSlot: { ...nextSlot, from: inDays(1, '09:00').toISOString() } }))).toBe('10:00');
  });

  test('is given once, however many ask at the same moment', async () => {
    await plan(bangsar, daily('09:00'));
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => post({ nextSlot: { from: ofTomorrow.from } })),
      caller.call(createComposition, {
        body: {
          ...text,
          nextSlot: { from: ofTomorrow.from },
          pages: [{ facebookPageId: ampang }, { facebookPageId: bangsar }],
        },
      }),
    ]);
    const times = await api.stored.posts.rows({ facebook_page_id: ampang });
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 201));
    expect(new Set(times.map((row) => String(row['scheduled_at']))).size).toBe(7);
  });

  test('that the same key asks for again is the same', async () => {
    const headers = { [IDEMPOTENCY_HEADER]: 'once' };
    const body = { ...text, facebookPageId: ampang, nextSlot };
    const [one, again] = [
      await caller.call(createPost, { body, headers }),
      await caller.call(createPost, { body, headers }),
    ];
    expect(again.body).toEqual(one.body);
  });

  test('is taken by a draft that moves there, whose own time is free', async () => {
    const id = await buildPost(api.db, me, { facebookPageId: ampang, scheduledAt: inDays(1, '09:10') });
    const moved = await caller.call(updatePost, { params: { id }, body: { nextSlot } });
    expect([moved.body.status, timeOf(moved)]).toEqual(['scheduled', '09:00']);
    const draft = await buildPost(api.db, me, { facebookPageId: ampang, status: 'draft' });
    const second = await caller.call(updatePost, { params: { id: draft }, body: { nextSlot } });
    expect([second.body.status, timeOf(second)]).toEqual(['scheduled', '10:00']);
  });

  test('is that of the page to which a post moves', async () => {
    await plan(bangsar, daily('15:00'));
    const id = await buildPost(api.db, me, { facebookPageId: ampang });
    const moved = await caller.call(updatePost, { params: { id }, body: { nextSlot, facebookPageId: bangsar } });
    expect(timeOf(moved)).toBe('15:00');
  });

  test('is taken by a copy', async () => {
    const id = await buildPost(api.db, me, { facebookPageId: ampang, scheduledAt: inDays(1, '09:00') });
    const copy = await caller.call(duplicatePost, { params: { id }, body: { nextSlot } });
    expect([copy.status, timeOf(copy)]).toEqual([201, '10:00']);
    expect((await caller.call(duplicatePost, { params: { id }, body: {} })).status).toBe(400);
  });

  test('is its own for each page of a composition', async () => {
    await plan(bangsar, daily('12:00'));
    const answer = await caller.call(createComposition, {
      body: { ...text, nextSlot, pages: [{ facebookPageId: bangsar }, { facebookPageId: ampang }] },
    });
    expect(answer.body.posts.map(({ scheduledAt }) => scheduledAt?.slice(11, 16))).toEqual(['12:00', '09:00']);
  });

  test('of a page that has none is refused in words, and nothing is made', async () => {
    const refused = await post({ nextSlot, facebookPageId: bangsar });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      message: 'Kedai Bangsar has no weekly plan yet. Set one up in Scheduled Posts, or choose a date and time.',
      withoutSlot: [bangsar],
    });
    for (const hour of ['09', '10', '11'])
      await buildPost(api.db, me, { facebookPageId: ampang, scheduledAt: inDays(1, `${hour}:00`) });
    const full = await post({ nextSlot });
    expect([full.status, (full.body as unknown as { message: string }).message]).toEqual([
      422,
      'Kedai Ampang has no free slot in that time. Choose a date and time, or add slots to its weekly plan.',
    ]);
    expect(await api.stored.posts.rows({ user_id: me.userId })).toHaveLength(3);
  });

  test.each([
    [{ nextSlot, scheduledAt: inDays(1, '09:00').toISOString() }],
    [{ nextSlot, status: 'draft' as const }],
    [{ nextSlot, status: 'published' as const }],
    [{ nextSlot, publishPlatform: 'fiztech' as const, facebookPageId: null }],
  ])('contradicts another wish: %j', async (body) => {
    const answer = await post(body);
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'nextSlot' }] } });
  });

  test('contradicts another time of a post that moves, of a copy and of a composition', async () => {
    const id = await buildPost(api.db, me, { facebookPageId: ampang });
    const body = { nextSlot, scheduledAt: inDays(1, '09:00').toISOString() };
    const pages = [{ facebookPageId: ampang }];
    const answers = [
      await caller.call(updatePost, { params: { id }, body }),
      await caller.call(duplicatePost, { params: { id }, body }),
      await caller.call(createComposition, { body: { ...text, ...body, pages } }),
      await caller.call(createComposition, { body: { ...text, nextSlot, atBestTime: true, pages } }),
      await caller.call(createComposition, { body: { ...text, nextSlot, status: 'draft', pages } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  });

  test('is not moved to by a post that is out', async () => {
    const id = await buildPost(api.db, me, { facebookPageId: ampang, status: 'published' });
    expect((await caller.call(updatePost, { params: { id }, body: { nextSlot } })).status).toBe(409);
    expect((await caller.call(readPost, { params: { id } })).body.status).toBe('published');
  });
});

test('of a page whose next weeks are full is found after them', async () => {
  await plan(ampang, daily('09:00'));
  const days = Array.from({ length: 50 }, (_, day) => day);
  for (const day of days)
    await buildPost(api.db, me, { facebookPageId: ampang, scheduledAt: inDays(day, '09:00'), status: 'scheduled' });
  const first = inDays(50, '09:00').toISOString();
  expect(await freeOf({ count: 1, facebookPageId: ampang })).toMatchObject([{ at: [first] }]);
  expect((await post({ nextSlot: {} })).body.scheduledAt).toBe(first);
});

test('slots for very many posts are booked in one go, each once and in order', async () => {
  await plan(ampang, daily('09:00', '18:00'));
  const requests = Array.from({ length: 500 }, () => ({ pageId: ampang, from: null, before: null }));
  const booked = await api.db.transaction((trx) =>
    bookSlots(trx, me, [...requests, { pageId: bangsar, from: null, before: null }]),
  );
  const times = booked.slice(0, 500).map((at) => at?.getTime() ?? 0);
  expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
  expect(booked[500]).toBeNull();
});

test('slots that a summer time brings together are not both given', async () => {
  await plan(ampang, daily('09:00'));
  const first = inDays(1, '09:00');
  const asked = { pageId: ampang, from: first, before: addMinutes(first, 1) };
  const booked = await api.db.transaction((trx) => bookSlots(trx, me, [asked, asked]));
  expect(booked).toEqual([first, null]);
});
