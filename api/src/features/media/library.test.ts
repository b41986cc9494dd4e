import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createPost,
  cropLibraryFile,
  deleteMedia,
  deletePost,
  duplicatePost,
  finishUpload,
  FRAME_LIMIT_BYTES,
  LIBRARY_MAX_BYTES,
  LIBRARY_MAX_FILES,
  listLibrary,
  MEDIA_UPLOADS_PATH,
  mediaUrl,
  readLibraryFile,
  saveDraft,
  thumbnailUrl,
  updateLibraryFile,
  uploadMedia,
  type MediaFile,
} from '../../contract/index.ts';
import { up as keepALibrary } from '../../db/migrations/20261126600000_keep_a_library_of_media.ts';
import { ownedColumns } from '../../db/owner.ts';
import { buildPost, buildUser, DRAFT_FIELDS } from '../../testing/builders.ts';
import { beforeUpdate } from '../../testing/before-update.ts';
import { waitingStatements } from '../../testing/database-state.ts';
import { bombFile, pngFile } from '../../testing/media-files.ts';
import { personWithPage, type PersonWithPage } from '../../testing/person-with-page.ts';
import { photoFile, videoFile } from '../../testing/real-media.ts';
import { setUpApi } from '../../testing/scene.ts';
import { SOMETHING } from '../../testing/stored.ts';
import type { Caller } from '../../testing/test-api.ts';
import { mediaRepository } from './media.repository.ts';

const api = setUpApi();
let { me, caller, pageRow } = {} as PersonWithPage;
beforeEach(async () => {
  ({ me, caller, pageRow } = await personWithPage(api));
});

const [PHOTO, VIDEO] = [await photoFile({ width: 600, height: 400 }), await videoFile()];

