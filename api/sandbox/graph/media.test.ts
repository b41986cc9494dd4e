import { expect, test } from 'vitest';
import { setUpSeededSandbox } from '../set-up-sandbox.ts';
import { DEVELOPMENT_APP } from '../seed.ts';
import { form, found, mp4, newPosts, PNG } from '../testing.ts';

const { sandbox, page } = setUpSeededSandbox();

const headers = () => ({ authorization: `OAuth ${page.access_token}` });
const png = { name: 'source', bytes: PNG, type: 'image/png' };
const photo = (fields: Record<string, string>, file = png) =>
  sandbox.call('POST', `/v19.0/${page.id}/photos`, { body: form(fields, file), headers: headers() });
const oracle = async () => newPosts(await sandbox.oracle(page.id));
const graph = (method: string, path: string, fields = {}) => sandbox.graph(method, path, page.access_token, fields);

test('a published photo answers with photo and post id', async () => {
  const { body } = await photo({ message: 'Look' });
  expect(body).toEqual({
    id: expect.stringMatching(/^\d{15,}$/),
    post_id: expect.stringMatching(new RegExp(`^${page.id}_\\d{15,}$`)),
  });
  expect(await oracle()).toMatchObject([
    { id: body['post_id'], kind: 'photo', is_published: true, attachments: [{ id: body['id'], bytes: PNG.length }] },
  ]);
});

test('unpublished photos become one post through attached_media', async () => {
  const ids = [(await photo({ published: 'false' })).body['id'], (await photo({ published: 'false' })).body['id']];
  expect(await oracle()).toHaveLength(0);
  const made = await graph('POST', `/${page.id}/feed`, {
    message: 'Two',
    published: false,
    attached_media: ids.map((id) => ({ media_fbid: id })),
  });
  await graph('POST', `/${String(made.body['id'])}`, { is_published: true });
  expect(await oracle()).toMatchObject([{ kind: 'photo', is_published: true, attachments: ids.map((id) => ({ id })) }]);
  const read = await graph('GET', `/${String(made.body['id'])}`, {
    fields: 'attachments{media_type,target},application',
  });
  expect(read.body['attachments']).toMatchObject({ data: [{ media_type: 'photo', target: { id: ids[0] } }, {}] });
});

test('what is no image is refused', async () => {
  expect((await photo({}, { ...png, bytes: Buffer.from('hello') })).body.error?.['code']).toBe(1366046);
  expect((await graph('POST', `/${page.id}/photos`, { message: 'nothing' })).body.error?.['code']).toBe(324);
});

test('a simple video is processed first and public when the clock passes', async () => {
  const { body } = await sandbox.call('POST', `/graph-video/v19.0/${page.id}/videos`, {
    body: form({ description: 'A clip' }, { name: 'source', bytes: mp4(), type: 'video/mp4' }),
    headers: headers(),
  });
  expect((await oracle())[0]).toMatchObject({ kind: 'video', is_published: false });
  expect((await graph('GET', `/${String(body['id'])}`, { fields: 'status,published' })).body).toMatchObject({
    published: false,
    status: { video_status: 'processing' },
  });
  await sandbox.clock(5000);
  const ready = (await graph('GET', `/${String(body['id'])}`, { fields: 'status,published,post_id,permalink_url' }))
    .body;
  expect(ready).toMatchObject({
    published: true,
    status: { video_status: 'ready', publishing_phase: { publish_status: 'published' } },
  });
  expect((await oracle())[0]).toMatchObject({ id: ready['post_id'], is_published: true });
});

test('a chunked video is uploaded in parts, stays hidden, and is flipped by its id', async () => {
  await sandbox.control('PUT', '/switches', { chunkBytes: 1500, processingMs: 0 });
  const bytes = mp4(2500);
  const start = (await graph('POST', `/${page.id}/videos`, { upload_phase: 'start', file_size: bytes.length })).body;
  let { start_offset: from, end_offset: to } = start as Record<string, string>;
  const transfer = async (offset: string, chunk: Buffer) =>
    (
      await sandbox.call('POST', `/graph-video/v19.0/${page.id}/videos`, {
        body: form(
          { upload_phase: 'transfer', upload_session_id: String(start['upload_session_id']), start_offset: offset },
          { name: 'video_file_chunk', bytes: chunk, type: 'video/mp4' },
        ),
        headers: headers(),
      })
    ).body;
  expect((await transfer('700', bytes.subarray(700, 800))).error).toMatchObject({
    code: 1363037,
    error_data: { start_offset: '0' },
  });
  while (from !== to)
    ({ start_offset: from, end_offset: to } = (await transfer(
      found(from),
      bytes.subarray(Number(from), Number(to)),
    )) as Record<string, string>);
  const finish = await graph('POST', `/${page.id}/videos`, {
    upload_phase: 'finish',
    upload_session_id: start['upload_session_id'],
    description: 'Parts',
    published: false,
  });
  expect(finish.body).toEqual({ success: true });
  expect((await oracle())[0]).toMatchObject({ kind: 'video', is_published: false });
  await graph('POST', `/${String(start['video_id'])}`, { published: true });
  expect(await oracle()).toMatchObject([
    { is_published: true, message: 'Parts', attachments: [{ id: start['video_id'], bytes: 2500 }] },
  ]);
});

