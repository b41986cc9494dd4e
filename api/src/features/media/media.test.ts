import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createPost,
  deleteMedia,
  deletePost,
  listPostsByStatus,
  publishMediaPost,
  publishPost,
  updatePost,
  uploadMedia,
  type BodyOf,
  type MediaFile,
} from '../../contract/index.ts';
import { buildPage, buildUser } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { bombFile, pngFile } from '../../testing/media-files.ts';
import { videoFile, photoFile } from '../../testing/real-media.ts';
import { SOMETHING } from '../../testing/stored.ts';
import { pictureOf } from './pictures.ts';

let { caller, page, pageRow } = {} as Scene;
const api = setUpScene((scene) => {
  ({ caller, page, pageRow } = scene);
});
let folder: string;

beforeAll(async () => {
  folder = path.join(api.config.DATA_DIR, 'media');
});
beforeEach(async () => {
  await api.sandbox.control('PUT', '/switches', { processingMs: 20, chunkBytes: 4000 });
  fs.rmSync(folder, { recursive: true, force: true });
});

const [PHOTO, VIDEO] = [await photoFile(), await videoFile()];

/** The hash of a picture as it is kept: drawn anew. */
async function keptHash(picture: Buffer): Promise<string> {
  const file = path.join(os.tmpdir(), `picture-${sha256(picture)}`);
  fs.writeFileSync(file, picture);
  const { data } = await pictureOf(file).finally(() => fs.rmSync(file));
  return sha256(data);
}

const dataUrl = (bytes: Buffer, type = 'application/octet-stream') => `data:${type};base64,${bytes.toString('base64')}`;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const filesOnDisk = () =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
const oracle = async (content: string) =>
  (await api.sandbox.oracle(page.id)).filter((post) => post.message === content);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const dayAfter = () => new Date(Date.now() + 25 * 3_600_000);
const run = async (name: string, now: Date) => {
  for (const job of api.app.jobs) if (job.name === name) await job.run(now);
};

/** Turns of the loop, with waits for another poll cut short, until nothing is on its way. */
async function untilSettled(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) {
    await api.stored.posts.expireLeases();
    await api.turn();
    if ((await api.stored.posts.values('id', { status: 'publishing' })).length === 0) return;
  }
}

describe('a post with media', () => {
  test.each([
    ['image', 'photo', pngFile(), {}],
    ['image', 'photo', PHOTO, {}],
    ['video', 'video', VIDEO, {}],
    ['reel', 'reel', VIDEO, {}],
    ['reel', 'reel', VIDEO, { mediaType: 'video' as const, isReel: true }],
  ] as const)('goes out as %s, byte for byte as it is kept', async (mediaType, kind, bytes, as) => {
    const answer = await caller.call(createPost, {
      body: {
        content: `A ${kind}`,
        status: 'published',
        facebookPageId: pageRow,
        mediaType,
        mediaData: dataUrl(bytes),
        ...as,
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      mediaType,
      isReel: mediaType === 'reel',
      mediaData: expect.stringMatching(/^\/api\/media\/\d+$/),
      contentType: 'story',
    });
    await untilSettled();
    const posts = await oracle(`A ${kind}`);
    const kept = mediaType === 'image' ? await keptHash(bytes) : sha256(bytes);
    expect(filesOnDisk()).toEqual([kept]);
    expect(posts).toMatchObject([{ kind, is_published: true, attachments: [{ sha256: kept }] }]);
    const [published] = (await caller.call(listPostsByStatus, { params: { status: 'published' } })).body;
    expect(published).toMatchObject({
      facebookPostId: posts[0]?.id,
      mediaType,
      permalinkUrl: expect.stringMatching(/^http/),
    });
  });

  test('waits on the schedule with its file, and can be published from there', async () => {
    const { body } = await caller.call(createPost, {
      body: {
        content: 'Later',
        status: 'scheduled',
        scheduledAt: inHours(3),
        facebookPageId: pageRow,
        mediaType: 'image',
        mediaData: dataUrl(pngFile()),
      },
    });
    expect(body).toMatchObject({ status: 'scheduled', mediaType: 'image' });
    await caller.call(updatePost, { params: { id: body.id }, body: { content: 'Now' } });
    expect((await caller.call(publishPost, { params: { id: body.id }, body: {} })).body).toMatchObject({
      status: 'published',
    });
    expect((await oracle('Now'))[0]?.attachments).toHaveLength(1);
  });

  test('keeps its file to this machine and this user alone', async () => {
    await caller.call(createPost, {
      body: {
        content: 'x',
        status: 'draft',
        facebookPageId: pageRow,
        mediaType: 'image',
        mediaData: dataUrl(pngFile()),
      },
    });
    const kept = await keptHash(pngFile());
    expect(filesOnDisk()).toEqual([kept]);
    const file = path.join(folder, kept.slice(0, 2), kept);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  test('gets other files until it is out, and goes out with those alone', async () => {
    const stored = async (picture: Buffer) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(picture)]), 'picture.png');
      return ((await (await caller.fetch(uploadMedia.path, { method: 'POST', body })).json()) as MediaFile).id;
    };
    const [first, second] = [await stored(pngFile(11)), await stored(pngFile(12))];
    const { body: post } = await caller.call(createPost, {
      body: { content: 'Other files', status: 'scheduled', scheduledAt: inHours(5), facebookPageId: pageRow },
    });
    const change = (body: BodyOf<typeof updatePost>) => caller.call(updatePost, { params: { id: post.id }, body });
    const both = await change({ media: [{ id: first, altText: 'A' }, { id: second }] });
    expect(both.body).toMatchObject({ mediaType: 'image', media: [{ altText: 'A' }, {}] });
    const [, kept] = both.body.media ?? [];
    // Refused as a whole: the text stays too.
    for (const body of [
      { media: [{ id: first }, { id: first }] },
      { mediaType: 'image' },
      { media: [{ id: 10 ** 9 }] },
    ])
      expect(await change({ ...(body as object), content: 'Lost?' })).toMatchObject({ status: 400 });
    expect((await change({ media: [{ id: kept?.id ?? 0 }] })).body).toMatchObject({
      content: 'Other files',
      media: [{}],
    });
    await caller.call(publishPost, { params: { id: post.id }, body: {} });
    expect(await oracle('Other files')).toMatchObject([{ kind: 'photo', attachments: [{}] }]);
    expect(await change({ media: [] })).toMatchObject({ status: 409 });
    const article = await caller.call(createPost, {
      body: { content: 'For the site', status: 'draft', publishPlatform: 'fiztech' },
    });
    const given = { params: { id: article.body.id }, body: { media: [{ id: first }] } };
    expect(await caller.call(updatePost, given)).toMatchObject({ status: 400 });
  });

  test('that Facebook does not take is refused in its words', async () => {
    await api.sandbox.control('PUT', '/switches', { photoMaxBytes: 10 });
    const answer = await caller.call(createPost, {
      body: {
        content: 'Large',
        status: 'published',
        facebookPageId: pageRow,
        mediaType: 'image',
        mediaData: dataUrl(pngFile()),
      },
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ message: expect.stringContaining('smaller than 4 MB') });
  });
});