async function upload(bytes: Buffer, name?: string, by: Caller = caller): Promise<MediaFile> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), name ?? '');
  const answer = await by.fetch(uploadMedia.path, { method: 'POST', body });
  return (await answer.json()) as MediaFile;
}
/** A file of the library without its bytes. */
async function shelve(name: string, fields: object = {}): Promise<number> {
  await api.stored.mediaFiles.add({
    ...ownedColumns(me),
    sha256: createHash('sha256').update(name).digest('hex'),
    mime_type: 'image/png',
    kind: 'image',
    bytes: 10,
    name,
    library_at: new Date(),
    created_at: 'infinity',
    ...fields,
  });
  return ((await api.stored.mediaFiles.latest({ user_id: me.userId })) as { id: number }).id;
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const plan = async (media: object[], fields: object = {}) =>
  (
    await caller.call(createPost, {
      body: {
        content: 'Fresh bread from seven.',
        status: 'scheduled',
        scheduledAt: inHours(5),
        facebookPageId: pageRow,
        mediaType: 'image',
        mediaData: media as { id: number }[],
        ...fields,
      },
    })
  ).body;
const list = async (query: Record<string, unknown> = {}, by: Caller = caller) =>
  (await by.call(listLibrary, { query })).body;
const names = async (query: Record<string, unknown> = {}) => (await list(query)).files.map(({ name }) => name);
const remove = (id: number, used?: 'true') =>
  caller.call(deleteMedia, { params: { id }, query: used === undefined ? {} : { used } });
const rowsOf = (id: number) => api.stored.mediaFiles.rows({ id }, 'post_id', 'alt_text', 'sha256');

describe('the library', () => {
  test('has every file once, with its name, the newest first', async () => {
    await upload(pngFile(1), 'Laib für 12 €.png');
    const video = await upload(VIDEO, 'oven.mp4');
    const again = await upload(pngFile(1), 'same loaf.png');
    expect((await list()).files).toMatchObject([
      { id: again.id, name: 'Laib für 12 €.png', kind: 'image', thumbnail: thumbnailUrl(again.id), waitingPosts: 0 },
      { id: video.id, name: 'oven.mp4', kind: 'video', thumbnail: null, durationSeconds: expect.any(Number) },
    ]);
    expect((await list()).pagination).toEqual({ page: 1, limit: 40, total: 2, pages: 1 });
    expect(await list({ page: 3 })).toMatchObject({ files: [], pagination: { total: 2 } });
  });

  test('keeps the name that an upload in parts begins with, without folders and invisible marks', async () => {
    const bytes = pngFile(2);
    const name = Buffer.from('C:\\Bread\\\u202Eloaf\u0000.png').toString('base64');
    const tus = { 'tus-resumable': '1.0.0' };
    const begun = await caller.fetch(MEDIA_UPLOADS_PATH, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': `filename ${name}` },
    });
    const address = begun.headers.get('location') ?? '';
    await caller.fetch(address, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(bytes),
    });
    const id = address.split('/').at(-1) ?? '';
    expect((await caller.call(finishUpload, { params: { id }, body: { kind: 'image' } })).body).toMatchObject({
      name: 'loaf.png',
    });
  });

  test('is searched by name, alt text, the text of posts and their page, all words of it', async () => {
    const [loaf, cake, tea] = [await shelve('Loaf.png'), await shelve('b.png'), await shelve('100%_tea.png')];
    await caller.call(updateLibraryFile, { params: { id: cake }, body: { altText: 'A cake with candles' } });
    await plan([{ id: tea }, { id: cake }], { content: 'Afternoon tea at three' });
    expect(await names({ text: 'loaf' })).toEqual(['Loaf.png']);
    expect(await names({ text: 'CANDLES' })).toEqual(['b.png']);
    expect(await names({ text: 'afternoon' })).toEqual(['100%_tea.png', 'b.png']);
    expect(await names({ text: 'afternoon candles' })).toEqual(['b.png']);
    expect(await names({ text: '%_' })).toEqual(['100%_tea.png']);
    expect(await names({ facebookPageId: pageRow })).toEqual(['100%_tea.png', 'b.png']);
    expect(await names({ kind: 'video' })).toEqual([]);
    const { files } = await list({
      text: ((await api.stored.facebookPages.first({ id: pageRow })) as { name: string }).name,
    });
    expect(files.map(({ id }) => id)).toEqual([tea, cake]);
    expect((await list({ limit: 2, page: 2 })).files.map(({ id }) => id)).toEqual([loaf]);
  });

  test('is of its person alone, file, thumbnail and search', async () => {
    const { id } = await upload(PHOTO, 'mine.jpg');
    const stranger = api.as(await buildUser(api.db));
    expect((await list({ text: 'mine' }, stranger)).files).toEqual([]);
    for (const address of [mediaUrl(id), thumbnailUrl(id)])
      expect([(await stranger.fetch(address)).status, (await api.as(null).fetch(address)).status]).toEqual([404, 401]);
    for (const [endpoint, body] of [
      [updateLibraryFile, { altText: 'theirs' }],
      [cropLibraryFile, { shape: 'square', focus: { x: 0, y: 0 } }],
    ] as const)
      expect((await stranger.call(endpoint, { params: { id }, body: body as never })).status).toBe(404);
    expect((await stranger.call(readLibraryFile, { params: { id } })).status).toBe(404);
    expect((await stranger.call(deleteMedia, { params: { id }, query: { used: 'true' } })).status).toBe(404);
    expect(await names()).toEqual(['mine.jpg']);
  });

  test('finds images by their names in any letter case, with or without their ending', async () => {
    const [loaf, tea] = [await shelve('Loaf.png'), await shelve('tea.jpg')];
    await shelve('cake.png');
    await shelve('cake.jpg');
    await shelve('tea.jpg.png');
    const found = await api.app.media.library.imagesByName(api.db, me, [
      'LOAF',
      'Tea.JPG',
      'cake',
      'cake.png',
      'nothing',
    ]);
    expect(Object.fromEntries(found)).toEqual({
      loaf,
      'tea.jpg': tea,
      cake: 'several',
      'cake.png': expect.any(Number),
    });
  });
});

test('a full library takes no more files, and says what to do; what is in it comes again', async () => {
  const held = await upload(pngFile(1));
  await shelve('large.mov', { bytes: LIBRARY_MAX_BYTES - 50 });
  expect((await list({ text: 'large' })).holds).toEqual({ files: 2, bytes: LIBRARY_MAX_BYTES - 50 + held.bytes });
  expect(await upload(pngFile(2))).toMatchObject({
    message: 'Your media library is full: it holds 20 GB at most. Delete files that you no longer need there.',
  });
  await api.stored.mediaFiles.change({ bytes: 10 }, { user_id: me.userId, name: 'large.mov' });
  const files = Array.from({ length: LIBRARY_MAX_FILES - 2 }, (_, n) => ({
    ...ownedColumns(me),
    sha256: createHash('sha256').update(`file ${n}`).digest('hex'),
    mime_type: 'image/png',
    bytes: 1,
    library_at: new Date(),
    thumbnail: 'none',
  }));
  for (let from = 0; from < files.length; from += 2000) await api.stored.mediaFiles.add(files.slice(from, from + 2000));
  expect((await upload(pngFile(1))).id).toBe(held.id);
  expect(await upload(pngFile(2))).toMatchObject({ message: expect.stringContaining('it holds 10,000 files at most') });
});

