import { beforeEach, expect, test } from 'vitest';
import {
  createComposition,
  createPost,
  deletePost,
  listPostsByStatus,
  updateComposition,
  updatePost,
  uploadMedia,
  type MediaFile,
} from '../../contract/index.ts';
import { inWords } from '../../testing/in-words.ts';
import { buildPage } from '../../testing/builders.ts';
import { pngFile } from '../../testing/media-files.ts';
import { personWithPage, type PersonWithPage } from '../../testing/person-with-page.ts';
import { videoFile } from '../../testing/real-media.ts';
import { setUpSweptApi } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';
import { aheadRepository } from '../publishing/ahead.repository.ts';
import type { Claim } from '../publishing/claim.ts';

const api = setUpSweptApi();
let person: PersonWithPage;
beforeEach(async () => {
  await api.sandbox.control('PUT', '/switches', { processingMs: 20, chunkBytes: 5000 });
  person = await personWithPage(api);
});

const VIDEO = await videoFile();
const FILES = { image: pngFile(), video: VIDEO, reel: VIDEO };

async function plan(kind: keyof typeof FILES, { minutes = 20, content = 'Planned' } = {}): Promise<number> {
  const { body } = await person.caller.call(createPost, {
    body: {
      content,
      status: 'scheduled',
      scheduledAt: new Date(Date.now() + minutes * 60_000).toISOString(),
      facebookPageId: person.pageRow,
      mediaType: kind,
      mediaData: `data:;base64,${FILES[kind].toString('base64')}`,
    },
  });
  return body.id;
}
async function ahead(): Promise<void> {
  await api.app.jobs.find(({ name }) => name === 'upload-ahead')?.run(new Date());
  await api.app.loop.settled();
}
const due = (id: number) => api.stored.posts.makeDue(id);
const bytesSent = async () =>
  (
    await api.sandbox.control<{ method: string; path: string; requestBytes?: number }[]>(
      'GET',
      '/journal?service=graph',
    )
  ).filter(({ method, path }) => method === 'POST' && /photos$|rupload|video-upload|\/videos$|video_reels$/.test(path))
    .length;
const oracle = async (content: string) =>
  (await api.sandbox.oracle(person.page.id)).filter((post) => post.message === content);
const statusOf = async (id: number) => ((await api.stored.posts.first({ id })) as { status: string }).status;
async function untilPublished(id: number): Promise<void> {
  for (let turns = 0; turns < 12 && (await statusOf(id)) !== 'published'; turns += 1) {
    await api.stored.posts.expireLeases();
    await api.turn();
  }
  expect(await statusOf(id)).toBe('published');
}

test.each(['image', 'video', 'reel'] as const)(
  '%s: its files are at Facebook before its time, unseen, and none is sent again when it comes',
  async (kind) => {
    const id = await plan(kind);
    await ahead();
    expect(await statusOf(id)).toBe('scheduled');
    expect((await oracle('Planned')).filter((post) => post.is_published)).toEqual([]);
    const before = await bytesSent();
    expect(before).toBeGreaterThan(0);
    expect((await person.caller.call(listPostsByStatus, { params: { status: 'scheduled' } })).body).toMatchObject([
      { problem: null, upload: { message: expect.stringMatching(/already at Facebook/), share: 1 } },
    ]);
    await ahead();
    expect(await bytesSent()).toBe(before);

    await due(id);
    await untilPublished(id);
    expect((await oracle('Planned')).filter((post) => post.is_published)).toHaveLength(1);
    // What is left is to show the post.
    const ends = { image: 0, video: 0, reel: 1 }[kind];
    expect(await bytesSent()).toBe(before + ends);
    expect(await api.stored.uploadsAhead.values('post_id')).toEqual([]);
  },
);

test('a post that is due in hours waits, one that is held does not go ahead', async () => {
  await plan('image', { minutes: 180 });
  const held = await plan('image');
  await api.stored.posts.change(
    { is_held: true, problem: JSON.stringify({ code: 'reconnect', params: {} }) },
    { id: held },
  );
  await ahead();
  expect(await bytesSent()).toBe(0);
});

test('the text that counts is the one at its time, and another page gets files of its own', async () => {
  const other = await api.sandbox.page('manager', 1);
  const { id: otherRow } = await buildPage(api.db, person.me, {
    pageId: other.id,
    name: other.name,
    accessToken: other.access_token,
  });
  const [edited, moved] = [await plan('video'), await plan('reel', { content: 'Moved' })];
  await ahead();
  await person.caller.call(updatePost, { params: { id: edited }, body: { content: 'Better words' } });
  await person.caller.call(updatePost, { params: { id: moved }, body: { facebookPageId: otherRow } });
  for (const id of [edited, moved]) {
    await due(id);
    await untilPublished(id);
  }
  expect(await oracle('Better words')).toMatchObject([{ is_published: true }]);
  expect(await oracle('Planned')).toEqual([]);
  expect(
    (await api.sandbox.oracle(other.id)).filter((post) => post.message === 'Moved' && post.is_published),
  ).toHaveLength(1);
});

