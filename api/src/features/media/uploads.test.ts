import fs from 'node:fs';
import fsp from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createPost,
  deleteAllData,
  deleteMedia,
  deletePost,
  finishUpload,
  listPostsByStatus,
  MEDIA_UPLOADS_PATH,
  mediaUrl,
  uploadMedia,
  type MediaKind,
} from '../../contract/index.ts';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { setUpSweptApi } from '../../testing/scene.ts';
import { pngFile } from '../../testing/media-files.ts';
import { personWithPage } from '../../testing/person-with-page.ts';
import { videoFile, photoFile, metadataOf } from '../../testing/real-media.ts';
import { type Caller } from '../../testing/test-api.ts';

const api = setUpSweptApi();
let me: TestUser;
let caller: Caller;
let stranger: Caller;
let pageRow: number;
let pageId: string;
let folder: string;

const [VIDEO, PHOTO] = [await videoFile({ padTo: 300_000 }), await photoFile({ place: true })];

beforeAll(async () => {
  folder = path.join(api.config.DATA_DIR, 'media');
});
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  await api.sandbox.control('PUT', '/switches', { processingMs: 20, chunkBytes: 100_000 });
  fs.rmSync(folder, { recursive: true, force: true });
  const person = await personWithPage(api);
  ({ me, caller, pageRow } = person);
  pageId = person.page.id;
  stranger = api.as(await buildUser(api.db));
});

const TUS = { 'tus-resumable': '1.0.0' };
const filesOnDisk = () =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
    : [];
const begin = (bytes: number, by = caller) =>
  by.fetch(MEDIA_UPLOADS_PATH, { method: 'POST', headers: { ...TUS, 'upload-length': String(bytes) } });
const addressOf = (response: Response) => response.headers.get('location') ?? '';
const part = (address: string, offset: number, bytes: Buffer, by = caller) =>
  by.fetch(address, {
    method: 'PATCH',
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  });
const offsetAt = async (address: string, by = caller) =>
  Number((await by.fetch(address, { method: 'HEAD', headers: TUS })).headers.get('upload-offset'));
const finish = (address: string, kind: MediaKind, by = caller) =>
  by.call(finishUpload, { params: { id: address.split('/').at(-1) ?? '' }, body: { kind } });
const sendWhole = async (bytes: Buffer, kind: MediaKind) => {
  const address = addressOf(await begin(bytes.length));
  expect((await part(address, 0, bytes)).status).toBe(204);
  return finish(address, kind);
};
const send = (kind: MediaKind | null, bytes: Buffer | FormData, by = caller) =>
  by.fetch(`${uploadMedia.path}${kind === null ? '' : `?kind=${kind}`}`, {
    method: 'POST',
    ...(bytes instanceof FormData
      ? { body: bytes }
      : { headers: { 'content-type': 'application/octet-stream' }, body: new Uint8Array(bytes) }),
  });

/** Sends the beginning of a part, and no more. */
async function silentLine(
  address: string,
  offset: number,
  announced: number | null,
  bytes: Buffer,
  at = api.url,
): Promise<{ request: http.ClientRequest; closed: Promise<void> }> {
  const request = http.request(new URL(address, at), {
    method: 'PATCH',
    headers: {
      ...TUS,
      cookie: await cookieOfCaller(),
      origin: api.config.PUBLIC_URL,
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      ...(announced === null ? {} : { 'content-length': announced }),
    },
  });
  const closed = new Promise<void>((resolve) => {
    request.on('error', () => {}).on('close', resolve);
  });
  await new Promise<unknown>((resolve) => {
    request.write(bytes, resolve);
  });
  return { request, closed };
}

const bytesThere = (address: string) =>
  fs.statSync(path.join(folder, 'incoming', `${address.split('/').at(-1)}.part`)).size;

/** Sends the beginning of a part and drops the line. */
async function dropLine(address: string, offset: number, announced: number, bytes: Buffer): Promise<void> {
  const { request, closed } = await silentLine(address, offset, announced, bytes);
  await vi.waitFor(() => expect(bytesThere(address)).toBe(offset + bytes.length), 60_000);
  request.destroy();
  await closed;
}

async function cookieOfCaller(): Promise<string> {
  const { sessionsRepository } = await import('../sessions/sessions.repository.ts');
  return `pagecast_session=${await sessionsRepository(api.db).create(me.userId)}`;
}

