import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addFeed,
  deleteFeed,
  listDrafts,
  listFeeds,
  listNotifications,
  listPosts,
  readDraft,
  updateFeed,
} from '../../contract/index.ts';
import { MAX_FEEDS, type Feed } from '../../contract/feeds.ts';
import { INJECTIONS } from '../../testing/injections.ts';
import { personWithPage } from '../../testing/person-with-page.ts';
import { receiver, type Receiver } from '../../testing/receiver.ts';
import { setUpScene } from '../../testing/scene.ts';
import type { TestUser } from '../../testing/builders.ts';
import type { Caller } from '../../testing/test-api.ts';
import { waitingStatements } from '../../testing/database-state.ts';
import { feedTurnsRepository } from './feed-turns.repository.ts';

let me: TestUser;
let caller: Caller;
let pageId: number;
const api = setUpScene(
  (scene) => {
    ({ me, caller } = scene);
    pageId = scene.pageRow;
  },
  { env: { SOURCE_NETWORKS: '127.0.0.1' } },
);
let site: Receiver;
beforeAll(async () => {
  site = await receiver();
});
afterAll(() => site.close());

interface Item {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  /** Where it is by itself, in place of one by its id. */
  readonly link?: string;
  readonly date?: string;
}
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
let items: Item[];
let status: number;
let etag: string | null;
/** In place of a feed of `items`. */
let whole: string | null;
/** What the pages of items wait for. */
let pages: Promise<void> | null;
beforeEach(async () => {
  // Each test has the first person of its database.
  await api.stored.rateLimits.remove();
  items = [{ id: 'a', title: 'A bridge opens' }];
  status = 200;
  etag = null;
  whole = null;
  pages = null;
  site.received.length = 0;
  site.answers((response, { path, headers }) => {
    if (path === '/robots.txt') return response.writeHead(404).end();
    if (path.startsWith('/items/')) return void Promise.resolve(pages).then(() => response.writeHead(404).end());
    if (!path.startsWith('/feed')) return response.writeHead(404).end();
    if (status !== 200) return response.writeHead(status).end();
    if (etag !== null && headers['if-none-match'] === etag) return response.writeHead(304).end();
    response.writeHead(200, { 'content-type': 'application/rss+xml', ...(etag !== null && { etag }) });
    const listed = items.map(
      ({ id, title, text = 'More of it.', link = `/items/${id}`, date = '' }) =>
        `<item><guid>${id}</guid><title>${escaped(title)}</title><link>${link}</link><pubDate>${date}</pubDate>` +
        `<description>${escaped(text)}</description></item>`,
    );
    return response.end(
      whole ?? `<rss version="2.0"><channel><title>Klang News</title>${listed.join('')}</channel></rss>`,
    );
  });
});

const add = async (choices: object = {}): Promise<Feed> => {
  const answer = await caller.call(addFeed, {
    body: { facebookPageId: pageId, address: `${site.origin}/feed`, ...choices },
  });
  expect(answer.status).toBe(201);
  return answer.body;
};
const titles = async (of = caller) => (await of.call(listDrafts)).body.map(({ excerpt }) => excerpt).toSorted();
const feed = async () => (await caller.call(listFeeds)).body[0];
const leased = async () => (await api.stored.feeds.rows()).filter((row) => row['lease_until'] !== null).length;
const readDue = async () => api.app.jobs.find(({ name }) => name === 'read-feeds')?.run(new Date());
/** The loop's next runs, an hour later. */
async function nextHour(processes = 1): Promise<void> {
  await api.stored.feeds.change({ next_at: new Date(0) });
  await Promise.all(Array.from({ length: processes }, readDue));
}

