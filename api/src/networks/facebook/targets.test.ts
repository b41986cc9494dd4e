import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { GraphPageId, PostId } from '../../contract/ids.ts';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestPage, type TestSandbox } from '../../../sandbox/testing.ts';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { drive, nothingKept, type Kept } from '../../testing/drive-target.ts';
import { jpegFile, mp4File, pngFile } from '../../testing/media-files.ts';
import type { Photos } from '../network.ts';
import { localFile } from '../local-file.ts';
import type { Checkpoint, Outgoing, OutgoingMedia, Target } from '../target.ts';
import { textMark } from '../text-mark.ts';
import { facebookPhotos } from './photos.target.ts';
import { facebookReel } from './reel.target.ts';
import { transfer } from './upload.ts';
import { facebookVideo } from './video.target.ts';
import { graphOf } from '../../testing/graph-at.ts';

let sandbox: TestSandbox;
let folder: string;
let graph: GraphClient;
let page: TestPage;
let app: { appId: string; appSecret: string };

beforeAll(async () => {
  sandbox = await startTestSandbox();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'media-targets-'));
  ({ graph, app } = await graphOf(sandbox));
});
afterAll(async () => {
  await sandbox.close();
  for (const dir of [folder, sandbox.dataDir]) fs.rmSync(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  await sandbox.control('POST', '/reset');
  await sandbox.control('DELETE', '/faults');
  await sandbox.control('PUT', '/switches', { chunkBytes: 4000, processingMs: 20 });
  page = await sandbox.page();
});

const KB = 1000;
/** Small limits, so that small files are large photos. */
const photos: Photos = {
  limitBytes: 10 * KB,
  sureBytes: 4 * KB,
  drawSure: async () => new Blob([new Uint8Array(pngFile(7))]),
};

let files = 0;
interface LocalMedia extends OutgoingMedia {
  readonly path: string;
}
function media(bytes: Buffer, mimeType: string, altText: string | null = null): LocalMedia {
  files += 1;
  const file = path.join(folder, String(files));
  fs.writeFileSync(file, bytes);
  return { id: files, path: file, ...localFile(file, mimeType), mimeType, bytes: bytes.length, altText };
}
function outgoing(content: string, ...of: OutgoingMedia[]): Outgoing {
  return {
    postId: 1 as PostId,
    content,
    createdAt: new Date(),
    now: () => new Date(),
    media: of,
    article: null,
    page: { pageId: page.id as GraphPageId, token: page.access_token, app },
  };
}
const photo = (seed = 0) => media(pngFile(seed), 'image/png');
const video = (size = 10_000) => media(mp4File(size, size), 'video/mp4');

const publicPosts = async (content: string) =>
  (await sandbox.oracle(page.id)).filter((post) => post.message === content && post.is_published);
/** The files of a post in their order, as they are sent, and as Facebook has them. */
const hashesOf = (post: Outgoing) =>
  post.media.map((file) =>
    createHash('sha256')
      .update(fs.readFileSync((file as LocalMedia).path))
      .digest('hex'),
  );
const hashesAt = (post: Awaited<ReturnType<typeof publicPosts>>[number] | undefined) =>
  post?.attachments.map(({ sha256 }) => sha256);
/** Processing at Facebook takes time. */
const aMoment = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 15);
  });

