import { beforeEach, describe, expect, test } from 'vitest';
import type { PageId, PostId } from '../../contract/ids.ts';
import {
  changeManyPosts,
  checkPost,
  createComposition,
  deletePost,
  IDEMPOTENCY_HEADER,
  listLinkLimits,
  publishPost,
  removePage,
  replacePagePlans,
  setLinkLimit,
  undoBulkChange,
  updatePost,
} from '../../contract/index.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { stored } from '../../testing/stored.ts';
import { linkLimitsRepository } from './link-limits.repository.ts';

const MENU = 'Our menu: https://kedai.example/menu';
/** Its months are ahead, whenever this runs. */
const NEXT_YEAR = new Date().getUTCFullYear() + 1;

let { me, caller, page, pageRow, stories } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, caller, page, pageRow, stories } = scene);
});
beforeEach(async () => inZone('Asia/Kuala_Lumpur'));

async function inZone(timeZone: string) {
  await caller.call(replacePagePlans, {
    body: {
      pages: [{ facebookPageId: pageRow, revision: timeZone === 'Asia/Kuala_Lumpur' ? 0 : 1 }],
      timeZone,
      slots: [],
    },
  });
}
const limit = (monthly: number | null, holds = true, id: PageId = pageRow) =>
  caller.call(setLinkLimit, { params: { id }, body: { limit: monthly, holds } });
const limits = async () => (await caller.call(listLinkLimits)).body;
const check = async (scheduledAt: string | null, content = MENU, postId: PostId | null = null) =>
  (await caller.call(checkPost, { body: { content, facebookPageId: pageRow, scheduledAt, postId } })).body.links;
const published = (publishedAt: Date, content = MENU, facebookPageId: PageId = pageRow) =>
  buildPost(api.db, me, { status: 'published', facebookPageId, content, publishedAt });
const planned = (scheduledAt: Date | string, content = MENU) =>
  buildPost(api.db, me, { facebookPageId: pageRow, content, scheduledAt: new Date(scheduledAt) });
const due = (content = MENU) => planned(new Date(Date.now() - 1000), content);

/** The first moment of the month that it is in Kuala Lumpur. */
function monthBegan(): Date {
  const there = new Date(Date.now() + 8 * 3_600_000);
  return new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), 1) - 8 * 3_600_000);
}
const before = (at: Date) => new Date(at.getTime() - 1);

describe('posts with links are counted', () => {
  test('by the month of the page, to the millisecond', async () => {
    await limit(5);
    await published(before(monthBegan()));
    await published(monthBegan());
    await planned(`${NEXT_YEAR}-04-30T15:59:59.999Z`);
    await planned(`${NEXT_YEAR}-04-30T16:00:00Z`);
    expect((await limits())[0]).toMatchObject({
      facebookPageId: pageRow,
      limit: 5,
      holds: true,
      zone: 'Asia/Kuala_Lumpur',
      months: [
        { published: 1, planned: 0 },
        { month: `${NEXT_YEAR}-04`, published: 0, planned: 1 },
        { month: `${NEXT_YEAR}-05`, published: 0, planned: 1 },
      ],
    });
    const month = `${NEXT_YEAR}-05`;
    expect(await check(`${month}-01T10:00:00+08:00`)).toEqual({ limit: 5, holds: true, month, others: 1 });
  });

  test.each([
    // Clocks go back half an hour on 4 April 2027: April begins at +11:00 and May at +10:30.
    ['Australia/Lord_Howe', '2027-03-31T13:00:00Z', '2027-04-30T13:30:00Z', '2027-04'],
    ['America/New_York', '2027-11-01T04:00:00Z', '2027-12-01T05:00:00Z', '2027-11'],
  ])('over changes of clocks: %s', async (zone, first, next, month) => {
    await inZone(zone);
    await limit(1);
    for (const at of [before(new Date(first)), new Date(first), before(new Date(next)), new Date(next)])
      await planned(at);
    expect(await check(first)).toMatchObject({ month, others: 2 });
  });

  test.each([
    ['www.kedai.example', true],
    ['See HTTPS://KEDAI.EXAMPLE/a?b=1.', true],
    ['Write to mina@www.example or #http', false],
    ['https:// and www. are no links', false],
    ['Kopi dari Sabah', false],
  ])('as Facebook makes links of texts: %s', async (content, hasLink) => {
    await limit(3);
    expect((await check(null, content)) !== null).toBe(hasLink);
  });

  test('without the post that is edited, drafts, what failed, and what is on other pages', async () => {
    await limit(3);
    const at = `${NEXT_YEAR}-04-01T10:00:00Z`;
    const mine = await planned(at);
    for (const status of ['draft', 'failed', 'missed'] as const)
      await buildPost(api.db, me, { status, facebookPageId: pageRow, content: MENU });
    await published(new Date(), MENU, (await buildPage(api.db, me)).id);
    expect(await check(at, MENU, mine)).toMatchObject({ others: 0 });
    expect(await check(at)).toMatchObject({ others: 1 });
  });

  test('wherever they come from: several pages at once too', async () => {
    await limit(1);
    const scheduledAt = `${NEXT_YEAR}-04-01T10:00:00Z`;
    const pages = [{ facebookPageId: pageRow }];
    const link = 'https://kedai.example/menu';
    await caller.call(createComposition, {
      body: { content: 'Nasi lemak', link, status: 'scheduled', scheduledAt, pages },
      headers: { [IDEMPOTENCY_HEADER]: 'one' },
    });
    expect((await limits())[0]?.months[1]).toEqual({ month: `${NEXT_YEAR}-04`, published: 0, planned: 1 });
  });

  test('also when they are deleted here, as Facebook has counted them, and no longer with their page', async () => {
    await limit(1);
    for (const content of [MENU, 'No link']) {
      const id = await published(monthBegan(), content);
      await caller.call(deletePost, { params: { id } });
    }
    expect((await limits())[0]?.months).toMatchObject([{ published: 1, planned: 0 }]);
    await caller.call(removePage, { params: { id: pageRow } });
    expect(await limits()).toEqual([]);
  });

  test('no longer when a planned one is deleted, and again when that is undone', async () => {
    await limit(1);
    const id = await planned(`${NEXT_YEAR}-04-01T10:00:00Z`);
    const { body } = await caller.call(changeManyPosts, {
      body: { postIds: [id], change: { kind: 'delete' } },
      headers: { [IDEMPOTENCY_HEADER]: 'one' },
    });
    expect((await limits())[0]?.months).toHaveLength(1);
    await caller.call(undoBulkChange, { params: { id: body.id } });
    expect((await limits())[0]?.months).toHaveLength(2);
  });
});

