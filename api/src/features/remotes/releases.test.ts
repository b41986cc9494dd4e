import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAuditLog, listReleases, listRemotes, moveRelease, reportRemoteLoad } from '../../contract/index.ts';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { setUpApi } from '../../testing/scene.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { buildRemote } from '../../testing/web-root.ts';
import { COMMAND_LINE } from '../audit/audit.repository.ts';
import { readBuiltRelease } from './built-release.ts';
import { filesIn } from './file-hash.ts';
import { releaseFiles } from './release-files.ts';
import { releasesService, type ReleasesService } from './releases.service.ts';
import type { NewRelease } from './release-row.ts';
import { verifyServed } from './served-files.ts';

const TEAM = { person: COMMAND_LINE, impersonated: null, environment: 'development', ip: null } as const;

const api = setUpApi();
let boss: TestUser;
let releases: ReleasesService;
beforeAll(async () => {
  releases = releasesService({
    db: api.db,
    movingDb: api.movingDb,
    files: api.app.remotes.files,
    answered: api.app.answered,
  });
});
beforeEach(async () => {
  await emptyTables(
    api.db,
    'users',
    'access_entries',
    'remote_releases',
    'remote_pointers',
    'remote_loads',
    'audit_log',
  );
  fs.rmSync(api.app.remotes.releasesDir, { recursive: true, force: true });
  fs.rmSync(api.config.WEB_ROOT, { recursive: true, force: true });
  boss = await buildUser(api.db, { role: 'admin', name: 'Mei Tan' });
  buildRemote(api.config.WEB_ROOT, 'mf-history');
  buildRemote(api.config.WEB_ROOT, 'mf-media');
  await api.app.remotes.registerBuiltIns();
});

const distOf = (folder: string) => path.join(api.config.WEB_ROOT, folder, 'dist');

/** Builds a version and puts its files where they are served. */
async function build(version: string, folder = 'mf-history'): Promise<NewRelease> {
  buildRemote(api.config.WEB_ROOT, folder, { version, text: version });
  const built = await readBuiltRelease(distOf(folder));
  if (built === null) throw new Error('There is no build');
  await api.app.remotes.files.copyOnce(distOf(folder), built);
  return built;
}
const release = async (version: string, revision: number | null = null) =>
  releases.release(TEAM, await build(version), revision);
const folderOf = ({ manifestUrl }: NewRelease) => path.posix.dirname(manifestUrl);
/** A start of the product, with another build of the remote. */
async function restartWith(version: string): Promise<string[]> {
  buildRemote(api.config.WEB_ROOT, 'mf-history', { version });
  return api.app.remotes.registerBuiltIns();
}
const served = async () =>
  (await api.as(boss).call(listRemotes)).body.remotes.find(({ name }) => name === 'mf_history');
const stateOf = async (wanted = 'mf_history') => {
  const found = (await api.as(boss).call(listReleases)).body.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`There is no ${wanted}`);
  return found;
};

