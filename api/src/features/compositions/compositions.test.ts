import { beforeEach, describe, expect, test } from 'vitest';
import type { PageId } from '../../contract/ids.ts';
import {
  COMPOSITION_MAX_PAGES,
  createComposition,
  createPageGroup,
  deleteComposition,
  deletePageGroup,
  deletePost,
  IDEMPOTENCY_HEADER,
  listPageGroups,
  listPostsByStatus,
  listWaitingPosts,
  readComposition,
  postTimeline,
  removePage,
  replacePagePlans,
  updateComposition,
  updatePageGroup,
  updatePost,
  type BodyOf,
} from '../../contract/index.ts';
import { ownedColumns } from '../../db/owner.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { beforeUpdate, endWhoWaits } from '../../testing/before-update.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import { idempotencyKeysRepository } from '../idempotency/idempotency-keys.repository.ts';
import { compositionsRepository } from './compositions.repository.ts';

const api = setUpApi();
const { me, caller } = setUpPerson(api);
let pages: PageId[];
beforeEach(async () => {
  pages = [];
  for (const name of ['Kedai Ampang', 'Kedai Bangsar', 'Kedai Cheras'])
    pages.push((await buildPage(api.db, me, { name })).id);
});

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** A whole minute some hours from now. */
const inHours = (hours: number) =>
  new Date(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + hours * HOUR_MS).toISOString();
const later = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString();
type Body = BodyOf<typeof createComposition>;
const onAll = (change: Partial<Body> = {}): Body => ({
  content: 'Kaya toast from seven.',
  status: 'scheduled',
  scheduledAt: inHours(3),
  pages: pages.map((facebookPageId) => ({ facebookPageId })),
  ...change,
});
const compose = (change: Partial<Body> = {}, headers: Record<string, string> = {}) =>
  caller.call(createComposition, { body: onAll(change), headers });
const made = async (change: Partial<Body> = {}) => {
  const answer = await compose(change);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
};
const posts = () => api.stored.posts.rows({ user_id: me.userId });
const issuesOf = (answer: { body: unknown }) => (answer.body as { issues: { path: string; message: string }[] }).issues;

/** A stored image of that hash. */
async function file(letter: string): Promise<number> {
  const sha256 = letter.repeat(64);
  await api.stored.mediaFiles.add({ ...ownedColumns(me), sha256, mime_type: 'image/png', bytes: 10, kind: 'image' });
  return ((await api.stored.mediaFiles.latest({ user_id: me.userId })) as { id: number }).id;
}

describe('one text for several pages', () => {
  test('is a post of its own on each, tied as one', async () => {
    const composition = await made();
    expect(composition.posts.map(({ facebookPageId, content, status }) => [facebookPageId, content, status])).toEqual(
      pages.map((id) => [id, 'Kaya toast from seven.', 'scheduled']),
    );
    const { body: listed } = await caller.call(listPostsByStatus, { params: { status: 'scheduled' } });
    expect(new Set(listed.map(({ compositionId }) => compositionId))).toEqual(new Set([composition.id]));
    expect((await caller.call(readComposition, { params: { id: composition.id } })).body).toEqual(composition);
  });

  test('varies by page in text, link and time, and says where it differs', async () => {
    const [first, second, third] = pages as [PageId, PageId, PageId];
    const own = inHours(9);
    const { posts: tied } = await made({
      link: 'https://kedai.example/menu',
      pages: [
        { facebookPageId: first },
        { facebookPageId: second, content: 'Roti canai in Bangsar.', link: 'https://kedai.example/bangsar' },
        { facebookPageId: third, link: null, scheduledAt: own },
      ],
    });
    expect(tied.map(({ content, hasOwnText }) => [content, hasOwnText])).toEqual([
      ['Kaya toast from seven.\n\nhttps://kedai.example/menu', false],
      ['Roti canai in Bangsar.\n\nhttps://kedai.example/bangsar', true],
      ['Kaya toast from seven.', true],
    ]);
    expect(tied[2]?.scheduledAt).toBe(own);
  });

  test('goes out minutes apart, page by page; a time of its own is nobody else’s turn', async () => {
    const at = inHours(3);
    const own = inHours(1);
    const [first, second, third] = pages as [PageId, PageId, PageId];
    const { posts: tied } = await made({
      scheduledAt: at,
      staggerMinutes: 7,
      pages: [{ facebookPageId: first }, { facebookPageId: second, scheduledAt: own }, { facebookPageId: third }],
    });
    expect(tied.map(({ scheduledAt }) => scheduledAt)).toEqual([at, own, later(at, 7)]);
  });

  test('published now is asked for at once, and what is staggered follows', async () => {
    const { posts: tied } = await made({ status: 'published', scheduledAt: null, staggerMinutes: 5 });
    const stored = await posts();
    expect(stored.map(({ status, publish_now }) => [status, publish_now])).toEqual([
      ['scheduled', true],
      ['scheduled', false],
      ['scheduled', false],
    ]);
    const times = tied.map(({ scheduledAt }) => Date.parse(scheduledAt ?? ''));
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBe(5 * MINUTE_MS);
  });

  test('is a draft on each without a time', async () => {
    const { posts: tied } = await made({ status: 'draft', scheduledAt: null });
    expect(tied.map(({ status, scheduledAt }) => [status, scheduledAt])).toEqual(pages.map(() => ['draft', null]));
  });

  test('carries the same images to every page, and others where a page has its own', async () => {
    const [shared, other] = [await file('a'), await file('b')];
    const [first, second, third] = pages as [PageId, PageId, PageId];
    const { posts: tied } = await made({
      media: [{ id: shared, altText: 'Toast' }],
      pages: [
        { facebookPageId: first },
        { facebookPageId: second, media: [{ id: other }, { id: shared }] },
        { facebookPageId: third },
      ],
    });
    expect(tied.map(({ media, mediaType }) => [mediaType, media?.map(({ altText }) => altText)])).toEqual([
      ['image', ['Toast']],
      // Said once, it is kept with the file.
      ['image', [null, 'Toast']],
      ['image', ['Toast']],
    ]);
    expect(new Set(tied.flatMap(({ media }) => media?.map(({ id }) => id) ?? [])).size).toBe(4);
  });

  test('to sixty pages takes no more statements than to three', async () => {
    const count = async (on: readonly PageId[]) => {
      let statements = 0;
      const counted = () => (statements += 1);
      api.db.on('query', counted);
      await made({ pages: on.map((facebookPageId) => ({ facebookPageId })), tooClose: 'allow' });
      api.db.off('query', counted);
      return statements;
    };
    const many = [...pages];
    while (many.length < 60) many.push((await buildPage(api.db, me)).id);
    const few = await count(pages);
    expect(few).toBeGreaterThan(3);
    // A statement of the session may come between.
    expect(await count(many)).toBeLessThan(few + 5);
  });
});

