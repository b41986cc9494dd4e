import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageId } from '../../contract/ids.ts';
import { createPost } from '../../contract/index.ts';
import type { TestPage } from '../../../sandbox/testing.ts';
import type { TestUser } from '../../testing/builders.ts';
import { pngFile } from '../../testing/media-files.ts';
import { videoFile } from '../../testing/real-media.ts';
import { personWithPage } from '../../testing/person-with-page.ts';
import { testApi, type TestApi } from '../../testing/test-api.ts';
import { SOMETHING } from '../../testing/stored.ts';

let api: TestApi;
let direct: TestApi;
let me: TestUser;
let page: TestPage;
let pageRow: PageId;

beforeAll(async () => {
  [api, direct] = await Promise.all([testApi(), testApi({ FB_PUBLISH_MODE: 'direct' })]);
});
afterAll(() => Promise.all([api.close(), direct.close()]));
beforeEach(() => startOver(api));

async function startOver(on: TestApi): Promise<void> {
  await on.reset();
  await on.sandbox.control('PUT', '/switches', { processingMs: 20, chunkBytes: 4000 });
  ({ me, page, pageRow } = await personWithPage(on));
}

const VIDEO = await videoFile();
const FILES = { image: pngFile(), video: VIDEO, reel: VIDEO };
type Kind = keyof typeof FILES;

/** A post that is due now. */
async function plan(on: TestApi, kind: Kind, content: string): Promise<number> {
  const { body } = await on.as(me).call(createPost, {
    body: {
      content,
      status: 'scheduled',
      scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
      facebookPageId: pageRow,
      mediaType: kind,
      mediaData: `data:;base64,${FILES[kind].toString('base64')}`,
    },
  });
  await on.stored.posts.makeDue(body.id);
  return body.id;
}
const postOf = async (on: TestApi, id: number) =>
  (await on.stored.posts.first({ id })) as {
    status: string;
    remote_id: string | null;
    problem: { code: string; message: string } | null;
  };
const oracle = async (on: TestApi, content: string) =>
  (await on.sandbox.oracle(page.id)).filter((post) => post.message === content);
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function turn(on: TestApi): Promise<void> {
  await on.stored.posts.expireLeases();
  await on.turn();
}

/** Turns, with waits for another poll cut short, until the post has come to an end. */
async function untilEnded(on: TestApi, id: number): Promise<void> {
  for (let turns = 0; turns < 30; turns += 1) {
    await turn(on);
    // A turn may also find it where it was: the post before it had the page.
    if (!['scheduled', 'publishing'].includes((await postOf(on, id)).status)) return;
    // What a direct call is given to show itself is over.
    await on.stored.publishAttempts.change({ sending_deadline: ago(4) }, { post_id: id, sending_deadline: SOMETHING });
  }
}

const LOST = [
  ['image', '/photos$'],
  ['image', '/feed$'],
  ['image', '/\\d+_\\d+$'],
  ['video', '/videos$'],
  ['video', '/v19.0/\\d+$'],
  ['reel', '/rupload/'],
  ['reel', '/video_reels$'],
] as const;

describe.each(['two-step', 'direct'] as const)('in %s mode', (mode) => {
  const on = () => (mode === 'two-step' ? api : direct);
  beforeEach(() => startOver(on()));

  test.each(['image', 'video', 'reel'] as const)(
    '%s: the post in the history is the post at Facebook',
    async (kind) => {
      const id = await plan(on(), kind, 'Here');
      await untilEnded(on(), id);
      const [only, ...more] = await oracle(on(), 'Here');
      expect(more).toEqual([]);
      expect(await postOf(on(), id)).toMatchObject({ status: 'published', remote_id: only?.id, problem: null });
    },
  );

  test.each(LOST.flatMap(([kind, path]) => (['before', 'after'] as const).map((when) => [kind, path, when] as const)))(
    '%s: half of the answers of %s lost %s the effect make no second post and lose none',
    async (kind, path, when) => {
      await on().sandbox.fault({
        match: { service: 'graph', method: 'POST', path },
        when,
        action: 'reset',
        probability: 0.5,
        seed: `${kind}${path}${when}`,
      });
      const ids = [await plan(on(), kind, 'First'), await plan(on(), kind, 'Second')];
      for (const id of ids) await untilEnded(on(), id);
      for (const [n, content] of ['First', 'Second'].entries()) {
        expect(await postOf(on(), ids[n] ?? 0)).toMatchObject({ status: 'published' });
        expect((await oracle(on(), content)).filter((post) => post.is_published)).toHaveLength(1);
      }
    },
  );
});

test('a process that is to end breaks an upload off, and another goes on with it', async () => {
  const id = await plan(api, 'video', 'Taken over');
  const leaving = await api.another();
  await api.sandbox.fault({ match: { service: 'graph', path: '/videos$' }, nth: 3, action: 'hang' });
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const turnOfLeaving = leaving.app.loop.tickJob.run(new Date());
  await vi.waitFor(async () => {
    expect((await api.sandbox.control<{ hits: number }[]>('GET', '/faults'))[0]?.hits).toBe(1);
  }, 60_000);
  const stopped = leaving.app.loop.stop();
  await vi.advanceTimersByTimeAsync(30_000);
  await Promise.all([stopped, turnOfLeaving]);
  vi.useRealTimers();
  await untilEnded(api, id);
  expect(await postOf(api, id)).toMatchObject({ status: 'published' });
  expect((await oracle(api, 'Taken over')).filter((post) => post.is_published)).toHaveLength(1);
});

test('a video that is worked on for long leaves its page free, and its owner sees why it waits', async () => {
  await api.sandbox.control('PUT', '/switches', { processingMs: 3_600_000 });
  const clip = await plan(api, 'video', 'A long one');
  await turn(api);
  const photo = await plan(api, 'image', 'Meanwhile');
  await turn(api);
  expect(await postOf(api, clip)).toMatchObject({ status: 'publishing', problem: { code: 'processing' } });
  expect(await postOf(api, photo)).toMatchObject({ status: 'published' });
});

test('another attempt knows that a photo was tried in its full size, and nothing else of the one before', async () => {
  const id = await plan(api, 'image', 'Tried before');
  const checkpoint = { page: page.id, photoIds: ['1'], isLargeTried: true };
  await api.stored.publishAttempts.add({ post_id: id, state: 'refused', ended_at: new Date(), checkpoint });
  await api.sandbox.fault({ match: { service: 'graph', method: 'POST' }, action: { error: { http: 500, code: 2 } } });
  await turn(api);
  await api.sandbox.clearFaults();
  expect((await api.stored.publishAttempts.latest({ post_id: id }))?.checkpoint).toEqual({ isLargeTried: true });
});

test("a video that Facebook still works on is nobody's orphan", async () => {
  await api.sandbox.control('PUT', '/switches', { processingMs: 3_600_000 });
  await api.sandbox.clock(-16 * 60_000);
  const photo = await plan(api, 'image', 'Beside it');
  await turn(api);
  const clip = await plan(api, 'video', 'A long one');
  await turn(api);
  await api.stored.publishAttempts.change({ tries: 1, created_at: ago(20), ended_at: ago(16) }, { post_id: photo });
  await api.stored.publishAttempts.change({ created_at: ago(17) }, { post_id: clip });
  await api.sandbox.clock(0);
  await api.app.jobs.find(({ name }) => name === 'remove-orphans')?.run(new Date());
  expect(await oracle(api, 'A long one')).toMatchObject([{ is_published: false }]);
});