describe('a release', () => {
  test('is current at once, falls back on the one before it, moves no other remote, and is on record', async () => {
    const media = await stateOf('mf_media');
    expect(await release('1.1.0')).toEqual({ from: '1.0.0', to: '1.1.0' });
    expect(await served()).toMatchObject({
      version: '1.1.0',
      manifestUrl: '/remotes/mf_history/1.1.0/container.json',
      previous: { version: '1.0.0' },
    });
    expect(await stateOf('mf_media')).toEqual(media);
    expect((await api.as(boss).call(listAuditLog)).body.entries).toMatchObject([
      {
        action: 'releases.released',
        subject: 'mf_history',
        before: { version: '1.0.0' },
        after: { version: '1.1.0' },
        actor: COMMAND_LINE,
      },
    ]);
  });

  test('is told to administrators, and so is the way back', async () => {
    const told: unknown[] = [];
    const tellOfMove = async (_trx: unknown, moved: unknown) => void told.push(moved);
    const telling = releasesService({ db: api.db, movingDb: api.movingDb, files: api.app.remotes.files, tellOfMove });
    await release('1.1.0');
    await telling.moveTo(TEAM, 'mf_history', '1.0.0', null);
    await telling.moveTo(TEAM, 'mf_history', '1.1.0', null);
    expect(told).toMatchObject([
      { version: '1.0.0', isBack: true },
      { version: '1.1.0', isBack: false },
    ]);
  });

  test('of a version that is known is refused, and changes nothing', async () => {
    await release('1.1.0');
    const before = await stateOf();
    const same = await build('1.1.0');
    await expect(releases.assertNew(same)).rejects.toThrow(
      'mf_history 1.1.0 is current already, and a version is never released twice',
    );
    await expect(releases.release(TEAM, same, null)).rejects.toThrow('somebody else released the same build');
    expect(await stateOf()).toEqual(before);
  });

  test('for a contract that this product does not speak is refused, whatever the command speaks', async () => {
    const other = { ...(await build('2.0.0')), contract: 2 };
    await expect(releases.assertNew(other)).rejects.toThrow(
      'was built for version 2 of the contract. This Pagecast uses 1',
    );
    await expect(releases.release(TEAM, other, null)).rejects.toThrow(
      'was built for version 2 of the contract. This Pagecast uses 1',
    );
    await api.stored.remoteReleases.change({ contract: 2 });
    await expect(releases.assertNew(await build('1.1.0'))).rejects.toThrow(
      'was built for version 1 of the contract. This Pagecast uses 2',
    );
  });

  test.each([
    '/settings',
    '/dashboard',
    '/privacy-policy',
    '/api/posts',
    '/remotes',
    '/Settings',
    '/settings/',
    '/API/x',
    '/mcp',
    '/status',
    '/healthz/more',
  ])("that serves %s, which is the host's or the API's, is refused", async (path) => {
    const greedy = { ...(await build('1.1.0')), paths: ['/history', path] };
    for (const tried of [() => releases.assertNew(greedy), () => releases.release(TEAM, greedy, null)])
      await expect(tried()).rejects.toThrow(`mf_history 1.1.0 serves ${path}, which is Pagecast's own`);
  });

  test.each([
    { to: '/elsewhere', label: 'Elsewhere', icon: 'history', order: 1 },
    {
      to: '/history',
      label: 'History',
      icon: 'history',
      order: 1,
      unlisted: [{ to: '/elsewhere', label: 'Elsewhere' }],
    },
  ])('whose sidebar entry leads to no path of its own describes no release', async (entry) => {
    buildRemote(api.config.WEB_ROOT, 'mf-history', { version: '1.1.0' });
    const file = path.join(distOf('mf-history'), 'release.json');
    const described = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
    fs.writeFileSync(file, JSON.stringify({ ...described, nav: [entry] }));
    await expect(readBuiltRelease(distOf('mf-history'))).rejects.toThrow(
      'Each sidebar entry and command must lead to one of the paths',
    );
  });

  test.each<[string, unknown]>([
    ["another remote's path", [{ title: 'Media', to: '/media' }]],
    ['a script', [{ title: 'Run', to: 'javascript:alert(1)' }]],
    ['another site', [{ title: 'Away', to: '//evil.example/history' }]],
    ['a thousand of them', Array.from({ length: 1000 }, (_, n) => ({ title: `${n}`, to: '/history' }))],
    ['a title without end', [{ title: 'x'.repeat(100_000), to: '/history' }]],
    ['a shortcut of the browser', [{ title: 'Search', to: '/history', shortcut: 'ctrl+k' }]],
    ['a prototype', JSON.parse('[{"__proto__":{"title":"x","to":"/history"}}]')],
    ['no list', { length: 1 }],
  ])('whose commands are %s describes no release', async (_, commands) => {
    buildRemote(api.config.WEB_ROOT, 'mf-history', { version: '1.1.0' });
    const file = path.join(distOf('mf-history'), 'release.json');
    const described = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
    const entry = { to: '/history', label: 'History', icon: 'history', order: 1, commands };
    fs.writeFileSync(file, JSON.stringify({ ...described, nav: [entry] }));
    await expect(readBuiltRelease(distOf('mf-history'))).rejects.toThrow('does not describe a release');
  });

  test("that serves another remote's path is refused", async () => {
    const greedy = { ...(await build('1.1.0')), paths: ['/history', '/media'] };
    await expect(releases.release(TEAM, greedy, null)).rejects.toThrow(
      "mf_history 1.1.0 serves /media, which is mf_media's",
    );
    expect(await served()).toMatchObject({ version: '1.0.0' });
  });

  test('of two at once by hands that saw the same version, one lands and the other is told why', async () => {
    const { revision } = await stateOf();
    const builds = [await build('1.1.0'), await build('1.2.0')];
    const both = await Promise.allSettled(builds.map((built) => releases.release(TEAM, built, revision)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [lost] = both.filter((one) => one.status === 'rejected');
    expect(String(lost?.reason)).toMatch(/mf_history was moved to 1\.[12]\.0 while you worked/);
    expect((await stateOf()).releases).toHaveLength(2);
  });

  test('of two remotes at once both land', async () => {
    const [history, media] = [await build('1.1.0'), await build('1.1.0', 'mf-media')];
    await Promise.all([releases.release(TEAM, history, 1), releases.release(TEAM, media, 1)]);
    expect((await api.as(boss).call(listRemotes)).body.remotes.map(({ version }) => version)).toEqual([
      '1.1.0',
      '1.1.0',
    ]);
  });

  test('leaves the last five, and the files of those before for the pages that are open with them', async () => {
    const folder = path.join(api.app.remotes.releasesDir, 'mf_history');
    for (let minor = 1; minor < 6; minor += 1) await release(`1.${minor}.0`);
    expect((await stateOf()).releases.map(({ version }) => version)).toEqual([
      '1.5.0',
      '1.4.0',
      '1.3.0',
      '1.2.0',
      '1.1.0',
    ]);
    expect((await api.as(boss).fetch('/remotes/mf_history/1.0.0/screen.0a1b2c3d.js')).status).toBe(200);
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    for (const version of ['1.0.0', '1.3.0']) fs.utimesSync(path.join(folder, version), yesterday, yesterday);
    // As a copy that was cut off leaves it.
    fs.mkdirSync(path.join(folder, '1.6.0.cut.new'));
    fs.utimesSync(path.join(folder, '1.6.0.cut.new'), yesterday, yesterday);
    await release('1.6.0');
    expect(fs.readdirSync(folder).toSorted()).toEqual(['1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0']);
  });

  test('is refused while another of the same remote is under way, and goes on beside one of any other', async () => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = releases.alone('mf_history', async () => {
      begun.resolve();
      await end.promise;
      return 'first';
    });
    await begun.promise;
    await expect(releases.alone('mf_history', async () => {})).rejects.toThrow(
      'Somebody else is releasing mf_history right now. Try again in a minute.',
    );
    expect(await releases.alone('mf_media', async () => 'media')).toBe('media');
    end.resolve();
    expect(await first).toBe('first');
    expect(await releases.alone('mf_history', async () => 'second')).toBe('second');
  });
});

describe('a rollback', () => {
  test('leads to the version before, and pages no longer fall back on what was taken back', async () => {
    await release('1.1.0');
    await release('1.2.0');
    expect(await releases.moveTo(TEAM, 'mf_history', null, null)).toEqual({ from: '1.2.0', to: '1.1.0' });
    expect(await served()).toMatchObject({ version: '1.1.0', previous: { version: '1.0.0' } });
    expect((await stateOf()).releases).toMatchObject([
      { version: '1.2.0', status: 'retired', isTakenBack: true },
      { status: 'current' },
      { status: 'previous' },
    ]);
    const further = async () => releases.moveTo(TEAM, 'mf_history', null, (await stateOf()).revision);
    expect(await further()).toEqual({ from: '1.1.0', to: '1.0.0' });
    await expect(further()).rejects.toThrow('mf_history has no earlier version to go back to.');
  });

  test('goes to any version that is known, forward again too', async () => {
    await release('1.1.0');
    await release('1.2.0');
    await releases.moveTo(TEAM, 'mf_history', '1.0.0', null);
    await releases.moveTo(TEAM, 'mf_history', '1.2.0', null);
    expect(await served()).toMatchObject({ version: '1.2.0', previous: { version: '1.0.0' } });
    await expect(releases.moveTo(TEAM, 'mf_history', '9.9.9', null)).rejects.toThrow('It has: 1.2.0, 1.1.0, 1.0.0.');
    await expect(releases.moveTo(TEAM, 'mf_history', '1.2.0', null)).rejects.toThrow(
      'mf_history 1.2.0 is current already.',
    );
  });

  test('outlives a restart of the product, and of the builds that come with it the newest waits', async () => {
    await release('1.1.0');
    await releases.moveTo(TEAM, 'mf_history', null, null);
    await restartWith('1.4.0');
    expect(await restartWith('1.5.0')).toEqual(['mf_history']);
    expect(await served()).toMatchObject({ version: '1.0.0' });
    expect((await stateOf()).releases).toMatchObject([
      { version: '1.5.0', isWaiting: true },
      { version: '1.1.0', isTakenBack: true, isWaiting: false },
      { version: '1.0.0', status: 'current' },
    ]);
  });

  test('of a version whose files are gone is refused where that can be seen', async () => {
    await release('1.1.0');
    await api.app.remotes.files.remove({ name: 'mf_history', version: '1.0.0' });
    await emptyTables(api.db, 'release_folders');
    await expect(releases.moveTo(TEAM, 'mf_history', null, null)).rejects.toThrow(
      'The files of mf_history 1.0.0 are gone',
    );
    const elsewhere = releasesService({
      db: api.db,
      movingDb: api.movingDb,
      files: releaseFiles(path.join(api.config.DATA_DIR, 'nothing')),
    });
    expect(await elsewhere.moveTo(TEAM, 'mf_history', null, null)).toEqual({ from: '1.1.0', to: '1.0.0' });
  });

  test('by an administrator needs what they saw to be as it is', async () => {
    await release('1.1.0');
    const { revision } = await stateOf();
    await release('1.2.0');
    const admin = api.as(boss);
    const late = await admin.call(moveRelease, {
      params: { name: 'mf_history' },
      body: { version: '1.0.0', revision },
    });
    expect(late).toMatchObject({
      status: 409,
      body: { message: 'mf_history was moved to 1.2.0 while you worked. Look at that version first, then try again.' },
    });
    const now = await admin.call(moveRelease, {
      params: { name: 'mf_history' },
      body: { version: '1.0.0', revision: revision + 1 },
    });
    expect([now.status, now.body]).toEqual([200, { from: '1.2.0', to: '1.0.0' }]);
    expect((await admin.call(listAuditLog)).body.entries[0]).toMatchObject({
      action: 'releases.moved',
      actor: { name: 'Mei Tan' },
    });
  });
});

describe('a product that comes with new builds', () => {
  test('is followed again by a team that goes on to one of them', async () => {
    await release('1.1.0');
    await restartWith('1.5.0');
    expect(await served()).toMatchObject({ version: '1.1.0' });
    await releases.moveTo(TEAM, 'mf_history', '1.5.0', null);
    expect(await restartWith('1.6.0')).toEqual([]);
    expect(await served()).toMatchObject({ version: '1.6.0', previous: { version: '1.5.0' } });
  });

  test('and another contract takes back what cannot run any more, and falls back on none of it', async () => {
    await release('1.1.0');
    buildRemote(api.config.WEB_ROOT, 'mf-history', { version: '2.0.0' });
    const built = await readBuiltRelease(distOf('mf-history'));
    if (built === null) throw new Error('There is no build');
    await api.app.remotes.remotes.registerBuiltIn({ ...built, contract: 2 });
    expect(await served()).toMatchObject({ version: '2.0.0', previous: null });
    await expect(releases.moveTo(TEAM, 'mf_history', '1.1.0', null)).rejects.toThrow(
      'was built for version 1 of the contract. This Pagecast uses 2',
    );
  });
});

test('a version that is staged waits for somebody to make it current, and administrators hear of it', async () => {
  const ear = new pg.Client({ connectionString: api.config.DATABASE_URL });
  await ear.connect();
  try {
    await ear.query('listen admin_changes');
    const heard: string[] = [];
    ear.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await releases.stage(TEAM, await build('1.1.0'));
    await expect.poll(() => heard).toContain('remotes');
  } finally {
    await ear.end();
  }
  expect([(await served())?.version, (await stateOf()).releases[0]?.version]).toEqual(['1.0.0', '1.1.0']);
  await api.as(boss).call(moveRelease, { params: { name: 'mf_history' }, body: { version: '1.1.0', revision: 1 } });
  expect(await served()).toMatchObject({ version: '1.1.0', previous: { version: '1.0.0' } });
});

describe('the files of a release, asked for over HTTP', () => {
  test('are those that were built', async () => {
    const built = await build('1.1.0');
    expect(await verifyServed(await filesIn(distOf('mf-history')), `${api.url}${folderOf(built)}`)).toBe(5);
  });

  test.each([
    ['one that is missing', (file: string) => fs.rmSync(file), 'answers 404'],
    ['one that was tampered with', (file: string) => fs.appendFileSync(file, ' '), 'is not the file that was built'],
  ])('name %s', async (_what, spoil, words) => {
    const built = await build('1.1.0');
    spoil(path.join(api.app.remotes.releasesDir, 'mf_history/1.1.0/screen.0a1b2c3d.js'));
    await expect(verifyServed(await filesIn(distOf('mf-history')), `${api.url}${folderOf(built)}`)).rejects.toThrow(
      new RegExp(`screen\\.0a1b2c3d\\.js ${words}`),
    );
  });
});

test('how remotes arrive is counted for a day, and what failed is in the log', async () => {
  const visitor = api.as(await buildUser(api.db));
  const report = (body: object) =>
    visitor.call(reportRemoteLoad, {
      body: { name: 'mf_history', version: '1.0.0', phase: null, durationMs: 100, ...body },
    });
  for (const durationMs of [100, 200, 300]) expect((await report({ durationMs })).status).toBe(200);
  await report({ phase: 'entry', message: 'Nothing came' });
  await api.stored.remoteLoads.add({
    name: 'mf_history',
    version: '1.0.0',
    phase: null,
    duration_ms: 9000,
    created_at: new Date(Date.now() - 25 * 3_600_000),
  });
  await release('1.1.0');
  await report({ version: '1.1.0', phase: 'manifest' });
  await report({ version: '1.1.0', phase: 'manifest' });
  const state = await stateOf();
  expect(state.health).toEqual({ loads: 3, failures: 3, p95Ms: 290, failedAt: 'manifest' });
  expect(state.releases[1]).toMatchObject({
    version: '1.0.0',
    health: { loads: 3, failures: 1, p95Ms: 290, failedAt: 'entry' },
  });
  expect((await stateOf('mf_media')).health).toEqual({ loads: 0, failures: 0, p95Ms: null, failedAt: null });
  expect(api.logged.some((line) => line.includes('remote.load-failed') && line.includes('Nothing came'))).toBe(true);
  expect((await report({ phase: 'somewhere' })).status).toBe(400);
});

test('what anybody tells of versions that nobody knows is not counted, and flooding is held back', async () => {
  const visitor = api.as(null);
  const report = (body: object) =>
    visitor.call(reportRemoteLoad, {
      body: { name: 'mf_history', version: '1.0.0', phase: 'entry' as const, durationMs: 1, ...body },
    });
  for (const [body, status] of [
    [{ version: '6.6.6' }, 200],
    [{ name: 'mf_nothing' }, 200],
    [{ version: 'override' }, 200],
    [{ name: '<b>mf</b>' }, 400],
    [{ version: "1' or '1" }, 400],
    [{ durationMs: 1e12 }, 400],
    [{ durationMs: -1 }, 400],
    [{ message: 'x'.repeat(501) }, 400],
    [{ more: 1 }, 400],
  ] as const)
    expect([body, (await report(body)).status]).toEqual([body, status]);
  expect(await api.stored.remoteLoads.rows()).toEqual([]);
  expect(
    (
      await visitor.fetch(reportRemoteLoad.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
        body: '{}',
      })
    ).status,
  ).toBe(403);
  const statuses = new Set<number>();
  for (let calls = 0; calls < 300; calls += 20)
    for (const { status } of await Promise.all(Array.from({ length: 20 }, () => report({ version: '6.6.6' }))))
      statuses.add(status);
  expect([...statuses]).toEqual([200, 429]);
});
