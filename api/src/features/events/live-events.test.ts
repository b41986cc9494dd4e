import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageId } from '../../contract/ids.ts';
import {
  addAccessEntry,
  EVENTS_PATH,
  listPosts,
  LIVE_FAMILIES,
  logout,
  readStatus,
  updateApiConfig,
} from '../../contract/index.ts';
import type { TestPage } from '../../../sandbox/testing.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { setUpApi } from '../../testing/scene.ts';
import { readEvents, type EventReader } from '../../testing/read-events.ts';
import { type Caller, type TestProcess } from '../../testing/test-api.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { fromNow } from '../../testing/stored.ts';
import { cutListeners, notifyChange } from '../../testing/database-state.ts';

const api = setUpApi();
let other: TestProcess;
let me: TestUser;
let page: TestPage;
let pageRow: PageId;
const open: EventReader[] = [];

beforeAll(async () => {
  other = await api.another();
});
beforeEach(async () => {
  await emptyTables(api.db, 'users', 'access_entries', 'pending_changes');
  await api.stored.loopHeartbeat.change({ ticked_at: api.db.fn.now(), worked_at: api.db.fn.now() });
  const person = await api.sandbox.user('manager');
  me = await buildUser(api.db, { facebookId: person.id, name: person.name });
  page = await api.sandbox.page();
  pageRow = (await buildPage(api.db, me, { pageId: page.id, name: page.name, accessToken: page.access_token })).id;
});
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close();
  await vi.waitUntil(async () => (await openStreams()) === 0, 60_000);
});

async function listen(
  caller: Caller,
  address = EVENTS_PATH,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const stream = await readEvents(caller, address, headers);
  open.push(stream);
  return stream;
}

const notify = (families: string, of = me) => notifyChange(api.db, `${of.userId}:${of.environment}:${families}`);
const notified = (stream: EventReader) => expect.poll(() => stream.families());
const messages = (stream: EventReader) => stream.events.filter(({ event }) => event === 'message');

/** A stream that has been told of everything that happened before. */
async function watching(caller: Caller, of = me): Promise<EventReader> {
  const stream = await listen(caller);
  await notified(stream).toContain('pages');
  stream.clear();
  await notify('settings', of);
  await notified(stream).toContain('settings');
  stream.clear();
  return stream;
}

async function openStreams(): Promise<number> {
  const text = await (await api.as(null).fetch('/metrics')).text();
  return Number(/^event_streams_open (\d+)$/m.exec(text)?.[1]);
}

test('posts are told to everybody who works with their page, and no longer to who did', async () => {
  const [colleague, former] = [await buildUser(api.db), await buildUser(api.db)];
  const connected = { pageId: page.id, name: page.name };
  await buildPage(api.db, colleague, connected);
  const { id } = await buildPage(api.db, former, connected);
  await api.stored.facebookPages.change({ is_connected: false, removed_at: fromNow(api.db, '0 seconds') }, { id });
  const hearing = await watching(other.as(colleague), colleague);
  const deaf = await watching(api.as(former), former);
  await buildPost(api.db, me, { facebookPageId: pageRow });
  await notified(hearing).toEqual(['posts']);
  expect(deaf.families()).toEqual([]);
});

describe('who may listen', () => {
  test('nobody without a session', async () => {
    const answer = await api.as(null).fetch(EVENTS_PATH);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'unauthorized' });
  });

  test('a stream is not kept, not packed and not held back on its way, and our pages may open it', async () => {
    const { response, events } = await listen(api.as(me), EVENTS_PATH, { 'accept-encoding': 'br, gzip' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('content-security-policy')).toMatch(/connect-src 'self'/);
    await expect.poll(() => events[0]).toMatchObject({ event: 'alive', data: {} });
  });

  test('asking for the head alone opens nothing', async () => {
    const answer = await api.as(me).fetch(EVENTS_PATH, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/event-stream/),
    ]);
    expect(await openStreams()).toBe(0);
  });

  test('the twenty-first stream of a user ends the oldest, which stays away for a while', async () => {
    const streams: EventReader[] = [];
    for (let count = 0; count < 21; count += 1) streams.push(await listen(api.as(me)));
    await expect
      .poll(() => streams.map((stream) => stream.hasEnded()))
      .toEqual([true, ...Array.from({ length: 20 }, () => false)]);
    expect(streams[0]?.retryMs()).toBeGreaterThanOrEqual(60_000);
    expect(await openStreams()).toBe(20);
  });
});

