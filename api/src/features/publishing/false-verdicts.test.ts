import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageId } from '../../contract/ids.ts';
import { createPost, postTimeline, publishPost, resolvePost, updatePost } from '../../contract/index.ts';
import type { TestPage } from '../../../sandbox/testing.ts';
import { inWords } from '../../testing/in-words.ts';
import type { TestUser } from '../../testing/builders.ts';
import { pngFile } from '../../testing/media-files.ts';
import { personWithPage } from '../../testing/person-with-page.ts';
import { videoFile } from '../../testing/real-media.ts';
import { testApi, type TestApi } from '../../testing/test-api.ts';
import { SOMETHING, fromNow } from '../../testing/stored.ts';

let twoStep: TestApi;
let direct: TestApi;
let me: TestUser;
let page: TestPage;
let pageRow: PageId;

beforeAll(async () => {
  [twoStep, direct] = await Promise.all([testApi(), testApi({ FB_PUBLISH_MODE: 'direct' })]);
});
afterAll(() => Promise.all([twoStep.close(), direct.close()]));

const VIDEO = await videoFile();
const FILES = { text: null, image: pngFile(), video: VIDEO, reel: VIDEO };
type Kind = keyof typeof FILES;
type Mode = 'two-step' | 'direct';
const GONE = { type: 'error', http: 400, code: 100, subcode: 33 };
/** Where each kind is shown, by mode. */
const VISIBLE: Record<Mode, Record<Kind, string>> = {
  'two-step': { text: '_\\d+$', image: '_\\d+$', video: '/v19.0/\\d+$', reel: '/video_reels$' },
  direct: { text: '/feed$', image: '/feed$', video: '/videos$', reel: '/video_reels$' },
};

/** A page of a person, on a fresh start. */
async function start(mode: Mode): Promise<TestApi> {
  const api = mode === 'direct' ? direct : twoStep;
  await api.reset();
  await api.sandbox.control('PUT', '/switches', { processingMs: 5, chunkBytes: 4_000_000 });
  ({ me, page, pageRow } = await personWithPage(api, 'manager'));
  return api;
}

async function plan(api: TestApi, kind: Kind, content: string): Promise<number> {
  const file = FILES[kind];
  const { body } = await api.as(me).call(createPost, {
    body: {
      content,
      status: 'scheduled',
      scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
      facebookPageId: pageRow,
      ...(file === null ? {} : { mediaType: kind, mediaData: `data:;base64,${file.toString('base64')}` }),
    },
  });
  await api.stored.posts.makeDue(body.id);
  return body.id;
}

const postOf = async (api: TestApi, id: number) =>
  inWords((await api.stored.posts.first({ id })) as { status: string; remote_id: string | null; problem: unknown });
const onPage = async (api: TestApi, content: string) =>
  (await api.sandbox.oracle(page.id)).filter((post) => post.message === content && post.is_published);

/** A poll, with the waits for it cut short. */
async function poll(api: TestApi): Promise<void> {
  await api.stored.posts.expireLeases();
  await api.turn();
}

/** What was done is so much longer ago. */
const pass = (api: TestApi, seconds: number) =>
  api.stored.publishAttempts.age(`${seconds} seconds`, [
    'created_at',
    'sent_at',
    'first_sent_at',
    'sending_deadline',
    'absent_since',
    'ended_at',
  ]);

/** Cuts the answer to the visible call. Direct videos have two calls of the same address before it, reels one. */
async function cutShow(api: TestApi, mode: Mode, kind: Kind): Promise<void> {
  const before = { text: 0, image: 0, video: mode === 'direct' ? 2 : 0, reel: 1 }[kind];
  await api.sandbox.fault({
    match: { service: 'graph', method: 'POST', path: VISIBLE[mode][kind] },
    when: 'after',
    action: 'reset',
    nth: before + 1,
  });
}

const cut = (api: TestApi, path: string, when: 'before' | 'after', times = 1) =>
  api.sandbox.fault({ match: { service: 'graph', method: 'POST', path, page: page.id }, when, action: 'reset', times });
const refuse = (api: TestApi, path: string, action: object = GONE) =>
  api.sandbox.fault({ match: { service: 'graph', method: 'GET', path }, when: 'before', action });

const CELLS = (['two-step', 'direct'] as const).flatMap((mode) =>
  (['text', 'image', 'video', 'reel'] as const).map((kind) => ({ mode, kind })),
);