describe('all or nothing', () => {
  test('a page that is not mine stops all, and is named by its place', async () => {
    const other = await buildPage(api.db, await buildUser(api.db), { name: 'Secret page' });
    const answer = await compose({
      pages: [...pages.map((id) => ({ facebookPageId: id })), { facebookPageId: other.id }],
    });
    expect(answer.status).toBe(404);
    expect(issuesOf(answer)).toMatchObject([{ path: 'pages.3.facebookPageId' }]);
    expect(JSON.stringify(answer.body)).not.toContain('Secret page');
    expect(await posts()).toEqual([]);
  });

  test('a time that is over stops all, and the page is named in words', async () => {
    const [first, second] = pages as [PageId, PageId];
    const answer = await compose({
      pages: [{ facebookPageId: first }, { facebookPageId: second, scheduledAt: inHours(-2) }],
    });
    expect([answer.status, issuesOf(answer)]).toEqual([
      400,
      [{ path: 'pages.1.scheduledAt', message: 'Kedai Bangsar: Please select a future date and time.' }],
    ]);
    expect(await posts()).toEqual([]);
  });

  test('a file that is gone stops all, and the page is named in words', async () => {
    const [first, second] = pages as [PageId, PageId];
    const answer = await compose({
      pages: [{ facebookPageId: first }, { facebookPageId: second, media: [{ id: 999_999_999 }] }],
    });
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)).toMatchObject([
      { path: 'pages.1.media', message: expect.stringContaining('Kedai Bangsar: ') },
    ]);
    expect([await posts(), await api.stored.compositions.rows({ user_id: me.userId })]).toEqual([[], []]);
  });

  test.each<[string, Partial<Body>, string]>([
    ['no page', { pages: [] }, 'pages'],
    ['no time', { scheduledAt: null }, 'scheduledAt'],
    ['no text', { content: '  ' }, 'content'],
    ['a link that is none', { link: 'javascript:alert(1)' }, 'link'],
    ['more minutes than a day', { staggerMinutes: 1441 }, 'staggerMinutes'],
    ['half a minute', { staggerMinutes: 0.5 }, 'staggerMinutes'],
    ['now and at the best time', { status: 'published', atBestTime: true }, 'atBestTime'],
    ['files without a kind for them', { mediaType: 'text', media: [{ id: 1 }] }, 'pages.0.media'],
    ['a kind without files', { mediaType: 'image' }, 'pages.0.media'],
  ])('%s is refused', async (_, change, path) => {
    const answer = await compose(change);
    expect([answer.status, issuesOf(answer)[0]?.path]).toEqual([400, path]);
    expect(await posts()).toEqual([]);
  });

  test('a page chosen twice, and more pages than a composition takes, are refused', async () => {
    const [first] = pages as [PageId];
    const twice = await compose({ pages: [{ facebookPageId: first }, { facebookPageId: first }] });
    expect(issuesOf(twice)).toMatchObject([{ path: 'pages.1.facebookPageId', message: 'This page is chosen twice.' }]);
    const many = await compose({
      pages: Array.from({ length: COMPOSITION_MAX_PAGES + 1 }, (_, n) => ({ facebookPageId: n + 1 })),
    });
    expect([twice.status, many.status, await posts()]).toEqual([400, 400, []]);
  });
});

