import { generateKeyPairSync, sign } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listRemotes } from '../../contract/index.ts';
import { statementOf } from '../../contract/passports.ts';
import { SHELL } from '../../contract/remotes.ts';
import { buildUser } from '../../testing/builders.ts';
import { RELEASE_TABLES } from '../../testing/release-tables.ts';
import { setUpApi } from '../../testing/scene.ts';
import type { TestProcess } from '../../testing/test-api.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { buildRemote, buildShell } from '../../testing/web-root.ts';
import { COMMAND_LINE } from '../audit/audit.repository.ts';
import { readBuiltRelease } from './built-release.ts';
import { releasesService } from './releases.service.ts';
import { sharedFilesRepository } from './shared-files.repository.ts';
import { shownVersions } from './shown-versions.ts';

const team = generateKeyPairSync('ed25519');
const KEY = team.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
const api = setUpApi({ RELEASE_KEYS: `ci:${KEY}` });
/** A process of the same product over the same database, with folders of its own. */
let other: TestProcess;
let otherRoot: string;
let stored: typeof api.stored;
beforeAll(async () => {
  ({ stored } = api);
  const folder = path.dirname(api.config.WEB_ROOT);
  otherRoot = path.join(folder, 'other');
  other = await api.another({ WEB_ROOT: otherRoot, DATA_DIR: path.join(folder, 'other-data') });
});
const [A, B, C] = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc'];
beforeEach(async () => {
  await emptyTables(api.db, ...RELEASE_TABLES);
  for (const at of [api, other]) fs.rmSync(at.app.remotes.releasesDir, { recursive: true, force: true });
  for (const root of [api.config.WEB_ROOT, otherRoot]) fs.rmSync(root, { recursive: true, force: true });
  fs.mkdirSync(otherRoot, { recursive: true });
});

const ENTRY = 'remoteEntry.js';
/** Starts a process with builds in place of those that were there. */
function start(at: TestProcess, { version = '1.0.0', shell = A } = {}): Promise<string[]> {
  const root = at === other ? otherRoot : api.config.WEB_ROOT;
  buildRemote(root, 'mf-history', { version, text: version });
  buildShell(root, shell);
  return at.app.remotes.registerBuiltIns();
}
const released = (version: string, file = ENTRY) => `/remotes/mf_history/${version}/${file}`;
const statusOf = async (address: string, at = other) => (await at.as(null).fetch(address)).status;
const folderOf = (version: string, at = other) => path.join(at.app.remotes.releasesDir, 'mf_history', version);
const scripts = async (at: TestProcess) =>
  /main\.(\w+)\.js/.exec(await (await at.as(null).fetch('/history')).text())?.[1];
const refusals = (reason: string) =>
  api.logged
    .map((line) => JSON.parse(line) as { msg: string; reason?: string })
    .filter((line) => line.msg === 'releases.files-refused' && line.reason?.includes(reason) === true);
const storedPaths = async () => (await stored.releaseFolders.values<string[]>('paths')).flat();

