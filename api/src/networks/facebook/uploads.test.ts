import fs from 'node:fs';
import type { GraphPageId, PostId } from '../../contract/ids.ts';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestPage, type TestSandbox } from '../../../sandbox/testing.ts';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { drive, nothingKept } from '../../testing/drive-target.ts';
import { mp4File } from '../../testing/media-files.ts';
import { localFile } from '../local-file.ts';
import type { Outgoing } from '../target.ts';
import { facebookReel } from './reel.target.ts';
import { facebookVideo } from './video.target.ts';
import { AT_THE_BEGINNING, goOnAt, placeIn } from './upload-course.ts';
import { graphOf } from '../../testing/graph-at.ts';

const SIZE = 18_000;
const PART = 4000;

let sandbox: TestSandbox;
let folder: string;
let graph: GraphClient;
let page: TestPage;
let post: Outgoing;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'uploads-'));
  fs.writeFileSync(path.join(folder, 'video'), mp4File(SIZE, SIZE));
});
afterAll(async () => {
  await sandbox.close();
  for (const dir of [folder, sandbox.dataDir]) fs.rmSync(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  await sandbox.control('POST', '/reset');
  await sandbox.control('DELETE', '/faults');
  await sandbox.control('PUT', '/switches', { chunkBytes: PART, processingMs: 20 });
  const given = await graphOf(sandbox);
  graph = given.graph;
  page = await sandbox.page();
  const source = localFile(path.join(folder, 'video'), 'video/mp4');
  const file = { id: 1, ...source, mimeType: 'video/mp4', bytes: SIZE, altText: null };
  post = {
    postId: 1 as PostId,
    content: 'A video',
    createdAt: new Date(),
    now: () => new Date(),
    media: [file],
    article: null,
    page: { pageId: page.id as GraphPageId, token: page.access_token, app: given.app },
  };
});

const KINDS = [
  ['a reel', () => facebookReel(graph)],
  ['a video', () => facebookVideo(graph, 'two-step')],
  ['a video in direct mode', () => facebookVideo(graph, 'direct')],
] as const;
const aMoment = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 15);
  });
const shown = async () =>
  (await sandbox.oracle(page.id)).filter(
    ({ message, is_published: isPublished }) => message === 'A video' && isPublished,
  );
const sent = async () =>
  (await sandbox.control<{ effects: string[] }[]>('GET', '/journal'))
    .flatMap(({ effects }) => effects)
    .flatMap((effect) => /^received (\d+) bytes/.exec(effect)?.[1] ?? [])
    .map(Number);
const posted = async (of: RegExp) =>
  (await sandbox.control<{ method: string; path: string }[]>('GET', '/journal')).filter(
    ({ method, path: to }) => method === 'POST' && of.test(to),
  ).length;

describe.each(KINDS)('%s', (_name, target) => {
  test.each([
    ['processing', { processing_phase: { status: 'in_progress', error: { message: 'Resolution too low.' } } }],
    [
      'processing',
      { processing_phase: { status: 'not_started', error: { code: 1363127, message: 'Resolution too low.' } } },
    ],
    [
      'processing',
      {
        processing_phase: {
          status: 'not_started',
          errors: [null, { code: '1363127', message: 'Resolution too low.' }],
        },
      },
    ],
    ['upload_complete', { processing_phase: { status: 'not_started', error: 'Resolution too low.' } }],
    [
      'uploading',
      {
        uploading_phase: {
          status: 'in_progress',
          error: { message: 'internal', error_user_msg: 'Resolution too low.' },
        },
      },
    ],
    [
      'processing',
      {
        processing_phase: { status: 'complete' },
        publishing_phase: {
          status: 'not_started',
          publish_status: 'published',
          error: { message: 'Resolution too low.' },
        },
      },
    ],
  ])(
    'that is said to be %s, with a reason why it failed, has failed with that reason: %j',
    async (videoStatus, phases) => {
      const kept = nothingKept();
      const id = await target().prepare(post, {}, async (checkpoint) => {
        kept.checkpoint = checkpoint;
        return true;
      });
      await sandbox.fault({
        match: { method: 'GET', path: '/v19.0/\\d+$' },
        action: { name: 'answer', body: { id, published: true, status: { video_status: videoStatus, ...phases } } },
      });
      Object.assign(kept, { remoteId: id, sentAt: new Date() });
      const outcome = await target().observe(
        post,
        { remoteId: kept.remoteId, checkpoint: kept.checkpoint, sentAt: new Date() },
        { since: new Date(), until: null, ids: [], textMarks: [], taken: async () => new Set<string>() },
      );
      expect(outcome).toMatchObject({
        kind: 'refused',
        error: { kind: 'bad', details: { userMessage: 'Resolution too low.' } },
      });
    },
  );
});

