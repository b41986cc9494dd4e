import fs, { openAsBlob } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { GraphTransportError, MediaRefusedError } from './graph-errors.ts';
import { graphAt } from '../testing/graph-at.ts';

const app = { appId: '1', appSecret: 'sandbox-app-secret' };
const Id = z.object({ id: z.string() });
let folder: string;
let file: string;
let server: Server;
let seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'uploads-'));
  file = path.join(folder, 'file');
  fs.writeFileSync(file, '0123456789');
});
afterAll(() => fs.rmSync(folder, { recursive: true }));
afterEach(() => server.close());

async function facebook(answer: string, status = 200) {
  seen = [];
  server = createServer((request, response) => {
    let body = '';
    request
      .setEncoding('latin1')
      .on('data', (text: string) => {
        body += text;
      })
      .on('end', () => {
        seen.push({ url: request.url ?? '', headers: request.headers, body });
        response.writeHead(status).end(answer);
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return graphAt(server);
}

test('a file goes as multipart beside the fields, signed, with its type', async () => {
  const graph = await facebook('{"id":"7"}');
  await graph.upload({
    path: '5/photos',
    params: { published: false },
    token: 'secret-token',
    app,
    files: { source: await openAsBlob(file, { type: 'image/png' }) },
    answer: Id,
  });
  const [{ url, headers, body } = { url: '', headers: {}, body: '' }] = seen;
  expect(url).toBe('/v19.0/5/photos');
  expect(headers.authorization).toBe('Bearer secret-token');
  expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(body).toMatch(/name="published"\r\n\r\nfalse\r\n/);
  expect(body).toMatch(/name="appsecret_proof"\r\n\r\n[0-9a-f]{64}\r\n/);
  expect(body).toMatch(/name="source"; filename="source"\r\nContent-Type: image\/png\r\n\r\n0123456789\r\n/);
  expect(body).not.toContain('secret-token');
});

test('a part of a video goes to the host for videos', async () => {
  const graph = await facebook('{"id":"7"}');
  const whole = await openAsBlob(file);
  await graph.postVideo({
    path: '5/videos',
    params: { upload_phase: 'transfer' },
    token: 't',
    app,
    files: { video_file_chunk: whole.slice(2, 5) },
    answer: Id,
  });
  expect(seen[0]?.url).toBe('/video-host/v19.0/5/videos');
  expect(seen[0]?.body).toContain('\r\n\r\n234\r\n');
});

test('the bytes of a reel go to our own upload host with the place where they belong', async () => {
  const graph = await facebook('{"success":true}');
  await graph.uploadReel({
    videoId: '88',
    token: 't',
    bytes: (await openAsBlob(file)).slice(4),
    offset: 4,
    fileSize: 10,
  });
  expect(seen[0]).toMatchObject({
    url: '/rupload-host/video-upload/v19.0/88',
    body: '456789',
    headers: { authorization: 'OAuth t', offset: '4', file_size: '10', 'content-length': '6' },
  });
});

test.each([
  [
    'an offset that does not fit',
    '{"debug_info":{"retriable":true,"type":"OffsetInvalidError","message":"expected 3"}}',
    400,
    GraphTransportError,
  ],
  [
    'a file that is no video',
    '{"debug_info":{"retriable":false,"type":"ProcessingFailedError","message":"Not a video"}}',
    400,
    MediaRefusedError,
  ],
  ['an answer without success', '{}', 200, GraphTransportError],
] as const)('%s is told apart at the upload host', async (_name, answer, status, error) => {
  const graph = await facebook(answer, status);
  await expect(
    graph.uploadReel({ videoId: '88', token: 't', bytes: await openAsBlob(file), offset: 0, fileSize: 10 }),
  ).rejects.toBeInstanceOf(error);
});

test('what Facebook says of a file is shown in its own words, as content that will not pass', () => {
  expect(new MediaRefusedError('Resolution too low.', { code: 1_363_127 })).toMatchObject({
    kind: 'bad',
    details: { userMessage: 'Resolution too low.', code: 1_363_127 },
  });
});
