import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { postTimeline, publishOutcome, publishPost, undoPublish, updatePost, type Post } from '../../contract/index.ts';
import type { PostId } from '../../contract/ids.ts';
import { buildPost } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { type Caller, type TestProcess } from '../../testing/test-api.ts';
import { claimsRepository } from '../publishing/claims.repository.ts';
import { beginTransaction } from '../../testing/database-state.ts';
import { SOMETHING, fromNow, stored } from '../../testing/stored.ts';

let { me, caller, page, pageRow, stories } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me, caller, page, pageRow, stories } = scene);
  },
  { role: 'manager' },
);
let second: TestProcess;
beforeAll(async () => {
  second = await api.another();
});
afterEach(() => {
  vi.useRealTimers();
});

const inAnHour = () => new Date(Date.now() + 3_600_000);
const planned = (facts: object = {}) =>
  buildPost(api.db, me, { content: 'In a moment', facebookPageId: pageRow, scheduledAt: inAnHour(), ...facts });
/** The longest there is: a test is through before, on a busy machine too. */
const MOMENT_SECONDS = 30;
const ask = (id: PostId, by: Caller = caller, more: { headers?: Record<string, string> } = {}) =>
  by.call(publishPost, { params: { id }, body: { delaySeconds: MOMENT_SECONDS }, ...more });
const undo = (id: PostId, by: Caller = caller) => by.call(undoPublish, { params: { id } });
const rowOf = async (id: PostId) => (await api.stored.posts.first({ id })) as Record<string, unknown>;
const seen = () => stories.seen('In a moment', page.id);
/** The seconds to take it back are over. */
const momentPasses = (minutes = 0) =>
  api.stored.posts.change({ publish_now_at: fromNow(api.db, `${minutes} minutes ago`) }, { publish_now_at: SOMETHING });

describe('a post that is asked for in a moment', () => {
  test('stays what it is until then, and then goes out once, by whichever process', async () => {
    const id = await planned();
    const before = await rowOf(id);
    const asked = Date.now();
    const { status, body } = await ask(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'scheduled', scheduledAt: (before['scheduled_at'] as Date).toISOString() });
    expect(new Date(body.publishNowAt ?? 0).getTime() - asked).toBeGreaterThanOrEqual(MOMENT_SECONDS * 1000);
    await api.turn();
    expect(await seen()).toBe(0);

    await momentPasses();
    await api.turn();
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'published', is_late: false });
    expect(await seen()).toBe(1);
  });

  test('goes out also when the process that was asked is gone', async () => {
    const id = await planned();
    await ask(id, second.as(me));
    await momentPasses();
    await api.app.loop.tickJob.run(new Date());
    await api.app.loop.settled();
    expect(await seen()).toBe(1);
  });

  test('is told in its timeline as asked for by the person', async () => {
    const id = await planned();
    await ask(id);
    await momentPasses();
    await api.turn();
    const { entries } = (await caller.call(postTimeline, { params: { id } })).body;
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'publish-asked', by: expect.anything() as object }));
  });

  test('wakes the loop at its moment', async () => {
    await ask(await planned());
    const { ms } = await claimsRepository(api.db).untilNext();
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThanOrEqual(MOMENT_SECONDS * 1000);
  });

  test('names the page to the loop just before it falls due, and no other', async () => {
    const id = await planned();
    await planned({ facebookPageId: undefined });
    const trx = await beginTransaction(api.db);
    try {
      await stored(trx).posts.change({ scheduled_at: fromNow(trx, '20 milliseconds') }, { id });
      // In a transaction no time passes.
      expect(await claimsRepository(trx).untilNext()).toMatchObject({ ms: 20, pages: [pageRow] });
    } finally {
      await trx.rollback();
    }
  });

  test('counts by the clock of the database, whatever that of a process says', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    const id = await planned({ scheduledAt: new Date(Date.now() + 7_200_000) });
    await ask(id);
    await api.turn();
    expect(await seen()).toBe(0);
    expect(await stories.statusOf(id)).toMatchObject({ status: 'scheduled' });
  });

  test('does not go out by surprise after an hour without a loop', async () => {
    const id = await planned();
    await ask(id);
    await momentPasses(61);
    await api.turn();
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'missed' });
    expect(await seen()).toBe(0);
  });

  test.each([
    ['its own time comes first', { scheduled_at: new Date() }],
    ['it is an hour late', { scheduled_at: new Date(Date.now() - 3_900_000) }],
  ])('goes out once although %s', async (_, change) => {
    const id = await planned();
    await ask(id);
    await api.stored.posts.change(change, { id });
    await api.turn();
    await momentPasses();
    await api.turn();
    expect(await seen()).toBe(1);
    expect(await stories.statusOf(id)).toMatchObject({ status: 'published' });
  });

  test('has the words that it was given meanwhile, and the time', async () => {
    const id = await planned({ content: 'With a tpyo' });
    await ask(id);
    await caller.call(updatePost, { params: { id }, body: { content: 'In a moment' } });
    await momentPasses();
    await api.turn();
    expect(await seen()).toBe(1);

    const other = await planned({ content: 'Later after all' });
    await ask(other);
    const { body } = await caller.call(updatePost, {
      params: { id: other },
      body: { scheduledAt: inAnHour().toISOString() },
    });
    expect(body).toMatchObject({ status: 'scheduled', publishNowAt: null });
  });

  test('goes out at once when that is asked for after all', async () => {
    const id = await planned();
    await ask(id);
    const { status, body } = await caller.call(publishPost, { params: { id }, body: {} });
    expect([status, body.status, body.publishNowAt]).toEqual([200, 'published', null]);
    await momentPasses();
    await api.turn();
    expect(await seen()).toBe(1);
  });

  test('is asked for once: the same key again answers it as it is, another press is refused', async () => {
    const id = await planned();
    const key = { headers: { 'idempotency-key': 'one-press' } };
    await ask(id, caller, key);
    expect((await ask(id, caller, key)).status).toBe(200);
    const again = await ask(id);
    expect(again.status).toBe(409);
    expect(again.text).toContain('about to be published');
    await undo(id);
    expect((await ask(id, caller, key)).body).toMatchObject({ status: 'scheduled', publishNowAt: null });
  });

  test.each<{ delaySeconds: number; pageId?: number }>([
    { delaySeconds: 0 },
    { delaySeconds: 31 },
    { delaySeconds: 1.5 },
    { delaySeconds: 5, pageId: 1 },
  ])('is refused with %j', async (body) => {
    const id = await planned();
    expect((await caller.call(publishPost, { params: { id }, body })).status).toBe(400);
    expect(await rowOf(id)).toMatchObject({ publish_now_at: null });
  });

  test('tells what became of it to whoever waits', async () => {
    const id = await planned();
    await ask(id);
    await momentPasses();
    const waiting = caller.call(publishOutcome, { params: { id } });
    await api.turn();
    expect((await waiting).body).toMatchObject({ status: 'published' });
  });
});