describe('an upload in parts', () => {
  test('goes on where the line dropped, and becomes one whole file', async () => {
    const begun = await begin(VIDEO.length);
    expect(begun.status).toBe(201);
    const address = addressOf(begun);
    expect(address).toMatch(/^\/api\/media\/uploads\/[0-9a-f-]{36}$/);
    await dropLine(address, 0, VIDEO.length, VIDEO.subarray(0, 100_000));
    expect(await offsetAt(address)).toBe(100_000);
    expect((await finish(address, 'reel')).status).toBe(409);
    expect((await part(address, 50_000, VIDEO.subarray(50_000))).status).toBe(409);
    expect((await part(address, 100_000, VIDEO.subarray(100_000, 200_000))).headers.get('upload-offset')).toBe(
      '200000',
    );
    expect((await part(address, 200_000, VIDEO.subarray(200_000))).status).toBe(204);
    const { status, body } = await finish(address, 'reel');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      mimeType: 'video/mp4',
      bytes: VIDEO.length,
      width: 1080,
      height: 1920,
      altText: null,
    });
    expect(Buffer.from(await (await caller.fetch(mediaUrl(body.id))).arrayBuffer()).equals(VIDEO)).toBe(true);
    // An answer that got lost costs nothing.
    expect((await finish(address, 'reel')).body).toEqual(body);
    expect(await offsetAt(address)).toBe(VIDEO.length);
    expect(filesOnDisk()).toHaveLength(1);
  });

  test('goes on although its first line has not noticed that it dropped', async () => {
    const address = addressOf(await begin(VIDEO.length));
    const { closed } = await silentLine(address, 0, null, VIDEO.subarray(0, 100_000));
    await vi.waitFor(() => expect(bytesThere(address)).toBe(100_000), 60_000);
    expect(await offsetAt(address)).toBe(100_000);
    await closed;
    expect((await part(address, 100_000, VIDEO.subarray(100_000))).status).toBe(204);
    const { body } = await finish(address, 'video');
    expect(Buffer.from(await (await caller.fetch(mediaUrl(body.id))).arrayBuffer()).equals(VIDEO)).toBe(true);
  });

  test('goes on at another process', async () => {
    const other = (await api.another()).as(me);
    const address = addressOf(await begin(VIDEO.length));
    await part(address, 0, VIDEO.subarray(0, 1000));
    expect(await offsetAt(address, other)).toBe(1000);
    await part(address, 1000, VIDEO.subarray(1000), other);
    expect((await finish(address, 'video', other)).status).toBe(200);
  });

  test('is kept as it was checked, whatever another process still writes to it', async () => {
    const process = await api.another();
    const address = addressOf(await begin(VIDEO.length));
    const { request, closed } = await silentLine(address, 0, VIDEO.length, VIDEO.subarray(0, 1000), process.url);
    await vi.waitFor(() => expect(bytesThere(address)).toBe(1000), 60_000);
    expect((await part(address, 1000, VIDEO.subarray(1000))).status).toBe(204);
    const { status, body } = await finish(address, 'video');
    expect(status).toBe(200);
    request.end(Buffer.alloc(VIDEO.length - 1000, 'x'));
    await closed;
    expect(Buffer.from(await (await caller.fetch(mediaUrl(body.id))).arrayBuffer()).equals(VIDEO)).toBe(true);
    expect(filesOnDisk()).toHaveLength(1);
    expect((await part(address, VIDEO.length, Buffer.alloc(0))).status).toBe(409);
  });

  test('tells programs what it can do', async () => {
    const { status, headers } = await caller.fetch(MEDIA_UPLOADS_PATH, { method: 'OPTIONS' });
    expect([status, ...['tus-version', 'tus-extension', 'tus-max-size'].map((name) => headers.get(name))]).toEqual([
      204,
      '1.0.0',
      'creation,creation-with-upload,termination',
      String(1024 ** 3),
    ]);
  });

  test("is its owner's alone", async () => {
    const address = addressOf(await begin(1000));
    for (const by of [stranger, api.as(null)]) {
      const wanted = by === stranger ? 404 : 401;
      expect((await by.fetch(address, { method: 'HEAD', headers: TUS })).status).toBe(wanted);
      expect((await part(address, 0, Buffer.alloc(10), by)).status).toBe(wanted);
      expect((await by.fetch(address, { method: 'DELETE', headers: TUS })).status).toBe(wanted);
      expect((await finish(address, 'image', by)).status).toBe(wanted);
    }
    expect((await begin(10, api.as(null))).status).toBe(401);
    expect(await offsetAt(address)).toBe(0);
  });

  test('comes from our own pages alone', async () => {
    const foreign = { ...TUS, origin: 'https://elsewhere.example' };
    expect(
      (await caller.fetch(MEDIA_UPLOADS_PATH, { method: 'POST', headers: { ...foreign, 'upload-length': '10' } }))
        .status,
    ).toBe(403);
    const address = addressOf(await begin(1000));
    expect(
      (
        await caller.fetch(address, {
          method: 'PATCH',
          headers: { ...foreign, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
          body: 'x',
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await caller.fetch(`${uploadMedia.path}?kind=image`, {
          method: 'POST',
          headers: { origin: 'https://elsewhere.example' },
          body: 'x',
        })
      ).status,
    ).toBe(403);
    expect((await begin(10)).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('that is cancelled half-way leaves nothing', async () => {
    const address = addressOf(await begin(200 * 1024 * 1024));
    await dropLine(address, 0, 200 * 1024 * 1024, VIDEO);
    expect((await caller.fetch(address, { method: 'DELETE', headers: TUS })).status).toBe(204);
    expect(filesOnDisk()).toEqual([]);
    expect(await api.stored.mediaUploads.values('id')).toEqual([]);
    const gone = await part(address, 0, Buffer.alloc(10));
    expect([gone.status, await gone.json()]).toMatchObject([
      404,
      { code: 'upload_refused', message: 'This upload is no longer available. Choose the file again.' },
    ]);
  });

  test.each([
    ['of more than 1 GB', { 'upload-length': String(1024 ** 3 + 1) }, 413, 'The file is larger than 1 GB.'],
    ['of nothing', { 'upload-length': '0' }, 400, 'This file is empty. Choose another one.'],
    ['that does not say its size', {}, 400, /./],
  ] as const)('%s is not begun', async (_name, headers, status, message) => {
    const answer = await caller.fetch(MEDIA_UPLOADS_PATH, { method: 'POST', headers: { ...TUS, ...headers } });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      code: 'upload_refused',
    });
    expect(await api.stored.mediaUploads.values('id')).toEqual([]);
  });

  test('takes no more than it announced', async () => {
    const address = addressOf(await begin(1000));
    expect((await part(address, 0, Buffer.alloc(2000))).status).toBe(413);
    const sizeless = await caller.fetch(address, {
      method: 'PATCH',
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Blob([new Uint8Array(2000)]).stream(),
      duplex: 'half',
    });
    expect([sizeless.status, await sizeless.json()]).toMatchObject([
      413,
      { message: 'The file is larger than announced. Choose it again.' },
    ]);
    expect(filesOnDisk()).toHaveLength(1);
    expect(await offsetAt(address)).toBeLessThanOrEqual(1000);
  });

  test('that turns out to be something else is refused with what to do, and is gone', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(await sendWhole(svg, 'image')).toMatchObject({
      status: 400,
      body: {
        message: "This file isn't an image we can post. Choose a JPEG, PNG, HEIC, GIF, WebP, AVIF or TIFF file.",
      },
    });
    const lying = await videoFile({ width: 1280, height: 720, seconds: 2 });
    expect(await sendWhole(lying, 'reel')).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/at least 3 seconds.*must be upright/) },
    });
    expect(filesOnDisk()).toEqual([]);
    expect(await api.stored.mediaUploads.values('id')).toEqual([]);
  });

  test('that nobody finished is swept after a day, and goes with its account', async () => {
    const sweep = async (now: number) => {
      for (const job of api.app.jobs) if (job.name === 'sweep-unused-media') await job.run(new Date(now));
    };
    await part(addressOf(await begin(1000)), 0, Buffer.alloc(10));
    await sweep(Date.now());
    expect(filesOnDisk()).toHaveLength(1);
    await sweep(Date.now() + 25 * 3_600_000);
    expect(filesOnDisk()).toEqual([]);
    await part(addressOf(await begin(1000)), 0, Buffer.alloc(10));
    await sendWhole(PHOTO, 'image');
    expect((await caller.call(deleteAllData)).status).toBe(200);
    expect(filesOnDisk()).toEqual([]);
  });
});

