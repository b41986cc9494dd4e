import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFeed, listDrafts } from '../../contract/index.ts';
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

const READER = new URL('../../testing/read-feeds.process.ts', import.meta.url);

test('of a process that is killed between an item and its draft nothing is lost, made twice or paid', async () => {
  let items = ['a'];
  /** At whose page the process is killed. */
  let killedAt: string | null = null;
  let kill = () => {};
  site.answers((response, { path }) => {
    if (path === killedAt) return kill();
    if (path !== '/feed') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/rss+xml' });
    const listed = items.map((id) => `<item><guid>${id}</guid><title>News ${id}</title><link>/${id}</link></item>`);
    return response.end(`<rss version="2.0"><channel><title>News</title>${listed.join('')}</channel></rss>`);
  });
  const titles = async () => (await caller.call(listDrafts)).body.map(({ excerpt }) => excerpt).toSorted();
  /** The claim of whoever died has run out by then. */
  const due = () => api.stored.feeds.change({ next_at: new Date(0), lease_until: null });
  const dyingAt = async (path: string): Promise<void> => {
    await due();
    killedAt = path;
    const child = fork(READER, { env: { DATABASE_URL: api.config.DATABASE_URL }, execArgv: [], stdio: 'inherit' });
    kill = () => child.kill('SIGKILL');
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    killedAt = null;
  };

  const body = { facebookPageId: pageId, address: `${site.origin}/feed`, mostADay: 10 };
  expect((await caller.call(addFeed, { body })).status).toBe(201);
  items = ['d', 'c', 'b', 'a'];
  await dyingAt('/d');
  expect(await titles()).toEqual(['News a']);
  await dyingAt('/c');
  expect(await titles()).toEqual(['News a', 'News d']);
  await due();
  await api.app.jobs.find(({ name }) => name === 'read-feeds')?.run(new Date());
  expect(await titles()).toEqual(['News a', 'News b', 'News c', 'News d']);
  expect(await api.stored.aiCalls.rows()).toEqual([]);
});