describe('the distance between posts of a page', () => {
  test('stops all, names the page and says when it is free', async () => {
    const at = inHours(5);
    await buildPost(api.db, me, { facebookPageId: pages[1] ?? null, scheduledAt: new Date(later(at, -10)) });
    const answer = await compose({ scheduledAt: at });
    expect([answer.status, answer.body]).toMatchObject([
      409,
      {
        message: expect.stringContaining('Kedai Bangsar has another post less than 30 minutes'),
        tooClose: [{ facebookPageId: pages[1], otherAt: later(at, -10), freeAt: later(at, 20) }],
      },
    ]);
    expect(await posts()).toHaveLength(1);
    expect((await compose({ scheduledAt: at, tooClose: 'allow' })).status).toBe(201);
  });

  test('moves a page to its next free moment where that is wanted, also one that was to go out at once', async () => {
    const at = inHours(5);
    await buildPost(api.db, me, { facebookPageId: pages[1] ?? null, scheduledAt: new Date(later(at, -10)) });
    const { posts: tied } = await made({ scheduledAt: at, tooClose: 'nextFree' });
    expect(tied.map(({ scheduledAt }) => scheduledAt)).toEqual([at, later(at, 20), at]);
    await buildPost(api.db, me, { facebookPageId: pages[2] ?? null, scheduledAt: new Date(Date.now() + MINUTE_MS) });
    const { id } = await made({ status: 'published', scheduledAt: null, tooClose: 'nextFree' });
    expect((await posts()).filter((row) => row.composition_id === id).map((row) => row.publish_now)).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('holds for two compositions that come at once', async () => {
    const at = inHours(5);
    const answers = await Promise.all([compose({ scheduledAt: at }), compose({ scheduledAt: later(at, 10) })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await posts()).toHaveLength(3);
  });

  test('is kept where each page goes out at its best free time', async () => {
    const at = inHours(5);
    for (const minutes of [0, 30, 45])
      await buildPost(api.db, me, { facebookPageId: pages[1] ?? null, scheduledAt: new Date(later(at, minutes)) });
    const { posts: tied } = await made({ scheduledAt: at, atBestTime: true });
    expect(tied.map(({ scheduledAt }) => scheduledAt)).toEqual([at, later(at, 75), at]);
  });

  test('the best time is within the best hours of each page, where they are known', async () => {
    await api.stored.pageBestHours.add({
      facebook_page_id: pages[0],
      time_zone: 'Asia/Kuala_Lumpur',
      computed_at: api.db.fn.now(),
      found: {
        posts: 60,
        slots: 4,
        best: [{ weekday: null, fromHour: 19, posts: 14, percent: 38, low: 5, high: 71 }],
      },
    });
    const { posts: tied } = await made({ scheduledAt: null, atBestTime: true });
    const hours = tied.map(({ scheduledAt }) => new Date(scheduledAt ?? '').getUTCHours());
    expect([11, 12]).toContain(hours[0]);
    expect(Date.parse(tied[1]?.scheduledAt ?? '')).toBeLessThan(Date.now() + HOUR_MS);
  });
});

describe('under one key', () => {
  const key = (name: string) => ({ [IDEMPOTENCY_HEADER]: `${name}-${me.userId}` });

  test('the same again is the same composition, at the same time too', async () => {
    const body = onAll();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => caller.call(createComposition, { body, headers: key('once') })),
    );
    const again = await caller.call(createComposition, { body, headers: key('once') });
    expect(new Set([...answers, again].map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1);
    expect(await posts()).toHaveLength(3);
  });

  test('a deleted post does not come back, and another request is refused', async () => {
    const body = onAll();
    const { body: first } = await caller.call(createComposition, { body, headers: key('kept') });
    await caller.call(deletePost, { params: { id: first.posts[0]?.id ?? 0 } });
    const again = await caller.call(createComposition, { body, headers: key('kept') });
    expect([again.status, again.body.id, again.body.posts.length]).toEqual([201, first.id, 2]);
    const other = await caller.call(createComposition, { body: { ...body, content: 'Other' }, headers: key('kept') });
    expect([other.status, other.body]).toMatchObject([422, { code: 'idempotency_key_reused' }]);
    expect(await posts()).toHaveLength(2);
  });

  test('two processes make one, and of two that are too close one', async () => {
    const second = (await api.another()).as(me);
    const [body, late] = [onAll(), onAll({ scheduledAt: inHours(9) })];
    const made = await Promise.all(
      [caller, second, caller, second].map((one) => one.call(createComposition, { body, headers: key('two') })),
    );
    expect(new Set(made.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1);
    const apart = await Promise.all(
      [caller, second].map((one, n) => one.call(createComposition, { body: late, headers: key(`apart-${n}`) })),
    );
    expect(apart.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await posts()).toHaveLength(6);
  });

  test('what a process that died had begun leaves nothing, and the next one makes it', async () => {
    const { promise: dies, reject: kill } = Promise.withResolvers<never>();
    const { promise: written, resolve: tell } = Promise.withResolvers<void>();
    const dying = idempotencyKeysRepository(api.db)
      .composeOnce(me, { key: 'died', call: 'x', requestHash: Buffer.from('') }, async (trx) => {
        await compositionsRepository(trx).createMany(me, ['Never seen']);
        tell();
        return dies;
      })
      .catch(() => null);
    await written;
    const waits = compose({}, { [IDEMPOTENCY_HEADER]: 'died' });
    kill(new Error('The process is gone.'));
    await dying;
    expect((await waits).status).toBe(201);
    expect(await api.stored.compositions.values('content', { user_id: me.userId })).toEqual(['Kaya toast from seven.']);
  });

  test('a refused one leaves the key free', async () => {
    expect((await compose({ scheduledAt: null }, key('free'))).status).toBe(400);
    expect((await compose({}, key('free'))).status).toBe(201);
  });
});

describe('changed together', () => {
  test('takes a new text where the common one stands, and says whose own text stays', async () => {
    const [first, second] = pages as [PageId, PageId];
    const { id } = await made({
      pages: [{ facebookPageId: first }, { facebookPageId: second, content: 'Bangsar alone.' }],
    });
    const change = (body: BodyOf<typeof updateComposition>) => caller.call(updateComposition, { params: { id }, body });
    const { body } = await change({ content: 'Kaya toast from six.' });
    expect(body.composition.posts.map(({ content }) => content)).toEqual(['Kaya toast from six.', 'Bangsar alone.']);
    expect(body.unchanged).toMatchObject([{ pageName: 'Kedai Bangsar', message: expect.stringContaining('own text') }]);
    const all = await change({ content: 'All the same.', includeOwnTexts: true });
    expect([all.body.unchanged, all.body.composition.posts.map(({ hasOwnText }) => hasOwnText)]).toEqual([
      [],
      [false, false],
    ]);
  });

  test('moves all by the same distance, and leaves what is out where it is', async () => {
    const at = inHours(3);
    const { id, posts: tied } = await made({ scheduledAt: at, staggerMinutes: 5 });
    await api.stored.posts.change(
      { status: 'published', published_at: new Date(), remote_id: `1_${tied[1]?.id}` },
      { id: tied[1]?.id },
    );
    const { status, body } = await caller.call(updateComposition, {
      params: { id },
      body: { scheduledAt: later(at, 120), content: 'Later.' },
    });
    expect([status, body.unchanged]).toMatchObject([
      200,
      [{ pageName: 'Kedai Bangsar', status: 'published', message: 'This post is already published.' }],
    ]);
    expect(body.composition.posts.map(({ scheduledAt, content }) => [scheduledAt, content])).toEqual([
      [later(at, 120), 'Later.'],
      [later(at, 5), 'Kaya toast from seven.'],
      [later(at, 130), 'Later.'],
    ]);
    const off = await caller.call(updateComposition, { params: { id }, body: { scheduledAt: null } });
    expect(off.body.composition.posts.map((post) => post.status)).toEqual(['draft', 'published', 'draft']);
  });

  test('keeps the distance to other posts, and changes nothing where it cannot', async () => {
    const at = inHours(3);
    const { id } = await made({ scheduledAt: at });
    await buildPost(api.db, me, { facebookPageId: pages[2] ?? null, scheduledAt: new Date(later(at, 120)) });
    const answer = await caller.call(updateComposition, {
      params: { id },
      body: { scheduledAt: later(at, 110), content: 'Lost?' },
    });
    expect([answer.status, answer.body]).toMatchObject([409, { tooClose: [{ pageName: 'Kedai Cheras' }] }]);
    const { body } = await caller.call(readComposition, { params: { id } });
    expect(body.posts.map(({ scheduledAt, content }) => [scheduledAt, content])).toEqual(
      pages.map(() => [at, 'Kaya toast from seven.']),
    );
  });

  test('or each at its next free moment', async () => {
    const at = inHours(3);
    const { id } = await made({ scheduledAt: at });
    await buildPost(api.db, me, { facebookPageId: pages[2] ?? null, scheduledAt: new Date(later(at, 120)) });
    const { body } = await caller.call(updateComposition, {
      params: { id },
      body: { scheduledAt: later(at, 110), tooClose: 'nextFree' },
    });
    expect(body.composition.posts.map(({ scheduledAt }) => scheduledAt)).toEqual([
      later(at, 110),
      later(at, 110),
      later(at, 150),
    ]);
  });

  test('keeps the distance to posts of its own too, where one went to the page of another', async () => {
    const at = inHours(3);
    const { id, posts: tied } = await made({ scheduledAt: at });
    await api.stored.posts.change({ facebook_page_id: pages[0] }, { id: tied[1]?.id });
    const move = (tooClose: 'refuse' | 'nextFree') =>
      caller.call(updateComposition, { params: { id }, body: { scheduledAt: later(at, 60), tooClose } });
    expect([await move('refuse')]).toMatchObject([{ status: 409, body: { tooClose: [{ freeAt: later(at, 90) }] } }]);
    const { body } = await move('nextFree');
    expect(body.composition.posts.map(({ scheduledAt }) => scheduledAt)).toEqual([
      later(at, 60),
      later(at, 90),
      later(at, 60),
    ]);
  });

  test('goes to the next free slot of each page, whose own time now is none that is taken', async () => {
    const { id, posts: tied } = await made();
    const slots = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, time: '09:00' }));
    const plan = (chosen: readonly PageId[]) =>
      caller.call(replacePagePlans, {
        body: { pages: chosen.map((facebookPageId) => ({ facebookPageId, revision: 0 })), timeZone: 'UTC', slots },
      });
    const change = (body: BodyOf<typeof updateComposition>) => caller.call(updateComposition, { params: { id }, body });
    await plan(pages.slice(0, 2));
    // One page without a plan stops all, and is named.
    expect(await change({ nextSlot: {}, content: 'Lost?' })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Kedai Cheras has no weekly plan') },
    });
    expect((await posts()).map(({ content }) => content)).not.toContain('Lost?');
    await plan(pages.slice(2));
    const moved = await change({ nextSlot: {} });
    const times = moved.body.composition.posts.map(({ scheduledAt }) => scheduledAt);
    expect([moved.status, new Set(times).size, times[0]?.slice(11, 16)]).toEqual([200, 1, '09:00']);
    // Again: where they are is free for themselves.
    expect((await change({ nextSlot: {} })).body.composition.posts.map(({ scheduledAt }) => scheduledAt)).toEqual(
      times,
    );
    expect(await change({ nextSlot: {}, scheduledAt: inHours(5) })).toMatchObject({ status: 400 });
    expect(tied).toHaveLength(3);
  });

  test('takes other images where the common ones are, and says whose own stay', async () => {
    const [a, b, c] = [await file('a'), await file('b'), await file('c')];
    const [first, second, third] = pages as [PageId, PageId, PageId];
    const { id, posts: before } = await made({
      media: [{ id: a }],
      // With as many pages of its own as with the common ones: which is which was said.
      pages: [
        { facebookPageId: first, media: [{ id: b }] },
        { facebookPageId: second },
        { facebookPageId: third, media: [{ id: b }] },
      ],
    });
    expect(before.map(({ hasOwnMedia }) => hasOwnMedia)).toEqual([true, false, true]);
    await api.stored.uploadsAhead.add({
      post_id: before[1]?.id,
      facebook_page_id: second,
      lease_until: new Date(),
      done_at: new Date(),
      checkpoint: JSON.stringify({ page: 'p', photoIds: ['1'] }),
    });
    const change = (body: BodyOf<typeof updateComposition>) => caller.call(updateComposition, { params: { id }, body });
    const hashes = async () =>
      (await api.stored.mediaFiles.rows({ user_id: me.userId }))
        .filter(({ post_id }) => post_id !== null)
        .toSorted((one, other) => one.post_id! - other.post_id! || one.position - other.position)
        .map(({ sha256 }) => sha256[0]);
    // One of those that the post has, and a new one.
    const kept = before[1]?.media?.[0]?.id ?? 0;
    const { status, body } = await change({ media: [{ id: c, altText: 'New' }, { id: kept }], content: 'With both.' });
    expect([status, body.unchanged.map(({ pageName, message }) => [pageName, message])]).toEqual([
      200,
      [
        ['Kedai Ampang', 'This page has its own files, which stay.'],
        ['Kedai Cheras', 'This page has its own files, which stay.'],
      ],
    ]);
    expect(await hashes()).toEqual(['b', 'c', 'a', 'b']);
    const timeline = async (of: number) =>
      (await caller.call(postTimeline, { params: { id: before[of]?.id ?? 0 } })).body.entries;
    expect(await timeline(1)).toContainEqual(
      expect.objectContaining({ kind: 'edited', by: expect.objectContaining({ isInPlace: false }), hasNewFiles: true }),
    );
    expect(JSON.stringify(await timeline(0))).not.toContain('hasNewFiles');
    expect(body.composition.posts.map(({ content, hasOwnMedia }) => [content, hasOwnMedia])).toEqual([
      ['With both.', true],
      ['With both.', false],
      ['With both.', true],
    ]);
    // What is at Facebook already is that of before.
    expect(await api.stored.uploadsAhead.rows({})).toMatchObject([{ checkpoint: {}, done_at: null, tries: 1 }]);

    const all = await change({ media: [{ id: c }], includeOwnMedia: true });
    expect([all.body.unchanged, await hashes()]).toEqual([[], ['c', 'c', 'c']]);
    const none = await change({ media: [] });
    expect(none.body.composition.posts.map(({ mediaType, media }) => [mediaType, media ?? []])).toEqual(
      pages.map(() => ['text', []]),
    );
    expect(await hashes()).toEqual([]);
  });

  test.each(['compositions', 'posts', 'uploads_ahead', 'media_files'])(
    'changes all or nothing when its process dies at a row of %s, and again with the same call',
    async (table) => {
      const [a, c] = [await file('a'), await file('c')];
      const { id, posts: before } = await made({ media: [{ id: a }] });
      await api.stored.uploadsAhead.add({
        post_id: before[1]?.id,
        facebook_page_id: pages[1],
        lease_until: new Date(),
        checkpoint: JSON.stringify({ page: 'p', photoIds: ['1'] }),
      });
      const state = async () => ({
        texts: (await posts()).map(({ content }) => content),
        ofPosts: (await api.stored.mediaFiles.rows({ user_id: me.userId }))
          .filter(({ post_id }) => post_id !== null)
          .map(({ post_id, sha256 }) => [post_id, sha256] as const)
          .toSorted(([one], [other]) => Number(one) - Number(other)),
        ahead: (await api.stored.uploadsAhead.rows({})).map(({ checkpoint }) => checkpoint),
      });
      const was = await state();
      const change = () =>
        caller.call(updateComposition, { params: { id }, body: { media: [{ id: c }], content: 'With toast.' } });
      const database = beforeUpdate(api.db, table);
      const { reached, open } = await database.gate();
      const dying = change();
      await reached();
      await endWhoWaits(api.db);
      expect((await dying).status).toBeGreaterThanOrEqual(500);
      await open();
      await database.asAlways();
      expect(await state()).toEqual(was);
      expect(await change()).toMatchObject({ status: 200, body: { unchanged: [] } });
      const { texts, ofPosts } = await state();
      expect([new Set(texts), ofPosts.map(([, sha256]) => String(sha256)[0])]).toEqual([
        new Set(['With toast.']),
        ['c', 'c', 'c'],
      ]);
    },
  );

  test('changes nothing where one of the files cannot be had, and leaves what is out or may be', async () => {
    const [a, c] = [await file('a'), await file('c')];
    const { id, posts: before } = await made({ media: [{ id: a }] });
    const change = (body: BodyOf<typeof updateComposition>) => caller.call(updateComposition, { params: { id }, body });
    const other = await buildUser(api.db);
    await api.stored.mediaFiles.add({
      ...ownedColumns(other),
      sha256: 'f'.repeat(64),
      mime_type: 'image/png',
      bytes: 1,
    });
    const foreign = ((await api.stored.mediaFiles.latest({ user_id: other.userId })) as { id: number }).id;
    for (const media of [[{ id: c }, { id: foreign }], [{ id: c }, { id: c }], [{ id: 999_999 }]])
      expect(await change({ media, content: 'Lost?', scheduledAt: inHours(8) })).toMatchObject({ status: 400 });
    expect(await change({ media: [], mediaType: 'image' })).toMatchObject({ status: 400 });
    expect((await posts()).map(({ content }) => content)).toEqual(pages.map(() => 'Kaya toast from seven.'));

    await api.stored.posts.change(
      { status: 'published', published_at: new Date(), remote_id: `1_${before[0]?.id}` },
      { id: before[0]?.id },
    );
    const doubt = { code: 'may_be_out', action: 'resolve', params: { target: 'facebook', page: 'K', look: 'refused' } };
    await api.stored.posts.change({ status: 'failed', problem: JSON.stringify(doubt) }, { id: before[1]?.id });
    const flawed = {
      code: 'refused',
      action: 'edit',
      params: { target: 'facebook', page: 'K', said: null, flaw: 'gone' },
    };
    await api.stored.posts.change({ status: 'failed', problem: JSON.stringify(flawed) }, { id: before[2]?.id });
    const { body } = await change({ media: [{ id: c }] });
    expect(body.unchanged.map(({ message }) => message)).toEqual([
      'This post is already published.',
      expect.stringContaining('may already be published'),
    ]);
    // Its files were what was wrong with it.
    expect(body.composition.posts[2]?.problem).toMatchObject({ code: 'ready' });
  });

  test('or apart: one post is changed like any other, and is marked', async () => {
    const { id, posts: tied } = await made();
    await caller.call(updatePost, { params: { id: tied[1]?.id ?? 0 }, body: { content: 'Bangsar.' } });
    const { body } = await caller.call(readComposition, { params: { id } });
    expect(body.posts.map(({ hasOwnText }) => hasOwnText)).toEqual([false, true, false]);
  });
});