describe('undo', () => {
  const problem = '{"code": "refused", "action": "edit", "params": {"target": "facebook", "page": null, "said": null}}';
  const reconnect = '{"code": "reconnect", "action": "reconnect", "params": {"page": "Bakery"}}';
  test.each<[string, object, object?]>([
    ['planned', {}],
    ['a draft', { status: 'draft', scheduledAt: null }],
    ['a draft that says why', { status: 'draft', scheduledAt: null }, { problem }],
    ['failed', { status: 'failed' }, { problem }],
    ['missed', { status: 'missed' }],
    ['on hold', {}, { is_held: true, problem: reconnect }],
    ['of automation', {}, { is_automatic: true }],
  ])('leaves a post that is %s exactly as it was', async (_, facts, state = {}) => {
    const id = await planned(facts);
    await api.stored.posts.change({ updated_at: api.db.fn.now(), ...state }, { id });
    const before = await rowOf(id);
    await ask(id);
    expect((await rowOf(id))['publish_now_at']).not.toBeNull();
    const { status, body } = await undo(id);
    expect(status).toBe(200);
    expect((body satisfies Post).publishNowAt).toBeNull();
    expect(await rowOf(id)).toEqual(before);
    expect((await undo(id)).status).toBe(200);
    await api.turn();
    expect(await seen()).toBe(0);
  });

  test('that comes when the post is out is refused, and says so', async () => {
    const id = await planned();
    await ask(id);
    await momentPasses();
    await api.turn();
    const late = await undo(id);
    expect(late.status).toBe(409);
    expect(late.text).toContain('This post is already published.');
  });

  test('that comes when nobody can tell whether the post is out is refused, and says so', async () => {
    const crashed = { code: 'crashed', action: 'resolve', params: {} };
    const id = await planned();
    await api.stored.posts.change({ status: 'failed', problem: JSON.stringify(crashed) }, { id });
    const late = await undo(id);
    expect(late.status).toBe(409);
    expect(late.text).toContain('This post may already be published.');
  });

  test('that comes when the loop has begun is refused, and says so', async () => {
    const id = await planned();
    await ask(id);
    await momentPasses();
    await claimsRepository(api.db).beginAsked();
    const late = await undo(id);
    expect(late.status).toBe(409);
    expect(late.text).toContain('This post is being published right now.');
    await api.turn();
    expect(await seen()).toBe(1);
  });
});
