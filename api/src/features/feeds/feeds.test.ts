import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addFeed, deleteFeed, listDrafts, listFeeds, listPosts, readDraft, updateFeed } from '../../contract/index.ts';
import type { Feed } from '../../contract/feeds.ts';
import { INJECTIONS } from '../../testing/injections.ts';
import { receiver, type Receiver } from '../../testing/receiver.ts';
import { setUpScene } from '../../testing/scene.ts';
import type { Caller } from '../../testing/test-api.ts';

let caller: Caller;
let pageId: number;
const api = setUpScene(
  (scene) => {
    caller = scene.caller;
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
}
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
let items: Item[];
let status: number;
let etag: string | null;
beforeEach(() => {
  items = [{ id: 'a', title: 'A bridge opens' }];
  status = 200;
  etag = null;
  site.received.length = 0;
  site.answers((response, { path, headers }) => {
    if (path === '/robots.txt') return response.writeHead(404).end();
    if (path !== '/feed') return response.writeHead(404).end();
    if (status !== 200) return response.writeHead(status).end();
    if (etag !== null && headers['if-none-match'] === etag) return response.writeHead(304).end();
    response.writeHead(200, { 'content-type': 'application/rss+xml', ...(etag !== null && { etag }) });
    const listed = items.map(
      ({ id, title, text = 'More of it.' }) =>
        `<item><guid>${id}</guid><title>${escaped(title)}</title><link>/items/${id}</link>` +
        `<description>${escaped(text)}</description></item>`,
    );
    return response.end(`<rss version="2.0"><channel><title>Klang News</title>${listed.join('')}</channel></rss>`);
  });
});

const add = async (choices: object = {}): Promise<Feed> => {
  const answer = await caller.call(addFeed, {
    body: { facebookPageId: pageId, address: `${site.origin}/feed`, ...choices },
  });
  expect(answer.status).toBe(201);
  return answer.body;
};
const titles = async () => (await caller.call(listDrafts)).body.map(({ excerpt }) => excerpt).toSorted();
const feed = async () => (await caller.call(listFeeds)).body[0];
/** The loop's next runs, an hour later. */
async function nextHour(processes = 1): Promise<void> {
  await api.stored.feeds.change({ next_at: new Date(0) });
  const run = api.app.jobs.find(({ name }) => name === 'read-feeds');
  await Promise.all(Array.from({ length: processes }, async () => run?.run(new Date())));
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
    const none = await caller.call(addFeed, { body: { ...again, address: `${site.origin}/none` } });
    expect(none).toMatchObject({ status: 400, body: { flaw: 'gone' } });
  });

  test('of a process that died half way is read by the next, and nothing comes twice or is lost', async () => {
    await add({ mostADay: 5 });
    items = [{ id: 'b', title: 'Second' }, { id: 'c', title: 'Third' }, ...items];
    // As it died between two drafts: one is made, and its claim still stands.
    await nextHour();
    await api.stored.feeds.change({ next_at: new Date(0), lease_until: new Date(0), etag: null });
    await nextHour(2);
    expect(await titles()).toEqual(['A bridge opens', 'Second', 'Third']);
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