describe('a thumbnail', () => {
  test('is there with its image, small and of the same shape', async () => {
    const { id } = await upload(PHOTO);
    const answer = await caller.fetch(thumbnailUrl(id));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([width, height]).toEqual([320, 213]);
    expect(
      (
        await caller.fetch(thumbnailUrl(id), {
          headers: { 'if-none-match': answer.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
        })
      ).status,
    ).toBe(304);
  });

  test('of an image from before is drawn later; what cannot be drawn is tried once', async () => {
    const { id } = await upload(PHOTO);
    const gone = await upload(pngFile(7));
    const [{ sha256 }] = (await rowsOf(gone.id)) as [{ sha256: string }];
    fs.rmSync(path.join(api.config.DATA_DIR, 'media', sha256.slice(0, 2), sha256));
    fs.rmSync(path.join(api.config.DATA_DIR, 'media-thumbnails'), { recursive: true });
    await api.stored.mediaFiles.change({ thumbnail: null }, { user_id: me.userId });
    expect((await caller.fetch(thumbnailUrl(id))).status).toBe(404);
    for (const job of api.app.jobs) if (job.name === 'draw-thumbnails') await job.run(new Date());
    expect((await caller.fetch(thumbnailUrl(id))).status).toBe(200);
    expect((await list()).files.map(({ thumbnail }) => thumbnail)).toEqual([null, thumbnailUrl(id)]);
    expect(await api.stored.mediaFiles.values('thumbnail', { user_id: me.userId })).toEqual(['made', 'none']);
  });
});

describe('a video', () => {
  const frame = (id: number, bytes: Buffer, by: Caller = caller) =>
    by.fetch(`/api/library/${id}/frame`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(bytes),
    });

  test('gets the frame for a thumbnail that its browser drew, drawn anew, and for its own person alone', async () => {
    const { id } = await upload(VIDEO, 'oven.mp4');
    const other = await personWithPage(api);
    // The same bytes are another person's too: what one browser says of them is not shown to the other.
    const theirs = await upload(VIDEO, 'theirs.mp4', other.caller);
    expect((await list()).files).toMatchObject([{ id, thumbnail: null }]);
    expect((await caller.fetch(thumbnailUrl(id))).status).toBe(404);
    expect((await frame(id, PHOTO)).status).toBe(200);
    expect((await list()).files).toMatchObject([{ id, thumbnail: thumbnailUrl(id) }]);
    const answer = await caller.fetch(thumbnailUrl(id));
    const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([answer.headers.get('content-type'), format, width, height]).toEqual(['image/webp', 'webp', 320, 213]);
    expect((await list({}, other.caller)).files).toMatchObject([{ id: theirs.id, thumbnail: null }]);
    expect([
      (await frame(id, PHOTO, other.caller)).status,
      (await other.caller.fetch(thumbnailUrl(id))).status,
    ]).toEqual([404, 404]);
    expect((await remove(id)).status).toBe(200);
    expect(await api.stored.videoFrames.rows({ media_file_id: id })).toEqual([]);
  });

  test.each([
    ['what is no image', VIDEO, 400],
    ['a page that calls itself one', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400],
    ['more pixels than are decoded', bombFile(), 400],
    ['more bytes than a frame has', Buffer.alloc(FRAME_LIMIT_BYTES + 1), 413],
  ])('takes for its frame nothing of %s', async (_, bytes, status) => {
    const { id } = await upload(VIDEO);
    expect((await frame(id, bytes)).status).toBe(status);
    expect((await list()).files).toMatchObject([{ thumbnail: null }]);
  });

  test('alone is given a frame: an image has its own', async () => {
    expect((await frame((await upload(PHOTO)).id, PHOTO)).status).toBe(400);
  });
});

describe('alt text', () => {
  test('is kept with the file: posts have it unless they say something else, or nothing', async () => {
    const id = await shelve('loaf.png');
    await plan([{ id, altText: 'A loaf' }]);
    expect((await list()).files).toMatchObject([{ altText: 'A loaf', waitingPosts: 1 }]);
    expect((await plan([{ id }])).media).toMatchObject([{ altText: 'A loaf' }]);
    expect((await plan([{ id, altText: 'Another' }])).media).toMatchObject([{ altText: 'Another' }]);
    expect((await plan([{ id, altText: null }])).media).toMatchObject([{ altText: null }]);
    const { body } = await caller.call(updateLibraryFile, { params: { id }, body: { altText: ' ', name: 'loaf.jpg' } });
    expect(body).toMatchObject({ altText: null, name: 'loaf.jpg', waitingPosts: 4 });
  });
});