test.each([
  ['no reason', { processing_phase: { status: 'in_progress', error: null } }],
  ['an empty one', { processing_phase: { status: 'in_progress', error: {}, errors: [] } }],
])('%s is none', async (_name, phases) => {
  const id = await facebookReel(graph).prepare(post, {}, async () => true);
  await sandbox.fault({
    match: { method: 'GET', path: '/v19.0/\\d+$' },
    action: { name: 'answer', body: { id, status: { video_status: 'processing', ...phases } } },
  });
  expect(
    await facebookReel(graph).observe(
      post,
      { remoteId: id, checkpoint: {}, sentAt: new Date() },
      { since: new Date(), until: null, ids: [], textMarks: [], taken: async () => new Set<string>() },
    ),
  ).toMatchObject({ kind: 'processing' });
});

describe('a video goes on where Facebook says', () => {
  test.each([
    ['an object', { start_offset: 8000, end_offset: 12_000 }],
    ['JSON in a string', '{"start_offset":"8000","end_offset":"12000"}'],
    ['a place without an end', { start_offset: '8000' }],
  ])('in an error that comes with %s', async (_name, data) => {
    await sandbox.fault({
      match: { method: 'POST', path: '/videos$' },
      nth: 3,
      when: 'after',
      action: { error: { code: 1363037, error_data: data } },
    });
    await drive(facebookVideo(graph, 'two-step'), post, { pass: aMoment });
    expect((await shown())[0]?.attachments[0]).toMatchObject({ bytes: SIZE });
    expect((await sent()).reduce((sum, bytes) => sum + bytes, 0)).toBe(SIZE);
  });

  test("in the video's own state, when the error names no place", async () => {
    await sandbox.fault({
      match: { method: 'POST', path: '/videos$' },
      nth: 3,
      when: 'after',
      action: { error: { code: 1363037 } },
    });
    await drive(facebookVideo(graph, 'two-step'), post, { pass: aMoment });
    expect((await sent()).reduce((sum, bytes) => sum + bytes, 0)).toBe(SIZE);
    expect(await shown()).toHaveLength(1);
  });

  test('also when the end of the upload is refused for bytes that are missing', async () => {
    const kept = nothingKept();
    await facebookVideo(graph, 'two-step').prepare(post, {}, async (checkpoint) => {
      kept.checkpoint = structuredClone(checkpoint);
      return Number(checkpoint['start'] ?? 0) < 8000;
    });
    kept.checkpoint = { ...kept.checkpoint, start: SIZE, end: SIZE };
    await drive(facebookVideo(graph, 'two-step'), post, { kept, pass: aMoment });
    expect((await shown())[0]?.attachments[0]).toMatchObject({ bytes: SIZE });
  });

  test.each([
    ['the same bytes', { start_offset: 0, end_offset: PART }],
    ['bytes that no file has', { start_offset: '-4000', end_offset: 0 }],
    ['bytes behind its end', { start_offset: 9e15, end_offset: 9e15 }],
  ])('but not for ever: asked for %s three times, the post has failed', async (_name, body) => {
    const target = facebookVideo(graph, 'two-step');
    let isSet = false;
    const kept = nothingKept();
    await target.prepare(post, {}, async (checkpoint) => {
      kept.checkpoint = structuredClone(checkpoint);
      return false;
    });
    const outcome = await drive(target, post, {
      kept,
      pass: async () => {
        if (!isSet)
          await sandbox.fault({ match: { method: 'POST', path: '/videos$' }, action: { name: 'answer', body } });
        isSet = true;
      },
    });
    expect(outcome).toMatchObject({
      kind: 'refused',
      error: { kind: 'bad', details: { userMessage: expect.stringContaining('keeps asking for parts') } },
    });
    expect(await posted(/\/videos$/)).toBe(4);
    expect(await shown()).toEqual([]);
  });
});