interface Kind {
  name: string;
  mode: 'two-step' | 'direct';
  target: () => Target;
  post: (content: string) => Outgoing;
  shows: { kind: string; parts: number };
  calls: [name: string, path: string, nth: number][];
}
const shown = (kind: string, parts: number) => ({ kind, parts });
const KINDS: Kind[] = [
  {
    name: 'a photo',
    mode: 'two-step',
    target: () => facebookPhotos(graph, photos, 'two-step'),
    post: (content) => outgoing(content, photo()),
    shows: shown('photo', 1),
    calls: [
      ['the upload', '/photos$', 1],
      ['the post', '/feed$', 1],
      ['the flip', '/\\d+_\\d+$', 1],
    ],
  },
  {
    name: 'three photos',
    mode: 'two-step',
    target: () => facebookPhotos(graph, photos, 'two-step'),
    post: (content) => outgoing(content, photo(1), photo(2), media(jpegFile(), 'image/jpeg')),
    shows: shown('photo', 3),
    calls: [
      ['the second upload', '/photos$', 2],
      ['the post', '/feed$', 1],
      ['the flip', '/\\d+_\\d+$', 1],
    ],
  },
  {
    name: 'two photos',
    mode: 'direct',
    target: () => facebookPhotos(graph, photos, 'direct'),
    post: (content) => outgoing(content, photo(4), photo(5)),
    shows: shown('photo', 2),
    calls: [
      ['the first upload', '/photos$', 1],
      ['the post', '/feed$', 1],
    ],
  },
  {
    name: 'a video',
    mode: 'two-step',
    target: () => facebookVideo(graph, 'two-step'),
    post: (content) => outgoing(content, video()),
    shows: shown('video', 1),
    calls: [
      ['the start', '/videos$', 1],
      ['the first part', '/videos$', 2],
      ['the last part', '/videos$', 4],
      ['the end', '/videos$', 5],
      ['the flip', '/v19.0/\\d+$', 1],
    ],
  },
  {
    name: 'a video',
    mode: 'direct',
    target: () => facebookVideo(graph, 'direct'),
    post: (content) => outgoing(content, video()),
    shows: shown('video', 1),
    calls: [
      ['the start', '/videos$', 1],
      ['the second part', '/videos$', 3],
      ['the end', '/videos$', 5],
    ],
  },
  {
    name: 'a reel',
    mode: 'two-step',
    target: () => facebookReel(graph),
    post: (content) => outgoing(content, video()),
    shows: shown('reel', 1),
    calls: [
      ['the start', '/video_reels$', 1],
      ['the bytes', '/rupload/', 1],
      ['the end', '/video_reels$', 2],
    ],
  },
];
const FAULTS = ['reset', 'empty', 'error 2'];