describe('a crop', () => {
  const crop = (id: number, shape: 'square' | 'tall', x = 0.5) =>
    caller.call(cropLibraryFile, { params: { id }, body: { shape, focus: { x, y: 0.5 } } });

  test('is a file of its own beside its original, and the same again is the same', async () => {
    const red = await sharp({ create: { width: 200, height: 400, channels: 3, background: '#f00' } })
      .extend({ right: 400, background: '#00f' })
      .png()
      .toBuffer();
    const { id } = await upload(red, 'loaf.png');
    const { status, body } = await crop(id, 'square', 0);
    expect([status, body]).toMatchObject([
      201,
      { width: 400, height: 400, originId: id, shape: 'square', name: 'loaf.png', thumbnail: expect.any(String) },
    ]);
    expect((await crop(id, 'square', 0)).body.id).toBe(body.id);
    expect((await list()).files).toHaveLength(2);
    const cut = sharp(Buffer.from(await (await caller.fetch(mediaUrl(body.id))).arrayBuffer()));
    const row = await cut.removeAlpha().raw().toBuffer();
    expect([[...row.subarray(3 * 150, 3 * 150 + 3)], [...row.subarray(3 * 250, 3 * 250 + 3)]]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
    await remove(id);
    expect((await list()).files).toMatchObject([{ id: body.id, originId: null }]);
  });

  test('of a video, or around a point outside, is refused', async () => {
    const video = await upload(VIDEO);
    expect(await crop(video.id, 'tall')).toMatchObject({
      status: 400,
      body: { message: 'Only images can be cropped. Choose an image.' },
    });
    expect((await crop((await upload(PHOTO)).id, 'tall', 1.5)).status).toBe(400);
  });
});

describe('deleting', () => {
  test('is refused while a post that has not gone out has the file, which stays whole', async () => {
    const { id } = await upload(PHOTO, 'loaf.jpg');
    const post = await plan([{ id }]);
    expect(await remove(id, 'true')).toMatchObject({
      status: 409,
      body: {
        message:
          "A post that hasn't gone out yet has this image. Delete that post first, or choose another image for it.",
      },
    });
    expect((await caller.call(readLibraryFile, { params: { id } })).body).toMatchObject({
      waitingPosts: 1,
      posts: [
        { id: post.id, status: 'scheduled', excerpt: 'Fresh bread from seven.', scheduledAt: expect.any(String) },
      ],
    });
    await caller.call(deletePost, { params: { id: post.id } });
    expect((await remove(id)).status).toBe(200);
    expect((await caller.fetch(mediaUrl(id))).status).toBe(404);
  });

  test('asks where published posts and drafts have it, and leaves the history what it shows', async () => {
    const { id } = await upload(PHOTO);
    const published = await buildPost(api.db, me, { status: 'published', facebookPageId: pageRow });
    await api.stored.mediaFiles.add({
      ...((await api.stored.mediaFiles.first({ id }, 'sha256', 'mime_type', 'bytes')) as object),
      ...ownedColumns(me),
      post_id: published,
    });
    const key = '4b1c8a54-9d3c-4a55-9a0b-7a3c1d9e4f10';
    await caller.call(saveDraft, { params: { key }, body: { revision: 0, fields: DRAFT_FIELDS } });
    const several = { pages: [], spread: 'together', minutesApart: '', media: [{ id }] };
    await api.stored.drafts.change({ fields: JSON.stringify({ ...DRAFT_FIELDS, several }) }, { key });
    expect((await caller.call(readLibraryFile, { params: { id } })).body).toMatchObject({
      posts: [{ id: published, status: 'published' }],
      drafts: [{ key }],
    });
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: {
        message:
          'This image is used in a published post and a draft. Confirm that you want to delete it from your library.',
      },
    });
    expect((await remove(id, 'true')).status).toBe(200);
    const [row] = (await api.stored.mediaFiles.rows({ post_id: published })) as [{ id: number }];
    expect((await caller.fetch(mediaUrl(row.id))).status).toBe(200);
    expect(await names()).toEqual([]);
  });

  test('at the moment when another process makes a post with it, the post has it or is not made', async () => {
    const other = (await api.another()).as(me);
    for (let round = 0; round < 4; round += 1) {
      const { id } = await upload(pngFile(100 + round));
      const [made, removed] = await Promise.all([
        other.call(createPost, {
          body: { content: 'x', status: 'draft', facebookPageId: pageRow, mediaType: 'image', mediaData: [{ id }] },
        }),
        remove(id),
      ]);
      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([made.status, removed.status]);
      if (made.status === 201) expect((await caller.fetch(made.body.mediaData ?? '')).status).toBe(200);
    }
  });
});

