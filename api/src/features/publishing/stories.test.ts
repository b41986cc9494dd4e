import { beforeAll, describe, expect, test } from 'vitest';
import { createPost, publishPost } from '../../contract/index.ts';
import type { PostId } from '../../contract/ids.ts';
import type { MediaType } from '../../contract/posts.ts';
import { claimAsBeforeStories, copyAsBeforeStories } from '../../testing/claims-before-stories.ts';
import { pngFile } from '../../testing/media-files.ts';
import { videoFile } from '../../testing/real-media.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { fromNow, SOMETHING } from '../../testing/stored.ts';
import { claimsRepository } from './claims.repository.ts';
import { pagesRepository } from '../pages/pages.repository.ts';
import { secretBox } from '../../db/secrets.ts';
import { buildPost, TEST_SECRET_KEY } from '../../testing/builders.ts';

let { caller, me, page, pageRow, stories } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ caller, me, page, pageRow, stories } = scene);
  },
  { role: 'manager' },
);

type Kind = Extract<MediaType, 'image' | 'video'>;
const KINDS = ['image', 'video'] as const;
const FILES: Record<Kind, Buffer> = { image: pngFile(), video: Buffer.alloc(0) };
beforeAll(async () => {
  FILES.video = await videoFile();
});
/** The one visible call of each, and which time that path is called for it. */
const VISIBLE = { image: ['/photo_stories$', 1], video: ['/video_stories$', 2] } as const;

/** A story that is due now. */
async function plan(kind: Kind): Promise<PostId> {
  await api.sandbox.control('PUT', '/switches', { processingMs: 5 });
  const { body } = await caller.call(createPost, {
    body: {
      placement: 'story',
      status: 'scheduled',
      scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
      facebookPageId: pageRow,
      mediaType: kind,
      mediaData: `data:;base64,${FILES[kind].toString('base64')}`,
    },
  });
  await api.stored.posts.makeDue(body.id);
  return body.id as PostId;
}

interface TrueStory {
  readonly id: string;
  readonly kind: 'photo' | 'video';
  readonly is_published: boolean;
  readonly is_over: boolean;
  readonly attachments: readonly { readonly id: string }[];
}
const atFacebook = () => api.sandbox.control<TrueStory[]>('GET', `/pages/${page.id}/stories`);
const postsAtFacebook = async () => (await api.sandbox.oracle(page.id)).filter(({ attachments }) => attachments.length);
const fault = (path: string, when: 'before' | 'after', action: object | string, more: object = {}) =>
  api.sandbox.fault({ match: { service: 'graph', path, page: page.id }, when, action, times: 1, ...more });
const atVisible = (kind: Kind, when: 'before' | 'after', action: object | string) =>
  fault(VISIBLE[kind][0], when, action, { nth: VISIBLE[kind][1] });

/** Waits for another poll are cut short, and so is the time after which an empty list counts. */
async function poll(): Promise<void> {
  await stories.endLeases();
  const longAgo = fromNow(api.db, '181 seconds ago');
  await api.stored.publishAttempts.change({ sending_deadline: longAgo }, { sending_deadline: SOMETHING });
  await api.stored.publishAttempts.change({ absent_since: longAgo }, { absent_since: SOMETHING });
  await api.turn();
}

async function ended(id: PostId) {
  for (let polls = 0; polls < 12; polls += 1) {
    await poll();
    const post = await stories.statusOf(id);
    if (post.status !== 'publishing' && post.status !== 'scheduled') return post;
  }
  return stories.statusOf(id);
}

/** How far a worker gets before it dies. */
const DEATHS = ['before it did anything', 'with the file there', 'about to show it', 'after it was shown'] as const;

/** A worker that dies at this point of its way, of which nothing is left but what it has stored. */
async function dieAt(point: (typeof DEATHS)[number], id: PostId): Promise<void> {
  const claims = claimsRepository(api.db);
  const claim = await claims.claimPost(id, null);
  if (claim === null) throw new Error('Nothing was claimed');
  if (point === DEATHS[0]) return;
  const ready = await api.app.loop.networks.of(claim.target).prepare(claim, await api.app.media.forPost(id));
  if ('problem' in ready) throw new Error('The post is not ready');
  let kept = {};
  const remoteId = await ready.target.prepare(ready.post, {}, async (checkpoint) => {
    kept = checkpoint;
    return claims.saveCheckpoint(claim, checkpoint, null);
  });
  if (remoteId === 'lost' || point === DEATHS[1]) return;
  expect(await claims.markSending(claim, remoteId, 20)).toBe('marked');
  if (point === DEATHS[2]) return;
  await ready.target.commit(ready.post, { id: remoteId, checkpoint: kept });
}

