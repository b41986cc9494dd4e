import { beforeEach, describe, expect, test } from 'vitest';
import { generateContent, reportRemoteLoad, uploadMedia } from '../../contract/index.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { tablesReadWhole } from '../../testing/database-state.ts';
import { pngFile } from '../../testing/media-files.ts';
import { setUpPerson, setUpSweptApi } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';
import { buildRemote } from '../../testing/web-root.ts';
import { figureMetrics } from './figure-metrics.ts';
import type { Figures } from './figures.repository.ts';
import * as statements from './figures.sql.ts';
import { latestFigures } from './latest-figures.ts';

const api = setUpSweptApi();
const { me, caller } = setUpPerson(api);
const metrics = async () => (await api.as(null).fetch('/metrics')).text();
/** As they are now, however lately somebody asked. */
const figures = async () => (await api.app.observing.figures.find(0)).latest?.figures;
/** The value of one line, by all that stands before it; null where there is none. */
const valueOf = (text: string, line: string) => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? null : Number(found.slice(line.length));
};

test('posts are told by what they wait for, and the oldest by its age', async () => {
  const page = await buildPage(api.db, me);
  const planned = async (when: string, change: object = {}) => {
    const id = await buildPost(api.db, me, { facebookPageId: page.id });
    await api.stored.posts.change({ scheduled_at: fromNow(api.db, when), ...change }, { id });
  };
  await planned('1 hour');
  await planned('-5 seconds');
  await planned('-10 minutes');
  await planned('-20 minutes', { is_held: true, problem: JSON.stringify({ code: 'page_removed', params: {} }) });
  const tried = await buildPost(api.db, me, { status: 'publishing' });
  const problem = JSON.stringify({ code: 'retrying', params: { target: 'facebook' } });
  await api.stored.posts.change({ problem, lease_token: null }, { id: tried });
  await buildPost(api.db, me, { status: 'draft' });

  expect(await figures()).toMatchObject({
    queue: { scheduled: 1, due: 1, overdue: 1, held: 1, publishing: 1 },
    unanswered: [{ target: 'facebook', posts: 1 }],
  });
  const text = await metrics();
  expect(valueOf(text, 'posts_queue{state="overdue"}')).toBe(1);
  expect(valueOf(text, 'posts_unanswered{target="facebook"}')).toBe(1);
  const oldest = valueOf(text, 'posts_oldest_due_seconds') ?? 0;
  expect(oldest).toBeGreaterThanOrEqual(600);
  expect(oldest).toBeLessThan(1200);
});

test('nothing that is due is no age, and nothing published is no time', async () => {
  await buildPost(api.db, me);
  expect(await figures()).toMatchObject({ queue: { oldestDueSeconds: 0 }, unanswered: [], lastPublishedAt: null });
});

test('what is not told yet counts for its channel, whether anybody has taken it up or not', async () => {
  await api.stored.mails.add({
    user_id: me.userId,
    environment: me.environment,
    purpose: 'reminder',
    to_address: 'me@example.com',
    due_at: fromNow(api.db, '-3 minutes'),
  });
  const found = (await figures())?.outbox ?? [];
  expect(found.map(({ channel, waiting }) => [channel, waiting])).toEqual([
    ['mail', 1],
    ['webhook', 0],
    ['push', 0],
  ]);
  expect(found[0]?.overdueSeconds).toBeGreaterThanOrEqual(180);
  expect(found[1]?.overdueSeconds).toBe(0);
});

test('no table is read whole that grows with posts or with what is to be told', async () => {
  const read = await Promise.all(Object.values(statements).map((statement) => tablesReadWhole(api.db, statement)));
  expect(read.flat().toSorted()).toEqual(['loop_heartbeat', 'page_clock']);
});

test('files that come in are counted with their bytes, and so is what was wrong with others', async () => {
  const before = await metrics();
  const send = (bytes: Buffer) => {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(bytes)]), 'bread.png');
    return caller.fetch(uploadMedia.path, { method: 'POST', body });
  };
  expect((await send(pngFile())).status).toBe(201);
  expect((await send(Buffer.from('no picture'))).status).toBe(400);
  const after = await metrics();
  const more = (line: string) => (valueOf(after, line) ?? 0) - (valueOf(before, line) ?? 0);
  expect([more('uploads_total{outcome="kept"}'), more('uploads_total{outcome="refused"}')]).toEqual([1, 1]);
  expect(more('upload_bytes_total')).toBeGreaterThan(0);
});

