import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  abortShare,
  createReleaseToken,
  listAuditLog,
  listReleases,
  listRemotes,
  moveRelease,
  moveReleasedArea,
  planRelease,
  readReleaseParts,
  releaseVersion,
  sendReleaseFile,
  shareRelease,
  statementOf,
  type BodyOf,
  type Provenance,
  type ReleasedFile,
} from '../../contract/index.ts';
import { buildUser } from '../../testing/builders.ts';
import { RELEASE_TABLES } from '../../testing/release-tables.ts';
import { setUpApi } from '../../testing/scene.ts';
import { type Caller, type TestProcess } from '../../testing/test-api.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { buildRemote, buildShell } from '../../testing/web-root.ts';
import { filesIn } from './file-hash.ts';

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64') };
}
type Key = ReturnType<typeof newKey>;
const [CI, HISTORYS, MEDIAS, FOREIGN] = [newKey(), newKey(), newKey(), newKey()] as [Key, Key, Key, Key];

const RELEASE_KEYS = `ci:${CI.key}, mf-history:${HISTORYS.key},mf-media:${MEDIAS.key}`;
const api = setUpApi({ RELEASE_KEYS }, { isAtPublicUrl: true });
/** The same product before anybody set keys. */
let unchecked: TestProcess;
let admin: Caller;
let team: Caller;
beforeAll(async () => {
  unchecked = await api.another({ RELEASE_KEYS: [] });
});
beforeEach(async () => {
  await emptyTables(api.db, ...RELEASE_TABLES);
  fs.rmSync(api.app.remotes.releasesDir, { recursive: true, force: true });
  fs.rmSync(api.config.WEB_ROOT, { recursive: true, force: true });
  admin = api.as(await buildUser(api.db, { role: 'admin', name: 'Mei Tan' }));
  for (const folder of ['mf-history', 'mf-media']) buildRemote(api.config.WEB_ROOT, folder);
  buildShell(api.config.WEB_ROOT);
  await api.app.remotes.registerBuiltIns();
  team = await holder();
});

const HISTORY = { name: 'mf_history' };
const distOf = (folder = 'mf-history') => path.join(api.config.WEB_ROOT, folder, 'dist');
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
const PARTS = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ name: 'react' }] });
const PROVENANCE: Provenance = {
  commit: 'abcdef0123456789',
  isDirty: false,
  lockfile: '0a'.repeat(32),
  builder: 'Node',
};

async function holder(area = 'mf-history', at: Pick<TestProcess, 'withToken'> = api): Promise<Caller> {
  const body = { name: 'CI', area, rights: ['stage' as const, 'move' as const, 'rollback' as const] };
  return at.withToken((await admin.call(createReleaseToken, { body })).body.token);
}

async function build(version: string): Promise<ReleasedFile[]> {
  buildRemote(api.config.WEB_ROOT, 'mf-history', { version, text: version });
  return filesIn(distOf());
}