describe('deleted', () => {
  test('apart, the others stay; together, what is out stays', async () => {
    const { id, posts: tied } = await made();
    await caller.call(deletePost, { params: { id: tied[0]?.id ?? 0 } });
    await api.stored.posts.change(
      { status: 'published', published_at: new Date(), remote_id: `2_${tied[2]?.id}` },
      { id: tied[2]?.id },
    );
    const { body } = await caller.call(deleteComposition, { params: { id } });
    expect(body).toMatchObject({ deleted: 1, unchanged: [{ pageName: 'Kedai Cheras', status: 'published' }] });
    expect((await posts()).map((post) => post.status)).toEqual(['published']);
  });

  test('on the pages that are chosen, the others stay', async () => {
    const { id, posts: tied } = await made();
    const others = await made({ scheduledAt: inHours(6) });
    const remove = (query: { posts: string }) => caller.call(deleteComposition, { params: { id }, query });
    const { body } = await remove({ posts: `${tied[0]?.id},${tied[2]?.id},${others.posts[0]?.id}` });
    expect(body).toEqual({ deleted: 2, unchanged: [] });
    const left = (await caller.call(readComposition, { params: { id } })).body.posts;
    expect([left.map((post) => post.id), (await posts()).length]).toEqual([[tied[1]?.id], 4]);
    expect((await remove({ posts: '1;2' })).status).toBe(400);
  });

  test('with its last post, a composition is gone', async () => {
    const { id } = await made();
    await caller.call(deleteComposition, { params: { id } });
    expect((await caller.call(readComposition, { params: { id } })).status).toBe(404);
    expect((await caller.call(deleteComposition, { params: { id } })).status).toBe(404);
    const kept = await made();
    await api.stored.compositions.age('49 hours', ['created_at'], { user_id: me.userId });
    await compositionsRepository(api.db).forgetEmpty();
    expect(await api.stored.compositions.values('id', { user_id: me.userId })).toEqual([kept.id]);
  });
});

