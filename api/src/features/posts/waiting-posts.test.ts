import { describe, expect, test } from 'vitest';
import {
  calendarPosts,
  CALENDAR_MAX_POSTS,
  duplicatePost,
  EXCERPT_LENGTH,
  IDEMPOTENCY_HEADER,
  listWaitingPosts,
  readPost,
  TIME_ZONE_HEADER,
} from '../../contract/index.ts';
import { ownedColumns } from '../../db/owner.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { storeManyPosts } from '../../testing/many-posts.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { otherThan } from '../../testing/stored.ts';

let { me, caller, pageRow } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, caller, pageRow } = scene);
});

const START = new Date('2099-03-01T00:00:00.000Z').getTime();
/** An instant of the calendar under test. */
const after = (hours: number) => new Date(START + hours * 3_600_000);
const mine = (facts: object = {}) => buildPost(api.db, me, { facebookPageId: pageRow, ...facts });
const idsOf = (posts: readonly { id: number }[]) => posts.map(({ id }) => id);
const list = async (query: object) => (await caller.call(listWaitingPosts, { query: { for: 'time', ...query } })).body;
const calendar = async (query: object = {}) =>
  (
    await caller.call(calendarPosts, {
      query: { from: after(0).toISOString(), to: after(31 * 24).toISOString(), ...query },
    })
  ).body;

describe('the calendar, asked for what is out', () => {
  test('holds it beside what is planned, with its reach, narrowed as the rest, and nobody else has', async () => {
    const facts = { status: 'published', publishedAt: after(5) };
    const id = await mine({ ...facts, content: 'Out already' });
    await mine({ ...facts, content: 'Out before', publishedAt: after(-5) });
    await buildPost(api.db, await buildUser(api.db), { status: 'published', publishedAt: after(5) });
    await mine({ scheduledAt: after(6) });
    await api.stored.postEngagement.add({ post_id: id, likes: 3, comments: 2, shares: 1, seen_at: api.db.fn.now() });
    const { posts, published } = await calendar({ published: 'true' });
    expect(posts).toHaveLength(1);
    expect(published).toMatchObject([
      { id, excerpt: 'Out already', publishedAt: after(5).toISOString(), facebookPageId: pageRow, engagement: 6 },
    ]);
    expect((await calendar({ published: 'true', text: 'nothing like it' })).published).toEqual([]);
    expect((await calendar({ published: 'true', facebookPageId: 999_999 })).published).toEqual([]);
    expect(await calendar()).not.toHaveProperty('published');
  });
});

describe('the list of what waits', () => {
  test('holds what is planned or on its way for its time, and what failed or was missed for its owner', async () => {
    const late = await mine({ scheduledAt: after(9) });
    const onItsWay = await mine({ status: 'publishing', scheduledAt: after(1) });
    const missed = await mine({ status: 'missed', scheduledAt: after(5) });
    const failed = await mine({ status: 'failed', scheduledAt: after(2) });
    const kept = await mine({ status: 'draft' });
    await api.stored.posts.change({ problem: '{"code":"refused","message":"No.","action":null}' }, { id: kept });
    await mine({ status: 'draft' });
    await mine({ status: 'published' });
    expect(idsOf((await list({})).posts)).toEqual([onItsWay, late]);
    expect(idsOf((await list({ for: 'owner' })).posts)).toEqual([failed, missed, kept]);
  });

  test('for its owner holds what may be out, once we cannot find out ourselves', async () => {
    const doubtful = (code: string) => JSON.stringify({ code, message: 'It may be out.', action: 'resolve' });
    const [asked, checked] = [
      await mine({ status: 'publishing', scheduledAt: after(1) }),
      await mine({ status: 'publishing', scheduledAt: after(2) }),
    ];
    await api.stored.posts.change({ problem: doubtful('may_be_out') }, { id: asked });
    await api.stored.posts.change({ problem: doubtful('confirming') }, { id: checked });
    expect(idsOf((await list({ for: 'owner' })).posts)).toEqual([asked]);
    expect(idsOf((await list({})).posts)).toEqual([checked]);
    expect(idsOf((await calendar()).posts)).toEqual([checked]);
  });

  test('comes in pages, with how many the filters let through and how many there are', async () => {
    const bread: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      bread.push(await mine({ content: `100% rye, loaf ${n}`, scheduledAt: after(n) }));
      await mine({ content: 'Kopi', scheduledAt: after(n) });
    }
    const second = await list({ text: '100% RYE', limit: 3, page: 2 });
    expect(idsOf(second.posts)).toEqual(bread.slice(3, 6));
    expect(second.pagination).toEqual({ page: 2, limit: 3, pages: 3, total: 7, all: 14 });
    expect((await list({ text: '100_' })).pagination.total).toBe(0);
  });

  test('of one page leaves the others out', async () => {
    const other = await buildPage(api.db, me);
    const theirs = await mine({ facebookPageId: other.id, scheduledAt: after(1) });
    await mine({ scheduledAt: after(1) });
    expect(idsOf((await list({ facebookPageId: other.id })).posts)).toEqual([theirs]);
  });

  test('opens at the page that holds a post, also among posts of one instant', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 7; n += 1) ids.push(await mine({ scheduledAt: after(1) }));
    const found = await list({ post: ids[5], limit: 2 });
    expect(found.pagination.page).toBe(3);
    expect(idsOf(found.posts)).toEqual(ids.slice(4, 6));
    expect((await list({ post: 1, limit: 2 })).pagination.page).toBe(1);
  });

  test('is of its owner alone', async () => {
    const id = await mine();
    const stranger = api.as(await buildUser(api.db));
    expect((await stranger.call(listWaitingPosts, { query: { for: 'time', post: id } })).body.pagination).toMatchObject(
      { total: 0, all: 0 },
    );
    expect(
      (await stranger.call(calendarPosts, { query: { from: after(0).toISOString(), to: after(9).toISOString() } })).body
        .posts,
    ).toEqual([]);
    expect((await stranger.call(readPost, { params: { id } })).status).toBe(404);
  });

  test.each(['for=nobody', 'for=time&limit=101', 'for=time&page=0', 'for=time&facebookPageId=x'])(
    'with %s is refused',
    async (query) => {
      expect((await caller.fetch(`/api/posts/waiting?${query}`)).status).toBe(400);
    },
  );
});

