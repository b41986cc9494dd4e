import fs from 'node:fs';
import fsp from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createDataExport,
  dataExportFilePath,
  deleteAllData,
  deleteDataExport,
  listDataExports,
  listNotifications,
  startImpersonation,
} from '../../contract/index.ts';
import { buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { holdingPosts } from '../../testing/hold-posts.ts';
import { holdToken } from '../../testing/hold-token.ts';
import { setUpPerson, setUpSweptApi } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';
import { cookieOf, type Caller } from '../../testing/test-api.ts';
import { openDatabase } from '../../db/database.ts';
import { rateLimits } from '../../http/rate-limit.ts';
import type { Session } from '../../http/session.ts';
import { removingMedia } from '../media/removing-media.ts';
import { dataExportsRepository, type ExportClaim } from './data-exports.repository.ts';
import { dataExportsService } from './data-exports.service.ts';
import { makeExport, MOST_TRIES } from './make-export.ts';

const api = setUpSweptApi();
const { me, caller } = setUpPerson(api, { name: 'Siti' });
const exports = () => dataExportsRepository(api.db);

const ask = async (by: Caller = caller) => (await by.call(createDataExport)).body;
const claim = (host = 'here', atOnce = 10) => exports().claim(host, atOnce);
function make(claimed: ExportClaim | null, others: Partial<typeof api.app.media.storage> = {}) {
  const storage = { ...api.app.media.storage, ...others };
  const { removeUnneeded } = removingMedia({ db: api.db, storage });
  return makeExport({ db: api.db, storage, removeUnneeded }, claimed as ExportClaim);
}
async function madeOne(by: Caller = caller) {
  const { id } = await ask(by);
  expect(await make(await claim())).toEqual({ made: 'ready' });
  return id;
}
const states = async (by: Caller = caller) => (await by.call(listDataExports)).body.exports.map(({ state }) => state);
/** Of these, what the audit log has of the person. */
const actions = (...some: string[]) =>
  api.stored.auditLog.values('action', { actor_facebook_id: me.facebookId, action: some });
/** What a request of theirs comes with, as far as exports look at it. */
const sessionOf = (user: TestUser) => ({ ...user, impersonator: null, token: null }) as unknown as Session;
const runJob = (name: string) => api.app.jobs.find((job) => job.name === name)?.run(new Date());
const expireLeases = () =>
  api.stored.dataExports.change({ lease_expires_at: fromNow(api.db, '-1 second') }, { state: 'making' });
/** Whole files that are kept, and those that are on their way. */
const filesKept = () =>
  fs
    .readdirSync(path.join(api.config.DATA_DIR, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'pagecast-disk.json');
const download = (id: number, init: RequestInit = {}, by: Caller = caller) => by.fetch(dataExportFilePath(id), init);

/** Whoever makes an export comes as far as the posts, until they are let go. */
const { holdPosts, letGo } = holdingPosts(api);

beforeEach(() => {
  fs.rmSync(path.join(api.config.DATA_DIR, 'media'), { recursive: true, force: true });
  fs.mkdirSync(path.join(api.config.DATA_DIR, 'media'), { recursive: true });
});

test('who asks for their data gets it as a zip, made by a process of its own, and is told', async () => {
  await buildPost(api.db, me, { content: 'Mine alone' });
  expect(await ask()).toMatchObject({ state: 'waiting', percent: 0, bytes: null, expiresAt: null });
  await holdPosts();
  await runJob('make-data-exports');
  expect(await states()).toEqual(['making']);
  await letGo();
  await api.app.dataExports.settled();

  const [made] = (await caller.call(listDataExports)).body.exports;
  expect(made).toMatchObject({ state: 'ready', percent: 100, files: 0, filesMissing: 0 });
  expect(Date.parse(String(made?.expiresAt)) - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000);
  const answer = await download(made?.id ?? 0);
  const zip = new Uint8Array(await answer.arrayBuffer());
  expect(zip.length).toBe(made?.bytes);
  expect(strFromU8(unzipSync(zip)['json/posts.json'] as Uint8Array)).toContain('Mine alone');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="pagecast-data-\d{4}-\d\d-\d\d\.zip"$/),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });

  expect((await caller.call(listNotifications)).body.notifications).toMatchObject([
    { title: 'Your data export is ready', path: '/settings#data', description: expect.stringContaining('for 7 days') },
  ]);
  expect(await api.stored.outboxFacts.rows({}, 'kind', 'user_id')).toEqual([
    { kind: 'data_export', user_id: me.userId },
  ]);
  expect(await actions('accounts.export-requested', 'accounts.export-downloaded')).toEqual([
    'accounts.export-requested',
    'accounts.export-downloaded',
  ]);
});