describe('what is told', () => {
  test('a post that the loop of another process brought out is seen published by who is told of it', async () => {
    const caller = api.as(me);
    const stream = await watching(caller);
    await buildPost(api.db, me, { content: 'Fresh from the oven', facebookPageId: pageRow, scheduledAt: new Date() });
    await notified(stream).toEqual(['posts', 'dashboard']);
    stream.clear();

    await other.app.loop.tickJob.run(new Date());
    await other.app.loop.settled();
    // Like a screen: reads when it is told to, and not otherwise.
    const published = async () => (await caller.call(listPosts, { query: { status: 'published' } })).body.posts.length;
    for (let seen = 0; seen === 0;) {
      await expect.poll(() => messages(stream).length).toBeGreaterThan(0);
      stream.clear();
      seen = await published();
    }
  });

  test('what a process that died had left pending is notified of by the next that polls', async () => {
    const stream = await watching(api.as(me));
    await api.stored.pendingChanges.add({
      user_id: me.userId,
      environment: me.environment,
      families: 'posts,dashboard',
    });
    await other.app.jobs.find(({ name }) => name === 'notify-changes')?.run(new Date());
    await notified(stream).toEqual(['posts', 'dashboard']);
    expect(await api.stored.pendingChanges.rows()).toEqual([]);
  });

  test('nothing of other people, and nothing of another environment', async () => {
    const stranger = await buildUser(api.db);
    const twin = await buildUser(api.db, { facebookId: me.facebookId, environment: 'production', access: null });
    for (const owner of [stranger, twin]) await buildPage(api.db, owner);
    const [mine, theirs] = [await watching(api.as(me)), await watching(api.as(stranger), stranger)];

    await buildPost(api.db, stranger, { target: 'fiztech' });
    await notified(theirs).toEqual(['posts', 'dashboard']);
    await notify('notifications', twin);
    await notify('settings');
    await notified(mine).toEqual(['settings']);
    expect(theirs.families()).toEqual(['posts', 'dashboard']);
  });

  test('what another administrator changed, to administrators alone', async () => {
    const [boss, colleague] = [await buildUser(api.db, { role: 'admin' }), await buildUser(api.db, { role: 'admin' })];
    const [theirs, staying, mine] = [
      await watching(api.as(boss), boss),
      await watching(api.as(boss), boss),
      await watching(api.as(me)),
    ];
    await other
      .as(colleague)
      .call(addAccessEntry, { body: { facebookId: '10215000007399999', name: 'Nora', type: 'whitelist' } });
    await notified(theirs).toEqual(expect.arrayContaining(['access', 'audit']));
    await notify('settings');
    await notified(mine).toEqual(['settings']);
    const lastId = theirs.lastId() ?? '';
    theirs.close();
    staying.clear();
    await api.stored.auditLog.add({
      actor_facebook_id: '1',
      actor_name: 'Nora',
      action: 'x',
      subject: 'x',
      environment: 'development',
    });
    await notified(staying).toContain('audit');
    await notified(await listen(api.as(boss), EVENTS_PATH, { 'last-event-id': lastId })).toEqual(['audit']);
  });

  test('five hundred changes in a burst are a handful of events, and the last one is not lost', async () => {
    const stream = await watching(api.as(me));
    const ids = await Promise.all(
      Array.from({ length: 10 }, () => buildPost(api.db, me, { facebookPageId: pageRow, status: 'draft' })),
    );
    const from = performance.now();
    for (let round = 0; round < 50; round += 1) {
      await Promise.all(ids.map((id) => api.stored.posts.change({ content: `Round ${round}` }, { id })));
    }
    await notify('notifications');
    await notified(stream).toContain('notifications');
    const seconds = (performance.now() - from) / 1000;
    expect(messages(stream).length).toBeLessThanOrEqual(Math.ceil(seconds / 0.5) + 1);
  });

  test('somebody who leaves in the middle of a burst harms nobody', async () => {
    const [leaving, staying] = [await watching(api.as(me)), await watching(api.as(me))];
    await notify('posts');
    leaving.close();
    await notified(staying).toEqual(['posts']);
    await api.stored.users.remove({ id: me.userId });
    await expect.poll(() => staying.hasEnded()).toBe(true);
  });
});