describe.each(KINDS)('a story of %s', (kind) => {
  test('goes out at its time, once, and nothing comes among the posts of the page', async () => {
    const id = await plan(kind);
    expect(await ended(id)).toMatchObject({ status: 'published', problem: null });
    const [story, ...more] = await atFacebook();
    expect(more).toEqual([]);
    expect(story).toMatchObject({ kind: kind === 'image' ? 'photo' : 'video', is_published: true, is_over: false });
    expect(await api.stored.posts.first({ id })).toMatchObject({
      remote_id: story?.id,
      permalink_url: expect.stringMatching(/^https:/),
    });
    expect(await postsAtFacebook()).toEqual([]);
  });

  test.each(DEATHS)('whose worker dies %s is out once in the end', async (point) => {
    const id = await plan(kind);
    await dieAt(point, id);
    expect(await ended(id)).toMatchObject({ status: 'published' });
    expect(await atFacebook()).toHaveLength(1);
  });

  test.each(
    (['reset', 'html 502', 'empty 200', { type: 'error', http: 500, code: 2 }] as const).flatMap((action) =>
      (['before', 'after'] as const).map((when) => [action, when] as const),
    ),
  )('of which the answer is lost by %j %s it is shown is out once in the end', async (action, when) => {
    await atVisible(kind, when, action);
    const id = await plan(kind);
    expect(await ended(id)).toMatchObject({ status: 'published' });
    expect(await atFacebook()).toHaveLength(1);
  });

  test.each(['before', 'after'] as const)(
    'whose file is lost on the way %s it is there is brought anew',
    async (when) => {
      await fault(kind === 'image' ? '/photos$' : '/video-upload/', when, 'reset');
      const id = await plan(kind);
      expect(await ended(id)).toMatchObject({ status: 'published' });
      expect(await atFacebook()).toHaveLength(1);
    },
  );

  test('whose answer is lost is not shown again before its list was read twice, minutes apart', async () => {
    await atVisible(kind, 'before', 'reset');
    const id = await plan(kind);
    await api.turn();
    for (let polls = 0; polls < 3; polls += 1) {
      await stories.endLeases();
      await api.turn();
    }
    expect(await stories.statusOf(id)).toMatchObject({ status: 'publishing', problem: { code: 'confirming' } });
    expect(await atFacebook()).toEqual([]);
    expect(await ended(id)).toMatchObject({ status: 'published' });
    expect(await atFacebook()).toHaveLength(1);
  });

  test('that is out while the list does not show it yet is found once it does', async () => {
    const id = await plan(kind);
    await api.sandbox.fault({
      match: { service: 'graph', path: '_stories$' },
      when: 'before',
      action: { name: 'read-lag', ms: 60_000 },
    });
    await atVisible(kind, 'after', 'reset');
    await api.turn();
    await stories.endLeases();
    await api.turn();
    expect((await stories.statusOf(id)).status).toMatch(/publish/);
    await api.sandbox.clock(120_000);
    expect(await ended(id)).toMatchObject({ status: 'published' });
    expect(await atFacebook()).toHaveLength(1);
  });

  test('that nobody could look for within its day stays in doubt, and is not shown again', async () => {
    await atVisible(kind, 'after', 'reset');
    const id = await plan(kind);
    await api.sandbox.clock(-25 * 3_600_000);
    await api.turn();
    await api.sandbox.clock(0);
    // Else the video says of itself that it is out, for as long as it is there.
    const file = (await atFacebook())[0]?.attachments[0]?.id;
    await fault(`/${file}$`, 'before', { type: 'error', http: 400, code: 100, subcode: 33 }, { times: 99 });
    const longAgo = fromNow(api.db, '25 hours ago');
    await api.stored.publishAttempts.change({ sent_at: longAgo, first_sent_at: longAgo }, { post_id: id });
    for (let polls = 0; polls < 5; polls += 1) await poll();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'publishing', problem: { code: 'may_be_out' } });
    expect(await atFacebook()).toMatchObject([{ is_over: true }]);
    const calls = await api.sandbox.control<{ method: string; path: string }[]>('GET', '/journal');
    const [path, nth] = VISIBLE[kind];
    expect(calls.filter((call) => call.method === 'POST' && call.path.match(path))).toHaveLength(nth);
    expect((await caller.call(publishPost, { params: { id }, body: {} })).status).toBe(409);
  });

  test('waits for the reconnection where the token is gone, and then goes out once', async () => {
    await atVisible(kind, 'before', { type: 'error', http: 401, code: 190, subcode: 463 });
    const id = await plan(kind);
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ problem: { code: 'reconnect' } });
    await pagesRepository(api.db, secretBox(TEST_SECRET_KEY)).setProblem(pageRow, null);
    await api.app.publishing.releaseForgotten();
    expect(await ended(id)).toMatchObject({ status: 'published' });
    expect(await atFacebook()).toHaveLength(1);
  });

  test('that is refused for good says why, and is not seen', async () => {
    await atVisible(kind, 'before', { type: 'error', http: 400, code: 100 });
    const id = await plan(kind);
    expect(await ended(id)).toMatchObject({ status: 'failed', problem: { code: 'refused' } });
    expect(await atFacebook()).toEqual([]);
  });
});

