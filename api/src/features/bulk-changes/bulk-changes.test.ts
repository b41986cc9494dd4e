import { addDays } from 'date-fns/addDays';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PageId, PostId } from '../../contract/ids.ts';
import {
  approveProposal,
  BULK_MAX_POSTS,
  changeManyPosts,
  changeProposal,
  createComposition,
  createProposal,
  createRecurrence,
  IDEMPOTENCY_HEADER,
  freeSlots,
  readRecurrence,
  removePage,
  replacePagePlans,
  undoBulkChange,
  updatePost,
  updateRecurrence,
  updateSettings,
  withdrawProposal,
  type BodyOf,
  type BulkChange,
} from '../../contract/index.ts';
import { beforeUpdate } from '../../testing/before-update.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { storeManyPosts } from '../../testing/many-posts.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import { compositionsRepository } from '../compositions/compositions.repository.ts';
import { claimsRepository } from '../publishing/claims.repository.ts';
import { pausesRepository } from '../publishing/pauses.repository.ts';
import { bulkChangesRepository } from './bulk-changes.repository.ts';

const api = setUpApi();
const { me, caller } = setUpPerson(api);
let page: PageId;
let other: PageId;
beforeEach(async () => {
  page = (await buildPage(api.db, me, { name: 'Kedai Ampang' })).id;
  other = (await buildPage(api.db, me, { name: 'Kedai Bangsar' })).id;
});

const HOUR_MS = 3_600_000;
/** Of one moment in each test, though a minute ends meanwhile. */
let nextMinute: number;
beforeEach(() => {
  nextMinute = Math.ceil(Date.now() / 60_000) * 60_000;
});
const inHours = (hours: number) => new Date(nextMinute + hours * HOUR_MS);
type Body = BodyOf<typeof changeManyPosts>;
const planned = (hours: number, facts: object = {}) =>
  buildPost(api.db, me, { facebookPageId: page, scheduledAt: inHours(hours), ...facts });