describe('in lists', () => {
  test('its posts come with what became of all of them', async () => {
    const at = inHours(3);
    const [first, second, third] = pages as [PageId, PageId, PageId];
    const { id, posts: tied } = await made({
      scheduledAt: at,
      pages: [{ facebookPageId: first, content: 'Ampang.' }, { facebookPageId: second }, { facebookPageId: third }],
    });
    await api.stored.posts.change({ status: 'failed', scheduled_at: new Date() }, { id: tied[2]?.id });
    await buildPost(api.db, me, { facebookPageId: first, scheduledAt: new Date(inHours(30)) });
    const list = (query: { for: 'time' | 'owner'; facebookPageId?: PageId }) =>
      caller.call(listWaitingPosts, { query });
    const { body } = await list({ for: 'time', facebookPageId: first });
    expect(body.posts).toHaveLength(2);
    expect(body.tied).toMatchObject([
      {
        compositionId: id,
        excerpt: 'Kaya toast from seven.',
        statuses: { scheduled: 2, failed: 1 },
        scheduledAt: at,
        troubled: [{ id: tied[2]?.id, pageName: 'Kedai Cheras', status: 'failed' }],
      },
    ]);
    const owners = await list({ for: 'owner' });
    expect(owners.body.tied?.map(({ compositionId }) => compositionId)).toEqual([id]);
  });

  test('a hundred failures are told by the first three, and those of others not at all', async () => {
    const { id, posts: tied } = await made();
    const other = await buildUser(api.db);
    await buildPage(api.db, other);
    for (const { id: postId } of tied) await api.stored.posts.change({ status: 'missed' }, { id: postId });
    const copies = await Promise.all(
      [1, 2].map(() => buildPost(api.db, me, { facebookPageId: pages[0] ?? null, status: 'failed' })),
    );
    for (const postId of copies) await api.stored.posts.change({ composition_id: id }, { id: postId });
    const { body } = await caller.call(listWaitingPosts, { query: { for: 'owner' } });
    expect(body.tied).toMatchObject([{ statuses: { missed: 3, failed: 2 } }]);
    expect(body.tied?.[0]?.troubled.map((post) => post.id)).toEqual(tied.map((post) => post.id));
    expect((await api.as(other).call(listWaitingPosts, { query: { for: 'owner' } })).body.tied).toEqual([]);
  });
});