describe.each(CELLS)('$kind in $mode mode, whose visible call took effect without an answer', ({ mode, kind }) => {
  test('is found on its page where Facebook knows nothing of its id', async () => {
    const api = await start(mode);
    await cutShow(api, mode, kind);
    const id = await plan(api, kind, 'Found by looking');
    await api.turn();
    expect(await postOf(api, id)).toMatchObject({
      status: 'publishing',
      problem: { code: 'confirming', action: 'resolve' },
    });
    // The page and its lists are open; single objects are not.
    await refuse(api, '/v19.0/(\\d+_\\d+)$');
    if (kind === 'video' || kind === 'reel')
      for (const { remote_id: video } of (await api.stored.publishAttempts.rows(
        { remote_id: SOMETHING },
        'remote_id',
      )) as { remote_id: string }[])
        await refuse(api, `/v19.0/${video}$`);
    for (let polls = 0; polls < 4; polls += 1) {
      await poll(api);
      await pass(api, 181);
    }
    expect(await postOf(api, id)).toMatchObject({ status: 'published' });
    expect(await onPage(api, 'Found by looking')).toHaveLength(1);
  });

  test('is never told as lost while nothing of the page can be seen, and says that it may be out', async () => {
    const api = await start(mode);
    await cutShow(api, mode, kind);
    const id = await plan(api, kind, 'Nobody may look');
    await api.turn();
    await refuse(api, '.*');
    for (let polls = 0; polls < 6; polls += 1) {
      await poll(api);
      await pass(api, 200);
    }
    expect(await postOf(api, id)).toMatchObject({
      status: 'publishing',
      problem: { code: 'may_be_out', action: 'resolve' },
    });
    expect((await onPage(api, 'Nobody may look')).length).toBeLessThanOrEqual(1);
  });
});

describe('a poll that is refused', () => {
  test.each([
    [10, undefined],
    [200, undefined],
    [100, undefined],
    [190, 463],
    [2, undefined],
    [987_654, undefined],
    [368, undefined],
  ])('with code %i, subcode %s, for ever, leaves the post in doubt', async (code, subcode) => {
    const api = await start('direct');
    await cut(api, '/feed$', 'after');
    const id = await plan(api, 'text', `Refused with ${code}`);
    await refuse(api, '.*', { type: 'error', http: 400, code, subcode });
    for (let polls = 0; polls < 8; polls += 1) {
      await poll(api);
      await pass(api, 200);
    }
    expect(await postOf(api, id)).toMatchObject({
      status: 'publishing',
      problem: { action: 'resolve', message: expect.stringContaining('may already be published') as string },
    });
  });

  test('of one object or one list alone does not mark the page', async () => {
    const api = await start('direct');
    await cut(api, '/feed$', 'after');
    await plan(api, 'text', 'No lists');
    await refuse(api, '/published_posts$', { type: 'error', http: 403, code: 10 });
    await poll(api);
    await poll(api);
    expect(await api.stored.facebookPages.values('problem', { id: pageRow })).toEqual([null]);
  });

  test('where a post that is known to be on the page cannot be seen either, proves nothing', async () => {
    const api = await start('two-step');
    await plan(api, 'text', 'The one before');
    await api.turn();
    await api.stored.pageClock.change({ last_published_at: null });
    await cut(api, '_\\d+$', 'before');
    const id = await plan(api, 'text', 'Blind in one eye');
    await poll(api);
    await refuse(api, '_\\d+$');
    for (let polls = 0; polls < 4; polls += 1) {
      await poll(api);
      await pass(api, 200);
    }
    expect(await postOf(api, id)).toMatchObject({ status: 'publishing', problem: { code: 'may_be_out' } });
  });
});