test('the same picture makes two stories', async () => {
  const ids = [await plan('image'), await plan('image')];
  for (const id of ids) expect(await ended(id)).toMatchObject({ status: 'published' });
  expect(await atFacebook()).toHaveLength(2);
  expect(new Set((await api.stored.posts.values('remote_id', {})).filter(Boolean)).size).toBe(2);
});

test('a story whose call the database has forgotten is not out only where the list of its day is empty', async () => {
  const claim = await claimsRepository(api.db).claimPost(await plan('image'), null);
  if (claim === null) throw new Error('Nothing was claimed');
  const ready = await api.app.loop.networks.of(claim.target).prepare(claim, await api.app.media.forPost(claim.postId));
  if ('problem' in ready) throw new Error('The post is not ready');
  const search = async (sinceHours: number, taken: readonly string[] = []) =>
    (
      await ready.target.search(ready.post, {
        since: new Date(Date.now() - sinceHours * 3_600_000),
        until: null,
        ids: [],
        textMarks: [],
        taken: async () => new Set(taken),
      })
    ).kind;
  expect(await search(1)).toBe('absent');
  expect(await search(25)).toBe('unclear');

  const others = await ready.target.prepare(ready.post, {}, async () => true);
  await ready.target.commit(ready.post, { id: others, checkpoint: {} });
  expect(await search(1)).toBe('unclear');
  const [{ id }] = (await atFacebook()) as [TrueStory];
  expect(await search(1, [id])).toBe('absent');
});

test('two processes at once show a story once', async () => {
  const id = await plan('image');
  const other = await api.another();
  await Promise.all([api.turn(), other.app.loop.tickJob.run(new Date())]);
  await other.app.loop.stop();
  expect(await ended(id)).toMatchObject({ status: 'published' });
  expect(await atFacebook()).toHaveLength(1);
});

describe('a process of the release before stories', () => {
  test('leaves one alone that is due, and publishes what comes after it', async () => {
    const story = await plan('image');
    const post = await buildPost(api.db, me, { facebookPageId: pageRow, scheduledAt: new Date() });
    expect(await claimAsBeforeStories(api.db)).toEqual([post]);
    await stories.endLeases();
    expect(await claimAsBeforeStories(api.db)).toEqual([post]);
    await stories.endLeases();
    expect(await ended(story)).toMatchObject({ status: 'published' });
    expect(await atFacebook()).toHaveLength(1);
  });

  test('leaves one alone that is asked for right now, or that another process has died over', async () => {
    const id = await plan('image');
    await api.stored.posts.change({ publish_now: true }, { id });
    expect(await claimAsBeforeStories(api.db)).toEqual([]);
    await dieAt(DEATHS[3], id);
    await stories.endLeases();
    expect(await claimAsBeforeStories(api.db)).toEqual([]);
    expect(await ended(id)).toMatchObject({ status: 'published' });
    expect(await atFacebook()).toHaveLength(1);
    expect(await postsAtFacebook()).toEqual([]);
  });

  test('copies one as the story that it is, and a post of the feed as what that is', async () => {
    const story = await plan('image');
    const copy = await copyAsBeforeStories(api.db, story);
    const post = await copyAsBeforeStories(api.db, story, { content: 'Fresh bread' });
    expect(await claimAsBeforeStories(api.db)).toEqual([post]);
    await stories.endLeases();
    for (const id of [story, copy] as PostId[]) expect(await ended(id)).toMatchObject({ status: 'published' });
    expect(await atFacebook()).toHaveLength(2);
  });
});