test('who has mail gets one of it, with the way to Settings', async () => {
  await api.stored.users.change({ email: 'siti@example.com' }, { id: me.userId });
  await madeOne();
  await api.app.mail.round();
  await api.stored.mails.change({ due_at: fromNow(api.db, '-1 second') }, { state: 'waiting' });
  await api.app.mail.round();
  const mails = await api.sandbox.mails();
  expect(mails).toMatchObject([{ to: 'siti@example.com', subject: 'Your data export is ready' }]);
  expect(mails[0]?.text).toContain(`${api.config.PUBLIC_URL}/settings#data`);
});

describe('of one person', () => {
  test('one is made at a time, whoever asks how often', async () => {
    const asked = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    await claim();
    expect((await ask()).id).toBe(asked[0]?.id);
    expect(await api.stored.dataExports.rows()).toHaveLength(1);
  });

  test('one is made also where those who wait for it hold every other connection', async () => {
    const db = openDatabase(api.config.DATABASE_URL, 'requests', { connections: 2 });
    try {
      const limit = rateLimits(db).withinTransaction('data-exports', 1, 60);
      const { storage } = api.app.media;
      const service = dataExportsService({ db, storage, removeUnneeded: async () => {}, limit, limitLines: limit });
      const asker = { session: sessionOf(me), ip: '192.0.2.7' };
      const asked = await Promise.all([service.ask(asker), service.ask(asker), service.ask(asker)]);
      expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    } finally {
      await db.destroy();
    }
  });

  test('three a day are made, and deleting them does not change that', async () => {
    for (let n = 0; n < 3; n += 1) {
      const { id } = await ask();
      expect((await caller.call(deleteDataExport, { params: { id } })).status).toBe(200);
    }
    const answer = await caller.call(createDataExport);
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ message: 'You can export your data 3 times a day. Try again in 24 hours.' });
    expect((await api.as(await buildUser(api.db)).call(createDataExport)).status).toBe(201);
  });

  test('an export is the same in every environment', async () => {
    const elsewhere = await buildUser(api.db, { environment: 'test', facebookId: me.facebookId, access: null });
    const { id } = await ask();
    await make(await claim());
    await api.show('test');
    const there = api.as(elsewhere);
    expect((await there.call(listDataExports)).body.exports).toMatchObject([{ id, state: 'ready' }]);
    expect((await download(id, {}, there)).status).toBe(200);
    await api.show('development');
  });
});