describe('a post that is gone', () => {
  test('is told as lost after two polls at a page that can be seen, 180 s apart, and not before', async () => {
    const api = await start('two-step');
    await cut(api, '_\\d+$', 'before');
    const id = await plan(api, 'text', 'Gone for good');
    await api.turn();
    const [object] = (await api.sandbox.oracle(page.id)).filter((post) => post.message === 'Gone for good');
    await api.sandbox.graph('DELETE', `/${object?.id}`, page.access_token);
    // Long after the call, but just after the first poll.
    await pass(api, 3000);
    for (let polls = 0; polls < 3; polls += 1) await poll(api);
    expect((await postOf(api, id)).status).toBe('publishing');
    await pass(api, 181);
    await poll(api);
    expect(await postOf(api, id)).toMatchObject({
      status: 'failed',
      problem: { code: 'vanished', action: 'publish_now' },
    });
  });

  test('a flip that Facebook answers as if there were no such object is looked into first', async () => {
    const api = await start('two-step');
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '_\\d+$', page: page.id },
      when: 'after',
      action: GONE,
      times: 1,
    });
    await refuse(api, '_\\d+$');
    const id = await plan(api, 'text', 'No such thing');
    await api.turn();
    expect((await postOf(api, id)).status).not.toBe('failed');
    await poll(api);
    expect((await postOf(api, id)).status).toBe('published');
    expect(await onPage(api, 'No such thing')).toHaveLength(1);
  });
});

describe('a second send', () => {
  /** A text that went out ten minutes ago without an answer, and that clean polls did not show. */
  async function sentTwice(content: string, code: number, subcode?: number): Promise<{ api: TestApi; id: number }> {
    const api = await start('direct');
    await api.sandbox.clock(-600_000);
    await cut(api, '/feed$', 'after');
    const id = await plan(api, 'text', content);
    await api.turn();
    await pass(api, 600);
    const hidden = await api.sandbox.fault({
      match: { service: 'graph', method: 'GET', path: '/published_posts$' },
      when: 'before',
      action: { type: 'read-lag', ms: 3_600_000 },
    });
    await api.sandbox.clock(0);
    await poll(api);
    await pass(api, 181);
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$' },
      when: 'before',
      action: { type: 'error', http: 400, code, subcode },
    });
    await poll(api);
    expect(hidden.id).toBeDefined();
    return { api, id };
  }

  test.each([
    [506, undefined],
    [1_366_051, undefined],
    [368, 1_404_082],
  ])(
    'that is called a duplicate (%i, %s) is never a failure, and found from the first send on',
    async (code, subcode) => {
      const { api, id } = await sentTwice(`Twice ${code}`, code, subcode);
      for (let polls = 0; polls < 6; polls += 1) {
        await poll(api);
        await pass(api, 181);
      }
      expect(await postOf(api, id)).toMatchObject({
        status: 'publishing',
        problem: { code: 'may_be_out', action: 'resolve' },
      });
      await api.sandbox.clearFaults();
      await poll(api);
      expect(await postOf(api, id)).toMatchObject({ status: 'published' });
      expect(await onPage(api, `Twice ${code}`)).toHaveLength(1);
    },
  );
});