describe('a feed', () => {
  test('makes a draft of its newest item at once, and of each new one later, once', async () => {
    items = [...items, { id: 'old', title: 'Old news' }];
    expect(await add()).toMatchObject({ title: 'Klang News', drafts: 1, problem: null, isPaused: false });
    expect(await titles()).toEqual(['A bridge opens']);
    items = [{ id: 'b', title: 'The bridge is open' }, ...items];
    await nextHour(3);
    await nextHour();
    expect(await titles()).toEqual(['A bridge opens', 'The bridge is open']);
    expect((await caller.call(listPosts)).body.posts).toEqual([]);
    const [{ key } = { key: '' }] = (await caller.call(listDrafts)).body;
    expect((await caller.call(readDraft, { params: { key } })).body.fields).toMatchObject({
      pageId: String(pageId),
      mode: 'ai',
      generated: '',
      source: { name: '127.0.0.1', address: `${site.origin}/items/b` },
    });
  });

  test('keeps to the words and the number that its owner chose', async () => {
    await add({ wordsIn: ['bridge'], wordsOut: ['closed'], mostADay: 2 });
    items = [
      { id: 'b', title: 'Party by the river' },
      { id: 'c', title: 'Bridge closed' },
      { id: 'd', title: 'New bridge lights' },
      { id: 'e', title: 'Bridge toll' },
      ...items,
    ];
    await nextHour();
    expect(await titles()).toEqual(['A bridge opens', 'New bridge lights']);
    await nextHour();
    expect(await titles()).toHaveLength(2);
  });

  test('that has not changed is asked by its mark alone', async () => {
    etag = '"one"';
    await add();
    await nextHour();
    expect(site.received.filter(({ path }) => path === '/feed').map(({ headers }) => headers['if-none-match'])).toEqual(
      [undefined, '"one"'],
    );
    expect((await feed())?.problem).toBeNull();
  });

  test('that cannot be read says why, is asked less often, and goes on when it is back', async () => {
    await add();
    status = 503;
    for (let round = 0; round < 6; round += 1) await nextHour();
    expect(await feed()).toMatchObject({
      problem: expect.stringMatching(/busy or down/),
      failingSince: expect.any(String),
    });
    const [{ next_at: next } = { next_at: new Date(0) }] = await api.stored.feeds.rows();
    expect(new Date(next).getTime()).toBeGreaterThan(Date.now() + 20 * 60 * 60 * 1000);
    status = 200;
    await nextHour();
    expect(await feed()).toMatchObject({ problem: null, failingSince: null });
  });

  test('that cannot be read for more than a day is told to its owner, once, until it is back', async () => {
    const news = async () => (await caller.call(listNotifications)).body.notifications;
    const facts = () => api.stored.outboxFacts.values('kind');
    const { id } = await add();
    status = 503;
    for (let round = 0; round < 5; round += 1) await nextHour();
    expect(await news()).toEqual([]);
    for (let round = 0; round < 3; round += 1) await nextHour(2);
    expect(await news()).toMatchObject([
      {
        title: "A feed can't be read",
        description: expect.stringMatching(/the feed “Klang News” \(127.0.0.1:\d+\) for more than a day, so \S/),
        path: '/content-generator/feeds',
      },
    ]);
    expect(await facts()).toEqual(['feed_unreadable']);
    status = 200;
    await nextHour();
    expect(await news()).toEqual([]);
    status = 503;
    for (let round = 0; round < 6; round += 1) await nextHour();
    expect(await facts()).toEqual(['feed_unreadable', 'feed_unreadable']);
    await caller.call(deleteFeed, { params: { id } });
    expect(await news()).toEqual([]);
  });

  test('is paused and deleted, and its drafts stay', async () => {
    const { id } = await add();
    await caller.call(updateFeed, { params: { id }, body: { isPaused: true } });
    items = [{ id: 'b', title: 'The bridge is open' }, ...items];
    await nextHour();
    expect(await titles()).toEqual(['A bridge opens']);
    await caller.call(updateFeed, { params: { id }, body: { isPaused: false } });
    await nextHour();
    expect(await titles()).toHaveLength(2);
    expect((await caller.call(deleteFeed, { params: { id } })).status).toBe(200);
    expect(await titles()).toHaveLength(2);
  });

  test('is followed once by a page, and no page of text is one', async () => {
    await add();
    const again = { facebookPageId: pageId, address: `${site.origin}/feed` };
    expect((await caller.call(addFeed, { body: again })).status).toBe(409);
    const nobodys = { ...again, facebookPageId: 987_654_321 };
    expect((await caller.call(addFeed, { body: nobodys })).status).toBe(404);
    const none = await caller.call(addFeed, { body: { ...again, address: `${site.origin}/none` } });
    expect(none).toMatchObject({ status: 400, body: { flaw: 'gone' } });
  });

  test('that a process reads too slowly is read by another one, and nothing comes twice or is lost', async () => {
    await add({ mostADay: 5 });
    items = [{ id: 'b', title: 'Second' }, { id: 'c', title: 'Third' }, ...items];
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    pages = promise;
    const slow = nextHour();
    await expect.poll(() => site.received.some(({ path }) => path === '/items/b')).toBe(true);
    pages = null;
    await api.stored.feeds.change({ lease_until: new Date(0) });
    await nextHour(2);
    goOn();
    await slow;
    expect(await titles()).toEqual(['A bridge opens', 'Second', 'Third']);
  });

  test('of a slow site keeps waiting only the other feeds of its person', async () => {
    await add();
    const [{ id: _own, ...row } = { id: 0 }] = await api.stored.feeds.rows();
    await api.stored.feeds.add(
      Array.from({ length: 9 }, (_, at) => ({ ...row, address: `${site.origin}/items/slow-${at}` })),
    );
    const other = await personWithPage(api);
    const body = { facebookPageId: other.pageRow, address: `${site.origin}/feed` };
    expect((await other.caller.call(addFeed, { body })).status).toBe(201);
    items = [{ id: 'b', title: 'The bridge is open', link: '/pages/b' }, ...items];
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    pages = promise;
    const slow = () => site.received.filter(({ path }) => path.startsWith('/items/slow'));
    // The slow ones have waited longer.
    await api.stored.feeds.change({ next_at: new Date(0) }, { user_id: me.userId });
    await api.stored.feeds.change({ next_at: new Date(1000) }, { user_id: other.me.userId });
    const run = readDue();
    await expect.poll(() => titles(other.caller)).toEqual(['A bridge opens', 'The bridge is open']);
    expect(slow().length).toBeLessThan(2);
    goOn();
    await run;
    expect(slow()).toHaveLength(9);
  });

  test('of which each page is slow goes on in its next turn', async () => {
    await add({ mostADay: 5 });
    items = [{ id: 'b', title: 'Second' }, { id: 'c', title: 'Third' }, ...items];
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000 * asked());
    const asked = () => site.received.filter(({ path }) => path.startsWith('/items/b')).length;
    await nextHour();
    clock.mockRestore();
    expect(await titles()).toEqual(['A bridge opens', 'Second']);
    await nextHour();
    expect(await titles()).toEqual(['A bridge opens', 'Second', 'Third']);
  });

  test.each<[string, Item, string[]]>([
    ['a new id', { id: 'z', title: 'A bridge opens', link: '/items/a' }, []],
    ['a new title', { id: 'a', title: 'Bridge opened' }, []],
    ['an id and a title that are both new', { id: 'z', title: 'Bridge toll', link: '/items/a' }, ['Bridge toll']],
    ['a date of the far future', { id: 'z', title: 'Bridge toll', date: '9999-01-01T00:00:00Z' }, ['Bridge toll']],
    ['a date of no calendar', { id: 'z', title: 'Bridge toll', date: '-271821-04-20T00:00:00Z' }, ['Bridge toll']],
    ['no title', { id: 'z', title: '', text: 'Toll is up.' }, ['Toll is up.']],
    ['an emoji where its title is cut', { id: 'z', title: '', text: `${'x'.repeat(299)}😀` }, ['x'.repeat(160)]],
    ['an address of our own machine', { id: 'z', title: 'Bridge toll', link: 'http://[::1]/' }, ['Bridge toll']],
    ['an address of a file', { id: 'z', title: 'Bridge toll', link: 'file:///etc/passwd' }, ['Bridge toll']],
  ])('with an item that has %s makes the drafts that are new', async (_what, item, drafted) => {
    await add();
    items = [item, ...items];
    await nextHour(2);
    await nextHour();
    expect(await titles()).toEqual(['A bridge opens', ...drafted].toSorted());
  });

  test('of a hundred thousand items is read as far as news goes', async () => {
    whole = '<rss version="2.0"><channel>';
    for (let at = 0; at < 100_000; at += 1) whole += `<item><guid>${at}</guid><title>${at}</title></item>`;
    await add();
    expect(await titles()).toEqual(['0']);
  });

  test.each([
    ['nothing at all', '', 'no-feed'],
    ['a page', '<html><body>No feed</body></html>', 'no-feed'],
    ['many megabytes', `<rss version="2.0"><channel>${' '.repeat(5 * 1024 * 1024)}`, 'too-large'],
  ])('that sends %s is told so', async (_what, sent, flaw) => {
    whole = sent;
    const body = { facebookPageId: pageId, address: `${site.origin}/feed` };
    expect(await caller.call(addFeed, { body })).toMatchObject({ status: 400, body: { flaw } });
  });

  test('unfolds no entities, of its own or of files', async () => {
    whole = `<!DOCTYPE rss [<!ENTITY a "${'ha'.repeat(20)}"><!ENTITY b "${'&a;'.repeat(50)}">
      <!ENTITY passwd SYSTEM "file:///etc/passwd">]><rss version="2.0"><channel><title>&passwd;</title>
      <item><guid>1</guid><title>Laughs &b; &passwd;</title></item></channel></rss>`;
    expect((await add()).title).toBe('&passwd;');
    expect(await titles()).toEqual(['Laughs &b; &passwd;']);
  });

  test('is not followed where this machine has no room to read it', async () => {
    const own = process.execPath;
    process.execPath = '/nowhere/node';
    try {
      const body = { facebookPageId: pageId, address: `${site.origin}/feed` };
      expect((await caller.call(addFeed, { body })).status).toBe(503);
    } finally {
      process.execPath = own;
    }
    expect((await caller.call(listFeeds)).body).toEqual([]);
  });

  test('is one of so many that a person can follow', async () => {
    const { id } = await add();
    const [{ id: _own, ...row } = { id: 0 }] = await api.stored.feeds.rows();
    const more = Array.from({ length: MAX_FEEDS - 1 }, (_, at) => ({ ...row, address: `${site.origin}/feed/${at}` }));
    await api.stored.feeds.add(more);
    const body = { facebookPageId: pageId, address: `${site.origin}/feed/more` };
    expect((await caller.call(addFeed, { body })).status).toBe(422);
    await caller.call(deleteFeed, { params: { id } });
    const both = ['more', 'other'].map((name) =>
      caller.call(addFeed, { body: { ...body, address: `${site.origin}/feed/${name}` } }),
    );
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual(expect.arrayContaining([201, 422]));
  });

  test('is read alone of its person, also where two processes look for one at once', async () => {
    await add();
    const [{ id: _own, ...row } = { id: 0 }] = await api.stored.feeds.rows();
    await api.stored.feeds.add([{ ...row, address: `${site.origin}/feed/other` }]);
    await api.stored.feeds.change({ next_at: new Date(0) });
    const first = await api.db.transaction();
    expect(await feedTurnsRepository(first).claimDue()).not.toBeNull();
    const second = feedTurnsRepository(api.db).claimDue();
    await expect.poll(async () => (await waitingStatements(api.db)) > 0 || (await leased()) > 0).toBe(true);
    await first.commit();
    expect(await second).toBeNull();
  });

  test('of a page that was removed waits for it', async () => {
    await add();
    items = [{ id: 'b', title: 'The bridge is open' }, ...items];
    await api.stored.facebookPages.change({ removed_at: new Date() });
    await nextHour();
    expect(await titles()).toEqual(['A bridge opens']);
    await api.stored.facebookPages.change({ removed_at: null });
    await nextHour();
    expect(await titles()).toHaveLength(2);
  });

  test('that gives orders gets drafts with other titles, and nothing else', async () => {
    const choices = { mostADay: 10, language: 'Bahasa Melayu' };
    await add(choices);
    const orders = INJECTIONS.filter((_, at) => at % 11 === 0);
    items = [...orders.map((words, at) => ({ id: `o${at}`, title: words, text: words })), ...items];
    await nextHour();
    const drafts = (await caller.call(listDrafts)).body;
    expect(drafts).toHaveLength(10);
    for (const { key } of drafts) {
      const { fields } = (await caller.call(readDraft, { params: { key } })).body;
      const { source, ...rest } = fields;
      expect(rest).toMatchObject({ pageId: String(pageId), language: 'Bahasa Melayu', generated: '', manual: '' });
      expect(source?.address).toMatch(`${site.origin}/items/`);
      expect(JSON.stringify(rest)).not.toMatch(/https?:|evil|jahat/);
    }
    expect((await caller.call(listPosts)).body.posts).toEqual([]);
    expect(await feed()).toMatchObject({ facebookPageId: pageId, ...choices });
  });
});