describe.each(KINDS)('$name in $mode mode', ({ target, post, shows, calls }) => {
  test('goes out once, whole, and says where it can be seen', async () => {
    const given = post('Open late');
    const outcome = await drive(target(), given, { pass: aMoment });
    const [only, ...more] = await publicPosts('Open late');
    expect(more).toEqual([]);
    expect(only).toMatchObject({ kind: shows.kind });
    expect(only?.attachments).toHaveLength(shows.parts);
    expect(hashesAt(only)).toEqual(hashesOf(given));
    expect(outcome).toMatchObject({ kind: 'published', remoteId: only?.id });
    expect(outcome.kind === 'published' && outcome.permalinkUrl).toMatch(/^https?:\/\//);
  });

  const lost = calls.flatMap(([step, path_, nth]) =>
    (['before', 'after'] as const).flatMap((when) =>
      FAULTS.map((action) => ({ step, path: path_, nth, when, action })),
    ),
  );
  test.each(lost)(
    'is public once when $step is lost $when its effect by $action',
    async ({ path: of, nth, when, action }) => {
      await sandbox.fault({ match: { service: 'graph', method: 'POST', path: of }, when, action, nth });
      const given = post('Come in');
      await drive(target(), given, { pass: aMoment });
      const found = await publicPosts('Come in');
      expect(found).toHaveLength(1);
      expect(hashesAt(found[0])).toEqual(hashesOf(given));
      expect((await sandbox.control<{ hits: number }[]>('GET', '/faults'))[0]?.hits).toBe(1);
    },
  );

  test('is found by its words when nothing was kept, and not when it is another post of ours', async () => {
    const since = new Date();
    const given = post('Where was I');
    const window = (taken: string[]) => ({
      since,
      until: null,
      ids: [],
      textMarks: [textMark('Where was I')],
      taken: async () => new Set(taken),
    });
    expect(await target().search(given, window([]))).toEqual({ kind: 'absent' });
    const outcome = await drive(target(), given, { pass: aMoment });
    const remoteId = outcome.kind === 'published' ? outcome.remoteId : '';
    expect(await target().search(given, window([]))).toMatchObject({ kind: 'published', remoteId });
    expect(await target().search(given, window([remoteId]))).toEqual({ kind: 'absent' });
  });
});

test.each(['two-step', 'direct'] as const)(
  'photos in a post that is not shown yet are found not to be out in %s mode, and out once it is',
  async (mode) => {
    const [target, given, kept] = [
      facebookPhotos(graph, photos, 'two-step'),
      outgoing('Not yet', photo(6)),
      nothingKept(),
    ];
    const since = new Date();
    const id = await target.prepare(given, kept.checkpoint, async (checkpoint) => {
      kept.checkpoint = structuredClone(checkpoint);
      return true;
    });
    const ids = (kept.checkpoint as { photoIds: string[] }).photoIds;
    const sought = { since, until: null, ids, textMarks: [], taken: async () => new Set<string>() };
    // The mode may have changed since they were sent.
    const { search } = facebookPhotos(graph, photos, mode);
    expect(await search(given, sought)).toEqual({ kind: 'absent' });
    await target.commit(given, { id, checkpoint: kept.checkpoint });
    expect(await search(given, sought)).toMatchObject({ kind: 'published', remoteId: id });
  },
);

describe('photos in two posts, of which the older is shown and not listed', () => {
  const unlisted = () =>
    sandbox.fault({
      match: { service: 'graph', path: '/published_posts$' },
      action: { name: 'answer', body: { data: [] } },
      times: 9,
    });
  /** @returns what is made of them, not shown yet */
  async function made(seed: number) {
    const [target, given] = [facebookPhotos(graph, photos, 'two-step'), outgoing('Twice', photo(seed))];
    const kept = nothingKept();
    const id = await target.prepare(given, kept.checkpoint, async (checkpoint) => {
      kept.checkpoint = structuredClone(checkpoint);
      return true;
    });
    const { photoIds } = kept.checkpoint as { photoIds: string[] };
    const show = () => target.commit(given, { id, checkpoint: kept.checkpoint });
    return { target, given, photoIds, id: String(id), show };
  }
  const since = new Date();
  const sought = (...ids: string[]) => ({
    since,
    until: null,
    ids,
    textMarks: [],
    taken: async () => new Set<string>(),
  });
  /** Facebook has one time for all that it takes in a second. */
  const later = () => sandbox.clock(5000);

  test('are found to be out', async () => {
    const older = await made(20);
    await older.show();
    await later();
    const newer = await made(21);
    await unlisted();
    expect(await newer.target.search(newer.given, sought(...older.photoIds, ...newer.photoIds))).toMatchObject({
      kind: 'published',
      remoteId: older.id,
    });
  });

  test('are in doubt where one of the posts cannot be read', async () => {
    const older = await made(22);
    await later();
    const newer = await made(23);
    await unlisted();
    await sandbox.fault({
      match: { service: 'graph', method: 'GET', path: `/${older.id}$` },
      action: { error: { code: 100 } },
    });
    expect(await newer.target.search(newer.given, sought(...older.photoIds, ...newer.photoIds))).toMatchObject({
      kind: 'unclear',
    });
  });

  test('are in doubt where another of which nothing is known may have been made', async () => {
    const { target, given, photoIds } = await made(24);
    expect(await target.search(given, sought(...photoIds))).toEqual({ kind: 'absent' });
    expect(await target.search(given, { ...sought(...photoIds), mayBeMadeAnew: true })).toMatchObject({
      kind: 'unclear',
    });
  });
});

describe('a crash in the middle', () => {
  /** A worker that dies once Facebook has taken `calls` calls of an upload. */
  async function dieAfter(calls: number, target: Target, post: Outgoing): Promise<Kept> {
    const kept = nothingKept();
    let noted = 0;
    const result = await target.prepare(post, kept.checkpoint, async (checkpoint) => {
      noted += 1;
      kept.checkpoint = structuredClone(checkpoint);
      return noted < calls;
    });
    expect(result).toBe('lost');
    return kept;
  }
  const posted = async (of: string) =>
    (await sandbox.control<{ method: string; path: string }[]>('GET', '/journal')).filter(
      ({ method, path: to }) => method === 'POST' && new RegExp(of).test(to),
    ).length;

  test('of three photos sends only the missing one', async () => {
    const [target, post] = [facebookPhotos(graph, photos, 'two-step'), outgoing('Three', photo(1), photo(2), photo(3))];
    const kept = await dieAfter(2, target, post);
    await drive(target, post, { kept });
    expect(await posted('/photos$')).toBe(3);
    expect(hashesAt((await publicPosts('Three'))[0])).toEqual(hashesOf(post));
  });

  test('of a video goes on at the next part, also when the checkpoint lags behind what Facebook holds', async () => {
    const [target, post] = [facebookVideo(graph, 'two-step'), outgoing('Long', video(18_000))];
    const kept = await dieAfter(3, target, post);
    kept.checkpoint = { ...kept.checkpoint, start: 0, end: 4000 };
    await drive(target, post, { kept, pass: aMoment });
    const [shown_] = await publicPosts('Long');
    expect(shown_?.attachments[0]).toMatchObject({ bytes: 18_000 });
    // One start, five parts, one part refused for its place, one end.
    expect(await posted('/videos$')).toBe(8);
  });

  test('of a reel goes on where the bytes stopped', async () => {
    await sandbox.fault({
      match: { service: 'graph', path: '/rupload/' },
      action: { 'cut-stream': { n: 6000 } },
      times: 1,
    });
    const file = video(16_000);
    await drive(facebookReel(graph), outgoing('Reel', file), { pass: aMoment });
    const [shown_] = await publicPosts('Reel');
    expect(shown_?.attachments[0]).toMatchObject({ bytes: 16_000 });
    const effects = (await sandbox.control<{ effects: string[] }[]>('GET', '/journal'))
      .flatMap((entry) => entry.effects)
      .filter((effect) => effect.includes('bytes of reel'));
    expect(effects.map((effect) => Number(/\d+/.exec(effect)?.[0]))).toEqual([6000, 10_000]);
  });

  test('leaves what was sent to another page where it is', async () => {
    const [target, post] = [facebookVideo(graph, 'two-step'), outgoing('Moved', video())];
    const kept = await dieAfter(2, target, post);
    page = await sandbox.page('manager', 1);
    await drive(target, outgoing('Moved', ...post.media), { kept, pass: aMoment });
    expect(await publicPosts('Moved')).toHaveLength(1);
  });

  test('that Facebook forgot meanwhile starts from the beginning', async () => {
    const [target, post] = [facebookVideo(graph, 'two-step'), outgoing('Again', video())];
    const kept = await dieAfter(2, target, post);
    await sandbox.graph('POST', `/${page.id}/videos`, page.access_token, {
      upload_phase: 'cancel',
      upload_session_id: kept.checkpoint['sessionId'],
    });
    await drive(target, post, { kept, pass: aMoment });
    expect(await publicPosts('Again')).toHaveLength(1);
    const reel = facebookReel(graph);
    const forgotten = await dieAfter(1, reel, outgoing('Reel again', video()));
    await sandbox.graph('DELETE', `/${String(forgotten.checkpoint['videoId'])}`, page.access_token);
    await drive(reel, outgoing('Reel again', video()), { kept: forgotten, pass: aMoment });
    expect(await publicPosts('Reel again')).toHaveLength(1);
  });
});

describe('what Facebook has just made and does not find yet', () => {
  test.each([
    ['a reel', '/rupload/', 1, () => facebookReel(graph)],
    ['a reel', '/video_reels$', 2, () => facebookReel(graph)],
    ['a video', '/v19.0/\\d+$', 1, () => facebookVideo(graph, 'two-step')],
    ['a video', '/videos$', 5, () => facebookVideo(graph, 'direct')],
  ] as const)('is asked for again: %s at %s', async (_name, path_, nth, target) => {
    await sandbox.fault({
      match: { service: 'graph', method: 'POST', path: path_ },
      nth,
      action: { error: { http: 400, code: 100, subcode: 33 } },
    });
    expect(await drive(target(), outgoing('Patience', video()), { pass: aMoment })).toMatchObject({
      kind: 'published',
    });
    expect(await publicPosts('Patience')).toHaveLength(1);
  });
});

describe('a photo above the size that Facebook surely takes', () => {
  const large = (seed: number, bytes = 9 * KB) =>
    media(Buffer.concat([pngFile(seed), Buffer.alloc(bytes - pngFile(seed).length, seed)]), 'image/png');
  const uploads = async () =>
    (await sandbox.control<{ path: string; effects: string[] }[]>('GET', '/journal')).filter(({ path: to }) =>
      to.endsWith('/photos'),
    ).length;
  const small = createHash('sha256').update(pngFile(7)).digest('hex');
  const target = () => facebookPhotos(graph, photos, 'two-step');
  const out = (content: string) => publicPosts(content).then(([post]) => hashesAt(post));

  test('goes out as it is where Facebook takes it', async () => {
    const post = outgoing('Taken', large(1), large(2));
    expect(await drive(target(), post)).toMatchObject({ kind: 'published' });
    expect(await out('Taken')).toEqual(hashesOf(post));
  });

  test('is tried once in its size where Facebook refuses it, and all of the post go out smaller', async () => {
    await sandbox.control('PUT', '/switches', { photoMaxBytes: 4 * KB });
    const post = outgoing('Refused', photo(1), large(2), large(3));
    expect(await drive(target(), post)).toMatchObject({ kind: 'published' });
    expect(await out('Refused')).toEqual([hashesOf(post)[0], small, small]);
    expect(await uploads()).toBe(4);
  });

  test('is not tried again by another attempt, whichever page it is for', async () => {
    const kept = { ...nothingKept(), checkpoint: { isLargeTried: true } };
    expect(await drive(target(), outgoing('Again', large(1)), { kept })).toMatchObject({ kind: 'published' });
    expect([await out('Again'), await uploads()]).toEqual([[small], 1]);
  });

  test('is not even tried above the limit', async () => {
    expect(await drive(target(), outgoing('Beyond', large(1, 11 * KB)))).toMatchObject({ kind: 'published' });
    expect([await out('Beyond'), await uploads()]).toEqual([[small], 1]);
  });

  test.each(['before', 'after'] as const)('is not sent again in its size when a crash comes %s it is', async (when) => {
    await sandbox.control('PUT', '/switches', { photoMaxBytes: 4 * KB });
    const post = outgoing('Crashed', large(1));
    await sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/photos$' },
      when,
      action: 'reset',
      times: 1,
    });
    const kept = nothingKept();
    expect(await drive(target(), post, { kept })).toMatchObject({ kind: 'published' });
    expect([await out('Crashed'), await uploads()]).toEqual([[small], 2]);
    expect(await publicPosts('Crashed')).toHaveLength(1);
  });

  test('is refused in the words of Facebook where the smaller one is refused too', async () => {
    await sandbox.control('PUT', '/switches', { photoMaxBytes: 10 });
    expect(await drive(target(), outgoing('Both', large(1)))).toMatchObject({
      kind: 'refused',
      error: { details: { userMessage: expect.stringContaining('smaller than 4 MB') } },
    });
    expect(await uploads()).toBe(2);
  });

  test('waits while there is no room to draw it, and is told to be unreadable where it cannot be drawn', async () => {
    await sandbox.control('PUT', '/switches', { photoMaxBytes: 4 * KB });
    let tries = 0;
    const drawSure = async () => {
      tries += 1;
      if (tries === 1) throw new Error('No room');
      return null;
    };
    const driven = await drive(facebookPhotos(graph, { ...photos, drawSure }, 'two-step'), outgoing('Bad', large(1)));
    expect(driven).toMatchObject({ kind: 'refused', error: { flaw: 'unreadable' } });
    expect([tries, await uploads()]).toEqual([2, 1]);
  });
});