describe('a process with folders of its own', () => {
  test('serves the area that another one came with, byte by byte, and keeps its source maps', async () => {
    buildRemote(api.config.WEB_ROOT, 'mf-history', { version: '1.0.0', text: '1.0.0' });
    fs.writeFileSync(path.join(api.config.WEB_ROOT, 'mf-history/dist/screen.0a1b2c3d.js.map'), '{"sources":["a.tsx"]}');
    buildShell(api.config.WEB_ROOT, A);
    await api.app.remotes.registerBuiltIns();
    expect(fs.existsSync(folderOf('1.0.0'))).toBe(false);
    for (const file of [ENTRY, 'container.json', 'screen.0a1b2c3d.js'])
      expect(await (await other.as(null).fetch(released('1.0.0', file))).text()).toBe(
        fs.readFileSync(path.join(folderOf('1.0.0', api), file), 'utf8'),
      );
    const packed = await other.as(null).fetch(released('1.0.0'), { headers: { 'accept-encoding': 'br' } });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(fs.readFileSync(path.join(folderOf('1.0.0'), 'screen.0a1b2c3d.js.map'), 'utf8')).toContain('a.tsx');
    const asVisitor = { headers: { 'x-forwarded-for': '203.0.113.9' } };
    expect((await other.as(null).fetch(released('1.0.0', 'screen.0a1b2c3d.js.map'), asVisitor)).status).toBe(404);
  });

  test('shows the shell of another build, and its open pages get parts from either', async () => {
    await start(other, { shell: B });
    await start(api, { shell: A });
    expect([await scripts(api), await scripts(other)]).toEqual([A, A]);
    for (const build of [A, B])
      for (const at of [api, other]) expect([build, await statusOf(`/late.${build}.js`, at)]).toEqual([build, 200]);
    expect(fs.existsSync(path.join(api.app.remotes.releasesDir, SHELL, `1.0.0-${B}`))).toBe(true);
    expect(refusals('')).toEqual([]);
  });

  test('has nothing to complain of as it starts, and fetches older versions by itself', async () => {
    await start(api);
    await start(api, { version: '1.1.0' });
    expect(await other.app.remotes.filesElsewhere()).toEqual([]);
    expect([fs.existsSync(folderOf('1.1.0')), fs.existsSync(folderOf('1.0.0'))]).toEqual([true, false]);
    await other.app.remotes.exchangeFiles();
    expect(fs.existsSync(folderOf('1.0.0'))).toBe(true);
  });

  test('sends what it alone has from before files were shared, and says what is nowhere', async () => {
    await start(api);
    await emptyTables(api.db, 'release_folders', 'release_files');
    expect(await other.app.remotes.filesElsewhere()).toEqual([`shell 1.0.0-${A}`, 'mf_history 1.0.0']);
    await api.app.remotes.exchangeFiles();
    expect(await other.app.remotes.filesElsewhere()).toEqual([]);
  });

  test('fetches again what a power cut has left empty on its disk', async () => {
    await start(api, { version: '7.0.0' });
    expect(await statusOf(released('7.0.0'))).toBe(200);
    fs.truncateSync(path.join(folderOf('7.0.0'), ENTRY));
    await other.app.remotes.exchangeFiles();
    const [here, there] = [other, api].map((at) => fs.readFileSync(path.join(folderOf('7.0.0', at), ENTRY), 'utf8'));
    expect(here).toBe(there);
    expect(here).not.toBe('');
  });

  test('fetches a version once, however many ask', async () => {
    await start(api);
    const answers = await Promise.all(Array.from({ length: 40 }, () => statusOf(released('1.0.0'))));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(fs.readdirSync(path.dirname(folderOf('1.0.0')))).toEqual(['1.0.0']);
  });
});

describe('what somebody changed in the database', () => {
  /** Each its own: what was refused once is left alone for a while. */
  let version: string;
  let count = 0;
  beforeEach(async () => {
    version = `2.0.${count++}`;
    await start(api, { version, shell: C });
  });

  test('is not served: other bytes', async () => {
    await stored.releaseFiles.change({ bytes: Buffer.from('alert(1)') });
    expect([await statusOf(released(version)), fs.existsSync(folderOf(version))]).toEqual([404, false]);
    expect(refusals('is not what its hash says')).not.toEqual([]);
    expect(await scripts(other)).toBeUndefined();
  });

  test.each([
    ['a file more', (text: string) => ({ description: text.replace('"files":[', '"files":[{},') })],
    ['another seal', () => ({ seal: 'x' })],
  ])('is not served, and looked at once: %s', async (_what, change) => {
    const before = refusals('SECRET_KEY').length;
    const { description } = (await stored.releaseFolders.first({ name: 'mf_history' })) as { description: string };
    await stored.releaseFolders.change(change(description), { name: 'mf_history' });
    for (let n = 0; n < 3; n++) expect(await statusOf(released(version))).toBe(404);
    expect(refusals('SECRET_KEY').length - before).toBe(1);
  });

  test('is not served under another name or version', async () => {
    await stored.releaseFolders.change({ version: '6.6.6' }, { name: 'mf_history' });
    await stored.releaseFolders.change({ name: 'mf_media', version: '1.0.0' }, { name: SHELL });
    expect(await statusOf(released('6.6.6'))).toBe(404);
    expect(await statusOf(`/remotes/mf_media/1.0.0/main.${C}.js`)).toBe(404);
    expect(fs.readdirSync(path.dirname(other.app.remotes.releasesDir))).not.toContain('mf_media');
  });
});