test('a file that somebody deletes while a post is just given it is kept, and it is said why', async () => {
  const { id } = await upload(pngFile(120));
  const updates = beforeUpdate(api.db, 'media_files');
  // The post has its row by then, which nobody sees yet.
  const gate = await updates.gate();
  try {
    const made = plan([{ id, altText: 'Toast' }]);
    await gate.reached();
    const removed = remove(id, 'true');
    await expect.poll(() => waitingStatements(api.db)).toBe(2);
    await gate.open();
    expect([(await made).mediaData === null, (await removed).status]).toEqual([false, 409]);
    expect((await caller.fetch(mediaUrl(id))).status).toBe(200);
  } finally {
    await updates.asAlways();
  }
});

test('of files that come at the same moment, the last place is for one', async () => {
  await shelve('large.mov', { bytes: LIBRARY_MAX_BYTES - 50 });
  const counting = await api.db.transaction();
  await mediaRepository(counting).lockLibrary(me);
  const late = upload(pngFile(130));
  await expect.poll(() => waitingStatements(api.db)).toBe(1);
  await counting.commit();
  expect(await late).toMatchObject({ message: expect.stringContaining('Your media library is full') });
  await api.stored.mediaFiles.change({ bytes: LIBRARY_MAX_BYTES - 2 * pngFile(1).length }, { name: 'large.mov' });
  const held = async () => (await list()).holds?.bytes ?? Infinity;
  await Promise.all([131, 132, 133, 134].map((seed) => upload(pngFile(seed))));
  expect(await held()).toBeLessThanOrEqual(LIBRARY_MAX_BYTES);
});

describe('a version without a library beside this one', () => {
  test('that gives a file to a post leaves it in the library', async () => {
    const { id } = await upload(PHOTO);
    const post = await buildPost(api.db, me, { status: 'draft', facebookPageId: pageRow });
    expect(await api.stored.mediaFiles.change({ post_id: post, position: 0 }, { id })).toBe(0);
    const {
      id: _id,
      created_at: _createdAt,
      ...row
    } = (await api.stored.mediaFiles.first({ id })) as Record<string, unknown>;
    await api.stored.mediaFiles.add({ ...row, post_id: post });
    expect((await list()).files).toMatchObject([{ id, waitingPosts: 1 }]);
  });

  test('that sweeps what has been in no post for a day leaves the library', async () => {
    const { id } = await upload(PHOTO);
    const old = (query: { where(column: string, is: string, at: Date): unknown }, column: string) =>
      query.where(column, '<', new Date(Date.now() + 48 * 3_600_000));
    expect(await api.stored.mediaFiles.remove({ post_id: null, created_at: old, user_id: me.userId })).toBe(0);
    expect((await caller.fetch(mediaUrl(id))).status).toBe(200);
  });

  test('that makes posts with files puts them into the library; older ones come with the upgrade', async () => {
    const post = await buildPost(api.db, me, { status: 'draft', facebookPageId: pageRow });
    const file = { ...ownedColumns(me), mime_type: 'image/png', bytes: 10, post_id: post };
    const rows = ['0a', '0b'].map((half) => ({ ...file, sha256: half.repeat(32) }));
    await api.stored.mediaFiles.add([...rows, ...rows]);
    expect((await list()).files).toHaveLength(2);
    await api.stored.mediaFiles.remove({ library_at: SOMETHING, user_id: me.userId });
    expect((await list()).files).toEqual([]);
    for (let times = 0; times < 2; times += 1) await keepALibrary(api.db);
    expect((await list()).files).toHaveLength(2);
  });
});

test('what an image says of an AI is known of it in the library and in every post that has it', async () => {
  const label =
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
    'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType=' +
    '"http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/></rdf:RDF>';
  const { id, hasAiLabel } = await upload(await sharp(PHOTO).withXmp(label).toBuffer(), 'oven.jpg');
  expect(hasAiLabel).toBe(true);
  expect((await upload(PHOTO, 'shop.jpg')).hasAiLabel).toBe(false);
  expect((await caller.call(readLibraryFile, { params: { id } })).body.hasAiLabel).toBe(true);
  const { id: postId } = await plan([{ id }]);
  const { id: other } = (
    await caller.call(duplicatePost, { params: { id: postId }, body: { scheduledAt: inHours(9) } })
  ).body;
  expect(await api.stored.mediaFiles.values('has_ai_label', { post_id: [postId, other] })).toEqual([true, true]);
});