test('what the AI costs is told by purpose and model, and by nobody’s name', async () => {
  expect((await caller.call(generateContent, { body: { prompt: 'Fresh bread on Saturdays.' } })).status).toBe(200);
  const text = await metrics();
  expect(text).toMatch(/^ai_calls_total\{purpose="post",model="[\w.-]+",outcome="answered"\} 1$/m);
  expect(text).toMatch(/^ai_spend_microdollars_total\{purpose="post",model="[\w.-]+"\} [1-9]\d*$/m);
  expect(text).not.toContain(me.facebookId);
  expect(text).not.toContain('Saturdays');
});

test('areas that failed to load are told by version, and versions that nobody has released are not', async () => {
  buildRemote(api.config.WEB_ROOT, 'mf-history');
  await api.app.remotes.registerBuiltIns();
  const report = (version: string) =>
    caller.call(reportRemoteLoad, { body: { name: 'mf_history', version, phase: 'render', durationMs: 10 } });
  await report('1.0.0');
  await report('6.6.6');
  const text = await metrics();
  expect(valueOf(text, 'area_loads_total{area="mf_history",version="1.0.0",outcome="render"}')).toBe(1);
  expect(text).not.toContain('6.6.6');
});

test('a post that is missed is counted as one', async () => {
  const id = await buildPost(api.db, me);
  await api.stored.posts.change({ scheduled_at: fromNow(api.db, '-2 hours') }, { id });
  const line = 'publish_outcomes_total{target="facebook",outcome="missed"}';
  const before = valueOf(await metrics(), line) ?? 0;
  await api.turn();
  expect(valueOf(await metrics(), line)).toBe(before + 1);
});

test('each pool tells how much of it is in use', async () => {
  const text = await metrics();
  for (const pool of ['requests', 'loop', 'automation', 'telling', 'sweeps', 'bringing', 'moving'])
    expect(valueOf(text, `database_pool_waiting{pool="${pool}"}`)).toBe(0);
  expect(valueOf(text, 'database_pool_connections_max{pool="loop"}')).toBe(4);
});

describe('figures of the database', () => {
  const FOUND: Figures = {
    queue: { scheduled: 3, due: 0, overdue: 0, held: 0, publishing: 0, oldestDueSeconds: 0 },
    unanswered: [],
    idleSeconds: 2,
    lastPublishedAt: null,
    restoredFrom: null,
    outbox: [],
  };
  let reads = 0;
  let read = async () => FOUND;
  const counted = () => {
    reads += 1;
    return read();
  };
  beforeEach(() => {
    reads = 0;
    read = async () => FOUND;
  });

  test('are read once, however many ask and however often', async () => {
    const latest = latestFigures(counted);
    await Promise.all([latest.find(), latest.find(), latest.find()]);
    await latest.find();
    expect(reads).toBe(1);
  });

  test('are those of before while the database is away, which is told', async () => {
    const latest = latestFigures(counted);
    await latest.find(0);
    read = () => Promise.reject(new Error('away'));
    expect(await latest.find(0)).toMatchObject({ latest: { figures: FOUND }, isAnswered: false });
    read = async () => FOUND;
    expect(await latest.find(0)).toMatchObject({ isAnswered: true });
  });

  test('keep nobody waiting for a database that is frozen, and are asked for once', async () => {
    const latest = latestFigures(counted, 10);
    await latest.find(0);
    read = () => new Promise(() => {});
    for (let n = 0; n < 2; n += 1)
      expect(await latest.find(0)).toMatchObject({ latest: { figures: FOUND }, isAnswered: false });
    expect(reads).toBe(2);
  });

  test('are left out where the database has never answered, and not told as 0', async () => {
    read = () => Promise.reject(new Error('away'));
    const text = await figureMetrics(latestFigures(counted)).text();
    expect(valueOf(text, 'database_figures_up')).toBe(0);
    for (const name of ['posts_queue', 'posts_oldest_due_seconds', 'loop_idle_seconds', 'outbox_waiting'])
      expect(text.split('\n').filter((line) => line.startsWith(name))).toEqual([]);
  });
});

test('another host tells the same figures, and its loop tells none', async () => {
  const other = await api.another();
  await buildUser(api.db);
  const [here, there] = [await metrics(), await (await other.as(null).fetch('/metrics')).text()];
  expect(valueOf(there, 'posts_queue{state="scheduled"}')).toBe(valueOf(here, 'posts_queue{state="scheduled"}'));
  expect(await api.app.metrics.registry.metrics()).not.toContain('posts_queue');
});