async function sendAll(files: ReleasedFile[], caller = team): Promise<void> {
  const sent = files.map(({ hash, bytes }) => ({ hash, bytes }));
  const { missing } = (await caller.call(planRelease, { params: HISTORY, body: { files: sent } })).body;
  for (const { path: name, hash, bytes } of files.filter((file) => missing.some((one) => one.hash === file.hash))) {
    const address = sendReleaseFile.path.replace(':name', 'mf_history').replace(':hash', hash);
    const answer = await caller.fetch(`${address}?offset=0&bytes=${bytes}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/octet-stream' },
      body: fs.readFileSync(path.join(distOf(), name)),
    });
    expect(answer.status).toBe(200);
  }
}

type Body = BodyOf<typeof releaseVersion>;

/** What is there of the build now, signed with everything that goes with it. */
function signedBy(
  key: Key,
  files: ReleasedFile[],
  { at = new Date(), of = {} }: { at?: Date; of?: object } = {},
): Body {
  const described = JSON.parse(fs.readFileSync(path.join(distOf(), 'release.json'), 'utf8')) as {
    name: string;
    version: string;
    integrity: { manifest: string; entry: string };
  };
  const signedDetails = JSON.stringify({
    provenance: PROVENANCE,
    files: Object.fromEntries(files.map((file) => [file.path, file.hash])),
    parts: sha256(PARTS),
  });
  const stated = { signedAt: at.toISOString(), details: sha256(signedDetails) };
  const statement = statementOf({ ...described, ...of, passport: stated });
  const signature = sign(null, Buffer.from(statement), key.privateKey).toString('base64');
  return {
    ...PROVENANCE,
    files,
    as: 'current',
    parts: PARTS,
    signedDetails,
    passport: { key: key.key, ...stated, signature },
  };
}

async function release(version: string, key: Key | null, change: (body: Body) => Body = (body) => body, caller = team) {
  const files = await build(version);
  await sendAll(files, caller);
  const body: Body = key === null ? { files, as: 'current' } : signedBy(key, files);
  return caller.call(releaseVersion, { params: HISTORY, body: change(body) });
}

const REFUSED = (text: string) => ({ status: 422, body: { message: expect.stringContaining(text) as string } });
const registered = async () => (await admin.call(listRemotes)).body.remotes.find(({ name }) => name === 'mf_history');
const knownOf = async (caller = admin) =>
  (await caller.call(listReleases)).body.find(({ name }) => name === 'mf_history')?.releases ?? [];
/** What a page takes for granted, as it comes. */
async function pageOf(at: TestProcess = api): Promise<{ keys: string | undefined; builtIns: string | undefined }> {
  const page = await (await at.as(null).fetch('/history')).text();
  const content = (name: string) => new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(page)?.[1];
  return { keys: content('release-keys'), builtIns: content('built-in-areas') };
}

test('a signed version is taken, with its origin, its parts and the passport that browsers check', async () => {
  expect((await release('1.1.0', CI)).status).toBe(201);
  expect((await admin.call(listAuditLog)).body.entries[0]).toMatchObject({
    after: { version: '1.1.0', lockfile: PROVENANCE.lockfile, builder: 'Node', signedWith: CI.key },
  });
  expect(
    (await knownOf()).map(({ version, trust, signedBy: name, hasParts }) => [version, trust, name, hasParts]),
  ).toEqual([
    ['1.1.0', 'signed', 'ci', true],
    ['1.0.0', 'built-in', null, false],
  ]);
  const params = { ...HISTORY, version: '1.1.0' };
  expect((await admin.call(readReleaseParts, { params })).body).toEqual(JSON.parse(PARTS));
  expect((await admin.call(readReleaseParts, { params: { ...params, version: '1.0.0' } })).status).toBe(404);
  expect(await registered()).toMatchObject({ version: '1.1.0', passport: { key: CI.key } });
  const { keys, builtIns } = await pageOf();
  expect(keys).toBe(`ci:${CI.key} mf-history:${HISTORYS.key} mf-media:${MEDIAS.key}`);
  expect(builtIns?.split(',').map((one) => one.split(' ')[0])).toEqual(['mf_history', 'mf_media']);
});

test('a key with the name of the area signs it, too', async () => {
  expect((await release('1.1.0', HISTORYS)).status).toBe(201);
  expect((await knownOf())[0]).toMatchObject({ trust: 'signed', signedBy: 'mf-history' });
});

describe('without keys', () => {
  test('everything is as it was, and passports are kept for the day that keys are set', async () => {
    const there = await holder('mf-history', unchecked);
    expect((await release('1.1.0', null, undefined, there)).status).toBe(201);
    expect((await release('1.2.0', CI, undefined, there)).status).toBe(201);
    expect(await pageOf(unchecked)).toEqual({ keys: undefined, builtIns: undefined });
    const boss = unchecked.as(await buildUser(api.db, { role: 'admin' }));
    expect((await knownOf(boss)).map(({ version, trust }) => [version, trust])).toEqual([
      ['1.2.0', 'unchecked'],
      ['1.1.0', 'unchecked'],
      ['1.0.0', 'unchecked'],
    ]);
    expect((await knownOf()).map(({ trust }) => trust)).toEqual(['signed', 'unsigned', 'built-in']);
    expect((await boss.call(listRemotes)).body.remotes.every((remote) => remote.passport === undefined)).toBe(true);
  });
});

describe('refused at its release, with the one before in its place', () => {
  const attacks: Record<string, [() => ReturnType<typeof release>, string]> = {
    'a stolen token, and no key': [() => release('6.6.6', null), 'takes signed versions only'],
    'a stolen token, and a key of nobody': [() => release('6.6.6', FOREIGN), 'is not one of a key'],
    'the key of another area': [() => release('6.6.6', MEDIAS), 'is not one of a key'],
    'a signature of the foreign key under the name of ours': [
      () => release('6.6.6', FOREIGN, (body) => ({ ...body, passport: { ...body.passport!, key: CI.key } })),
      'is not one of a key',
    ],
    'a signature of another version': [
      () => release('6.6.6', CI, (body) => signedBy(CI, body.files, { of: { version: '1.1.0' } })),
      'is not one of a key',
    ],
    'a signature of another area': [
      () => release('6.6.6', CI, (body) => signedBy(CI, body.files, { of: { name: 'mf_media' } })),
      'is not one of a key',
    ],
    'an entry that was changed after it was signed': [
      () =>
        release('6.6.6', CI, (body) => signedBy(CI, body.files, { of: { integrity: { manifest: 'a', entry: 'b' } } })),
      'is not one of a key',
    ],
    'a chunk that nobody signed': [
      () => release('6.6.6', CI, ({ files }) => ({ ...signedBy(CI, files.slice(1)), files })),
      'files of mf_history 6.6.6 are not those that were signed',
    ],
    'another origin than was signed': [
      () => release('6.6.6', CI, (body) => ({ ...body, commit: '0'.repeat(40) })),
      'origins of mf_history 6.6.6 are not those that were signed',
    ],
    'another list of parts than was signed': [
      () => release('6.6.6', CI, (body) => ({ ...body, parts: JSON.stringify({ bomFormat: 'CycloneDX' }) })),
      'parts of mf_history 6.6.6 are not those that were signed',
    ],
    'a signature of tomorrow, to be sent again for long': [
      () => release('6.6.6', CI, (body) => signedBy(CI, body.files, { at: new Date(Date.now() + 86_400_000) })),
      'which is still to come',
    ],
  };
  test.each(Object.entries(attacks))('%s', async (_, [attack, reason]) => {
    expect(await attack()).toMatchObject(REFUSED(reason));
    expect((await registered())?.version).toBe('1.0.0');
  });

  test('an old version that was signed once, and is sent once more', async () => {
    let old: Body | undefined;
    await release('1.1.0', CI, (body) => (old = body));
    await release('1.2.0', CI);
    // Who owns the database makes the registry forget it.
    await api.stored.remoteReleases.remove({ version: '1.1.0' });
    const files = await build('1.1.0');
    await sendAll(files);
    expect(await team.call(releaseVersion, { params: HISTORY, body: old! })).toMatchObject(
      REFUSED('was signed before 1.2.0'),
    );
    expect((await registered())?.version).toBe('1.2.0');
  });
});

describe('who owns the database', () => {
  const change = (values: Record<string, unknown>, version = '1.1.0') =>
    api.stored.remoteReleases.change(values, { version });
  const FORGED = `sha384-${'A'.repeat(64)}`;

  test('changes what a version is made of, and neither page nor passport vouches for it', async () => {
    await release('1.1.0', CI);
    await change({ entry_integrity: FORGED });
    expect((await knownOf())[0]).toMatchObject({ trust: 'unsigned', signedBy: null });
    await change({ entry_integrity: FORGED }, '1.0.0');
    expect((await pageOf()).builtIns).not.toContain(FORGED);
    expect((await pageOf()).builtIns).not.toContain('mf_history');
  });

  test('gives a version the name of one that came with the product, and finds no papers', async () => {
    await api.stored.remoteReleases.change(
      { version: '../mf_media/1.0.0', source: 'built-in' },
      { name: 'mf_history' },
    );
    expect((await knownOf())[0]).toMatchObject({ trust: 'unsigned' });
    expect((await pageOf()).builtIns).not.toContain('mf_history');
  });

  test('rolls the registry back to a version that was let go, and no passport comes with it', async () => {
    await release('1.1.0', CI);
    const [row] = (await api.stored.remoteReleases.rows({ version: '1.1.0' })) as Record<string, unknown>[];
    await release('1.2.0', CI);
    await api.stored.remoteReleases.remove({ version: '1.1.0' });
    const papers = path.join(api.app.remotes.releasesDir, '.passports/mf_history/1.1.0.json');
    fs.utimesSync(papers, 0, 0);
    await release('1.3.0', CI);
    expect(fs.existsSync(papers)).toBe(false);
    await api.stored.remoteReleases.remove({ name: 'mf_history' });
    const { id: _id, preload, paths, nav, ...facts } = row ?? {};
    const texts = { preload: JSON.stringify(preload), paths: JSON.stringify(paths), nav: JSON.stringify(nav) };
    await api.stored.remoteReleases.add({ ...facts, ...texts, status: 'current' });
    expect(await registered()).toMatchObject({ version: '1.1.0' });
    expect(await registered()).not.toHaveProperty('passport');
  });

  test('points back to what was replaced or taken back, and no passport comes with it', async () => {
    const moveTo = (version: string) => team.call(moveReleasedArea, { params: HISTORY, body: { version } });
    const point = async (version: string) => {
      await api.stored.remoteReleases.change({ status: 'retired' }, { name: 'mf_history' });
      await change({ status: 'current' }, version);
      return Object.hasOwn((await registered()) ?? {}, 'passport');
    };
    await release('1.1.0', CI);
    await release('1.2.0', CI);
    expect((await moveTo('1.1.0')).status).toBe(200);
    expect([await point('1.2.0'), await point('1.1.0')]).toEqual([false, true]);
    await release('1.3.0', CI);
    await release('1.4.0', CI, (body) => ({ ...body, as: 'staged' }));
    expect([await point('1.2.0'), await point('1.3.0'), await point('1.1.0')]).toEqual([false, true, true]);
    expect(await point('1.4.0')).toBe(false);
    expect([(await pageOf()).builtIns, await point('1.0.0')]).toEqual([
      expect.not.stringContaining('mf_history'),
      false,
    ]);

    // What some people get is theirs until it is taken from them.
    const { facebookId } = await buildUser(api.db);
    const share = { params: HISTORY, body: { version: '1.4.0', percent: 0, people: [facebookId] } };
    await point('1.3.0');
    expect((await admin.call(shareRelease, share)).status).toBe(200);
    expect([await point('1.4.0'), await point('1.2.0')]).toEqual([true, false]);
    await point('1.3.0');
    expect((await admin.call(abortShare, { params: HISTORY, body: {} })).status).toBe(200);
    expect(await point('1.4.0')).toBe(false);
    await point('1.3.0');
    expect((await admin.call(shareRelease, share)).status).toBe(200);
    expect((await moveTo('1.1.0')).status).toBe(200);
    expect([await point('1.4.0'), await point('1.3.0')]).toEqual([false, false]);

    // Who may move it puts a pointer right that came back with an older database, also by naming the same version.
    expect(await point('1.2.0')).toBe(false);
    expect((await moveTo('1.2.0')).status).toBe(200);
    expect(await registered()).toMatchObject({ version: '1.2.0', passport: { key: CI.key } });
    expect((await moveTo('1.2.0')).status).toBe(409);
  });

  test('points to another shell, and pages come with the one of the product', async () => {
    const shown = async () => /main\.(\w+)\.js/.exec(await (await api.as(null).fetch('/')).text())?.[1];
    buildShell(api.config.WEB_ROOT, 'bad0bad0');
    const [dist, foreign] = [distOf('shell'), path.join(api.app.remotes.releasesDir, 'shell/1.0.0-bad0bad0')];
    fs.cpSync(dist, foreign, { recursive: true });
    buildShell(api.config.WEB_ROOT);
    await api.stored.remoteReleases.change({ version: '1.0.0-bad0bad0' }, { name: 'shell' });
    expect(await shown()).toBe('f54d0789');
    expect(api.logged.some((line) => line.includes("isn't signed with a key of RELEASE_KEYS"))).toBe(true);
    await api.stored.remoteReleases.change({ version: '1.0.0-f54d0789' }, { name: 'shell' });
    fs.appendFileSync(path.join(api.app.remotes.releasesDir, 'shell/1.0.0-f54d0789/index.html'), '<p>changed</p>');
    expect(await (await api.as(null).fetch('/')).text()).not.toContain('changed');
  });
});

test('who has stolen the session of an administrator makes no unsigned version current', async () => {
  const there = await holder('mf-history', unchecked);
  await release('1.1.0', null, undefined, there);
  await release('1.2.0', CI);
  const move = (version: string, revision: number) =>
    admin.call(moveRelease, { params: HISTORY, body: { version, revision } });
  const revision = async () =>
    (await admin.call(listReleases)).body.find(({ name }) => name === 'mf_history')?.revision ?? 0;
  expect(await move('1.1.0', await revision())).toMatchObject(REFUSED("isn't signed with a key"));
  const share = (version: string) => admin.call(shareRelease, { params: HISTORY, body: { version, percent: 1 } });
  expect(await share('1.1.0')).toMatchObject(REFUSED("isn't signed with a key"));
  // Back to what is kept and trusted, with no key at hand.
  expect((await move('1.0.0', await revision())).status).toBe(200);
  expect((await move('1.2.0', await revision())).status).toBe(200);
});

test('a process that does not know a new key yet gives nobody what it signed, and leaves it as it is', async () => {
  const older = await api.another({ RELEASE_KEYS: [{ name: 'mf-history', key: HISTORYS.key }] });
  expect((await release('1.1.0', CI)).status).toBe(201);
  // Browsers fall back to the version before, which this page vouches for.
  expect((await pageOf(older)).keys).toBe(`mf-history:${HISTORYS.key}`);
  expect((await pageOf(older)).builtIns).toMatch(/(^|,)mf_history sha384-/);
  const boss = older.as(await buildUser(api.db, { role: 'admin' }));
  const area = (await boss.call(listRemotes)).body.remotes.find(({ name }) => name === 'mf_history');
  expect(area).toMatchObject({ version: '1.1.0', previous: { version: '1.0.0' } });
  expect(await release('1.2.0', CI, undefined, await holder('mf-history', older))).toMatchObject(
    REFUSED("is not one of a key in this Pagecast's RELEASE_KEYS"),
  );
  for (const job of older.app.remotes.jobs) await job.run();
  expect((await release('1.2.0', CI)).status).toBe(201);
  expect(await registered()).toMatchObject({ version: '1.2.0', passport: { key: CI.key } });
});

test('a key that is taken out of the configuration ends what it signed', async () => {
  await release('1.1.0', CI);
  await release('1.2.0', HISTORYS);
  const other = await api.another({ RELEASE_KEYS: [{ name: 'mf-history', key: HISTORYS.key }] });
  const boss = other.as(await buildUser(api.db, { role: 'admin' }));
  expect((await knownOf(boss)).map(({ trust }) => trust)).toEqual(['signed', 'unsigned', 'built-in']);
});