test('a video can come from an upload of the app', async () => {
  const bytes = mp4();
  const started = await graph('POST', `/${DEVELOPMENT_APP.id}/uploads`, {
    file_name: 'a.mp4',
    file_length: bytes.length,
    file_type: 'video/mp4',
  });
  const sent = await sandbox.call('POST', `/v19.0/${String(started.body['id'])}`, {
    body: new Uint8Array(bytes),
    headers: { ...headers(), file_offset: '0', 'content-type': 'application/octet-stream' },
  });
  const made = await graph('POST', `/${page.id}/videos`, {
    fbuploader_video_file_chunk: sent.body['h'],
    description: 'Handle',
  });
  expect(made.body).toEqual({ id: expect.stringMatching(/^\d{15,}$/) });
});

async function startReel(): Promise<{ video_id: string; upload_url: string }> {
  return (await graph('POST', `/${page.id}/video_reels`, { upload_phase: 'start' })).body as never;
}
const sendReel = (url: string, bytes: Buffer, { offset = 0, size = bytes.length } = {}) =>
  sandbox.call('POST', url, {
    body: new Uint8Array(bytes),
    headers: {
      ...headers(),
      offset: String(offset),
      file_size: String(size),
      'content-type': 'application/octet-stream',
    },
  });
const finishReel = (id: string, fields = {}) =>
  graph('POST', `/${page.id}/video_reels`, {
    upload_phase: 'finish',
    video_id: id,
    video_state: 'PUBLISHED',
    description: 'Reel',
    ...fields,
  });

test('a reel is public after finish, once however often finish is repeated, and in no post list', async () => {
  await sandbox.control('PUT', '/switches', { processingMs: 0 });
  const { video_id: id, upload_url: url } = await startReel();
  expect(await oracle()).toHaveLength(0);
  expect((await sendReel(url, mp4())).body).toEqual({ success: true });
  expect((await finishReel(id)).body).toEqual({ success: true });
  expect((await finishReel(id)).body).toEqual({ success: true });
  expect(await oracle()).toMatchObject([{ kind: 'reel', is_published: true, message: 'Reel' }]);
  for (const edge of ['feed', 'published_posts']) {
    expect(
      ((await graph('GET', `/${page.id}/${edge}`)).body.data as { message: string }[]).map((one) => one.message),
    ).not.toContain('Reel');
  }
  expect((await graph('GET', `/${page.id}/video_reels`)).body.data).toMatchObject([{ id }]);
});

test('an interrupted reel upload goes on from the bytes that arrived', async () => {
  const { video_id: id, upload_url: url } = await startReel();
  const bytes = mp4(3000);
  const first = await sendReel(url, bytes.subarray(0, 1000), { size: 3000 });
  expect(first.body).toMatchObject({ debug_info: { type: 'PartialRequestError', retriable: true } });
  expect((await graph('GET', `/${id}`, { fields: 'status' })).body).toMatchObject({
    status: { uploading_phase: { bytes_transfered: 1000 } },
  });
  expect((await sendReel(url, bytes.subarray(500), { offset: 500, size: 3000 })).body).toMatchObject({
    debug_info: { type: 'OffsetInvalidError' },
  });
  expect((await sendReel(url, bytes.subarray(1000), { offset: 1000, size: 3000 })).body).toEqual({ success: true });
});

test('what is no video fails in processing', async () => {
  const { video_id: id, upload_url: url } = await startReel();
  expect((await sendReel(url, Buffer.alloc(500, 1))).body).toMatchObject({
    debug_info: { type: 'ProcessingFailedError' },
  });
  expect((await graph('GET', `/${id}`, { fields: 'status' })).body).toMatchObject({
    status: { video_status: 'error' },
  });
});

test('the 31st reel of 24 hours is refused, and taken a day later', async () => {
  await sandbox.control('PUT', '/switches', { processingMs: 0 });
  const ids: string[] = [];
  for (let index = 0; index < 31; index += 1) {
    const { video_id: id, upload_url: url } = await startReel();
    await sendReel(url, mp4(100));
    ids.push(id);
  }
  for (const id of ids.slice(0, 30)) expect((await finishReel(id)).status).toBe(200);
  expect((await finishReel(found(ids[30]))).body.error).toMatchObject({ code: 368, error_subcode: 1390008 });
  await sandbox.clock(24 * 3_600_000 + 1000);
  const { access_token: fresh } = await sandbox.page();
  expect(
    (
      await sandbox.graph('POST', `/${page.id}/video_reels`, fresh, {
        upload_phase: 'finish',
        video_id: ids[30],
        video_state: 'PUBLISHED',
      })
    ).body,
  ).toEqual({ success: true });
});

test('deleting a video takes its post along', async () => {
  const { body } = await sandbox.call('POST', `/v19.0/${page.id}/videos`, {
    body: form({}, { name: 'source', bytes: mp4(), type: 'video/mp4' }),
    headers: headers(),
  });
  expect((await graph('DELETE', `/${String(body['id'])}`)).body).toEqual({ success: true });
  expect((await graph('DELETE', `/${String(body['id'])}`)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
  expect(await oracle()).toHaveLength(0);
});