describe('what is missing or wrong is said in the words of the Media Center', () => {
  test.each([
    ['no file', { mediaType: 'image' }, 'mediaData', 'Please select a media file'],
    ['no page', { mediaType: 'text', facebookPageId: null }, 'facebookPageId', 'Please select a Facebook page'],
    [
      'no time',
      { mediaType: 'text', status: 'scheduled' },
      'scheduledAt',
      'Please select both date and time for scheduling',
    ],
    [
      'a time that is over',
      { mediaType: 'text', status: 'scheduled', scheduledAt: inHours(-1) },
      'scheduledAt',
      'Scheduled time must be in the future',
    ],
    [
      'a file beside text',
      { mediaType: 'text', mediaData: dataUrl(pngFile()) },
      'mediaType',
      'A text post has no media file. Choose image, video or reel.',
    ],
    [
      'a file for the tech site',
      { mediaType: 'image', publishPlatform: 'fiztech', mediaData: dataUrl(pngFile()) },
      'mediaType',
      'Posts for the tech site have no media file.',
    ],
    [
      'no data URL',
      { mediaType: 'image', mediaData: 'https://example.com/a.png' },
      'mediaData',
      "We can't read this file. Choose it again.",
    ],
    [
      'letters that are no base64',
      { mediaType: 'image', mediaData: 'data:image/png;base64,iVBO*?==' },
      'mediaData',
      "We can't read this file. Choose it again.",
    ],
    [
      'nothing in it',
      { mediaType: 'image', mediaData: 'data:image/png;base64,' },
      'mediaData',
      "We can't read this file. Choose it again.",
    ],
    [
      'words that call themselves a picture',
      { mediaType: 'image', mediaData: dataUrl(Buffer.from('<svg onload="x"/>'), 'image/png') },
      'mediaData',
      "This file isn't an image we can post. Choose a JPEG, PNG, HEIC, GIF, WebP, AVIF or TIFF file.",
    ],
    [
      'a picture for a video',
      { mediaType: 'video', mediaData: dataUrl(pngFile(), 'video/mp4') },
      'mediaData',
      "This file isn't a video we can post. Choose an MP4, MOV, WebM or MKV file.",
    ],
    [
      'a picture of any number of pixels',
      { mediaType: 'image', mediaData: dataUrl(bombFile()) },
      'mediaData',
      'This image has 400 megapixels (20000 × 20000). The limit is 40. Make it smaller and choose it again.',
    ],
    [
      'a zip that calls itself a picture',
      { mediaType: 'image', mediaData: dataUrl(Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'), 'image/png') },
      'mediaData',
      "This file isn't an image we can post. Choose a JPEG, PNG, HEIC, GIF, WebP, AVIF or TIFF file.",
    ],
    [
      'a video that was cut off',
      { mediaType: 'video', mediaData: dataUrl(VIDEO.subarray(0, VIDEO.length - 500)) },
      'mediaData',
      'This video is damaged or incomplete. Export it again as an MP4 and choose the new file.',
    ],
    [
      'a picture for a reel',
      { mediaType: 'reel', mediaData: dataUrl(PHOTO) },
      'mediaData',
      "This file isn't an MP4 video. A reel must be an MP4 file.",
    ],
  ] as const)('%s', async (_name, fields, where, message) => {
    const answer = await caller.call(createPost, {
      body: { content: 'x', status: 'published', facebookPageId: pageRow, ...fields },
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message, issues: [{ path: where, message }] });
    expect(await api.stored.posts.values('id')).toEqual([]);
    expect(await api.stored.mediaFiles.values('id')).toEqual([]);
    if (fs.existsSync(folder)) expect(filesOnDisk()).toEqual([]);
  });

  test('a file of more than 10 MB is refused with 413, one of 10 MB is not', async () => {
    const send = (size: number) =>
      caller.call(createPost, {
        body: {
          content: 'x',
          status: 'draft',
          facebookPageId: pageRow,
          mediaType: 'video',
          mediaData: dataUrl(Buffer.concat([VIDEO, Buffer.alloc(size - VIDEO.length)])),
        },
      });
    expect((await send(10 * 1024 * 1024)).status).toBe(201);
    expect(await send(10 * 1024 * 1024 + 1)).toMatchObject({
      status: 413,
      body: { message: 'The file is larger than 10 MB.' },
    });
    expect((await send(17 * 1024 * 1024)).status).toBe(413);
  });

  test('only the media may be large', async () => {
    const answer = await caller.call(createPost, {
      body: {
        content: 'x'.repeat(1024 * 1024),
        status: 'draft',
        facebookPageId: pageRow,
        mediaType: 'image',
        mediaData: dataUrl(pngFile()),
      },
    });
    expect(answer).toMatchObject({
      status: 413,
      body: { message: 'The request is too large. The media file can be up to 10 MB, and everything else up to 1 MB.' },
    });
    const chunked = await caller.fetch('/api/posts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([JSON.stringify({ content: 'x'.repeat(2 * 1024 * 1024), status: 'draft' })]).stream(),
      duplex: 'half',
    });
    expect(chunked.status).toBe(413);
  });
});

describe('publishing from the Media Center', () => {
  const publish = (body: object = {}, headers: Record<string, string> = {}) =>
    caller.call(publishMediaPost, {
      headers,
      body: { content: 'Fresh', pageId: pageRow, mediaType: 'image', mediaData: dataUrl(pngFile()), ...body },
    });

  test('goes out at once, as promotional and professional', async () => {
    expect(await publish()).toMatchObject({
      status: 200,
      body: { status: 'published', contentType: 'promotional', tone: 'Professional', mediaType: 'image' },
    });
    expect(await oracle('Fresh')).toMatchObject([{ kind: 'photo', is_published: true }]);
  });

  test('text goes without a file, and anything else needs one', async () => {
    expect((await publish({ mediaType: 'text', mediaData: null })).body).toMatchObject({
      status: 'published',
      mediaType: 'text',
    });
    expect(await publish({ mediaType: 'video', mediaData: null })).toMatchObject({
      status: 400,
      body: { message: 'Please select a media file' },
    });
    expect((await publish({ content: ' ' })).status).toBe(400);
  });

  test('a failure is kept as a draft with its cause, and can be published once that is gone', async () => {
    await api.sandbox.control('PUT', '/switches', { photoMaxBytes: 10 });
    const answer = await publish();
    expect(answer).toMatchObject({
      status: 422,
      body: { postId: expect.any(Number), problem: { message: expect.stringContaining('smaller than 4 MB') } },
    });
    const [draft] = (await caller.call(listPostsByStatus, { params: { status: 'draft' } })).body;
    expect(draft).toMatchObject({
      status: 'draft',
      content: 'Fresh',
      mediaType: 'image',
      scheduledAt: null,
      problem: { message: expect.stringContaining('smaller than 4 MB') },
    });
    await api.sandbox.control('PUT', '/switches', { photoMaxBytes: 4_000_000 });
    expect((await caller.call(publishPost, { params: { id: draft?.id ?? 0 }, body: {} })).body).toMatchObject({
      status: 'published',
      problem: null,
    });
    expect((await oracle('Fresh')).filter((post) => post.is_published)).toHaveLength(1);
  });

  test('the same key again makes no second post and answers as the first did', async () => {
    const key = { 'idempotency-key': 'media-key-1' };
    await publish({}, key);
    expect(await publish({}, key)).toMatchObject({ status: 200, body: { status: 'published' } });
    expect(await oracle('Fresh')).toHaveLength(1);
    await api.sandbox.control('PUT', '/switches', { photoMaxBytes: 10 });
    const failing = { 'idempotency-key': 'media-key-2' };
    for (const answer of [await publish({ content: 'No' }, failing), await publish({ content: 'No' }, failing)])
      expect(answer.status).toBe(422);
    expect(await api.stored.posts.values('status', { content: 'No' })).toEqual(['draft']);
  });

  test.each([
    [4, /isn't accepting more posts/],
    [368, /has stopped posts/],
  ])(
    'a page that is cooling down (%i) keeps it as a draft too: it does not go out by surprise later',
    async (code, words) => {
      await api.sandbox.fault({
        match: { service: 'graph', method: 'POST', path: '/photos$' },
        action: { type: 'error', code, http: 400 },
        times: 1,
      });
      const { status, body } = await publish({ content: 'Later' });
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({ error: expect.stringMatching(words), postId: expect.any(Number) }),
      ]);
      expect((await caller.call(listPostsByStatus, { params: { status: 'draft' } })).body).toMatchObject([
        { content: 'Later', problem: { action: 'publish_now' } },
      ]);
      // The page is cooling down still: nothing is sent.
      expect((await publish({ content: 'Again' })).status).toBe(422);
      expect(await oracle('Again')).toEqual([]);
    },
  );

  test('a page of somebody else is not found, and nobody gets in without a session', async () => {
    const theirs = await buildPage(api.db, await buildUser(api.db));
    expect((await publish({ pageId: theirs.id })).status).toBe(404);
    expect(
      (await api.as(null).call(publishMediaPost, { body: { content: 'x', pageId: pageRow, mediaType: 'text' } }))
        .status,
    ).toBe(401);
  });
});

