import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { COMMAND_LINE } from '../audit/audit.repository.ts';
import { SHELL } from '../../contract/remotes.ts';
import { type TestProcess } from '../../testing/test-api.ts';
import { RELEASE_TABLES } from '../../testing/release-tables.ts';
import { setUpApi } from '../../testing/scene.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { buildShell } from '../../testing/web-root.ts';
import { releasesService } from './releases.service.ts';

const api = setUpApi();
/** A process of the same product, with the same database and data folder, and another build. */
let other: TestProcess;
let otherRoot: string;
beforeAll(async () => {
  otherRoot = path.join(path.dirname(api.config.WEB_ROOT), 'other');
  other = await api.another({ WEB_ROOT: otherRoot });
});
beforeEach(async () => {
  await emptyTables(api.db, ...RELEASE_TABLES);
  for (const folder of [api.config.WEB_ROOT, otherRoot, kept()]) {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
  }
});

const ACTOR = { person: COMMAND_LINE, impersonated: null, environment: 'development', ip: null } as const;
const kept = (version = '') => path.join(api.app.remotes.releasesDir, SHELL, version);
const [A, B, C, D, E, F, G] = 'abcdef0'.split('').map((digit) => digit.repeat(8)) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
const versionOf = (build: string) => `1.0.0-${build}`;

/** Starts a process with a build of the shell, in place of the one that was there. */
async function startWith(
  build: string,
  at: TestProcess = api,
  facts: Parameters<typeof buildShell>[2] = {},
): Promise<string[]> {
  buildShell(at === other ? otherRoot : api.config.WEB_ROOT, build, facts);
  return at.app.remotes.registerBuiltIns();
}

/** As a team makes a version current that is there. */
const moveTo = (build: string | null) =>
  releasesService({ db: api.db, movingDb: api.movingDb, files: api.app.remotes.files }).moveTo(
    ACTOR,
    SHELL,
    build === null ? null : versionOf(build),
    null,
  );
const answer = async (file: string, at: TestProcess = api) => {
  const { status, headers } = await at.as(null).fetch(file);
  return [status, headers.get('cache-control')];
};
const IMMUTABLE = [200, 'max-age=31536000,immutable'];
/** The build whose page a process serves. */
const shown = async (at: TestProcess = api) =>
  /main\.(\w+)\.js/.exec(await (await at.as(null).fetch('/history')).text())?.[1];
/** Versions that were said to be no good. */
const complaints = () =>
  api.logged
    .map((line) => JSON.parse(line) as { msg: string; version?: string })
    .filter(({ msg }) => msg === 'shell.cannot-be-shown')
    .map(({ version }) => version);
const everywhere = () => Promise.all([shown(api), shown(other)]);

test('without a registered shell, pages come with the build of their process', async () => {
  buildShell(api.config.WEB_ROOT, A);
  buildShell(otherRoot, B);
  expect(await everywhere()).toEqual([A, B]);
});

test('a page that was opened with an older build of the shell gets its later parts', async () => {
  await startWith(A);
  await startWith(B);
  for (const file of [`/main.${A}.js`, `/late.${A}.js`, `/main.${B}.js`]) expect(await answer(file)).toEqual(IMMUTABLE);
  expect((await answer(`/main.${C}.js`))[0]).toBe(404);
});

describe('processes with different builds', () => {
  beforeEach(async () => {
    await startWith(A);
    await startWith(B, other);
  });

  test('show the shell that started last, and serve the files of each other', async () => {
    expect(await everywhere()).toEqual([B, B]);
    for (const file of [A, B].flatMap((build) => [`/main.${build}.js`, `/late.${build}.js`]))
      for (const at of [api, other]) expect([file, await answer(file, at)]).toEqual([file, IMMUTABLE]);
  });

  test('follow the pointer at once, with the icon of the same build, and no restart', async () => {
    const icon = async (at: TestProcess) => (await at.as(null).fetch('/icon.svg')).text();
    for (const build of [A, B, A]) {
      if ((await shown()) !== build) await moveTo(build);
      expect(await everywhere()).toEqual([build, build]);
      expect(await icon(api)).toContain(build);
      expect(await icon(other)).toContain(build);
    }
  });

  test("leave a team's rollback alone as they start again", async () => {
    await moveTo(A);
    await startWith(B, other);
    await startWith(A);
    expect(await everywhere()).toEqual([A, A]);
  });

  test('take the shell of an upgrade, also where a team moved it before', async () => {
    await moveTo(A);
    await startWith(C, other);
    expect(await everywhere()).toEqual([C, C]);
    await moveTo(A);
    await startWith(C, other);
    expect(await everywhere()).toEqual([A, A]);
  });

  test('serve their own where the one of the registry is for another version of the contract', async () => {
    await startWith(C, other, { contract: 2 });
    expect(await shown(api)).toBe(A);
    expect(complaints()).toContain(versionOf(C));
  });
});

