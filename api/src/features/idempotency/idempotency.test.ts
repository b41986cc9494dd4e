import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageId } from '../../contract/ids.ts';
import type { TestPage } from '../../../sandbox/testing.ts';
import { createPost, deletePost, IDEMPOTENCY_HEADER, publishPost, publishToFiztech } from '../../contract/index.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { setUpSweptApi } from '../../testing/scene.ts';
import { personWithPage } from '../../testing/person-with-page.ts';
import { ONE_CONNECTION, type Caller, type TestProcess } from '../../testing/test-api.ts';
import { BEING_PUBLISHED } from '../posts/post-preconditions.ts';
import { idempotencyKeysRepository } from './idempotency-keys.repository.ts';
import { fromNow } from '../../testing/stored.ts';

const api = setUpSweptApi();
let second: TestProcess;
let me: TestUser;
let caller: Caller;
let elsewhere: Caller;
let page: TestPage;
let pageRow: PageId;

beforeAll(async () => {
  second = await api.another();
});
beforeEach(async () => {
  ({ me, caller, page, pageRow } = await personWithPage(api));
  elsewhere = second.as(me);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const KEY = { [IDEMPOTENCY_HEADER]: 'key-0001' };
const seen = async (content: string) =>
  (await api.sandbox.oracle(page.id)).filter((post) => post.message === content && post.is_published).length;
const ids = () => api.stored.posts.values('id') as Promise<number[]>;
const body = (content: string) => ({ content, status: 'published' as const, facebookPageId: pageRow });

/** The process takes the call, writes what it writes, and is never heard of again. */
function diesAfterwards(process: TestProcess): Promise<void> {
  return new Promise((resolve) => {
    vi.spyOn(process.app.loop, 'publishNow').mockImplementation(() => {
      resolve();
      return new Promise(() => {});
    });
  });
}

describe('a post created twice under one key', () => {
  test('is one post, answered alike', async () => {
    const first = await caller.call(createPost, { body: body('Once'), headers: KEY });
    const again = await elsewhere.call(createPost, { body: body('Once'), headers: KEY });
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect([await ids(), await seen('Once')]).toEqual([[first.body.id], 1]);
  });

  test('at the same time, in two processes, is one post', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        (n % 2 === 0 ? caller : elsewhere).call(createPost, { body: body('Together'), headers: KEY }),
      ),
    );
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id} ${answer.body.status}`))).toEqual(
      new Set([`201 ${(await ids())[0]} published`]),
    );
    expect([(await ids()).length, await seen('Together')]).toEqual([1, 1]);
  });

  test('waits for the end of the first that is still at it', async () => {
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST' },
      when: 'before',
      action: 'delay 600',
      times: 1,
    });
    const [first, again] = await Promise.all([
      caller.call(createPost, { body: body('Slow'), headers: KEY }),
      elsewhere.call(createPost, { body: body('Slow'), headers: KEY }),
    ]);
    expect([first.body.status, again.body]).toEqual(['published', first.body]);
    expect(await seen('Slow')).toBe(1);
  });

  test('brings out what a process that died had only written down', async () => {
    const written = diesAfterwards(second);
    const lost = elsewhere.call(createPost, { body: body('Orphaned'), headers: KEY }).catch(() => null);
    await written;
    expect((await caller.call(createPost, { body: body('Orphaned'), headers: KEY })).body).toMatchObject({
      id: (await ids())[0],
      status: 'published',
    });
    expect([(await ids()).length, await seen('Orphaned')]).toEqual([1, 1]);
    void lost;
  });

  test('that failed is told again, not tried again', async () => {
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST' },
      when: 'before',
      action: 'error 100',
      times: 1,
    });
    const first = await caller.call(createPost, { body: body('Refused'), headers: KEY });
    const again = await elsewhere.call(createPost, { body: body('Refused'), headers: KEY });
    expect(first.status).toBe(422);
    expect([again.status, again.body]).toEqual([422, first.body]);
    expect([(await ids()).length, await seen('Refused')]).toEqual([1, 0]);
  });

  test('is answered also when its time has come meanwhile', async () => {
    const scheduled = {
      content: 'Soon',
      status: 'scheduled' as const,
      facebookPageId: pageRow,
      scheduledAt: new Date(Date.now() + 1000).toISOString(),
    };
    const first = await caller.call(createPost, { body: scheduled, headers: KEY });
    vi.useFakeTimers({ now: Date.now() + 600_000, toFake: ['Date'] });
    const again = await caller.call(createPost, { body: scheduled, headers: KEY });
    vi.useRealTimers();
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  });

  test('and deleted in between does not come back', async () => {
    const first = await caller.call(createPost, {
      body: { content: 'Gone', status: 'draft', facebookPageId: pageRow },
      headers: KEY,
    });
    await caller.call(deletePost, { params: { id: first.body.id } });
    expect(
      (
        await caller.call(createPost, {
          body: { content: 'Gone', status: 'draft', facebookPageId: pageRow },
          headers: KEY,
        })
      ).status,
    ).toBe(404);
    expect(await ids()).toEqual([]);
  });
});

describe('a post published twice under one key', () => {
  test('goes out once, and both are told so', async () => {
    const id = await buildPost(api.db, me, { content: 'Out', facebookPageId: pageRow });
    const answers = await Promise.all(
      [caller, elsewhere, caller, elsewhere].map((one) =>
        one.call(publishPost, { params: { id }, body: {}, headers: KEY }),
      ),
    );
    const later = await elsewhere.call(publishPost, { params: { id }, body: {}, headers: KEY });
    expect([...answers, later].map((answer) => [answer.status, answer.body.status])).toEqual(
      Array.from({ length: 5 }, () => [200, 'published']),
    );
    expect(await seen('Out')).toBe(1);
    expect((await caller.call(publishPost, { params: { id }, body: {} })).status).toBe(409);
  });

  test('and refused asks for no second connection while it has one', async () => {
    const id = await buildPost(api.db, me, { status: 'publishing', facebookPageId: pageRow });
    const narrow = (await api.another({}, ONE_CONNECTION)).as(me);
    for (const delaySeconds of [undefined, 5])
      expect(await narrow.call(publishPost, { params: { id }, body: { delaySeconds }, headers: KEY })).toMatchObject({
        status: 409,
        body: { message: BEING_PUBLISHED },
      });
  });

  test('and put off in between is told so at once', async () => {
    const id = await buildPost(api.db, me, { content: 'Put off', facebookPageId: pageRow });
    const written = diesAfterwards(second);
    void elsewhere.call(publishPost, { params: { id }, body: {}, headers: KEY }).catch(() => null);
    await written;
    await api.stored.posts.change({ scheduled_at: new Date(Date.now() + 3_600_000), publish_now: false }, { id });
    expect(await caller.call(publishPost, { params: { id }, body: {}, headers: KEY })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('rescheduled') },
    });
  });
});

test('an article published twice under one key is one article', async () => {
  const article = { content: { title: 'A phone', body: 'It rings.' }, contentType: 'review' } as const;
  const answers = await Promise.all(
    [caller, elsewhere].map((one) => one.call(publishToFiztech, { body: article, headers: KEY })),
  );
  expect(answers.map((answer) => answer.body.message)).toEqual(['Published to Fiztech', 'Published to Fiztech']);
  expect(
    (await api.sandbox.control<{ title: string }[]>('GET', '/fiztech/posts')).filter(
      ({ title }) => title === 'A phone',
    ),
  ).toHaveLength(1);
});

describe('a key', () => {
  test('that stands for another request is refused', async () => {
    const {
      body: { id },
    } = await caller.call(createPost, { body: body('One thing'), headers: KEY });
    for (const other of [
      caller.call(createPost, { body: body('Another thing'), headers: KEY }),
      caller.call(publishPost, { params: { id }, body: {}, headers: KEY }),
    ]) {
      const answer = await other;
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { code: 'idempotency_key_reused', message: expect.stringContaining('another request') },
      ]);
    }
    expect([(await ids()).length, await seen('Another thing')]).toEqual([1, 0]);
  });

  test('of a refused call is still free', async () => {
    expect(
      (await caller.call(createPost, { body: { ...body('Later'), status: 'scheduled' }, headers: KEY })).status,
    ).toBe(400);
    const busy = await buildPost(api.db, me, { status: 'publishing', facebookPageId: pageRow });
    expect((await caller.call(publishPost, { params: { id: busy }, body: {}, headers: KEY })).status).toBe(409);
    expect(await api.stored.idempotencyKeys.rows()).toEqual([]);
    expect((await caller.call(createPost, { body: body('Now'), headers: KEY })).status).toBe(201);
  });

  test("is its owner's: another person's same key is another key", async () => {
    const other = await buildUser(api.db);
    const draft = { content: 'Mine', status: 'draft' as const };
    const otherRow = (await buildPage(api.db, other)).id;
    const mine = await caller.call(createPost, { body: { ...draft, facebookPageId: pageRow }, headers: KEY });
    const theirs = await api.as(other).call(createPost, { body: { ...draft, facebookPageId: otherRow }, headers: KEY });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(await ids()).toEqual([mine.body.id, theirs.body.id]);
  });

  test.each(['ünïcode', 'x'.repeat(256), 'with space!'])('like %s is refused', async (key) => {
    const answer = await caller.call(createPost, { body: body('No'), headers: { [IDEMPOTENCY_HEADER]: key } });
    expect([answer.status, answer.body]).toMatchObject([400, { issues: [{ path: IDEMPOTENCY_HEADER }] }]);
    expect(await ids()).toEqual([]);
  });

  test('is forgotten after two days', async () => {
    await caller.call(createPost, { body: { content: 'Old', status: 'draft', facebookPageId: pageRow }, headers: KEY });
    await caller.call(createPost, {
      body: { content: 'New', status: 'draft', facebookPageId: pageRow },
      headers: { [IDEMPOTENCY_HEADER]: 'key-0002' },
    });
    await api.stored.idempotencyKeys.change({ created_at: fromNow(api.db, '49 hours ago') }, { key: 'key-0001' });
    await idempotencyKeysRepository(api.db).forgetOld();
    expect(await api.stored.idempotencyKeys.values('key')).toEqual(['key-0002']);
  });
});