describe('the calendar', () => {
  test('holds what is planned or on its way in the period, its end excluded, with the first words', async () => {
    const first = await mine({ scheduledAt: after(0), content: 'A'.repeat(500) });
    const second = await mine({ status: 'publishing', scheduledAt: after(24) });
    await mine({ scheduledAt: after(48) });
    await mine({ scheduledAt: after(-1) });
    await mine({ status: 'failed', scheduledAt: after(1) });
    const { posts, isCut, lastScheduledAt } = await calendar({ to: after(48).toISOString() });
    expect(idsOf(posts)).toEqual([first, second]);
    expect(posts[0]).toMatchObject({
      excerpt: 'A'.repeat(EXCERPT_LENGTH),
      scheduledAt: after(0).toISOString(),
      facebookPageId: pageRow,
      hasProblem: false,
      publishPlatform: 'facebook',
    });
    expect(isCut).toBe(false);
    expect(lastScheduledAt).toBe(after(48).toISOString());
  });

  test('of one page leaves the others out; a text only marks', async () => {
    const other = await buildPage(api.db, me);
    await mine({ facebookPageId: other.id, scheduledAt: after(100) });
    const [rye, kopi] = [
      await mine({ scheduledAt: after(1), content: `${'x'.repeat(300)} rye` }),
      await mine({ scheduledAt: after(2) }),
    ];
    const found = await calendar({ facebookPageId: pageRow, text: 'RYE' });
    expect(found.posts.map(({ id, matches }) => [id, matches])).toEqual([
      [rye, true],
      [kopi, false],
    ]);
    expect(found.lastScheduledAt).toBe(after(2).toISOString());
  });

  test("tells so many of each of the caller's days as they ask for, and counts the others", async () => {
    const other = await buildPage(api.db, me);
    // Of 1 March in Auckland two, of the day after three, the last of them at another page.
    const hours = [9, 10, 11, 12, 34];
    const ids: number[] = [];
    for (const [place, hour] of hours.entries())
      ids.push(await mine({ scheduledAt: after(hour), ...(place === 4 && { facebookPageId: other.id }) }));
    const inAuckland = async (query: object) =>
      (
        await caller.call(calendarPosts, {
          query: { from: after(0).toISOString(), to: after(48).toISOString(), ...query },
          headers: { [TIME_ZONE_HEADER]: 'Pacific/Auckland' },
        })
      ).body;

    const { posts, further, isCut, lastScheduledAt } = await inAuckland({ perDay: 1 });
    const whole = await inAuckland({});
    expect(posts).toEqual([whole.posts[0], whole.posts[2]]);
    expect(further).toEqual({
      ids: [ids[1], ids[3], ids[4]],
      times: [10, 12, 34].map((hour) => after(hour).getTime()),
      facebookPageIds: [pageRow, pageRow, other.id],
    });
    expect([isCut, lastScheduledAt]).toEqual([false, after(34).toISOString()]);
    expect(whole).not.toHaveProperty('further');
    // Who looks for a text sees what has it, wherever that stands.
    expect(idsOf((await inAuckland({ perDay: 1, text: 'x' })).posts)).toEqual(ids);
    expect((await inAuckland({ perDay: 1, facebookPageId: other.id })).further).toMatchObject({ ids: [] });
    expect((await inAuckland({ perDay: 1, to: after(1).toISOString() })).further).toMatchObject({ ids: [] });
  });

  test('is bounded, and says when it left something out', async () => {
    await storeManyPosts(
      api.db,
      {
        status: 'scheduled',
        values: {
          content: "'One of many'",
          facebook_page_id: ':page',
          scheduled_at: "cast(:at as timestamptz) + (n - 1) * interval '1 minute'",
        },
        count: CALENDAR_MAX_POSTS + 1,
        of: 'u.id = :user',
      },
      { user: me.userId, page: pageRow, at: after(0) },
    );
    const { posts, isCut } = await calendar();
    expect([posts.length, isCut]).toEqual([CALENDAR_MAX_POSTS, true]);
    const ofDays = await calendar({ perDay: 2 });
    expect(ofDays.isCut).toBe(true);
    const told = [...idsOf(ofDays.posts), ...(ofDays.further?.ids ?? [])];
    expect(new Set(told)).toEqual(new Set(idsOf(posts)));
  });

  test.each([
    ['before it starts', -1],
    ['years later', 24 * 400],
  ])('that ends %s is refused', async (_, hours) => {
    expect(
      (await caller.call(calendarPosts, { query: { from: after(0).toISOString(), to: after(hours).toISOString() } }))
        .status,
    ).toBe(400);
  });
});