const ask = (body: Body, headers: Record<string, string> = {}) => caller.call(changeManyPosts, { body, headers });
const done = async (body: Body): Promise<BulkChange> => {
  const answer = await ask(body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
};
const undo = async ({ id }: BulkChange) => {
  const answer = await caller.call(undoBulkChange, { params: { id } });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const rows = () => api.stored.posts.rows({ user_id: me.userId });
const row = (id: PostId) => api.stored.posts.first({ id });
const reasons = ({ unchanged }: Pick<BulkChange, 'unchanged'>) =>
  unchanged.map(({ postId, reason }) => [postId, reason]);
/** As if the post had been planned for then before it was changed. */
async function planForBefore(id: PostId, hours: number): Promise<void> {
  const kept = await api.stored.bulkChangePosts.first({ post_id: id });
  const before = JSON.stringify({ ...kept.before, scheduled_at: inHours(hours) });
  await api.stored.bulkChangePosts.change({ before }, { post_id: id });
}
/** As they stand, but for when they were last touched. */
const standing = async () => (await rows()).map(({ updated_at: _at, ...facts }: Record<string, unknown>) => facts);

describe('posts moved by days', () => {
  test('go to the same time of day, and back to where each of them was', async () => {
    const ids = [await planned(24), await planned(25), await planned(26, { facebookPageId: other })];
    await api.stored.posts.change({ is_automatic: true }, { id: ids[0]! });
    const before = await standing();
    const change = await done({ postIds: ids, change: { kind: 'move', days: 3 } });
    expect([change.postIds, change.unchanged]).toEqual([ids, []]);
    expect((await row(ids[0]!)).scheduled_at).toEqual(addDays(inHours(24), 3));
    expect((await row(ids[0]!)).is_automatic).toBe(false);
    expect(change.undoUntil).not.toBeNull();

    const undone = await undo(change);
    expect([undone.undone?.postIds, undone.undone?.unchanged, undone.undoUntil]).toEqual([ids, [], null]);
    expect(await standing()).toEqual(before);
  });

  test('keep the time of day when the clocks change in between', async () => {
    await caller.call(updateSettings, {
      body: { timeZone: 'America/New_York' },
    });
    const year = new Date().getUTCFullYear() + 1;
    // The second Sunday of March: from -05:00 to -04:00.
    const id = await buildPost(api.db, me, {
      facebookPageId: page,
      scheduledAt: new Date(`${year}-03-01T14:00:00Z`),
    });
    await done({ postIds: [id], change: { kind: 'move', days: 20 } });
    expect((await row(id)).scheduled_at.toISOString()).toBe(`${year}-03-21T13:00:00.000Z`);
  });

  test.each([
    ['America/New_York', 2, 'forward'],
    ['America/New_York', 10, 'back'],
    ['Australia/Lord_Howe', 9, 'forward'],
    ['Australia/Lord_Howe', 3, 'back'],
  ])('five hundred in %s in month %i, when clocks go %s, keep apart, are told, and go back', async (zone, month) => {
    await caller.call(updateSettings, { body: { timeZone: zone } });
    // Every half hour of ten days and a half; a week later clocks change among them.
    const from = new Date(Date.UTC(new Date().getUTCFullYear() + 1, month, 1, 4) - 5 * 24 * HOUR_MS);
    await storeManyPosts(
      api.db,
      {
        status: 'scheduled',
        values: {
          content: "'Of many ' || n",
          facebook_page_id: ':page',
          scheduled_at: "cast(:from as timestamptz) + n * interval '30 minutes'",
        },
        count: 500,
        of: 'u.id = :me',
      },
      { page, from, me: me.userId },
    );
    const timesOf = async () =>
      (await api.stored.posts.rows({ user_id: me.userId }, 'id', 'scheduled_at')).map(
        (post: { id: number; scheduled_at: Date }) => [post.id, post.scheduled_at.getTime()] as const,
      );
    const before = await timesOf();
    const change = await done({ postIds: before.map(([id]) => id), change: { kind: 'move', days: 7 } });
    const after = await timesOf();
    const moved = after.filter(([, at], place) => at !== before[place]?.[1]);
    expect(moved.map(([id]) => id).toSorted((x, y) => x - y)).toEqual(change.postIds.toSorted((x, y) => x - y));
    expect(moved.length + change.unchanged.length).toBe(500);
    // At the most those of the hour that does not come, and what keeps its place because they do.
    expect(change.unchanged.length).toBeLessThan(20);
    const times = after.map(([, at]) => at).toSorted((x, y) => x - y);
    expect(times.every((at, place) => place === 0 || at - (times[place - 1] ?? 0) >= HOUR_MS / 2)).toBe(true);
    await undo(change);
    expect(await timesOf()).toEqual(before);
  });

  test('stay where they would be in the past, have no time, are on their way or are out', async () => {
    const [past, moved] = [await planned(2), await planned(72)];
    const draft = await buildPost(api.db, me, { status: 'draft', facebookPageId: page });
    const out = await buildPost(api.db, me, { status: 'published', facebookPageId: page });
    const asked = await planned(80);
    await api.stored.posts.change({ publish_now_at: inHours(0) }, { id: asked });
    const onItsWay = await planned(90);
    await api.stored.posts.change({ status: 'publishing', lease_expires_at: inHours(1) }, { id: onItsWay });
    const theirs = await buildPost(api.db, await buildUser(api.db));
    const postIds = [past, moved, draft, out, asked, onItsWay, theirs];
    const change = await done({ postIds, change: { kind: 'move', days: -1 } });
    expect(change.postIds).toEqual([moved]);
    expect(Object.fromEntries(reasons(change))).toEqual(
      Object.fromEntries([
        [past, 'past'],
        [asked, 'publishing'],
        [onItsWay, 'publishing'],
        [draft, 'no-time'],
        [out, 'published'],
        [theirs, 'gone'],
      ]),
    );
    expect(change.unchanged.find(({ postId }) => postId === theirs)).toMatchObject({ excerpt: null, pageName: null });
  });

  test('keep half an hour from others of their page, unless that is wanted', async () => {
    const [first, second] = [await planned(24), await planned(48)];
    await buildPost(api.db, me, { facebookPageId: page, scheduledAt: new Date(inHours(72).getTime() + 60_000) });
    const change = await done({ postIds: [first, second], change: { kind: 'move', days: 1 } });
    // The second one stays where the first one was to go.
    expect([change.postIds, reasons(change)]).toEqual([
      [],
      [
        [first, 'too-close'],
        [second, 'too-close'],
      ],
    ]);
    expect(change.unchanged[0]?.message).toBe('It would be less than 30 minutes from another post of Kedai Ampang.');
    expect(change.undoUntil).toBeNull();
    const body = { postIds: [first, second], change: { kind: 'move', days: 1 } as const };
    expect((await done({ ...body, tooClose: 'allow' })).postIds).toEqual([first, second]);
  });

  test('that somebody has changed since stay there when the others go back', async () => {
    const ids = [await planned(24), await planned(25), await planned(26)];
    const change = await done({ postIds: ids, change: { kind: 'move', days: 1 } });
    const elsewhere = inHours(300).toISOString();
    await caller.call(updatePost, { params: { id: ids[1]! }, body: { scheduledAt: elsewhere } });
    await api.stored.posts.remove({ id: ids[2]! });
    const { undone } = await undo(change);
    expect([undone?.postIds, reasons(undone!)]).toEqual([
      [ids[0]],
      [
        [ids[1], 'changed'],
        [ids[2], 'gone'],
      ],
    ]);
    expect((await row(ids[1]!)).scheduled_at.toISOString()).toBe(elsewhere);
  });

  test('do not go back to a time that is over by then', async () => {
    const id = await planned(24);
    const change = await done({ postIds: [id], change: { kind: 'move', days: 1 } });
    await planForBefore(id, -1);
    const { undone } = await undo(change);
    expect(reasons(undone!)).toEqual([[id, 'past']]);
    expect((await row(id)).scheduled_at).toEqual(addDays(inHours(24), 1));
  });

  test('that failed are planned again, and have failed again when that is undone', async () => {
    const id = await planned(24, { status: 'failed' });
    const problem = { code: 'refused', action: 'edit', params: {} };
    await api.stored.posts.change({ problem: JSON.stringify(problem) }, { id });
    const before = await standing();
    const change = await done({ postIds: [id], change: { kind: 'move', days: 1 } });
    expect((await row(id)).status).toBe('scheduled');
    await undo(change);
    expect(await standing()).toEqual(before);
  });
});

describe('posts moved to slots', () => {
  test('take the next free ones of their pages in their order, and go back', async () => {
    const slots = ['09:00', '12:00'].map((time) => ({ day: 1, time }));
    await caller.call(replacePagePlans, {
      body: { pages: [{ facebookPageId: page, revision: 0 }], timeZone: 'UTC', slots },
    });
    const free = (await caller.call(freeSlots, { query: { facebookPageId: page } })).body.pages[0]?.at;
    const ids = [await planned(24), await planned(48), await planned(72, { facebookPageId: other })];
    const before = await standing();
    const change = await done({ postIds: ids, change: { kind: 'slots' } });
    expect([change.postIds, reasons(change)]).toEqual([[ids[0], ids[1]], [[ids[2], 'no-slot']]]);
    const times = (await rows()).slice(0, 2).map(({ scheduled_at: at }) => (at as Date).toISOString());
    expect(times).toEqual(free?.slice(0, 2));
    await undo(change);
    expect(await standing()).toEqual(before);
  });
});

describe('posts put on another page', () => {
  test('are planned there at the same time, and go back', async () => {
    const ids = [await planned(24), await planned(48)];
    const before = await standing();
    const change = await done({ postIds: ids, change: { kind: 'page', facebookPageId: other } });
    expect((await rows()).map((post) => post.facebook_page_id)).toEqual([other, other]);
    await undo(change);
    expect(await standing()).toEqual(before);
  });

  test('stay where the other page has no room, has their text already, or is no place for them', async () => {
    const near = await planned(24);
    await planned(24, { facebookPageId: other });
    const article = await buildPost(api.db, me, { target: 'fiztech', facebookPageId: null, scheduledAt: inHours(30) });
    const there = await planned(40, { facebookPageId: other });
    const { body: composition } = await caller.call(createComposition, {
      body: {
        content: 'Kaya toast',
        status: 'scheduled',
        scheduledAt: inHours(60).toISOString(),
        pages: [{ facebookPageId: page }, { facebookPageId: other }],
      },
    });
    const tied = composition.posts[0]!.id as PostId;
    const change = await done({
      postIds: [near, article, there, tied],
      change: { kind: 'page', facebookPageId: other },
    });
    expect(change.postIds).toEqual([]);
    expect(reasons(change)).toEqual([
      [near, 'too-close'],
      [article, 'other-network'],
      [there, 'same-page'],
      [tied, 'same-composition'],
    ]);
  });

  test('stay where the other page needs its owner, and a page of somebody else is no page', async () => {
    const broken = await buildPage(api.db, me, {
      name: 'Kedai Cheras',
      problem: { code: 'reconnect', action: 'reconnect', params: { page: 'Kedai Cheras' } },
    });
    const id = await planned(24);
    const change = await done({ postIds: [id], change: { kind: 'page', facebookPageId: broken.id } });
    expect(change.unchanged).toMatchObject([
      { reason: 'page-lost', message: expect.stringContaining('Kedai Cheras') as string },
    ]);
    const theirs = (await buildPage(api.db, await buildUser(api.db))).id;
    const answer = await ask({ postIds: [id], change: { kind: 'page', facebookPageId: theirs } });
    expect(answer.status).toBe(404);
  });
});

test('posts of a rule that come back are its own again, and go with it', async () => {
  const rule = (
    await caller.call(createRecurrence, {
      body: { facebookPageId: page, rule: 'FREQ=WEEKLY', timeOfDay: '09:00', texts: [{ content: 'Every week.' }] },
    })
  ).body;
  const change = await done({ postIds: [...rule.postIds], change: { kind: 'delete' } });
  expect(change.postIds).toEqual(rule.postIds);
  await undo(change);
  const back = (await caller.call(readRecurrence, { params: { id: rule.id } })).body;
  expect(back.postIds).toEqual(rule.postIds);
  await caller.call(updateRecurrence, { params: { id: rule.id }, body: { state: 'ended' } });
  expect(await api.stored.posts.rows({ id: rule.postIds })).toEqual([]);
});

describe('a place that another post has taken since', () => {
  test.each([
    ['moved', { kind: 'move', days: 1 }],
    ['put on another page', { kind: 'page' }],
  ] as const)('is not given to one that was %s, which keeps its new one', async (_, asked) => {
    const [a, b] = [await planned(24), await planned(30)];
    const change = asked.kind === 'page' ? { ...asked, facebookPageId: other } : asked;
    const made = await done({ postIds: [a, b], change });
    const where = await row(a);
    await planned(24.2);
    const { undone } = await undo(made);
    expect([undone?.postIds, reasons(undone!)]).toEqual([[b], [[a, 'too-close']]]);
    expect(await row(a)).toEqual(where);
    expect((await row(b)).scheduled_at).toEqual(inHours(30));
  });

  test('is not given to one that was deleted, which is a draft', async () => {
    const [a, b] = [await planned(24), await planned(30)];
    const made = await done({ postIds: [a, b], change: { kind: 'delete' } });
    await planned(24.2);
    const { undone } = await undo(made);
    expect([undone?.postIds, reasons(undone!)]).toEqual([[b], [[a, 'too-close']]]);
    expect([(await row(a)).status, (await row(b)).status]).toEqual(['draft', 'scheduled']);
  });

  test('is not taken by a post that stood as close before', async () => {
    const ids = [await planned(24), await planned(24.1)];
    await planned(24.2);
    await api.stored.posts.age('1 hour', ['updated_at']);
    const moved = await done({ postIds: ids, change: { kind: 'move', days: 1 }, tooClose: 'allow' });
    expect((await undo(moved)).undone?.postIds).toEqual(ids);
    const gone = await done({ postIds: ids, change: { kind: 'delete' } });
    expect((await undo(gone)).undone?.postIds).toEqual(ids);
  });
});

describe('the post of an approved proposal that comes back', () => {
  async function deleted() {
    const { body: proposal } = await caller.call(createProposal, {
      body: { facebookPageId: page, content: 'Fresh bread from seven.', scheduledAt: inHours(30).toISOString() },
    });
    await approve(proposal);
    const [post] = (await rows()) as [{ id: PostId }];
    return { proposal, id: post.id, change: await done({ postIds: [post.id], change: { kind: 'delete' } }) };
  }
  const approve = async ({ id, contentHash }: { id: string; contentHash: string }) =>
    expect(await caller.call(approveProposal, { params: { id }, body: { contentHash } })).toMatchObject({
      status: 200,
    });

  test('is taken back with its approval', async () => {
    const { proposal, id, change } = await deleted();
    expect((await undo(change)).undone?.postIds).toEqual([id]);
    const withdrawn = await caller.call(withdrawProposal, { params: { id: proposal.id } });
    expect(withdrawn.body.state).toBe('withdrawn');
    expect(await rows()).toEqual([]);
  });

  test.each(['withdrawn', 'approved anew for another minute'])('is a draft where that is %s', async (what) => {
    const { proposal, id, change } = await deleted();
    if (what === 'withdrawn') await caller.call(withdrawProposal, { params: { id: proposal.id } });
    else
      await approve(
        (
          await caller.call(changeProposal, {
            params: { id: proposal.id },
            body: { scheduledAt: inHours(60).toISOString() },
          })
        ).body,
      );
    const { undone } = await undo(change);
    expect([undone?.postIds, reasons(undone!)]).toEqual([[], [[id, 'not-approved']]]);
    expect((await row(id)).status).toBe('draft');
    expect((await rows()).filter(({ status }) => status === 'scheduled').length).toBe(what === 'withdrawn' ? 0 : 1);
  });
});

describe('posts published together', () => {
  test('go out one for each page; the others keep their times, and say why', async () => {
    const ids = [await planned(24), await planned(48), await planned(30, { facebookPageId: other })];
    const change = await done({ postIds: ids, change: { kind: 'publish', delaySeconds: 20 } });
    expect(change.postIds).toEqual([ids[0], ids[2]]);
    expect(reasons(change)).toEqual([[ids[1], 'too-close']]);
    expect((await rows()).map((post) => post.publish_now_at !== null)).toEqual([true, false, true]);
    const { undone } = await undo(change);
    expect(undone?.postIds.length).toBe(2);
    expect((await rows()).map((post) => post.publish_now_at)).toEqual([null, null, null]);
  });

  test('cannot be taken back once they are on their way', async () => {
    const id = await planned(24);
    const change = await done({ postIds: [id], change: { kind: 'publish', delaySeconds: 20 } });
    await api.stored.posts.change({ publish_now_at: inHours(-1) }, { id });
    await claimsRepository(api.db).beginAsked();
    const { undone } = await undo(change);
    expect([undone?.postIds, reasons(undone!)]).toEqual([[], [[id, 'publishing']]]);
  });

  test('wait where their page needs its owner, has a post within half an hour, or is none', async () => {
    await planned(0.2);
    const near = await planned(24);
    const lost = await buildPage(api.db, me, { name: 'Kedai Cheras' });
    const held = await planned(24, { facebookPageId: lost.id });
    const removed = await buildPage(api.db, me, { name: 'Kedai Damai' });
    const without = await planned(24, { facebookPageId: removed.id, status: 'failed' });
    await api.stored.facebookPages.change(
      { problem: JSON.stringify({ code: 'reconnect', action: 'reconnect', params: { page: 'Kedai Cheras' } }) },
      { id: lost.id },
    );
    await caller.call(removePage, { params: { id: removed.id } });
    const change = await done({ postIds: [near, held, without], change: { kind: 'publish' } });
    expect(Object.fromEntries(reasons(change))).toEqual({
      [near]: 'too-close',
      [held]: 'held',
      [without]: 'page-lost',
    });
  });
});

describe('posts deleted together', () => {
  test('come back as they were, with their story, their tries, their files and what ties them', async () => {
    const { body: composition } = await caller.call(createComposition, {
      body: {
        content: 'Kaya toast',
        status: 'scheduled',
        scheduledAt: inHours(60).toISOString(),
        pages: [{ facebookPageId: page }, { facebookPageId: other }],
      },
    });
    const ids = [...composition.posts.map(({ id }) => id as PostId), await planned(24, { status: 'failed' })];
    await api.stored.posts.change({ is_automatic: true, tone: 'Casual' }, { id: ids[0]! });
    await api.stored.mediaFiles.add({
      user_id: me.userId,
      environment: me.environment,
      post_id: ids[0],
      position: 1,
      sha256: 'ab'.repeat(32),
      mime_type: 'image/png',
      bytes: 10,
      alt_text: 'Toast',
      kind: 'image',
      created_at: new Date(0),
    });
    await api.stored.publishAttempts.add({ post_id: ids[2], state: 'refused', ended_at: new Date(), may_be_out: true });
    const whole = async () => ({
      posts: await rows(),
      events: await api.stored.postEvents.rows({ post_id: ids }),
      attempts: await api.stored.publishAttempts.rows({ post_id: ids }),
      files: await api.stored.mediaFiles.rows({ user_id: me.userId }),
    });
    const before = await whole();
    expect(before.events.length).toBeGreaterThan(0);

    const change = await done({ postIds: ids, change: { kind: 'delete' } });
    expect(new Set(change.postIds)).toEqual(new Set(ids));
    expect(await rows()).toEqual([]);
    // What sweeps files without a post, and compositions without one, leaves these alone.
    await api.app.media.sweepUnused(new Date());
    await api.stored.compositions.age('49 hours', ['created_at']);
    await compositionsRepository(api.db).forgetEmpty();

    const { undone } = await undo(change);
    expect([new Set(undone?.postIds), undone?.unchanged]).toEqual([new Set(ids), []]);
    expect(await whole()).toEqual(before);
  });

  test('wait for their owner where their time or their page is gone meanwhile', async () => {
    const [late, lost, fine] = [await planned(24), await planned(24, { facebookPageId: other }), await planned(48)];
    const change = await done({ postIds: [late, lost, fine], change: { kind: 'delete' } });
    await planForBefore(late, -1);
    await caller.call(removePage, { params: { id: other } });
    const { undone } = await undo(change);
    expect([undone?.postIds, Object.fromEntries(reasons(undone!))]).toEqual([
      [fine],
      { [late]: 'past', [lost]: 'page-lost' },
    ]);
    expect((await rows()).map(({ status }) => status)).toEqual(['missed', 'failed', 'scheduled']);
  });

  test('stay deleted where a file of theirs was deleted too, and once the hour is over', async () => {
    const id = await planned(24);
    await api.stored.mediaFiles.add({
      user_id: me.userId,
      environment: me.environment,
      post_id: id,
      sha256: 'cd'.repeat(32),
      mime_type: 'image/png',
      bytes: 10,
    });
    const change = await done({ postIds: [id], change: { kind: 'delete' } });
    await api.stored.mediaFiles.remove({ user_id: me.userId });
    expect(reasons((await undo(change)).undone!)).toEqual([[id, 'files-gone']]);

    const late = await done({ postIds: [await planned(24)], change: { kind: 'delete' } });
    await api.stored.bulkChanges.age('61 minutes', ['created_at'], { id: late.id });
    expect(await caller.call(undoBulkChange, { params: { id: late.id } })).toMatchObject({ status: 409 });
    await bulkChangesRepository(api.db).forgetOld();
    expect(await api.stored.bulkChangePosts.rows({ bulk_change_id: late.id })).toEqual([]);
  });
});

describe('posts chosen by what they have in common', () => {
  test('are all that match, also those that nobody has loaded', async () => {
    await planned(24, { content: 'Laksa today' });
    await planned(48, { content: 'Laksa again' });
    await planned(71.2, { content: 'Toast' });
    await planned(96, { content: 'Laksa elsewhere', facebookPageId: other });
    const filter = { text: 'laksa', facebookPageId: page };
    const change = await done({ filter, expected: 2, change: { kind: 'move', days: 1 } });
    expect(change.postIds.length).toBe(2);
    expect((await done({ filter, first: 1, change: { kind: 'delete' } })).postIds.length).toBe(1);
    const between = { from: inHours(71).toISOString(), to: inHours(73).toISOString() };
    expect((await done({ filter: between, change: { kind: 'delete' } })).postIds.length).toBe(2);
  });

  test('are left alone when there are others than were seen, too many, or none', async () => {
    await planned(24);
    const change = { kind: 'delete' } as const;
    expect(await ask({ filter: {}, expected: 2, change })).toMatchObject({ status: 409, body: { matching: 1 } });
    expect((await ask({ filter: { text: 'nowhere' }, change })).status).toBe(404);
    await manyPlanned(BULK_MAX_POSTS);
    const tooMany = await ask({ filter: {}, change });
    expect([tooMany.status, (tooMany.body as unknown as { message: string }).message]).toEqual([
      400,
      'filter: 501 posts match. Up to 500 can be changed at once.',
    ]);
    expect((await rows()).length).toBe(BULK_MAX_POSTS + 1);
  });

  test.each([
    ['neither ids nor a filter', {}],
    ['both', { postIds: [1], filter: {} }],
    ['an empty list', { postIds: [] }],
    ['too many ids', { postIds: Array.from({ length: BULK_MAX_POSTS + 1 }, (_, n) => n + 1) }],
    ['ids with what belongs to a filter', { postIds: [1], expected: 1 }],
  ])('are asked for: %s is a 400', async (_name, which) => {
    expect((await ask({ ...which, change: { kind: 'delete' } })).status).toBe(400);
  });
});

describe('a change that arrives again', () => {
  test('does nothing more and is answered alike, also at the same time', async () => {
    const id = await planned(24);
    const headers = { [IDEMPOTENCY_HEADER]: 'bulk-0001' };
    const body: Body = { postIds: [id], change: { kind: 'move', days: 1 } };
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(body, headers)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect((await row(id)).scheduled_at).toEqual(addDays(inHours(24), 1));
  });

  test('is undone once, however often that is asked for', async () => {
    const id = await planned(24);
    const change = await done({ postIds: [id], change: { kind: 'delete' } });
    const answers = await Promise.all([1, 2, 3].map(() => undo(change)));
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await rows()).length).toBe(1);
  });

  test('leaves nothing when it breaks off in the middle, and does all when it comes again', async () => {
    const ids = [await planned(24), await planned(48)];
    const before = await rows();
    const headers = { [IDEMPOTENCY_HEADER]: 'bulk-0002' };
    const body: Body = { postIds: ids, change: { kind: 'delete' } };
    await atItsEnd().fail('The connection is gone');
    expect((await ask(body, headers)).status).toBe(500);
    await atItsEnd().asAlways();
    expect(await rows()).toEqual(before);
    expect((await ask(body, headers)).body.postIds.length).toBe(2);
  });
});

