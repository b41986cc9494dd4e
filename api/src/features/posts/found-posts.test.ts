import { beforeEach, describe, expect, test } from 'vitest';
import { listPosts } from '../../contract/index.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { COUNTED_AT_MOST, foundPostsRepository } from './found-posts.repository.ts';
import { storeManyPosts } from '../../testing/many-posts.ts';
import { setUpSweptApi, setUpPerson } from '../../testing/scene.ts';
import { pendingIndexPages } from '../../testing/database-state.ts';

/** Rows of one statement: on a busy machine, too, it ends before the database gives it up. */
const AT_ONCE = 1001;

const api = setUpSweptApi();
const { me, caller } = setUpPerson(api);
let page: number;
beforeEach(async () => {
  page = (await buildPage(api.db, me)).id;
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const published = (content: string, facts: object = {}) =>
  buildPost(api.db, me, { status: 'published', facebookPageId: page, content, ...facts });
type Query = Record<string, unknown>;
async function found(query: Query) {
  const answer = await caller.call(listPosts, { query });
  expect(answer.status).toBe(200);
  return answer.body;
}
const texts = async (query: Query) => (await found(query)).posts.map(({ content }) => content);

describe('words', () => {
  test('are found in any letter case and within others, all of them in one post, newest first', async () => {
    await published('Kopi and kaya', { publishedAt: daysAgo(2) });
    await published('Kaya toast with KOPI-O', { publishedAt: daysAgo(1) });
    await published('Only kopi');
    expect(await texts({ text: ' kopi  kaya ' })).toEqual(['Kaya toast with KOPI-O', 'Kopi and kaya']);
    expect((await found({ text: 'kopi kaya' })).pagination).toEqual({ page: 1, limit: 10, total: 2, pages: 1 });
  });

  test('are found before and after they are brought into the index', async () => {
    await published('Kopi at once');
    await buildPost(api.db, me, { facebookPageId: page, content: 'Kopi at once, soon' });
    const expectFound = async () => {
      expect(await texts({ text: 'at once' })).toEqual(['Kopi at once']);
      expect(await texts({ text: 'at once', status: 'scheduled' })).toEqual(['Kopi at once, soon']);
    };
    await expectFound();
    await foundPostsRepository(api.db).indexWords();
    await expectFound();
    for (const index of ['posts_published_text', 'posts_scheduled_text'])
      expect(await pendingIndexPages(api.db, index)).toBe(0);
  });

  test('mean themselves, also with signs that a pattern would take for others', async () => {
    await published('100% arabica');
    await published('100 cups');
    expect(await texts({ text: '100%' })).toEqual(['100% arabica']);
    expect(await texts({ text: '_' })).toEqual([]);
  });

  test("are looked for among one's own published posts only", async () => {
    const other = await buildUser(api.db);
    await buildPost(api.db, other, { status: 'published', content: 'Kopi of others' });
    await published('Kopi of mine');
    await buildPost(api.db, me, { facebookPageId: page, content: 'Kopi to come' });
    expect(await texts({ text: 'kopi' })).toEqual(['Kopi of mine']);
    expect(await texts({ text: 'kopi', status: 'scheduled' })).toEqual(['Kopi to come']);
  });

  test('nothing but spaces narrows nothing down', async () => {
    await published('Anything');
    expect(await texts({ text: '   ' })).toEqual(['Anything']);
  });

  test('in very many posts are counted as far as anybody turns pages', async () => {
    for (let first = 1; first <= COUNTED_AT_MOST; first += AT_ONCE)
      await storeManyPosts(
        api.db,
        {
          status: 'published',
          values: {
            content: `'Kopi ' || n + ${first - 1}`,
            facebook_page_id: ':page',
            published_at: `now() - (n + ${first - 1}) * interval '1 minute'`,
          },
          count: AT_ONCE,
          of: 'u.id = :user',
        },
        { user: me.userId, page },
      );
    const { posts, pagination } = await found({ text: 'kopi', page: COUNTED_AT_MOST / 10 });
    expect(pagination).toMatchObject({ total: COUNTED_AT_MOST, isTotalCut: true });
    expect(posts.map(({ content }) => content).at(-1)).toBe(`Kopi ${COUNTED_AT_MOST}`);
    expect((await found({ text: `kopi ${COUNTED_AT_MOST}` })).pagination).toEqual({
      page: 1,
      limit: 10,
      total: 1,
      pages: 1,
    });
  });
});

describe('filters', () => {
  test.each<[string, Query, string[]]>([
    ['a platform', { publishPlatform: 'fiztech' }, ['Review']],
    ['a content type', { contentType: 'ugc' }, ['Guests']],
    ['what the AI wrote', { isAiGenerated: 'true' }, ['Guests']],
    [
      'what was written by hand, of one platform',
      { isAiGenerated: 'false', publishPlatform: 'facebook' },
      ['Video', 'Old'],
    ],
    ['a kind of media', { mediaType: 'video' }, ['Video']],
    ['nothing that is there', { contentType: 'ugc', mediaType: 'video' }, []],
  ])('let through %s', async (_, query, expected) => {
    await published('Old', { publishedAt: daysAgo(9) });
    const video = await published('Video', { publishedAt: daysAgo(3) });
    await api.stored.posts.change({ media_type: 'video' }, { id: video });
    await published('Review', {
      target: 'fiztech',
      facebookPageId: null,
      contentType: 'tech-review',
      publishedAt: daysAgo(2),
    });
    await published('Guests', { contentType: 'ugc', isAiGenerated: true, publishedAt: daysAgo(1) });
    expect(await texts(query)).toEqual(expected);
  });

  test("let through one page, and another user's page lets through nothing", async () => {
    const second = (await buildPage(api.db, me)).id;
    const other = (await buildPage(api.db, await buildUser(api.db))).id;
    await published('First page');
    await published('Second page', { facebookPageId: second });
    expect(await texts({ facebookPageId: second })).toEqual(['Second page']);
    expect(await texts({ facebookPageId: other })).toEqual([]);
  });

  test('let through a time from its beginning to just before its end', async () => {
    const [from, until] = [daysAgo(4), daysAgo(2)];
    await published('Before', { publishedAt: new Date(from.getTime() - 1) });
    await published('First', { publishedAt: from });
    await published('Last', { publishedAt: new Date(until.getTime() - 1) });
    await published('After', { publishedAt: until });
    expect(await texts({ publishedFrom: from.toISOString(), publishedBefore: until.toISOString() })).toEqual([
      'Last',
      'First',
    ]);
  });

  test('whole pages, from either end, are the list cut into chunks; what is no filter is refused', async () => {
    for (let index = 0; index < 23; index += 1)
      await published(`Number ${index}`, {
        contentType: index % 2 === 0 ? 'ugc' : 'story',
        publishedAt: daysAgo(index + 1),
      });
    for (const query of [{ contentType: 'ugc' }, { text: 'number', contentType: 'ugc' }]) {
      const pages = await Promise.all([1, 2, 3, 4, 5].map((number) => texts({ ...query, page: number, limit: 3 })));
      expect(pages.flat()).toEqual(Array.from({ length: 12 }, (_, index) => `Number ${index * 2}`));
      expect(pages.at(-1)).toEqual([]);
    }
    expect((await caller.call(listPosts, { query: { contentType: 'Not A Type' } })).status).toBe(400);
    expect((await caller.call(listPosts, { query: { publishedFrom: 'yesterday' } })).status).toBe(400);
  });
});