describe('a file in one request', () => {
  test.each(['as it is', 'in a form'])('%s is stored, drawn anew and told', async (how) => {
    const form = new FormData();
    form.append('note', 'x');
    form.append('file', new Blob([new Uint8Array(PHOTO)], { type: 'text/html' }), 'x.html');
    const answer = await send(null, how === 'in a form' ? form : PHOTO);
    expect(answer.status).toBe(201);
    const { id, ...facts } = (await answer.json()) as { id: number };
    expect(facts).toMatchObject({ mimeType: 'image/jpeg', width: 48, height: 64, durationSeconds: null });
    const served = Buffer.from(await (await caller.fetch(mediaUrl(id))).arrayBuffer());
    expect((await metadataOf(served)).exif).toBeUndefined();
    expect(filesOnDisk()).toHaveLength(1);
  });

  test('in a form, of many chunks, is kept as it came', async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(VIDEO)]));
    const { id } = (await (await send('video', form)).json()) as { id: number };
    expect(Buffer.from(await (await caller.fetch(mediaUrl(id))).arrayBuffer()).equals(VIDEO)).toBe(true);
  });

  test('that is still coming in when its account goes is not kept', async () => {
    const request = http.request(new URL(`${uploadMedia.path}?kind=video`, api.url), {
      method: 'POST',
      headers: {
        cookie: await cookieOfCaller(),
        origin: api.config.PUBLIC_URL,
        'content-type': 'video/mp4',
        'content-length': VIDEO.length,
      },
    });
    const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
    });
    request.write(VIDEO.subarray(0, 1000));
    await vi.waitFor(() => expect(filesOnDisk()).toHaveLength(1), 60_000);
    expect((await caller.call(deleteAllData)).status).toBe(200);
    request.end(VIDEO.subarray(1000));
    expect((await answered).statusCode).toBe(500);
    expect(filesOnDisk()).toEqual([]);
  });

  test('that is too large for its kind is refused while it comes', async () => {
    const answer = await send('image', Buffer.concat([PHOTO, Buffer.alloc(11 * 1024 * 1024)]));
    expect([answer.status, await answer.json()]).toMatchObject([
      413,
      {
        code: 'too_large',
        message: 'The image is larger than 10 MB. Make it smaller or save it as JPEG, then choose it again.',
      },
    ]);
    expect((await send(null, Buffer.alloc(0))).status).toBe(400);
    expect((await send(null, new FormData())).status).toBe(400);
    expect(filesOnDisk()).toEqual([]);
  });
});