test('while files go ahead, their owner sees how far', async () => {
  const id = await plan('video');
  await api.sandbox.fault({
    match: { service: 'graph', path: '/videos$' },
    nth: 4,
    when: 'before',
    action: 'hold',
  });
  const bringing = ahead();
  const uploads = async () =>
    (await person.caller.call(listPostsByStatus, { params: { status: 'scheduled' } })).body.map(({ upload }) => upload);
  await expect
    .poll(uploads)
    .toEqual([{ message: 'Its files are on their way to Facebook.', share: expect.closeTo(10_000 / VIDEO.length) }]);
  await api.sandbox.clearFaults();
  await bringing;
  await due(id);
  await untilPublished(id);
});

test('a video that Facebook works on for long is public the moment its time comes', async () => {
  await api.sandbox.control('PUT', '/switches', { processingMs: 600 });
  const id = await plan('video');
  await ahead();
  await expect.poll(async () => (await oracle('Planned')).length).toBe(1);
  await api.sandbox.clock(1000);
  await due(id);
  await api.turn();
  expect(await statusOf(id)).toBe('published');
  await api.sandbox.clock(0);
});

test('what was brought for a post that is deleted, or goes to another page, is taken away again', async () => {
  const other = await api.sandbox.page('manager', 1);
  const { id: otherRow } = await buildPage(api.db, person.me, {
    pageId: other.id,
    name: other.name,
    accessToken: other.access_token,
  });
  const [deleted, moved, kept] = [
    await plan('video', { content: 'Deleted' }),
    await plan('video', { content: 'Moved' }),
    await plan('video', { content: 'Kept' }),
  ];
  await ahead();
  await ahead();
  await person.caller.call(deletePost, { params: { id: deleted }, query: {} });
  await person.caller.call(updatePost, { params: { id: moved }, body: { facebookPageId: otherRow } });
  await api.stored.uploadsAhead.change({ lease_until: api.db.fn.now() });
  await ahead();
  for (const id of [moved, kept]) {
    await due(id);
    await untilPublished(id);
  }
  await api.app.jobs.find(({ name }) => name === 'remove-orphaned-uploads')?.run(new Date());
  expect(
    (await api.sandbox.oracle(person.page.id)).map(({ message, is_published: isPublished }) => [message, isPublished]),
  ).toContainEqual(['Kept', true]);
  for (const gone of ['Deleted', 'Moved']) expect(await oracle(gone)).toEqual([]);
  expect((await api.sandbox.oracle(other.id)).filter(({ message }) => message === 'Moved')).toMatchObject([
    { is_published: true },
  ]);
  expect(await api.stored.orphanedUploads.values('video_id')).toEqual([]);
});

test('what was brought for a post that could not go out is taken away, and its next try brings another', async () => {
  const id = await plan('video');
  await ahead();
  await due(id);
  await api.sandbox.fault({
    match: { service: 'graph', method: 'GET', path: '/\\d+$' },
    action: 'error 190',
    times: 1,
  });
  await api.turn();
  expect(await statusOf(id)).toBe('scheduled');
  await api.app.jobs.find(({ name }) => name === 'remove-orphaned-uploads')?.run(new Date());
  expect(await oracle('Planned')).toEqual([]);
  await api.stored.facebookPages.change({ problem: null });
  await api.stored.posts.change({ is_held: false, problem: null });
  await untilPublished(id);
  expect(await oracle('Planned')).toMatchObject([{ is_published: true }]);
});

test('a video that was shown is never taken away, whatever is said of it', async () => {
  const id = await plan('video');
  await ahead();
  await due(id);
  await untilPublished(id);
  const [checkpoint] = await api.stored.publishAttempts.values<{ videoId: string }>('checkpoint');
  await api.stored.orphanedUploads.add({ video_id: checkpoint?.videoId, facebook_page_id: person.pageRow });
  await api.app.jobs.find(({ name }) => name === 'remove-orphaned-uploads')?.run(new Date());
  expect(await oracle('Planned')).toMatchObject([{ is_published: true }]);
});

