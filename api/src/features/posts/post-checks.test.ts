import { beforeEach, expect, test } from 'vitest';
import type { PostId } from '../../contract/ids.ts';
import { checkPost, readQueuedPost } from '../../contract/index.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import type { ConnectedPage } from '../pages/pages.repository.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const TEXT = 'Fresh bread from the oven every Saturday at eight. Come early and bring your family.';

const api = setUpApi();
const { me, caller } = setUpPerson(api);
let page: ConnectedPage;
beforeEach(async () => {
  page = await buildPage(api.db, me);
});

const published = (content: string, ago: number) =>
  buildPost(api.db, me, {
    status: 'published',
    facebookPageId: page.id,
    content,
    publishedAt: new Date(Date.now() - ago),
  });
const scheduled = (content: string, scheduledAt: Date) =>
  buildPost(api.db, me, { status: 'scheduled', facebookPageId: page.id, content, scheduledAt });
const check = async (content: string, scheduledAt: Date | null = null, postId?: PostId) =>
  (
    await caller.call(checkPost, {
      body: {
        content,
        facebookPageId: page.id,
        scheduledAt: scheduledAt?.toISOString() ?? null,
        ...(postId === undefined ? {} : { postId }),
      },
    })
  ).body;

test('the same text of the last 90 days is found, whatever its case and spaces', async () => {
  const id = await published(TEXT, 40 * DAY);
  expect(await check(TEXT)).toMatchObject({
    repetitions: [{ id, status: 'published', isExact: true, excerpt: TEXT }],
    near: [],
  });
  expect((await check(`${TEXT.toUpperCase().replaceAll(' ', '  ')}`)).repetitions).toMatchObject([{ id }]);
});

test('a text that differs by a word is found as nearly the same, another text is not', async () => {
  await published(TEXT, 10 * DAY);
  expect((await check(TEXT.replace('Saturday', 'Sunday'))).repetitions).toMatchObject([{ isExact: false }]);
  expect((await check('Our coffee comes from a farm in the hills of Sabah.')).repetitions).toEqual([]);
});

test('what is older than 90 days, or went wrong, is no repetition; what is planned is one', async () => {
  await published(TEXT, 91 * DAY);
  await buildPost(api.db, me, { status: 'failed', facebookPageId: page.id, content: TEXT });
  expect((await check(TEXT)).repetitions).toEqual([]);
  await scheduled(TEXT, new Date(Date.now() + 5 * DAY));
  expect((await check(TEXT)).repetitions).toMatchObject([{ status: 'scheduled' }]);
});

test('posts less than 30 minutes before or after are found, the nearest first', async () => {
  const at = new Date(Date.now() + 7 * DAY);
  const [before, after] = [
    await scheduled('one', new Date(at.getTime() - 29 * MINUTE)),
    await scheduled('two', new Date(at.getTime() + 10 * MINUTE)),
  ];
  await scheduled('far', new Date(at.getTime() + 30 * MINUTE));
  expect((await check('new', at)).near.map(({ id }) => id)).toEqual([after, before]);
});

test('without a time it is about now', async () => {
  const id = await published('just out', 12 * MINUTE);
  expect((await check('new')).near).toMatchObject([{ id, status: 'published' }]);
});

test('a post is no neighbour and no repetition of itself', async () => {
  const at = new Date(Date.now() + DAY);
  const id = await scheduled(TEXT, at);
  expect(await check(TEXT, at, id)).toEqual({ repetitions: [], near: [], links: null, text: [] });
});

test('posts of other pages do not count, but those that others have on the same page at Facebook', async () => {
  const other = await buildUser(api.db);
  const published = { status: 'published', content: TEXT, publishedAt: new Date() } as const;
  await buildPost(api.db, other, { ...published, facebookPageId: (await buildPage(api.db, other)).id });
  await buildPost(api.db, me, { ...published, facebookPageId: (await buildPage(api.db, me)).id });
  expect(await check(TEXT)).toEqual({ repetitions: [], near: [], links: null, text: [] });
  const theirs = await buildPage(api.db, other, { pageId: page.pageId });
  const id = await buildPost(api.db, other, { ...published, facebookPageId: theirs.id });
  const author = { name: other.name };
  expect(await check(TEXT)).toMatchObject({ repetitions: [{ id, author }], near: [{ id, author }] });
  expect((await caller.call(readQueuedPost, { params: { id } })).status).toBe(200);
});

test("a page that is not the caller's is not there", async () => {
  const other = await buildPage(api.db, await buildUser(api.db));
  expect((await caller.call(checkPost, { body: { content: TEXT, facebookPageId: other.id } })).status).toBe(404);
});
