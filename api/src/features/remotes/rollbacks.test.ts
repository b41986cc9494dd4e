import fs from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';
import { describe, expect, test } from 'vitest';
import {
  listAuditLog,
  listRemotes,
  moveRelease,
  moveReleasedArea,
  planRelease,
  readReleasedArea,
  releaseVersion,
  sendReleaseFile,
  shareReleasedArea,
  type BodyOf,
  type ReleaseRight,
} from '../../contract/index.ts';
import { setUpReleases, type ReleaseScene } from '../../testing/release-scene.ts';
import { fromNow } from '../../testing/stored.ts';
import type { Caller } from '../../testing/test-api.ts';
import { buildRemote } from '../../testing/web-root.ts';
import { filesIn } from './file-hash.ts';
import { lockArea, lockFiles, lockPaths } from './release-lock.repository.ts';
import { sharedFilesRepository } from './shared-files.repository.ts';

let { admin, team, holder } = {} as ReleaseScene;
const api = setUpReleases((scene) => ({ admin, team, holder } = scene), ['mf-history', 'mf-admin']);

const HISTORY = { name: 'mf_history' };

async function release(
  version: string,
  more: Partial<BodyOf<typeof releaseVersion>> = {},
  caller = team,
  folder = 'mf-history',
  paths = [`/${folder.slice(3)}`],
) {
  const params = { name: folder.replaceAll('-', '_') };
  buildRemote(api.config.WEB_ROOT, folder, { version, text: version, paths });
  const dist = path.join(api.config.WEB_ROOT, folder, 'dist');
  const files = await filesIn(dist);
  const sent = { files: files.map(({ hash, bytes }) => ({ hash, bytes })) };
  const { missing } = (await caller.call(planRelease, { params, body: sent })).body;
  for (const { path: name, hash, bytes } of files.filter((file) => missing.some(({ hash }) => hash === file.hash)))
    await caller.fetch(
      `${sendReleaseFile.path.replace(':name', params.name).replace(':hash', hash)}?offset=0&bytes=${bytes}`,
      {
        method: 'PATCH',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(fs.readFileSync(path.join(dist, name))),
      },
    );
  return caller.call(releaseVersion, { params, body: { files, as: 'current', ...more } });
}

const move = (body: BodyOf<typeof moveReleasedArea>, caller = team) =>
  caller.call(moveReleasedArea, { params: HISTORY, body });
const served = async () =>
  (await admin.call(listRemotes)).body.remotes.find((remote) => remote.name === 'mf_history')?.version;

test('two who go back at once go back one version, and are told how to go further', async () => {
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) expect((await release(version)).status).toBe(201);
  const both = await Promise.all([move({ version: null }), move({ version: null })]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    message:
      'mf_history went back to 1.2.0 a moment ago. To go back further, name the version: ' +
      'npm run rollback -- mf_history --to 1.1.0',
  });
  expect(await served()).toBe('1.2.0');
  const { revision } = (await team.call(readReleasedArea, { params: HISTORY })).body;
  expect((await move({ version: null, revision: revision - 1 })).status).toBe(409);
  expect((await move({ version: null, revision })).body).toEqual({ from: '1.2.0', to: '1.1.0' });
});

test('who went back a while ago, or released since, may go back again', async () => {
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) await release(version);
  expect((await move({ version: null })).status).toBe(200);
  await api.stored.remotePointers.change({ moved_at: fromNow(api.db, '-3 minutes') }, HISTORY);
  expect((await move({ version: null })).body).toEqual({ from: '1.2.0', to: '1.1.0' });
  expect((await release('1.4.0')).status).toBe(201);
  expect((await move({ version: null })).body).toEqual({ from: '1.4.0', to: '1.1.0' });
});

test('an older version that nobody had is no way back', async () => {
  const weak = await holder({ rights: ['stage', 'rollback'] });
  expect((await release('1.1.0', { as: 'staged' }, weak)).status).toBe(201);
  expect((await move({ version: '1.1.0' }, weak)).status).toBe(403);
  await release('1.2.0');
  expect((await move({ version: '1.1.0' }, weak)).body).toMatchObject({
    message: expect.stringContaining('may not make newer versions current of mf_history'),
  });
  expect((await move({ version: '1.1.0' })).body).toEqual({ from: '1.2.0', to: '1.1.0' });
  expect((await move({ version: null }, weak)).body).toEqual({ from: '1.1.0', to: '1.2.0' });
});

/** While a transaction of somebody else has a lock, and does nothing. */
async function whileLocked<Result>(
  lock: (trx: Knex) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const [held, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = api.db.transaction(async (trx) => {
    await lock(trx);
    held.resolve();
    await open.promise;
  });
  await held.promise;
  try {
    return await work();
  } finally {
    open.resolve();
    await other;
  }
}

test('whoever is busy with another area keeps nobody waiting', async () => {
  await release('1.1.0');
  await whileLocked(
    async (trx) => {
      await lockArea(trx, 'mf_admin');
      await lockPaths(trx);
      await lockFiles(trx, 'adding');
    },
    async () => {
      expect((await move({ version: null })).body).toEqual({ from: '1.1.0', to: '1.0.0' });
      expect((await release('1.2.0')).status).toBe(201);
    },
  );
});

test('versions that nobody was given leave no bytes behind, and the others are counted for their area', async () => {
  const folders = () => api.stored.releaseFolders.values<string>('version', HISTORY);
  const files = async () => (await api.stored.releaseFiles.rows({}, 'hash')).length;
  const taken = () => sharedFilesRepository(api.db).takenBy('mf_history');
  await release('1.1.0', { as: 'staged' });
  const [before, bytes] = [await files(), await taken()];
  expect((await release('1.2.0', { as: 'trial' })).status).toBe(201);
  expect([await files(), await taken()]).toEqual([before, bytes]);
  for (const minor of [3, 4, 5, 6, 7]) await release(`1.${minor}.0`, { as: 'staged' });
  expect((await folders()).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    '1.0.0',
    '1.3.0',
    '1.4.0',
    '1.5.0',
    '1.6.0',
    '1.7.0',
  ]);
  const own = await api.stored.releaseFolders.values<string[]>('hashes', HISTORY);
  const named = await api.stored.releaseFolders.values<string[]>('hashes');
  expect(await files()).toBe(new Set(named.flat()).size);
  const sizes = (await api.stored.releaseFiles.rows()) as { hash: string; bytes: Buffer }[];
  const ownBytes = sizes
    .filter(({ hash }) => own.flat().includes(hash))
    .reduce((sum, one) => sum + one.bytes.length, 0);
  expect(await taken()).toBe(ownBytes);
});