describe('of the file', () => {
  test('any part can be had, so that a download goes on where it stopped', async () => {
    const id = await madeOne();
    const whole = Buffer.from(await (await download(id)).arrayBuffer());
    const first = await download(id, { headers: { range: 'bytes=0-99' } });
    const etag = String(first.headers.get('etag'));
    const rest = await download(id, { headers: { range: 'bytes=100-', 'if-range': etag } });
    expect([first.status, rest.status]).toEqual([206, 206]);
    expect(rest.headers.get('content-range')).toBe(`bytes 100-${whole.length - 1}/${whole.length}`);
    const parts = await Promise.all([first.arrayBuffer(), rest.arrayBuffer()]);
    expect(Buffer.concat(parts.map((part) => Buffer.from(part))).equals(whole)).toBe(true);
    expect((await download(id, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416);
    expect((await download(id, { headers: { range: 'bytes=5-9', 'if-range': '"another"' } })).status).toBe(200);
    const head = await download(id, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(whole.length));
    expect(head.headers.get('etag')).toBe(etag);
    // However many parts it takes, the log is told once.
    expect(await actions('accounts.export-downloaded')).toHaveLength(1);
  });

  test('nothing is noted where no byte of it is given out, and each hour what is', async () => {
    const id = await madeOne();
    const head = await download(id, { method: 'HEAD', headers: { range: 'bytes=0-0' } });
    const known = { 'if-none-match': String(head.headers.get('etag')) };
    // What `fetch` adds to it asks for the bytes all the same.
    expect((await caller.ask(dataExportFilePath(id), { headers: known })).status).toBe(304);
    expect((await download(id, { headers: { range: 'bytes=999999999-' } })).status).toBe(416);
    expect(await actions('accounts.export-downloaded')).toEqual([]);
    for (const noted of [1, 1, 2]) {
      if (noted === 2) await api.stored.rateLimits.change({ expire: 1 }, {});
      await Promise.all([0, 1].map((byte) => download(id, { headers: { range: `bytes=${byte}-${byte}` } })));
      expect(await actions('accounts.export-downloaded')).toHaveLength(noted);
    }
  });

  test('nobody else gets anything: no stranger, no program, no administrator who impersonates them', async () => {
    const id = await madeOne();
    const stranger = api.as(await buildUser(api.db));
    const token = await holdToken(api, caller);
    const admin = await api.as(await buildUser(api.db, { role: 'admin' })).call(startImpersonation, {
      body: { facebookId: me.facebookId },
    });
    const impersonating = api.withCookie(cookieOf(admin.headers));
    expect((await download(id, {}, stranger)).status).toBe(404);
    expect((await download(id, {}, api.as(null))).status).toBe(401);
    expect((await download(id, {}, token)).status).toBe(401);
    expect((await token.call(createDataExport)).status).toBe(403);
    expect((await token.call(listDataExports)).status).toBe(403);
    expect((await download(id, {}, impersonating)).status).toBe(403);
    expect((await impersonating.call(createDataExport)).body).toMatchObject({
      message: "You're impersonating Siti and can't export their data. Press Stop first.",
    });
    expect((await stranger.call(deleteDataExport, { params: { id } })).status).toBe(404);
    expect((await stranger.call(listDataExports)).body.exports).toEqual([]);
    for (const wrong of ['0', '-1', 'x', '1e3', '../1', '9'.repeat(30)])
      expect((await caller.fetch(dataExportFilePath(wrong))).status).toBe(404);
    expect(await states()).toEqual(['ready']);
  });

  test('nothing is left a week later, or once it is deleted, and until then no sweep takes it', async () => {
    const id = await madeOne();
    await api.app.media.sweepStorage(new Date(Date.now() + 3_600_000));
    await runJob('sweep-data-exports');
    expect(filesKept()).toHaveLength(1);
    await api.stored.dataExports.age('7 days', ['expires_at']);
    expect((await download(id)).status).toBe(404);
    await runJob('sweep-data-exports');
    expect([await states(), filesKept()]).toEqual([['expired'], []]);
    await api.stored.dataExports.age('31 days', ['asked_at']);
    await runJob('sweep-data-exports');
    expect(await states()).toEqual([]);

    const another = await madeOne();
    expect((await caller.call(deleteDataExport, { params: { id: another } })).status).toBe(200);
    expect([await states(), filesKept()]).toEqual([[], []]);
  });

  test('is closed again where nobody can note that it was asked for', async () => {
    const id = await madeOne();
    const close = vi.fn(async () => {});
    const storage = { openKept: async () => ({ read: () => Readable.from([]), close }) };
    const limit = async () => {};
    const service = dataExportsService({
      db: api.db,
      storage,
      removeUnneeded: async () => {},
      limit,
      limitLines: limit,
    });
    // No text of the database holds this.
    const opening = service.open({ session: sessionOf(me), ip: '\u0000' }, id, { isDownload: () => true });
    await expect(opening).rejects.toThrow('invalid byte sequence');
    expect(close).toHaveBeenCalledOnce();
  });

  test('the next one takes the place, so that nobody keeps copies of their data upon copies', async () => {
    const [first, second] = [await madeOne(), await madeOne()];
    expect([await states(), filesKept().length]).toEqual([['ready', 'expired'], 1]);
    expect((await download(first)).status).toBe(404);
    expect((await download(second)).status).toBe(200);
  });

  test('that is gone nobody is promised any longer', async () => {
    const id = await madeOne();
    fs.rmSync(path.join(api.config.DATA_DIR, 'media'), { recursive: true });
    expect((await download(id)).status).toBe(404);
    expect(await states()).toEqual(['expired']);
  });
});

describe('when a process dies that makes one', () => {
  test('another makes it anew, and the first keeps nothing should it come back', async () => {
    await ask();
    const first = await claim('one');
    expect(await claim('two')).toBeNull();
    await expireLeases();
    const second = await claim('two');
    expect(second).toMatchObject({ id: first?.id, tries: 2 });
    expect((await make(first)).made).toBe('lost');
    expect([await states(), filesKept()]).toEqual([['making'], []]);
    expect((await make(second)).made).toBe('ready');
    expect((await make(second)).made).toBe('lost');
    expect([await states(), filesKept().length]).toEqual([['ready'], 1]);
    expect(await api.stored.outboxFacts.rows()).toHaveLength(1);
  });

  test('three times, it is given up, and its person is told', async () => {
    await ask();
    for (let n = 0; n < MOST_TRIES; n += 1) {
      await claim('elsewhere');
      await expireLeases();
    }
    await runJob('make-data-exports');
    await api.app.dataExports.settled();
    expect(await states()).toEqual(['failed']);
    expect((await caller.call(listNotifications)).body.notifications).toMatchObject([
      { title: "We couldn't export your data", path: '/settings#data' },
    ]);
    expect((await ask()).state).toBe('waiting');
  });

  test('because it is asked to, the next one begins at once, and nobody counts it', async () => {
    await ask();
    await holdPosts();
    await runJob('make-data-exports');
    const [lease] = await api.stored.dataExports.values<string>('lease_token');
    const incoming = path.join(api.config.DATA_DIR, 'media', 'incoming');
    fs.mkdirSync(incoming, { recursive: true });
    fs.writeFileSync(path.join(incoming, `${lease}.part`), 'What it has written so far');
    await api.app.dataExports.stop();
    expect(filesKept()).toEqual([]);
    expect(await api.stored.dataExports.first({}, 'state', 'tries')).toEqual({ state: 'waiting', tries: 0 });
    expect(await claim()).not.toBeNull();
  });
});

test('one that fails is tried again later, and given up after three times; nothing of it is left', async () => {
  await ask();
  const full = { bring: () => Promise.reject(new Error('The storage does not answer')) };
  for (const made of ['later', 'later', 'failed']) {
    await api.stored.dataExports.age('1 hour', ['due_at']);
    expect(await make(await claim(), full)).toMatchObject({ made, error: new Error('The storage does not answer') });
    expect(await claim()).toBeNull();
  }
  expect([await states(), filesKept()]).toEqual([['failed'], []]);
});

test('one that would leave too little of the disk to uploads is not made', async () => {
  await ask();
  // A tenth is free.
  vi.spyOn(fsp, 'statfs').mockResolvedValue({ bavail: 100_000, blocks: 1_000_000, bsize: 4096 } as fs.StatsFs);
  try {
    expect(await make(await claim())).toMatchObject({ made: 'later', error: { name: 'StorageFullError' } });
    await expect(api.app.media.storage.checkRoom(1)).resolves.toBeUndefined();
  } finally {
    vi.restoreAllMocks();
  }
  expect(filesKept()).toEqual([]);
});

test('one that is deleted while it is made ends, and nothing of it is left', async () => {
  const { id } = await ask();
  const claimed = await claim();
  expect((await caller.call(deleteDataExport, { params: { id } })).status).toBe(200);
  expect((await make(claimed)).made).toBe('lost');
  expect([await states(), filesKept()]).toEqual([[], []]);
  expect((await caller.call(listNotifications)).body.notifications).toEqual([]);
});

test('a machine makes one at a time, and another machine the next', async () => {
  await ask();
  await ask(api.as(await buildUser(api.db)));
  const [one, two] = await Promise.all([claim('here', 1), claim('here', 1)]);
  expect([one, two].filter((claimed) => claimed !== null)).toHaveLength(1);
  expect(await claim('there', 1)).not.toBeNull();
});

test('with an account the exports of its person go, whichever account asked', async () => {
  await buildUser(api.db, { environment: 'test', facebookId: me.facebookId, access: null });
  await api.stored.dataExports.add({
    user_id: await api.stored.users.values<number>('id', { environment: 'test' }).then(([id]) => id),
    environment: 'test',
    facebook_id: me.facebookId,
  });
  await make(await claim());
  expect([await states(), filesKept().length]).toEqual([['ready'], 1]);
  expect((await caller.call(deleteAllData)).status).toBe(200);
  expect([await api.stored.dataExports.rows(), filesKept()]).toEqual([[], []]);
});