describe('Facebook says no', () => {
  test('to a photo that is too large, in its own words', async () => {
    await sandbox.control('PUT', '/switches', { photoMaxBytes: 10 });
    expect(await drive(facebookPhotos(graph, photos, 'two-step'), outgoing('Large', photo()))).toMatchObject({
      kind: 'refused',
      error: {
        kind: 'bad',
        details: {
          userMessage: 'Your photo could not be uploaded. Photos should be smaller than 4 MB and saved as JPG or PNG.',
        },
      },
    });
  });

  test.each(['video', 'reel'] as const)('to a %s that it cannot process, after taking it', async (kind) => {
    const target = kind === 'video' ? facebookVideo(graph, 'two-step') : facebookReel(graph);
    const outcome = await drive(target, outgoing('Broken', media(Buffer.alloc(5000, 1), 'video/mp4')), {
      pass: aMoment,
    });
    expect(outcome).toMatchObject({
      kind: 'refused',
      error: { kind: 'bad', details: { userMessage: "The video file you tried to upload isn't supported." } },
    });
    expect(await publicPosts('Broken')).toEqual([]);
  });

  test('to nothing when the file is gone from here: that is said plainly', async () => {
    const post = outgoing('Gone', { ...photo(), ...localFile(path.join(folder, 'not-there'), 'image/png') });
    expect(await drive(facebookPhotos(graph, photos, 'direct'), post)).toMatchObject({
      kind: 'refused',
      error: {
        details: {
          userMessage: "This post's file is no longer on the server. Create the post again with its file.",
        },
      },
    });
  });
});