describe('the first version of a new area', () => {
  const IDEAS = { name: 'mf_post_ideas' };
  const isListed = async () => (await admin.call(listRemotes)).body.remotes.some(({ name }) => name === IDEAS.name);
  const newArea = async (rights?: ReleaseRight[]) => {
    const owner = await holder({ area: 'mf-post-ideas', ...(rights && { rights }) });
    return {
      owner,
      back: (body: BodyOf<typeof moveReleasedArea>) => owner.call(moveReleasedArea, { params: IDEAS, body }),
    };
  };
  const releaseFirst = async (caller: Caller) => {
    const first = await release('1.0.0', {}, caller, 'mf-post-ideas');
    expect([first.status, await isListed()]).toEqual([201, true]);
  };

  test('is taken back: nobody has the area, its versions stay, and it comes back by its version', async () => {
    const { owner, back } = await newArea();
    await releaseFirst(owner);
    expect((await back({ version: null })).body).toEqual({ from: '1.0.0', to: '' });
    expect(await isListed()).toBe(false);
    expect((await owner.call(readReleasedArea, { params: IDEAS })).body).toMatchObject({
      revision: 2,
      current: null,
      versions: ['1.0.0'],
    });
    expect((await admin.call(listAuditLog)).body.entries[0]).toMatchObject({
      action: 'releases.moved',
      before: { version: '1.0.0' },
      after: { version: null, token: 'CI' },
    });
    expect((await back({ version: null })).status).toBe(404);
    await api.app.remotes.registerBuiltIns();
    expect(await isListed()).toBe(false);
    expect((await back({ version: '1.0.0' })).body).toEqual({ from: null, to: '1.0.0' });
    expect(await isListed()).toBe(true);
  });

  test('is taken back by who may go back, by an administrator, and by nobody else', async () => {
    const { owner } = await newArea();
    await releaseFirst(owner);
    const mover = await newArea(['stage', 'move']);
    expect((await mover.back({ version: null })).status).toBe(403);
    const undoer = await newArea(['rollback']);
    expect((await undoer.back({ version: null, revision: 1 })).status).toBe(200);
    expect((await undoer.back({ version: '1.0.0' })).status).toBe(403);
    expect((await owner.call(moveReleasedArea, { params: IDEAS, body: { version: '1.0.0' } })).status).toBe(200);
    const byHand = await admin.call(moveRelease, { params: IDEAS, body: { version: null, revision: 3 } });
    expect([byHand.body, await isListed()]).toEqual([{ from: '1.0.0', to: '' }, false]);
  });

  test('stays while some people get another one, and an area of the product is never taken away', async () => {
    const { owner, back } = await newArea();
    await releaseFirst(owner);
    await release('1.1.0', { as: 'staged' }, owner, 'mf-post-ideas');
    const share = { version: '1.1.0', percent: 5 };
    expect((await owner.call(shareReleasedArea, { params: IDEAS, body: share })).status).toBe(200);
    expect((await back({ version: null })).body).toMatchObject({
      message: 'Some people get mf_post_ideas 1.1.0. Abort that share first: npm run release -- abort mf_post_ideas',
    });
    expect((await move({ version: null })).body).toMatchObject({
      message: 'mf_history has no earlier version to go back to.',
    });
  });
});

test('of two new areas that claim the same path at once, one gets it', async () => {
  const folders = ['mf-post-ideas', 'mf-more-ideas'];
  const owners = await Promise.all(folders.map((area) => holder({ area })));
  const both = await Promise.all(folders.map((folder, n) => release('1.0.0', {}, owners[n], folder, ['/ideas'])));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test('a flood of wrong tokens from the same address holds no team back, and is held back itself', async () => {
  await release('1.1.0');
  const wrong = api.withToken(`pcr_1_${'a'.repeat(43)}`);
  const read = (caller: Caller) => caller.call(readReleasedArea, { params: HISTORY });
  const answers = await Promise.all(Array.from({ length: 130 }, () => read(wrong)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
  expect((await move({ version: null })).body).toEqual({ from: '1.1.0', to: '1.0.0' });
});

test('a team that has sent all it may still goes back', async () => {
  await release('1.1.0');
  const plan = () => team.call(planRelease, { params: HISTORY, body: { files: [] } });
  await plan();
  const [key] = (await api.stored.rateLimits.rows())
    .map((row) => row['key'])
    .filter((key) => String(key).startsWith('release-token:'));
  await api.stored.rateLimits.change({ points: 1200 }, { key: String(key) });
  expect((await plan()).status).toBe(429);
  expect((await move({ version: null })).body).toEqual({ from: '1.1.0', to: '1.0.0' });
});