test('an account that is deleted takes its page with it, and what lies there', async () => {
  await plan('video');
  await ahead();
  await api.stored.users.remove();
  expect(await api.stored.orphanedUploads.values('video_id')).toEqual([]);
});

test('what lies at Facebook for a day, or on another page, is brought there anew before the time', async () => {
  const other = await api.sandbox.page('manager', 1);
  const { id: otherRow } = await buildPage(api.db, person.me, {
    pageId: other.id,
    name: other.name,
    accessToken: other.access_token,
  });
  const [old, moved] = [await plan('image', { content: 'Old' }), await plan('image', { content: 'Moved' })];
  await ahead();
  const before = await bytesSent();
  await api.stored.uploadsAhead.change(
    { created_at: fromNow(api.db, '1 day ago'), lease_until: api.db.fn.now() },
    { post_id: old },
  );
  await person.caller.call(updatePost, { params: { id: moved }, body: { facebookPageId: otherRow } });
  await api.stored.uploadsAhead.change({ lease_until: api.db.fn.now() });
  await ahead();
  expect(await bytesSent()).toBe(before + 2);
});

test('what was brought for a post that gets other files does not go out, whoever was just bringing it', async () => {
  const stored = async (file: Buffer) => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(file)]), 'file');
    return ((await (await person.caller.fetch(uploadMedia.path, { method: 'POST', body })).json()) as MediaFile).id;
  };
  const [before, after] = [await stored(pngFile(1)), await stored(pngFile(2))];
  const { body: composition } = await person.caller.call(createComposition, {
    body: {
      content: 'Two images',
      status: 'scheduled',
      scheduledAt: new Date(Date.now() + 20 * 60_000).toISOString(),
      media: [{ id: before }],
      pages: [{ facebookPageId: person.pageRow }],
    },
  });
  const change = (media: readonly number[]) =>
    person.caller.call(updateComposition, {
      params: { id: composition.id },
      body: { media: media.map((id) => ({ id })) },
    });
  const rows = aheadRepository(api.db);
  const [claim] = await rows.claim(60, 1);
  await change([after]);
  const [next] = await rows.claim(60, 1);
  const note = (of: Claim | undefined) => rows.saveCheckpoint(of!, { photoIds: ['of before'] }, null);
  expect([await note(claim), await note(next)]).toEqual([false, true]);
  await change([before]);
  await ahead();
  const sent = await bytesSent();
  await change([after, before]);
  await due(composition.posts[0]!.id);
  await untilPublished(composition.posts[0]!.id);
  expect(await bytesSent()).toBe(sent + 2);
  expect(await oracle('Two images')).toMatchObject([{ attachments: [{}, {}] }]);
});

test('a failure ahead says nothing and costs nothing: the post goes out at its time', async () => {
  await api.sandbox.fault({ match: { service: 'graph', path: '/videos$' }, when: 'before', action: 'reset', times: 1 });
  const id = await plan('video');
  await ahead();
  expect((await person.caller.call(listPostsByStatus, { params: { status: 'scheduled' } })).body).toMatchObject([
    { id, problem: null },
  ]);
  await due(id);
  await untilPublished(id);
  expect((await oracle('Planned')).filter((post) => post.is_published)).toHaveLength(1);
});

test.each([
  ['photos$', 'image'],
  ['/videos$', 'video'],
  ['rupload', 'reel'],
] as const)('answers of %s lost ahead, after their effect, make no second post', async (path, kind) => {
  await api.sandbox.fault({
    match: { service: 'graph', method: 'POST', path },
    when: 'after',
    action: 'reset',
    probability: 0.6,
    seed: path,
    times: 4,
  });
  const id = await plan(kind);
  for (let turn = 0; turn < 4; turn += 1) {
    await ahead();
    await api.stored.uploadsAhead.change({ lease_until: fromNow(api.db, '1 second ago') });
  }
  await due(id);
  await untilPublished(id);
  expect((await oracle('Planned')).filter((post) => post.is_published)).toHaveLength(1);
});

test('while the files of a due post are on their way, its owner sees how far', async () => {
  const id = await plan('video');
  await due(id);
  // One part is held, so there is something to see.
  await api.sandbox.fault({
    match: { service: 'graph', path: '/videos$' },
    nth: 4,
    when: 'before',
    action: 'hold',
  });
  const turn = api.turn();
  await expect
    .poll(async () => inWords((await api.stored.posts.first({ id })) as { problem: unknown }).problem)
    .toMatchObject({ code: 'uploading', message: expect.stringMatching(/^Its files are on their way to Facebook/) });
  await api.sandbox.clearFaults();
  await turn;
  await untilPublished(id);
});