describe('a group of pages', () => {
  const group = (name: string, pageIds: readonly number[] = pages) =>
    caller.call(createPageGroup, { body: { name, pageIds: [...pageIds] } });

  test('is kept by its person, by name, and changed', async () => {
    const { body: made } = await group('Kedai KL', [...pages.slice(0, 2), ...pages.slice(0, 1)]);
    await group('all');
    expect(made.pageIds).toEqual(pages.slice(0, 2));
    const renamed = await caller.call(updatePageGroup, { params: { id: made.id }, body: { name: 'Kedai kl' } });
    expect(renamed.body).toEqual({ ...made, name: 'Kedai kl' });
    await caller.call(updatePageGroup, { params: { id: made.id }, body: { pageIds: pages.slice(2) } });
    expect((await caller.call(listPageGroups)).body.map(({ name, pageIds }) => [name, pageIds])).toEqual([
      ['all', pages],
      ['Kedai kl', pages.slice(2)],
    ]);
    await caller.call(deletePageGroup, { params: { id: made.id } });
    expect((await caller.call(listPageGroups)).body.map(({ name }) => name)).toEqual(['all']);
  });

  test('has a name of its own, in any letter case', async () => {
    const first = await group('Kedai KL');
    const second = await group('Others');
    expect((await group('kedai kl')).status).toBe(409);
    const renamed = await caller.call(updatePageGroup, { params: { id: second.body.id }, body: { name: 'KEDAI KL' } });
    expect([first.status, renamed.status]).toEqual([201, 409]);
  });

  test('takes no page of somebody else', async () => {
    const other = await buildPage(api.db, await buildUser(api.db));
    const answer = await group('Mine', [...pages, other.id]);
    expect([answer.status, issuesOf(answer)[0]?.path]).toEqual([404, 'pageIds.3']);
    expect((await caller.call(listPageGroups)).body).toEqual([]);
  });

  test('loses a page that is removed', async () => {
    await group('Kedai KL');
    await caller.call(removePage, { params: { id: pages[0] as PageId } });
    expect((await caller.call(listPageGroups)).body[0]?.pageIds).toEqual(pages.slice(1));
  });
});