describe('a planned post over the limit', () => {
  test('is not published where its owner wants that, and says what to do', async () => {
    await limit(1);
    await published(monthBegan());
    const id = await due();
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({
      status: 'missed',
      problem: {
        code: 'link_limit',
        action: 'publish_now',
        message: expect.stringMatching(
          /is limited to 1 post with links in \w+\. Publish it anyway, leave the link out/,
        ),
      },
    });
    expect(await stories.seen(MENU, page.id)).toBe(0);
    expect(await api.stored.notifications.values('kind', {})).toContain('missed');
  });

  test('goes out where the limit only warns, where it was raised, and where it has no link', async () => {
    await limit(1, false);
    await published(monthBegan());
    const warned = await due('Warned: https://kedai.example');
    await api.turn();
    expect((await stories.statusOf(warned)).status).toBe('published');
    await limit(3);
    for (const content of ['Raised: https://kedai.example', 'No link at all']) {
      const id = await due(content);
      await stories.untilEnded(id);
      expect((await stories.statusOf(id)).status).toBe('published');
    }
  });

  test('goes out when its owner asks for that, and says so no more once its link is gone', async () => {
    await limit(0);
    const [one, other] = [await due(), await due('Another: www.kedai.example')];
    await api.turn();
    await api.turn();
    await caller.call(updatePost, { params: { id: other }, body: { content: 'Another' } });
    expect((await stories.statusOf(other)).problem?.code).toBe('ready');
    await caller.call(publishPost, { params: { id: one }, body: {} });
    expect((await stories.statusOf(one)).status).toBe('published');
  });

  test('is one of two that are due at the same moment on pages of two people that are one page', async () => {
    const them = await buildUser(api.db);
    const { id: theirs } = await buildPage(api.db, them, { pageId: page.id, accessToken: page.access_token });
    await limit(1);
    await api.as(them).call(setLinkLimit, { params: { id: theirs }, body: { limit: 1, holds: true } });
    const scheduledAt = new Date(Date.now() - 1000);
    const ids = [
      await due('Mine: https://kedai.example'),
      await buildPost(api.db, them, { facebookPageId: theirs, content: 'Theirs: https://kedai.example', scheduledAt }),
    ];
    await Promise.all([api.turn(), api.turn()]);
    for (const id of ids) await stories.untilEnded(id);
    const ends = await Promise.all(ids.map(async (id) => (await stories.statusOf(id)).status));
    expect(ends.filter((end) => end === 'published')).toHaveLength(1);
  });
});

test('of two processes that ask at the same moment the second counts the first, whichever began before', async () => {
  await limit(1);
  const facts = { status: 'publishing' as const, facebookPageId: pageRow, content: MENU, scheduledAt: new Date() };
  const [early, late] = [await buildPost(api.db, me, facts), await buildPost(api.db, me, facts)];
  const over = linkLimitsRepository(api.db).over;
  const line = await api.db.transaction();
  try {
    // Begun first, and seen by nobody yet.
    await stored(line).publishAttempts.add({ post_id: early, state: 'started' });
    await api.stored.publishAttempts.add({ post_id: late, state: 'started' });
    const { id: lateAttempt } = await api.stored.publishAttempts.first({ post_id: late });
    expect(await over(pageRow, lateAttempt, MENU)).toBeNull();
    expect(await over(pageRow, lateAttempt, MENU)).toBeNull();
  } finally {
    await line.commit();
  }
  const { id: earlyAttempt } = await api.stored.publishAttempts.first({ post_id: early });
  expect(await over(pageRow, earlyAttempt, MENU)).toMatchObject({ limit: 1 });
});

test('a limit is kept apart from its page, and a foreign page is none', async () => {
  expect((await limit(2)).body).toMatchObject({ limit: 2, holds: true });
  const change = (body: { limit?: number | null; holds?: boolean }) =>
    caller.call(setLinkLimit, { params: { id: pageRow }, body });
  expect((await change({ holds: false })).body).toMatchObject({ limit: 2, holds: false });
  expect((await change({ limit: null })).body).toMatchObject({ limit: null, holds: false });
  expect(await limits()).toEqual([]);
  expect((await change({ limit: 1001 })).status).toBe(400);
  expect((await change({ limit: -1 })).status).toBe(400);
  const foreign = await buildPage(api.db, await buildUser(api.db));
  expect((await limit(2, true, foreign.id)).status).toBe(404);
});