describe('a copy', () => {
  const at = after(5).toISOString();
  const copies = (column: string, id: number) =>
    api.stored.posts.values(column, { id: otherThan(id), user_id: me.userId });

  test('keeps what the post says and is, at another time', async () => {
    const id = await mine({
      status: 'published',
      content: 'Again',
      contentType: 'educational',
      tone: 'Casual',
      keywords: 'tea',
      isAiGenerated: true,
    });
    const answer = await caller.call(duplicatePost, { params: { id }, body: { scheduledAt: at } });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      content: 'Again',
      contentType: 'educational',
      tone: 'Casual',
      keywords: 'tea',
      isAiGenerated: true,
      status: 'scheduled',
      scheduledAt: at,
      facebookPageId: pageRow,
      publishedAt: null,
      facebookPostId: null,
    });
    expect(answer.body.id).not.toBe(id);
  });

  test('takes another text and another page, and leaves the original alone', async () => {
    const other = await buildPage(api.db, me);
    const id = await mine({ content: 'First' });
    const { body } = await caller.call(duplicatePost, {
      params: { id },
      body: { scheduledAt: at, content: 'Second', facebookPageId: other.id },
    });
    expect(body).toMatchObject({ content: 'Second', facebookPageId: other.id });
    expect((await caller.call(readPost, { params: { id } })).body).toMatchObject({
      content: 'First',
      facebookPageId: pageRow,
    });
  });

  test('has files of its own with the same bytes', async () => {
    const id = await mine();
    await api.stored.mediaFiles.add({
      ...ownedColumns(me),
      post_id: id,
      position: 0,
      sha256: 'a'.repeat(64),
      mime_type: 'image/png',
      bytes: 9,
      alt_text: 'A loaf',
    });
    const { body } = await caller.call(duplicatePost, { params: { id }, body: { scheduledAt: at } });
    expect(await api.stored.mediaFiles.rows({ library_at: null }, 'post_id', 'sha256', 'alt_text')).toEqual([
      { post_id: id, sha256: 'a'.repeat(64), alt_text: 'A loaf' },
      { post_id: body.id, sha256: 'a'.repeat(64), alt_text: 'A loaf' },
    ]);
  });

  test('of an article says the new words to the tech site', async () => {
    const id = await mine({ target: 'fiztech', facebookPageId: null });
    await api.stored.posts.change(
      {
        article: JSON.stringify({ type: 'news', title: 'Old', body: 'Old text', extra: 1 }),
        facebook_page_id: null,
      },
      { id },
    );
    await caller.call(duplicatePost, { params: { id }, body: { scheduledAt: at, content: 'New\n\nNew text' } });
    expect(await copies('article', id)).toEqual([{ type: 'news', title: 'New', body: 'New text', extra: 1 }]);
  });

  test('is made once for one key', async () => {
    const id = await mine();
    const copy = { params: { id }, body: { scheduledAt: at }, headers: { [IDEMPOTENCY_HEADER]: 'copy-1' } };
    const [one, other] = await Promise.all([caller.call(duplicatePost, copy), caller.call(duplicatePost, copy)]);
    expect([one.status, other.body]).toEqual([201, one.body]);
    expect(await copies('id', id)).toEqual([one.body.id]);
  });

  test('for a time that is over, a page of nobody, or of a post without its page is refused', async () => {
    const id = await mine();
    const refuse = async (body: object) =>
      (await caller.call(duplicatePost, { params: { id }, body: { scheduledAt: at, ...body } })).status;
    expect(await refuse({ scheduledAt: '2020-01-01T00:00:00Z' })).toBe(400);
    expect(await refuse({ facebookPageId: 999_999 })).toBe(404);
    await api.stored.posts.change({ facebook_page_id: null }, { id });
    expect(await refuse({})).toBe(400);
    expect(await refuse({ facebookPageId: pageRow })).toBe(201);
  });
});