describe('stories for several pages', () => {
  const stories = async (change: Partial<Body> = {}) =>
    compose({ content: undefined, placement: 'story', media: [{ id: await file('a') }], ...change });

  test('are a story of its own on each, tied as one, and none of them has a text', async () => {
    const other = await file('b');
    const { status, body } = await stories({
      staggerMinutes: 30,
      pages: pages.map((facebookPageId, place) => ({ facebookPageId, ...(place === 1 && { media: [{ id: other }] }) })),
    });
    expect([status, body.content]).toEqual([201, 'Image story']);
    expect(
      body.posts.map(({ placement, content, hasOwnText, hasOwnMedia }) => [
        placement,
        content,
        hasOwnText,
        hasOwnMedia,
      ]),
    ).toEqual([false, true, false].map((hasOwnMedia) => ['story', 'Image story', false, hasOwnMedia]));
    const at = body.posts[0]?.scheduledAt ?? '';
    expect(body.posts.map(({ scheduledAt }) => scheduledAt)).toEqual([at, later(at, 30), later(at, 60)]);
    const moved = await caller.call(updateComposition, {
      params: { id: body.id },
      body: { scheduledAt: later(at, 60), content: 'Image story', media: [{ id: other }] },
    });
    expect(moved.body.unchanged.map(({ message }) => message)).toEqual(['This page has its own files, which stay.']);
    expect(moved.body.composition.posts.map(({ placement }) => placement)).toEqual(['story', 'story', 'story']);
  });

  test.each<[string, Partial<Body> | (() => Partial<Body>), string, RegExp]>([
    ['with a text', { content: 'Half price' }, 'content', /^A story shows no text\./],
    ['with a link', { link: 'https://kedai.example' }, 'content', /^A story shows no text\./],
    [
      'with a text on one page',
      () => ({ pages: pages.map((facebookPageId) => ({ facebookPageId, content: 'Here' })) }),
      'pages.0.content',
      /^A story shows no text\./,
    ],
    ['without a file', { media: [] }, 'mediaType', /^A story is one image or one video\./],
    ['as reels', { mediaType: 'reel' }, 'mediaType', /^A story is one image or one video\./],
  ])('are refused in words %s, and nothing is made', async (_, change, path, words) => {
    const answer = await stories(typeof change === 'function' ? change() : change);
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)[0]).toMatchObject({ path, message: expect.stringMatching(words) });
    expect(await posts()).toEqual([]);
  });

  test('with several images are refused, and a text cannot be put into those that are there', async () => {
    const two = await stories({ media: [{ id: await file('a') }, { id: await file('b') }] });
    expect(two.body).toMatchObject({ message: expect.stringContaining('A story is one image.') });
    const { body } = await stories();
    const worded = await caller.call(updateComposition, { params: { id: body.id }, body: { content: 'Half price' } });
    expect([worded.status, (await posts()).map(({ content }) => content)]).toEqual([
      400,
      ['Image story', 'Image story', 'Image story'],
    ]);
  });
});