describe('a reel goes on where Facebook says', () => {
  const reelState = (bytes: unknown) => ({
    name: 'answer',
    body: {
      id: '1',
      status: { video_status: 'uploading', uploading_phase: { status: 'in_progress', bytes_transfered: bytes } },
    },
  });
  const cutAt = (n: number) =>
    sandbox.fault({ match: { path: '/rupload/' }, action: { 'cut-stream': { n } }, times: 1 });

  test('at once, when it holds more than it said', async () => {
    await cutAt(6000);
    await sandbox.fault({ match: { method: 'GET', path: '/v19.0/\\d+$' }, action: reelState('4000'), times: 1 });
    const target = facebookReel(graph);
    let checkpoint = {};
    await expect(
      target.prepare(post, {}, async (taken) => {
        checkpoint = taken;
        return true;
      }),
    ).rejects.toThrow();
    expect(await target.prepare(post, checkpoint, async () => true)).toEqual(expect.stringMatching(/^\d+$/));
    expect(await sent()).toEqual([6000, SIZE - 6000]);
  });

  test.each([-1, SIZE + 1, '1e400', 'many', 3.5, null])('and not at a place that is none: %j', async (bytes) => {
    await cutAt(6000);
    await sandbox.fault({ match: { method: 'GET', path: '/v19.0/\\d+$' }, action: reelState(bytes), times: 1 });
    expect(await drive(facebookReel(graph), post, { pass: aMoment })).toMatchObject({ kind: 'published' });
    expect((await shown())[0]?.attachments[0]).toMatchObject({ bytes: SIZE });
  });

  test.each(['OffsetInvalidError', 'PartialRequestError'])(
    'but not for ever: after three times %s at the same place, the post has failed',
    async (type) => {
      await sandbox.fault({
        match: { path: '/rupload/' },
        action: { name: 'answer', http: 400, body: { debug_info: { retriable: true, type, message: 'no' } } },
      });
      expect(await drive(facebookReel(graph), post, { pass: aMoment })).toMatchObject({
        kind: 'refused',
        error: { details: { userMessage: expect.stringContaining('keeps asking for parts') } },
      });
      expect(await posted(/rupload/)).toBe(3);
    },
  );

  test('and fails with what the upload host says when no later try would help', async () => {
    await sandbox.fault({
      match: { path: '/rupload/' },
      action: {
        name: 'answer',
        http: 400,
        body: { debug_info: { retriable: false, type: 'FileTooLargeError', message: 'The file is too large.' } },
      },
    });
    expect(await drive(facebookReel(graph), post, { pass: aMoment })).toMatchObject({
      kind: 'refused',
      error: { kind: 'bad', details: { userMessage: 'The file is too large.' } },
    });
  });

  test('and is no matter of the file when the upload host does not take the token', async () => {
    await sandbox.fault({
      match: { path: '/rupload/' },
      action: {
        name: 'answer',
        http: 401,
        body: { debug_info: { retriable: false, type: 'NotAuthorizedError', message: 'no' } },
      },
    });
    expect(await drive(facebookReel(graph), post, { pass: aMoment })).toMatchObject({
      kind: 'refused',
      error: { kind: 'auth' },
    });
  });
});

test.each<[unknown, number | null]>([
  [0, 0],
  ['7', 7],
  [10, 10],
  [11, null],
  [-1, null],
  ['-1', null],
  ['', null],
  [null, null],
  [1.5, null],
  ['9'.repeat(40), null],
  [Number.NaN, null],
  [{}, null],
])('%j of 10 bytes is the place %j', (named, place) => {
  expect(placeIn(named, 10)).toBe(place);
});

test('an upload may go back for lost bytes, and its way forth again is no standstill', () => {
  const back = goOnAt({ start: 8, furthest: 8, stalls: 0 }, 4, 10);
  expect(back).toEqual({ start: 4, furthest: 8, stalls: 1 });
  expect(goOnAt(back, 6, 10)).toEqual({ start: 6, furthest: 8, stalls: 1 });
  expect(goOnAt(back, 9, 10)).toEqual({ start: 9, furthest: 9, stalls: 0 });
  let course = goOnAt(AT_THE_BEGINNING, 4, 10);
  for (const place of [0, 4, 0, 4]) course = goOnAt(course, place, 10);
  expect(() => goOnAt(course, 0, 10)).toThrow(/./);
});