describe('no room on the disk', () => {
  const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const nearlyFull = () =>
    vi.spyOn(fsp, 'statfs').mockResolvedValue({ bavail: 10, blocks: 1000, bsize: 4096 } as fs.StatsFs);
  const WAYS = ['in parts', 'in one request', 'within JSON'] as const;

  /** Sends a video one of these ways, once `happens` has made it hard. */
  async function sendWhere(way: (typeof WAYS)[number], happens: () => void): Promise<Response> {
    const address = way === 'in parts' ? addressOf(await begin(VIDEO.length)) : '';
    happens();
    if (way === 'in parts') return part(address, 0, VIDEO);
    if (way === 'in one request') return send('video', VIDEO);
    return caller.fetch(createPost.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        content: 'x',
        status: 'draft',
        facebookPageId: pageRow,
        mediaType: 'video',
        mediaData: `data:;base64,${VIDEO.toString('base64')}`,
      }),
    });
  }

  test('is told before anything is sent, where the disk says so', async () => {
    nearlyFull();
    const answer = await begin(1000);
    expect([answer.status, await answer.json()]).toMatchObject([
      507,
      { code: 'storage_full', message: expect.stringMatching(/^This server is out of space.*your file wasn't saved/) },
    ]);
    expect(await api.stored.mediaUploads.values('id')).toEqual([]);
  });

  test.each(
    WAYS.flatMap(
      (way) =>
        [
          [way, 'is full'],
          [way, 'has no more than others need'],
        ] as const,
    ),
  )('leaves nothing half-written of a file that comes %s, when the disk %s', async (way, how) => {
    const open = fsp.open.bind(fsp);
    const answer = await sendWhere(
      way,
      how !== 'is full'
        ? nearlyFull
        : () => {
            vi.spyOn(fsp, 'open').mockImplementation(async (...given) => {
              const handle = await open(...given);
              vi.spyOn(handle, 'write').mockRejectedValue(full());
              vi.spyOn(handle, 'writev').mockRejectedValue(full());
              return handle;
            });
          },
    );
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([507, 'storage_full']);
    expect(filesOnDisk()).toEqual([]);
    expect(await api.stored.mediaUploads.values('id')).toEqual([]);
    expect(await api.stored.posts.values('id')).toEqual([]);
  });
});