describe('what was damaged in the database is sent again by whoever has it:', () => {
  /** Each its own: what was refused once is left alone for a while. */
  let count = 0;
  afterEach(() => vi.restoreAllMocks());

  test.each<[string, () => Promise<unknown>]>([
    ['a file with other bytes', () => stored.releaseFiles.change({ bytes: Buffer.from('alert(1)') })],
    ['a file that is gone', () => stored.releaseFiles.remove()],
    ['a seal that is not ours', () => stored.releaseFolders.change({ seal: 'x' })],
    ['a description that nobody sealed', () => stored.releaseFolders.change({ description: '{"files":[]}' })],
    ['a list of other hashes', () => stored.releaseFolders.change({ hashes: [] })],
    ['all of it', () => stored.releaseFolders.remove()],
  ])('%s', async (_what, damage) => {
    const version = `3.0.${count++}`;
    await start(api, { version });
    await damage();
    await statusOf(released(version));
    await api.app.remotes.exchangeFiles();
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
    expect(await statusOf(released(version))).toBe(200);
    const folders = await stored.releaseFolders.rows();
    expect(folders.every(({ hashes }) => (hashes as string[]).length > 0)).toBe(true);
    await api.app.remotes.exchangeFiles();
    await other.app.remotes.exchangeFiles();
    expect(await stored.releaseFolders.rows()).toEqual(folders);
  });
});

test('a flood for files that nobody has does not reach the database each time', async () => {
  await start(api);
  const asked: string[] = [];
  api.db.on('query', ({ sql }: { sql: string }) => void (sql.includes('release_folders') && asked.push(sql)));
  const flood = Array.from({ length: 100 }, (_, n) => [
    `/remotes/mf_history/0.0.${n}/${ENTRY}`,
    `/main.${n.toString(16).padStart(8, '0')}.js`,
  ]).flat();
  const answers = await Promise.all(flood.map((address) => statusOf(address, api)));
  api.db.removeAllListeners('query');
  expect(new Set(answers)).toEqual(new Set([404]));
  expect(asked.length).toBeLessThan(flood.length / 10);
});

describe('files that no version needs any more', () => {
  const sweep = () => sharedFilesRepository(api.db).sweep();
  const kept = async () => new Set((await storedPaths()).filter((file) => file.endsWith('.js')));

  test('go a day after their version, and no others', async () => {
    await start(api, { shell: B });
    await start(api);
    await stored.remoteReleases.remove({ version: `1.0.0-${B}` });
    await sweep();
    expect(await kept()).toContain(`main.${B}.js`);
    await stored.releaseFolders.age('25 hours', ['let_go_at']);
    await sweep();
    expect([...(await kept())].toSorted()).toEqual([`late.${A}.js`, `main.${A}.js`, ENTRY, 'screen.0a1b2c3d.js']);
    const named = await stored.releaseFolders.values<string[]>('hashes');
    expect(new Set(await stored.releaseFiles.values('hash'))).toEqual(new Set(named.flat()));
  });

  test('stay where a process sends them again at the same moment', async () => {
    await start(api);
    await stored.remoteReleases.remove({ name: 'mf_history' });
    await sweep();
    await stored.releaseFolders.age('25 hours', ['let_go_at']);
    await Promise.all([sweep(), start(api)]);
    await api.app.remotes.exchangeFiles();
    expect(await statusOf(released('1.0.0'))).toBe(200);
  });
});

const memory = (at: TestProcess) =>
  shownVersions({ releasesDir: at.app.remotes.releasesDir, db: api.db, keys: api.config.SECRET_KEY });