describe('a file that is not as it was kept', () => {
  const UNREADABLE =
    "We can't read this post's file. It was changed, replaced or locked on the server. " +
    'Create the post again with its file.';
  const CHANGES = {
    'a folder in its place': (file: string) => {
      fs.rmSync(file);
      fs.mkdirSync(file);
    },
    shorter: (file: string) => fs.truncateSync(file, 100),
    longer: (file: string) => fs.appendFileSync(file, 'more'),
    'a dead end': (file: string) => {
      fs.rmSync(file);
      fs.symlinkSync(file, file);
    },
  };
  const TARGETS = {
    photo: () => facebookPhotos(graph, photos, 'two-step'),
    video: () => facebookVideo(graph, 'two-step'),
    reel: () => facebookReel(graph),
  };
  const cases = (['photo', 'video', 'reel'] as const).flatMap((kind) =>
    Object.entries(CHANGES).map(([name, change]) => ({ kind, name, change })),
  );

  test.each(cases)('$kind, $name: the post is refused with a sentence, and nothing hangs', async ({ kind, change }) => {
    const file = kind === 'photo' ? photo() : video();
    change(file.path);
    expect(await drive(TARGETS[kind](), outgoing('Poison', file))).toMatchObject({
      kind: 'refused',
      error: { details: { userMessage: UNREADABLE } },
    });
    expect(await publicPosts('Poison')).toEqual([]);
  });

  test('changed while it is sent: what fails is the transfer, and nothing but it', async () => {
    const file = video();
    const prepared = facebookVideo(graph, 'two-step').prepare(outgoing('Poison', file), {}, async () => {
      fs.appendFileSync(file.path, 'more');
      return true;
    });
    await expect(prepared).rejects.toMatchObject({ details: { userMessage: UNREADABLE } });
  });
});