describe('a stored file', () => {
  const stored = async (kind: MediaKind, bytes: Buffer) => (await sendWhole(bytes, kind)).body.id;

  test('is served to its owner alone, as what it is and nothing that runs', async () => {
    const id = await stored('video', VIDEO);
    const answer = await caller.fetch(mediaUrl(id));
    expect(answer.status).toBe(200);
    expect(
      Object.fromEntries(
        [
          'content-type',
          'x-content-type-options',
          'content-security-policy',
          'cache-control',
          'accept-ranges',
          'content-length',
          'cross-origin-resource-policy',
        ].map((name) => [name, answer.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'video/mp4',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      'content-length': String(VIDEO.length),
      'cross-origin-resource-policy': 'same-origin',
    });
    await answer.body?.cancel();
    expect((await stranger.fetch(mediaUrl(id))).status).toBe(404);
    expect((await api.as(null).fetch(mediaUrl(id))).status).toBe(401);
    for (const wrong of ['0', 'x', '1e3', '..%2f'])
      expect((await caller.fetch(`/api/media/${wrong}`)).status).toBe(404);
  });

  test('is served in parts, and not again to who has it', async () => {
    const id = await stored('video', VIDEO);
    const some = await caller.fetch(mediaUrl(id), { headers: { range: 'bytes=100-199' } });
    expect([some.status, some.headers.get('content-range')]).toEqual([206, `bytes 100-199/${VIDEO.length}`]);
    expect(Buffer.from(await some.arrayBuffer()).equals(VIDEO.subarray(100, 200))).toBe(true);
    expect((await caller.fetch(mediaUrl(id), { headers: { range: `bytes=${VIDEO.length}-` } })).status).toBe(416);
    // A range says something of a GET alone: a HEAD answers with the length of all of it.
    const head = await caller.fetch(mediaUrl(id), { method: 'HEAD', headers: { range: 'bytes=100-199' } });
    expect([head.status, head.headers.get('content-length'), head.headers.get('content-range')]).toEqual([
      200,
      String(VIDEO.length),
      null,
    ]);
    const etag = some.headers.get('etag') ?? '';
    for (const [known, status] of [
      [etag, 206],
      ['"another"', 200],
    ] as const) {
      const answer = await caller.fetch(mediaUrl(id), { headers: { range: 'bytes=0-1', 'if-range': known } });
      expect(answer.status).toBe(status);
      await answer.body?.cancel();
    }
    expect(
      (await caller.fetch(mediaUrl(id), { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })).status,
    ).toBe(304);
  });

  test.each(['a folder in its place', 'cut off', 'gone'])(
    'that is %s is answered with what to do, also to HEAD, and ends no process',
    async (what) => {
      const id = await stored('video', VIDEO);
      const kept = filesOnDisk()[0] ?? '';
      const file = path.join(folder, kept.slice(0, 2), kept);
      if (what === 'cut off') fs.truncateSync(file, 10);
      else fs.rmSync(file);
      if (what === 'a folder in its place') fs.mkdirSync(file);
      const answer = await caller.fetch(mediaUrl(id));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
      expect(await answer.json()).toMatchObject({
        message: 'We can no longer read this file. Choose it again.',
      });
      expect((await caller.fetch(mediaUrl(id), { method: 'HEAD' })).status).toBe(404);
    },
  );

  test('with a folder in its place comes in anew, and can be taken away', async () => {
    for (const end of ['come anew', 'be taken away']) {
      const id = await stored('video', VIDEO);
      const kept = filesOnDisk()[0] ?? '';
      const file = path.join(folder, kept.slice(0, 2), kept);
      fs.rmSync(file);
      fs.mkdirSync(path.join(file, 'more'), { recursive: true });
      if (end === 'come anew') expect((await caller.fetch(mediaUrl(await stored('video', VIDEO)))).status).toBe(200);
      else expect((await caller.call(deleteMedia, { params: { id } })).status).toBe(200);
    }
  });

  test('is taken away by its owner, as long as no post has it', async () => {
    const id = await stored('image', PHOTO);
    expect((await stranger.call(deleteMedia, { params: { id } })).status).toBe(404);
    expect((await caller.call(deleteMedia, { params: { id } })).status).toBe(200);
    expect(filesOnDisk()).toEqual([]);
    const used = await stored('image', PHOTO);
    await caller.call(createPost, {
      body: { content: 'x', status: 'draft', facebookPageId: pageRow, mediaType: 'image', mediaData: String(used) },
    });
    expect((await caller.call(deleteMedia, { params: { id: used } })).status).toBe(409);
    expect(filesOnDisk()).toHaveLength(1);
  });

  test('goes into a post by its id, ten photos in the order asked for, with what they show in words', async () => {
    const ids: number[] = [];
    for (let seed = 0; seed < 10; seed += 1) ids.push(await stored('image', pngFile(seed)));
    const media = ids
      .toReversed()
      .map((id, index) => ({ id, ...(index === 0 ? { altText: ' A loaf of bread ' } : {}) }));
    const { status, body } = await caller.call(createPost, {
      body: { content: 'Ten', status: 'published', facebookPageId: pageRow, mediaType: 'image', mediaData: media },
    });
    expect(status).toBe(201);
    expect(body.media?.map(({ altText }) => altText)).toEqual(['A loaf of bread', ...Array(9).fill(null)]);
    const hashOf = async (id: number) => (await caller.fetch(mediaUrl(id))).headers.get('etag')?.slice(1, -1);
    const hashes = await Promise.all(ids.toReversed().map(hashOf));
    expect(await Promise.all((body.media ?? []).map(({ id }) => hashOf(id)))).toEqual(hashes);
    const [post] = (await api.sandbox.oracle(pageId)).filter(({ message }) => message === 'Ten');
    expect(post?.attachments.map(({ sha256 }) => sha256)).toEqual(hashes);
    expect(post?.attachments[0]).toMatchObject({ alt_text: 'A loaf of bread' });
    const [listed] = (await caller.call(listPostsByStatus, { params: { status: 'published' } })).body;
    expect(listed).toMatchObject({ mediaData: mediaUrl(body.media?.[0]?.id ?? 0), media: { length: 10 } });
  });

  test('that a post has already goes into another one too, and stays in the library after both', async () => {
    const id = await stored('image', PHOTO);
    const draft = async () =>
      (
        await caller.call(createPost, {
          body: { content: 'x', status: 'draft', facebookPageId: pageRow, mediaType: 'image', mediaData: String(id) },
        })
      ).body;
    const [one, two] = [await draft(), await draft()];
    expect([one.media?.length, two.media?.length]).toEqual([1, 1]);
    await caller.call(deletePost, { params: { id: one.id } });
    expect((await caller.fetch(two.mediaData ?? '')).status).toBe(200);
    await caller.call(deletePost, { params: { id: two.id } });
    expect(filesOnDisk()).toHaveLength(1);
    await caller.call(deleteMedia, { params: { id } });
    expect(filesOnDisk()).toEqual([]);
  });

  test('that a post takes at the moment of its sweep is there whole, or the post is not made', async () => {
    const sweep = async () => {
      for (const job of api.app.jobs)
        if (job.name.startsWith('sweep-')) await job.run(new Date(Date.now() + 25 * 3_600_000));
    };
    for (let round = 0; round < 6; round += 1) {
      const id = await stored('image', pngFile(round));
      const [{ status, body }] = await Promise.all([
        caller.call(createPost, {
          body: { content: 'x', status: 'draft', facebookPageId: pageRow, mediaType: 'image', mediaData: String(id) },
        }),
        sweep(),
      ]);
      expect([201, 400]).toContain(status);
      if (status === 201) expect((await caller.fetch(body.mediaData ?? '')).status).toBe(200);
      else expect((await caller.fetch(mediaUrl(id))).status).toBe(404);
    }
    await sweep();
    expect(filesOnDisk()).toHaveLength(new Set(await api.stored.mediaFiles.values('sha256')).size);
  });

  test.each<[what: string, mediaType: 'image' | 'video' | 'reel']>([
    ['of somebody else', 'image'],
    ['twice', 'image'],
    ['too many', 'image'],
    ['of another kind', 'video'],
    ['a video too long for a reel', 'reel'],
  ])('%s does not get into a post', async (what, mediaType) => {
    const id = await stored('image', PHOTO);
    const video = what.startsWith('a video') ? await stored('video', await videoFile({ width: 640, height: 360 })) : 0;
    const theirs =
      what === 'of somebody else' ? ((await (await send('image', PHOTO, stranger)).json()) as { id: number }).id : id;
    const media = { twice: [{ id }, { id }], 'too many': Array.from({ length: 11 }, () => ({ id })) }[what] ?? [
      { id: video || theirs },
    ];
    const answer = await caller.call(createPost, {
      body: { content: 'No', status: 'published', facebookPageId: pageRow, mediaType, mediaData: media },
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ issues: [{ path: 'mediaData' }] });
    expect(await api.stored.posts.values('id', { content: 'No' })).toEqual([]);
  });
});