describe('a version that its team signed', () => {
  const papersOf = (release: Parameters<typeof statementOf>[0]) => ({
    integrity: release.integrity,
    isBuiltIn: false,
    provenance: null,
    passport: {
      key: KEY,
      ...release.passport,
      signature: sign(null, Buffer.from(statementOf(release)), team.privateKey).toString('base64'),
    },
  });

  /** Releases a version at the first process. */
  async function release(version: string): Promise<void> {
    const { remotes } = api.app;
    buildRemote(api.config.WEB_ROOT, 'mf-history', { version, text: version });
    const dist = path.join(api.config.WEB_ROOT, 'mf-history/dist');
    const built = (await readBuiltRelease(dist))!;
    await remotes.files.copyOnce(dist, built);
    const passport = { signedAt: new Date().toISOString(), details: 'x'.repeat(44) };
    await remotes.passports.keep(built, papersOf({ ...built, passport }));
    const by = { person: COMMAND_LINE, impersonated: null, environment: 'development', ip: null } as const;
    await releasesService({ db: api.db, movingDb: api.movingDb, files: remotes.files, shown: memory(api) }).release(
      by,
      built,
      null,
    );
    await remotes.exchangeFiles();
  }
  const listed = async (at: TestProcess) =>
    (await at.as(await buildUser(api.db)).call(listRemotes)).body.remotes.map(({ version, passport, previous }) => [
      version,
      passport?.key,
      previous?.passport?.key,
    ]);

  test('comes to the other process with its papers, and what it let go does not come back', async () => {
    await start(api);
    await start(other);
    await release('1.1.0');
    expect(await statusOf(released('1.1.0'))).toBe(200);
    expect(await listed(other)).toEqual([['1.1.0', KEY, undefined]]);
    await release('1.2.0');
    expect(await statusOf(released('1.2.0'))).toBe(200);
    expect(await listed(other)).toEqual([['1.2.0', KEY, KEY]]);

    const { passports, files } = other.app.remotes;
    const gone = { name: 'mf_history', version: '1.1.0' };
    const papers = path.join(other.app.remotes.releasesDir, '.passports/mf_history/1.1.0.json');
    fs.utimesSync(papers, new Date(0), new Date(0));
    await passports.tidy('mf_history', ['1.2.0']);
    await files.remove(gone);
    expect([await statusOf(released('1.1.0')), await passports.read(gone)]).toEqual([200, null]);
  });
});

describe('what people were given', () => {
  const history = (version: string) => ({ name: 'mf_history', version });
  const may = (version: string, at = other) => memory(at).has(history(version));
  const show = async (version: string, current: string | null, at: TestProcess = api) =>
    (await memory(at).show(history(version), current))();

  test('is known to each process, whichever moved it', async () => {
    await start(other);
    await start(api);
    await show('1.1.0', '1.0.0');
    expect([await may('1.1.0'), await may('1.0.0'), await may('0.9.0')]).toEqual([true, true, false]);
    await show('1.2.0', '1.1.0', other);
    expect([await may('1.2.0', api), await may('1.0.0', api)]).toEqual([true, false]);
    await memory(api).share(history('1.3.0'), '1.2.0');
    expect(await may('1.3.0')).toBe(true);
    await show('1.1.0', '1.2.0');
    await may('none');
    expect([await may('1.1.0'), await may('1.2.0'), await may('1.3.0')]).toEqual([true, false, false]);
  });

  test('does not go back with the database, and is not written by its owner', async () => {
    await start(other);
    await show('1.1.0', '1.0.0');
    const yesterday = (await stored.shownReleases.first({ name: 'mf_history' })) as Record<string, unknown>;
    await show('1.2.0', '1.1.0');
    expect(await may('1.2.0')).toBe(true);
    await stored.shownReleases.change(yesterday, { name: 'mf_history' });
    expect([await may('1.2.0'), await may('1.0.0')]).toEqual([true, false]);
    const forged = JSON.stringify({ versions: ['6.6.6'], shared: null, changes: 1000 });
    await stored.shownReleases.change({ state: forged }, { name: 'mf_history' });
    expect([await may('1.2.0'), await may('6.6.6')]).toEqual([true, false]);
  });
});