test('a reel that cannot be read yet is not taken for lost', async () => {
  await sandbox.fault({
    match: { service: 'graph', method: 'GET', path: '/v19.0/\\d+$' },
    action: { 'read-lag': { ms: 5000 } },
    times: 2,
  });
  expect(await drive(facebookReel(graph), outgoing('Patience', video()), { pass: aMoment })).toMatchObject({
    kind: 'published',
  });
  expect(await publicPosts('Patience')).toHaveLength(1);
});

test('the text for people who do not see the picture goes with it', async () => {
  await drive(
    facebookPhotos(graph, photos, 'two-step'),
    outgoing('Described', media(pngFile(), 'image/png', 'A cup of tea')),
  );
  const [post] = await publicPosts('Described');
  const { body } = await sandbox.graph('GET', `/${post?.attachments[0]?.id}`, page.access_token, {
    fields: 'alt_text_custom',
  });
  expect(body['alt_text_custom']).toBe('A cup of tea');
});

test('what is noted after a transfer is not undone by a renewal that the database was slow to take', async () => {
  const noted: string[] = [];
  let take: (isOurs: boolean) => void = () => {};
  const renewing = Promise.withResolvers<void>();
  const save = ({ page: what }: Checkpoint) => {
    renewing.resolve();
    return new Promise<boolean>((resolve) => {
      take = (isOurs) => {
        noted.push(String(what));
        resolve(isOurs);
      };
    });
  };
  const sent = transfer({ page: 'on its way' }, save, () => renewing.promise, { renewEveryMs: 1 }).then(() =>
    noted.push('there'),
  );
  await renewing.promise;
  await new Promise(setImmediate);
  take(true);
  await sent;
  expect(noted).toEqual(['on its way', 'there']);
});

test('a worker that lost its post breaks the transfer off', async () => {
  const broken = await transfer(
    { page: '1' },
    async () => false,
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('broken off'));
        });
      }),
    { renewEveryMs: 5 },
  );
  expect(broken).toBe('lost');
});
