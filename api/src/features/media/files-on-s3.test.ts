import fs from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createDataExport,
  createPost,
  dataExportFilePath,
  deleteDataExport,
  finishUpload,
  MEDIA_UPLOADS_PATH,
  mediaUrl,
  uploadMedia,
  type MediaFile,
} from '../../contract/index.ts';
import type { TestUser } from '../../testing/builders.ts';
import { personWithPage } from '../../testing/person-with-page.ts';
import { photoFile, videoFile } from '../../testing/real-media.ts';
import { testApi, type Caller, type TestApi } from '../../testing/test-api.ts';
import { startS3, type TestS3 } from '../../testing/test-s3.ts';

let s3: TestS3;
let api: TestApi;
let me: TestUser;
let caller: Caller;
let pageRow: number;
let pageId: string;
const [VIDEO, PHOTO] = [await videoFile({ padTo: 300_000 }), await photoFile()];

beforeAll(async () => {
  s3 = await startS3();
  api = await testApi(s3.env);
});
afterAll(async () => {
  await api.close();
  await s3.close();
});
beforeEach(async () => {
  s3.be('well');
  await api.reset();
  await api.sandbox.control('PUT', '/switches', { processingMs: 20, chunkBytes: 100_000 });
  const person = await personWithPage(api);
  ({ me, caller, pageRow } = person);
  pageId = person.page.id;
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const filesOnDisk = () =>
  fs
    .readdirSync(path.join(api.config.DATA_DIR, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile());
function form(bytes: Buffer): FormData {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  return body;
}
const TUS = { 'tus-resumable': '1.0.0' };
const part = (by: Caller, address: string, offset: number, bytes: Buffer) =>
  by.fetch(address, {
    method: 'PATCH',
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  });
/** Half of it comes to one host, and the rest, and the press of the button, to another. */
async function upload(bytes: Buffer, kind: 'image' | 'video', rest = caller): Promise<MediaFile> {
  const begun = await caller.fetch(MEDIA_UPLOADS_PATH, {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(bytes.length) },
  });
  const address = begun.headers.get('location') ?? '';
  const half = Math.floor(bytes.length / 2);
  expect((await part(caller, address, 0, bytes.subarray(0, half))).status).toBe(204);
  expect((await part(rest, address, half, bytes.subarray(half))).status).toBe(204);
  const { status, body } = await rest.call(finishUpload, {
    params: { id: address.split('/').at(-1) ?? '' },
    body: { kind },
  });
  expect(status).toBe(200);
  return body;
}
const schedule = async (content: string, mediaType: 'image' | 'video', id: number) => {
  const { status, body } = await caller.call(createPost, {
    body: {
      content,
      status: 'scheduled',
      scheduledAt: inAnHour(),
      facebookPageId: pageRow,
      mediaType,
      mediaData: String(id),
    },
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  await api.stored.posts.change({ scheduled_at: new Date(Date.now() - 60_000) }, { id: body.id });
  return body.id;
};
const seen = async (content: string) =>
  (await api.sandbox.oracle(pageId)).filter((post) => post.message === content && post.is_published);
const statusOf = async (id: number) => (await api.stored.posts.first({ id }))?.status as string;
/** Turns of the loop, with waits for another poll cut short, until nothing is on its way. */
async function untilSettled(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) {
    await api.stored.posts.expireLeases();
    await api.turn();
    if ((await api.stored.posts.values('id', { status: 'publishing' })).length === 0) return;
  }
}

test('an upload that two hosts took goes out byte for byte, and nothing of it stays on their disks', async () => {
  const other = await api.another({ DATA_DIR: `${api.config.DATA_DIR}-other` });
  const video = await upload(VIDEO, 'video', other.as(me));
  const photo = await upload(PHOTO, 'image', other.as(me));
  const whole = await caller.fetch(mediaUrl(video.id));
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(VIDEO);
  const range = await caller.fetch(mediaUrl(video.id), { headers: { range: 'bytes=1000-1009' } });
  expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 1000-1009/${VIDEO.length}`]);
  expect(Buffer.from(await range.arrayBuffer())).toEqual(VIDEO.subarray(1000, 1010));
  await schedule('A video', 'video', video.id);
  await schedule('A photo', 'image', photo.id);
  for (const _ of ['A video', 'A photo']) await untilSettled();
  const sha256 = createHash('sha256').update(VIDEO).digest('hex');
  expect(await seen('A video')).toMatchObject([{ kind: 'video', attachments: [{ sha256 }] }]);
  expect(await seen('A photo')).toMatchObject([{ kind: 'photo', attachments: [{}] }]);
  expect(filesOnDisk()).toEqual([]);
  expect((await s3.keys()).filter((key) => key.startsWith('incoming/'))).toEqual([]);
});

test('an export of somebody lies there alone, and any host has it', async () => {
  const other = await api.another({ DATA_DIR: `${api.config.DATA_DIR}-another` });
  await upload(PHOTO, 'image');
  const { id } = (await caller.call(createDataExport)).body;
  await api.app.jobs.find(({ name }) => name === 'make-data-exports')?.run(new Date());
  await api.app.dataExports.settled();
  const before = await s3.keys();
  const answer = await other.as(me).fetch(dataExportFilePath(id));
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  expect(Object.keys(files).filter((name) => name.startsWith('files/'))).toHaveLength(1);
  expect(filesOnDisk()).toEqual([]);
  expect((await other.as(me).call(deleteDataExport, { params: { id } })).status).toBe(200);
  expect(await s3.keys()).toHaveLength(before.length - 1);
});

test.each(['gone', 'silent', 'half'] as const)(
  'while S3 is %s, a post with a file waits and one of text goes out; then each is out once',
  async (mood) => {
    const photo = await upload(PHOTO, 'image');
    const id = await schedule(`Later ${mood}`, 'image', photo.id);
    s3.be(mood);
    await caller.call(createPost, {
      body: { content: `Text ${mood}`, status: 'published', facebookPageId: pageRow, mediaType: 'text' },
    });
    await api.turn();
    expect(await seen(`Text ${mood}`)).toHaveLength(1);
    expect(['scheduled', 'publishing']).toContain(await statusOf(id));
    expect(await seen(`Later ${mood}`)).toEqual([]);
    const refused = await caller.fetch(uploadMedia.path, { method: 'POST', body: form(PHOTO) });
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({ message: expect.stringContaining('file storage') }),
    ]);
    const ready = await caller.fetch('/readyz');
    expect([ready.status, await ready.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'ready', files: 'away' }),
    ]);
    s3.be('well');
    // The next calls are tried after a rest.
    await expect
      .poll(async () => (await (await caller.fetch('/readyz')).json()) as object, { timeout: 8000, interval: 500 })
      .toEqual({ status: 'ready' });
    await untilSettled();
    expect(await statusOf(id)).toBe('published');
    expect(await seen(`Later ${mood}`)).toHaveLength(1);
  },
  60_000,
);

test('no key of S3 is in a log', () => {
  const said = api.logged.join('\n');
  for (const secret of [s3.env['S3_SECRET_ACCESS_KEY'], 'AWS4-HMAC']) expect(said).not.toContain(secret);
});