describe('files', () => {
  const draft = async (bytes: Buffer) =>
    (
      await caller.call(createPost, {
        body: { content: 'x', status: 'draft', facebookPageId: pageRow, mediaType: 'image', mediaData: dataUrl(bytes) },
      })
    ).body.id;

  test('lie there once however often they are used, and stay in the library when their posts go', async () => {
    const [one, two] = [await draft(pngFile(1)), await draft(pngFile(1))];
    expect(filesOnDisk()).toHaveLength(1);
    await caller.call(deletePost, { params: { id: one } });
    expect(filesOnDisk()).toHaveLength(1);
    await caller.call(deletePost, { params: { id: two } });
    expect(filesOnDisk()).toHaveLength(1);
    const [kept, ...more] = await api.stored.mediaFiles.values<number>('id');
    expect(more).toEqual([]);
    await caller.call(deleteMedia, { params: { id: kept ?? 0 } });
    expect(filesOnDisk()).toEqual([]);
    expect(await api.stored.mediaFiles.values('id')).toEqual([]);
  });

  test('of posts that are gone, and in no library, are swept after a day and not before', async () => {
    const [kept, gone] = [await draft(pngFile(1)), await draft(pngFile(2))];
    await api.stored.posts.remove({ id: gone });
    await api.stored.mediaFiles.remove({ library_at: SOMETHING });
    await run('sweep-unused-media', new Date());
    expect(filesOnDisk()).toHaveLength(2);
    await run('sweep-unused-media', dayAfter());
    expect(filesOnDisk()).toEqual([await keptHash(pngFile(1))]);
    expect(await api.stored.mediaFiles.values('post_id')).toEqual([kept]);
  });

  test('that no row knows are swept after a day, and those in use stay', async () => {
    await draft(pngFile(1));
    await draft(pngFile(2));
    await api.stored.mediaFiles.remove({ sha256: await keptHash(pngFile(2)) });
    fs.writeFileSync(path.join(folder, 'incoming', 'half'), 'half');
    await run('sweep-media-storage', new Date());
    expect(filesOnDisk()).toHaveLength(3);
    await run('sweep-media-storage', dayAfter());
    expect(filesOnDisk()).toEqual([await keptHash(pngFile(1))]);
  });

  test('stored and removed at the same moment are never lost', async () => {
    const bytes = pngFile(9);
    for (let round = 0; round < 5; round += 1) {
      const id = await draft(bytes);
      const [next] = await Promise.all([draft(bytes), caller.call(deletePost, { params: { id } })]);
      expect(filesOnDisk()).toEqual([await keptHash(bytes)]);
      await caller.call(deletePost, { params: { id: next } });
    }
  });
});