describe('coming back', () => {
  test('tells what was missed, and no more', async () => {
    const caller = api.as(me);
    const [first, staying] = [await watching(caller), await watching(caller)];
    await notify('automation');
    await notified(first).toContain('automation');
    const lastId = first.lastId() ?? '';
    first.close();
    await notify('posts');
    // Another stream shows that this process has heard it.
    await notified(staying).toContain('posts');

    await notified(await listen(caller, EVENTS_PATH, { 'last-event-id': lastId })).toEqual(['posts']);
    const again = await listen(caller, `${EVENTS_PATH}?after=${lastId}`);
    await notified(again).toEqual(['posts']);
    // Cut off before it was told, it would ask for the same again.
    expect(again.events[0]).toEqual({ id: lastId, event: 'alive', data: {} });
  });

  test('tells nothing to who missed nothing', async () => {
    const caller = api.as(me);
    const first = await watching(caller);
    const second = await listen(caller, `${EVENTS_PATH}?after=${first.lastId() ?? ''}`);
    await expect.poll(() => second.events).toEqual([{ id: first.lastId(), event: 'alive', data: {} }]);
    await notify('pages');
    await notified(second).toEqual(['pages']);
  });

  test.each(['of-another-process.7', 'nonsense', '0'])(
    'takes everything for changed after an id that nobody here knows: %s',
    async (id) => {
      await notified(await listen(api.as(me), EVENTS_PATH, { 'last-event-id': id })).toEqual([...LIVE_FAMILIES]);
    },
  );

  test('everything counts as changed when the line to the database was lost', async () => {
    const stream = await watching(api.as(me));
    await cutListeners(api.db);
    await notified(stream).toEqual([...LIVE_FAMILIES]);
    stream.clear();
    await notify('posts');
    await notified(stream).toEqual(['posts']);
  });
});

describe('a stream ends with its session, and says so', () => {
  const ended = async (stream: EventReader) => {
    await expect.poll(() => stream.hasEnded()).toBe(true);
    expect(messages(stream).at(-1)?.data.families).toContain('session');
  };

  test('at once at a logout; other sessions of the person go on', async () => {
    const [here, there] = [api.as(me), api.as(me)];
    const [leaving, staying] = [await watching(here), await watching(there)];
    await here.call(logout);
    await ended(leaving);
    expect((await here.fetch(EVENTS_PATH)).status).toBe(401);
    expect(staying.hasEnded()).toBe(false);
  });

  test.each([
    ['a block', { type: 'blacklist' }],
    ['a promotion, to begin anew as what the person is now', { role: 'admin' }],
  ])('at once at %s', async (_name, change) => {
    const stream = await watching(api.as(me));
    await api.stored.accessEntries.change(change, { facebook_id: me.facebookId });
    await ended(stream);
  });

  test('at once when the access entry is taken away', async () => {
    const stream = await watching(api.as(me));
    await api.stored.accessEntries.remove({ facebook_id: me.facebookId });
    await ended(stream);
  });

  test('in every process when another environment is shown', async () => {
    try {
      const [here, there] = [await watching(api.as(me)), await watching(other.as(me))];
      await api
        .as(await buildUser(api.db, { role: 'admin' }))
        .call(updateApiConfig, { body: { facebookAppMode: 'test' } });
      await ended(here);
      await ended(there);
    } finally {
      await api.show('development');
    }
  });

  test('when it has run out; being looked at keeps no session alive', async () => {
    const stream = await watching(api.as(me));
    const seen = () => api.stored.sessions.values('last_seen_at');
    await api.stored.sessions.change({ last_seen_at: fromNow(api.db, '11 hours 59 minutes ago') });
    const before = await seen();
    await api.app.events.recheck();
    expect([stream.hasEnded(), await seen()]).toEqual([false, before]);
    await api.stored.sessions.change({ last_seen_at: fromNow(api.db, '12 hours 1 minute ago') });
    await api.app.events.recheck();
    await ended(stream);
  });
});

describe('the loop', () => {
  const beat = (ago: string) => api.stored.loopHeartbeat.change({ worked_at: fromNow(api.db, `${ago} ago`) });

  test('that stopped, and that goes on, is told to everybody', async () => {
    const caller = api.as(me);
    const stranger = await buildUser(api.db);
    await buildPage(api.db, stranger);
    const streams = [await watching(caller), await watching(api.as(stranger), stranger)];
    expect((await caller.call(readStatus)).body).toEqual({
      loop: { isRunning: true, lastTickAt: expect.any(String) },
      appMode: 'development',
      hold: null,
    });

    await beat('40 seconds');
    await api.app.events.watchStatus();
    await beat('50 seconds');
    await api.app.events.watchStatus();
    for (const stream of streams) await notified(stream).toEqual(['status']);
    expect((await caller.call(readStatus)).body.loop.isRunning).toBe(false);
    await api.app.events.watchStatus();
    for (const stream of streams) expect(messages(stream)).toHaveLength(1);

    await beat('0 seconds');
    await api.app.events.watchStatus();
    for (const stream of streams) await expect.poll(() => messages(stream).length).toBe(2);
    expect((await caller.call(readStatus)).body.loop.isRunning).toBe(true);
  });
});

test('a process that ends lets its streams go at once and takes no new ones', async () => {
  const ending = await api.another();
  const caller = ending.as(me);
  const stream = await listen(caller);
  await ending.app.events.stop();
  await expect.poll(() => stream.hasEnded()).toBe(true);
  expect((await caller.fetch(EVENTS_PATH)).status).toBe(503);
});