describe('five hundred posts that are moved just now', () => {
  test('keep nobody from the loop, which keeps nobody from them', async () => {
    const postIds = await manyPlanned(BULK_MAX_POSTS);
    const due = await planned(24, { facebookPageId: other });
    const mine = postIds.at(-1)!;
    await api.stored.posts.makeDue(mine);
    const claims = claimsRepository(api.db);
    const { reached, open } = await atItsEnd().gate();
    const first = ask({ postIds, change: { kind: 'move', days: 1 } });
    await reached();
    let second: typeof first;
    try {
      // All are changed and locked, and nothing is said yet.
      await api.stored.posts.makeDue(due);
      expect((await claims.claimPost(due, null))?.postId).toBe(due);
      expect(await claims.claimPost(mine, null)).toBeNull();
      await Promise.all([claims.markMissed(), claims.beginAsked(), pausesRepository(api.db).releaseForgotten()]);
      second = ask({ postIds: postIds.toReversed(), change: { kind: 'move', days: 7 } });
    } finally {
      await open();
    }
    const answers = await Promise.all([first, second]);
    await atItsEnd().asAlways();
    expect(answers.map(({ status, body }) => [status, body.postIds.length])).toEqual([
      [201, BULK_MAX_POSTS],
      [201, BULK_MAX_POSTS],
    ]);
  });

  test('cross each other, single changes and a page that breaks, without one that ends another', async () => {
    const postIds = await manyPlanned(100);
    const claims = claimsRepository(api.db);
    const answers = await Promise.all([
      ask({ postIds, change: { kind: 'move', days: 1 } }),
      ask({ postIds: postIds.toReversed(), change: { kind: 'page', facebookPageId: other } }),
      ask({ postIds: postIds.slice(50), change: { kind: 'delete' } }),
      ...postIds
        .slice(0, 10)
        .map((id) => caller.call(updatePost, { params: { id }, body: { scheduledAt: inHours(5000).toISOString() } })),
    ]);
    await Promise.all([claims.markMissed(), claims.beginAsked()]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  });
});

const atItsEnd = () => beforeUpdate(api.db, 'bulk_changes');

async function manyPlanned(count: number): Promise<PostId[]> {
  await storeManyPosts(
    api.db,
    {
      status: 'scheduled',
      values: {
        content: "'Toast ' || n",
        scheduled_at: "now() + n * interval '1 hour'",
        facebook_page_id: String(page),
      },
      count,
      of: 'u.id = :user',
    },
    { user: me.userId },
  );
  return api.stored.posts.values<PostId>('id', { user_id: me.userId });
}