describe('a shell that cannot come up', () => {
  beforeEach(async () => {
    await startWith(A);
    await startWith(B);
    await moveTo(A);
    // No other process has sent it.
    await emptyTables(api.db, 'release_folders');
    // From now on it is in memory.
    await shown();
  });

  test.each<[string, string, (file: string) => void]>([
    ['its script is gone', `main.${A}.js`, (file) => fs.rmSync(file)],
    ['its page is gone', 'index.html', (file) => fs.rmSync(file)],
    ['its folder is gone', '', (file) => fs.rmSync(file, { recursive: true })],
    ['its script is another one', `main.${A}.js`, (file) => fs.writeFileSync(file, 'broken')],
  ])('gives way to the build of the process where %s', async (_what, file, spoil) => {
    spoil(path.join(kept(versionOf(A)), file));
    expect(await shown()).toBe(B);
    expect(complaints()).toContain(versionOf(A));
  });

  test('gives way once somebody misses a part that comes late', async () => {
    fs.rmSync(path.join(kept(versionOf(A)), `late.${A}.js`));
    expect((await answer(`/late.${A}.js`))[0]).toBe(404);
    expect(await shown()).toBe(B);
  });

  test('whose files are back is shown a second later, and not read with every page until then', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => now.mockRestore());
    fs.renameSync(kept(versionOf(A)), kept('away'));
    expect(await shown()).toBe(B);
    fs.renameSync(kept('away'), kept(versionOf(A)));
    expect(await shown()).toBe(B);
    now.mockReturnValue(performance.now() + 1000);
    expect(await shown()).toBe(A);
  });

  test('gives way to a sentence where the process has none either', async () => {
    fs.rmSync(kept(versionOf(A)), { recursive: true });
    fs.rmSync(path.join(api.config.WEB_ROOT, 'shell'), { recursive: true });
    const { status, headers } = await api.as(null).fetch('/', { headers: { accept: 'text/html' } });
    expect([status, headers.get('content-type')]).toEqual([503, expect.stringContaining('json')]);
  });
});

test('five versions are kept, and the files of older ones for a day', async () => {
  for (const build of [A, B, C, D, E, F]) await startWith(build);
  expect((await api.app.remotes.remotes.known()).get(SHELL)?.map(({ version }) => version)).toEqual(
    [F, E, D, C, B].map(versionOf),
  );
  expect(await answer(`/main.${A}.js`)).toEqual(IMMUTABLE);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  fs.utimesSync(kept(versionOf(A)), yesterday, yesterday);
  await api.stored.releaseFolders.remove({ version: versionOf(A) });
  await startWith(G);
  expect((await answer(`/main.${A}.js`))[0]).toBe(404);
  expect(await answer(`/main.${B}.js`)).toEqual(IMMUTABLE);
});

test('nothing else is found among them, and sources by nobody else', async () => {
  await startWith(A);
  await startWith(B);
  fs.cpSync(kept(versionOf(A)), kept(`${versionOf(C)}.0a1b2c3d-0a1b-4c2d-8e3f-0a1b2c3d4e5f.new`), { recursive: true });
  fs.writeFileSync(kept(`${versionOf(C)}.0a1b2c3d-0a1b-4c2d-8e3f-0a1b2c3d4e5f.new/half.${C}.js`), '');
  for (const address of [
    `/..%2f..%2fsecret.${A}.key`,
    `/x/main.${A}.js`,
    `/index.${A}.html`,
    `/half.${C}.js`,
    '/remotes/shell/1.0.0-aaaaaaaa/index.html',
    `/?release=..%2f..`,
    `/main.${C}.js?release=${versionOf(C)}`,
  ])
    expect([address, (await answer(address))[0]]).toEqual([
      address,
      address.startsWith('/?') ? 200 : expect.toBeOneOf([400, 404]),
    ]);
  const map = await api.as(null).fetch(`/main.${A}.js.map`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(map.status).toBe(404);
});