describe('publishing again what may have gone out before', () => {
  /** As an earlier verdict left it: told as failed, and public all the same. */
  async function falselyFailed(api: TestApi, content: string): Promise<number> {
    const id = await plan(api, 'text', content);
    await api.turn();
    await api.stored.posts.change(
      { status: 'failed', published_at: null, remote_id: null, permalink_url: null },
      { id },
    );
    await api.stored.publishAttempts.change({ state: 'refused', may_be_out: true }, { post_id: id });
    return id;
  }

  test.each(['two-step', 'direct'] as const)(
    'in %s mode begins with a poll, and finds it, whatever became of its text since',
    async (mode) => {
      const api = await start(mode);
      const id = await falselyFailed(api, 'As it was sent');
      await pass(api, 3600);
      await api.sandbox.clock(0);
      await api.as(me).call(updatePost, { params: { id }, body: { content: 'As it was edited' } });
      const answer = await api.as(me).call(publishPost, { params: { id }, body: {} });
      expect(answer.body).toMatchObject({ status: 'published' });
      expect(await onPage(api, 'As it was sent')).toHaveLength(1);
      expect(await onPage(api, 'As it was edited')).toHaveLength(0);
    },
  );

  test('asks the owner where no poll is allowed, and goes on once they have looked', async () => {
    const api = await start('two-step');
    const id = await falselyFailed(api, 'Wanted all the same');
    await api.sandbox.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'In between' });
    await refuse(api, '/published_posts$');
    const inDoubt = { status: 'missed', problem: { code: 'cannot_look', action: 'resolve' } };
    expect((await api.as(me).call(publishPost, { params: { id }, body: {} })).body).toMatchObject(inDoubt);

    for (const body of [{}, { delaySeconds: 5 }, { pageId: pageRow }]) {
      const { status, body: refused } = await api.as(me).call(publishPost, { params: { id }, body });
      expect([status, (refused as { message?: string }).message]).toEqual([
        409,
        'This post may already be published. First tell us whether you see it on its page, or choose Delete it here.',
      ]);
    }
    expect(await onPage(api, 'Wanted all the same')).toHaveLength(1);

    // A new time is no word of theirs either.
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    await api.as(me).call(updatePost, { params: { id }, body: { scheduledAt } });
    expect((await api.as(me).call(publishPost, { params: { id }, body: {} })).body).toMatchObject(inDoubt);
    expect(await onPage(api, 'Wanted all the same')).toHaveLength(1);

    expect((await api.as(me).call(resolvePost, { params: { id }, body: { as: 'not-out' } })).body).toMatchObject({
      status: 'published',
    });
  });

  test('waits where a list that lags does not show it yet, also for who pressed Publish', async () => {
    const api = await start('direct');
    await api.sandbox.clock(-600_000);
    await api.sandbox.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'Long before' });
    await api.sandbox.clock(0);
    const id = await falselyFailed(api, 'Shown late');
    await api.sandbox.fault({
      match: { service: 'graph', method: 'GET', path: '/published_posts$' },
      when: 'before',
      action: { type: 'read-lag', ms: 120_000 },
    });
    const asked = api.as(me).call(publishPost, { params: { id }, body: {} });
    await expect.poll(async () => (await postOf(api, id)).problem?.code).toBe('looking_back');
    expect(await api.stored.publishAttempts.latest({ post_id: id })).toMatchObject({ first_sent_at: null });

    await api.sandbox.clearFaults();
    await pass(api, 181);
    await poll(api);
    expect((await asked).body).toMatchObject({ status: 'published' });
    expect(await onPage(api, 'Shown late')).toHaveLength(1);
  });

  test('asks the owner where it was only planned again', async () => {
    const api = await start('two-step');
    const id = await falselyFailed(api, 'Planned again');
    await api
      .as(me)
      .call(updatePost, { params: { id }, body: { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() } });
    await api.stored.posts.makeDue(id);
    await refuse(api, '/published_posts$', { type: 'error', http: 403, code: 10 });
    await api.turn();
    // So soon after the call an empty list would prove nothing.
    expect(await postOf(api, id)).toMatchObject({ status: 'publishing', problem: { code: 'looking_back' } });
    await pass(api, 181);
    await poll(api);
    expect(await postOf(api, id)).toMatchObject({
      status: 'missed',
      problem: { code: 'cannot_look', action: 'resolve' },
    });
    expect(await api.stored.facebookPages.values('problem', { id: pageRow })).toEqual([null]);
  });

  test('an empty list of a page that cannot be seen is no answer', async () => {
    const api = await start('two-step');
    const id = await falselyFailed(api, 'Hidden from us');
    await api
      .as(me)
      .call(updatePost, { params: { id }, body: { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() } });
    await api.stored.posts.makeDue(id);
    await pass(api, 181);
    await api.sandbox.fault({
      match: { service: 'graph', method: 'GET', path: '/published_posts$' },
      when: 'before',
      action: { type: 'read-lag', ms: 3_600_000 },
    });
    await refuse(api, `/${page.id}$`);
    await api.turn();
    expect(await postOf(api, id)).toMatchObject({
      status: 'missed',
      problem: { code: 'cannot_look', action: 'resolve' },
    });
    expect(await onPage(api, 'Hidden from us')).toHaveLength(1);
  });
});

test('a visible call that never gets through fails after an hour, and says why', async () => {
  const api = await start('two-step');
  await cut(api, '_\\d+$', 'before', 1000);
  const id = await plan(api, 'text', 'Knocking for an hour');
  await api.turn();
  await poll(api);
  expect(await postOf(api, id)).toMatchObject({ status: 'publishing', problem: { code: 'confirming' } });
  await api.stored.posts.change({ scheduled_at: fromNow(api.db, '61 minutes ago') }, { id });
  await poll(api);
  await pass(api, 200);
  await poll(api);
  expect(await postOf(api, id)).toMatchObject({ status: 'failed', problem: { code: 'unreachable' } });
  const { entries } = (await api.as(me).call(postTimeline, { params: { id } })).body;
  expect(entries.find(({ kind }) => kind === 'attempt')).toMatchObject({
    outcome: 'refused',
    problem: { code: 'unreachable' },
  });
});
