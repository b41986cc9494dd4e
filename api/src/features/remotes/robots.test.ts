import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createRobotPass,
  currentUser,
  listAuditLog,
  listReleases,
  listRemotes,
  moveRelease,
  moveReleasedArea,
  planRelease,
  publishPost,
  readReleasedArea,
  releaseVersion,
  reportRobot,
  ROBOT_HEADER,
  sendReleaseFile,
  type BodyOf,
} from '../../contract/index.ts';
import { buildUser } from '../../testing/builders.ts';
import { setUpReleases, type ReleaseScene } from '../../testing/release-scene.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { buildRemote, buildShell } from '../../testing/web-root.ts';
import { filesIn } from './file-hash.ts';

let { admin, team, holder } = {} as ReleaseScene;
const api = setUpReleases(
  (scene) => {
    ({ admin, team, holder } = scene);
  },
  ['mf-history', 'mf-admin', 'mf-media'],
  ({ config }) => buildShell(config.WEB_ROOT),
);
afterEach(() => void vi.useRealTimers());

/** Sends a version and has it taken. */
async function release(
  version: string,
  more: Partial<BodyOf<typeof releaseVersion>> = {},
  { folder = 'mf-history', caller = team } = {},
) {
  const name = folder.replaceAll('-', '_');
  buildRemote(api.config.WEB_ROOT, folder, { version, text: version });
  const dist = path.join(api.config.WEB_ROOT, folder, 'dist');
  const files = await filesIn(dist);
  const plan = { files: files.map(({ hash, bytes }) => ({ hash, bytes })) };
  const { missing } = (await caller.call(planRelease, { params: { name }, body: plan })).body;
  for (const { path: file, hash, bytes } of files)
    if (missing.some((one) => one.hash === hash))
      await caller.fetch(
        `${sendReleaseFile.path.replace(':name', name).replace(':hash', hash)}?offset=0&bytes=${bytes}`,
        {
          method: 'PATCH',
          headers: { 'content-type': 'application/octet-stream' },
          body: new Uint8Array(fs.readFileSync(path.join(dist, file))),
        },
      );
  return caller.call(releaseVersion, { params: { name }, body: { files, as: 'current', ...more } });
}
const versionOf = (version: string, name = 'mf_history') => ({ params: { name, version } });
const move = (version: string | null, withoutRobot?: string) =>
  team.call(moveReleasedArea, {
    params: { name: 'mf_history' },
    body: { version, ...(withoutRobot !== undefined && { withoutRobot }) },
  });
const report = (version: string, body: BodyOf<typeof reportRobot>) =>
  team.call(reportRobot, { ...versionOf(version), body });
const served = async () =>
  (await admin.call(listRemotes)).body.remotes.find(({ name }) => name === 'mf_history')?.version;
const stateOf = async (version: string) =>
  (await admin.call(listReleases)).body
    .find(({ name }) => name === 'mf_history')
    ?.releases.find((one) => one.version === version);

describe('a version whose robot comes first', () => {
  test('is registered alone, and made current once its robot passed', async () => {
    expect((await release('1.1.0', { robot: 'first' })).body).toMatchObject({ version: '1.1.0', from: '1.0.0' });
    expect(await served()).toBe('1.0.0');
    expect(await move('1.1.0')).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^No robot has tried mf_history 1\.1\.0 to the end yet\./) as string },
    });
    expect((await report('1.1.0', { outcome: 'passed' })).status).toBe(200);
    expect((await team.call(readReleasedArea, { params: { name: 'mf_history' } })).body.robots).toMatchObject({
      '1.1.0': { outcome: 'passed' },
      '1.0.0': null,
    });
    expect((await move('1.1.0')).body).toEqual({ from: '1.0.0', to: '1.1.0' });
    expect((await admin.call(listAuditLog)).body.entries.map(({ action }) => action).slice(0, 3)).toEqual([
      'releases.moved',
      'releases.robot-passed',
      'releases.staged',
    ]);
  });

  test('reaches nobody when its robot failed, unless a reason is given, which is on record', async () => {
    await release('1.1.0', { robot: 'first' });
    await report('1.1.0', { outcome: 'failed', note: 'Open /history: no heading came.' });
    const refused = await move('1.1.0');
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: expect.stringContaining('failed: Open /history: no heading came. Nobody gets it') as string },
    ]);
    const history = { name: 'mf_history' };
    const { revision } = (await admin.call(listReleases)).body.find(({ name }) => name === history.name)!;
    const byHand = { version: '1.1.0', revision };
    expect((await admin.call(moveRelease, { params: history, body: byHand })).status).toBe(409);
    expect(await stateOf('1.1.0')).toMatchObject({ needsRobot: true, robot: { outcome: 'failed' } });
    expect((await move('1.1.0', 'The sandbox is down')).status).toBe(200);
    expect((await admin.call(listAuditLog)).body.entries[0]).toMatchObject({
      action: 'releases.moved',
      after: { version: '1.1.0', withoutRobot: 'The sandbox is down' },
    });
    // Back, and here again: people had both.
    expect((await move(null)).status).toBe(200);
    expect((await move('1.1.0')).status).toBe(200);
  });

  test('is made current by hand by an administrator who says so', async () => {
    await release('1.1.0', { robot: 'first' });
    const { revision } = (await admin.call(listReleases)).body.find(({ name }) => name === 'mf_history')!;
    const body = { version: '1.1.0', revision, withoutRobot: true };
    expect((await admin.call(moveRelease, { params: { name: 'mf_history' }, body })).status).toBe(200);
    expect((await admin.call(listAuditLog)).body.entries[0]?.after).toMatchObject({ withoutRobot: 'by hand' });
  });
});

test('a client from before the robot releases as ever, but not what a robot has tried before', async () => {
  expect((await release('1.1.0')).status).toBe(201);
  expect(await stateOf('1.1.0')).toMatchObject({ robot: null, needsRobot: false });
  await release('1.2.0', { robot: 'first' });
  const refused = await release('1.3.0');
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: expect.stringContaining('this release client knows of none') as string },
  ]);
  expect((await release('1.3.0', { withoutRobot: 'Chromium is away' })).status).toBe(201);
  expect(await stateOf('1.3.0')).toMatchObject({ robot: { outcome: 'skipped', note: 'Chromium is away' } });
});

test('what was staged without a robot is made current without one', async () => {
  await release('1.1.0', { as: 'staged', withoutRobot: 'No browser in this CI' });
  expect((await move('1.1.0')).status).toBe(200);
  expect(await report('1.1.0', { outcome: 'failed', note: 'late' })).toMatchObject({ status: 409 });
  expect(await report('9.9.9', { outcome: 'passed' })).toMatchObject({ status: 404 });
});

test('a process over the same database says which versions lie in the folder of another', async () => {
  expect(await api.app.remotes.filesElsewhere()).toEqual([]);
  await emptyTables(api.db, 'release_folders');
  fs.rmSync(path.join(api.app.remotes.releasesDir, 'mf_history/1.0.0'), { recursive: true });
  expect(await api.app.remotes.filesElsewhere()).toEqual(['mf_history 1.0.0']);
});

describe('the pass of a robot', () => {
  const passOf = async (version: string, name = 'mf_history', caller = team) => {
    const { body } = await caller.call(createRobotPass, versionOf(version, name));
    return body;
  };
  const pageOf = async (pass: string, caller = api.as(null)) => {
    const page = await (await caller.fetch('/history', { headers: { [ROBOT_HEADER]: pass } })).text();
    const inlined = JSON.parse(/id="remotes">(.*?)<\/script>/.exec(page)?.[1] ?? '') as {
      isLoggedIn: boolean;
      remotes: { name: string; version: string }[];
    };
    return [inlined.isLoggedIn, ...inlined.remotes.map(({ name, version }) => `${name} ${version}`)];
  };

  test('loads the page with the version that it is for, and opens no call', async () => {
    await release('1.1.0', { robot: 'first' });
    const { pass, expiresAt } = await passOf('1.1.0');
    expect(new Date(expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(10 * 60_000);
    expect(await pageOf(pass)).toEqual([true, 'mf_media 1.0.0', 'mf_history 1.1.0']);
    const [robot, headers] = [api.as(null), { [ROBOT_HEADER]: pass }];
    for (const call of [currentUser, listReleases, listAuditLog])
      expect((await robot.call(call, { headers })).status).toBe(401);
    expect((await robot.call(publishPost, { params: { id: 1 }, headers })).status).toBe(401);
    expect((await robot.call(listRemotes, { headers })).body.remotes.map(({ version }) => version)).toEqual([
      '1.0.0',
      '1.0.0',
    ]);
    // As a token it is none either.
    expect((await api.withToken(pass).call(createRobotPass, versionOf('1.1.0'))).status).toBe(401);
  });

  test('is worth nothing later, for another version, or where it was changed', async () => {
    await release('1.1.0', { robot: 'first' });
    await release('1.2.0', { robot: 'first' });
    const { pass } = await passOf('1.1.0');
    for (const changed of [pass.replace('1.1.0', '1.2.0'), pass.replace('mf_history', 'mf_admin'), `${pass}x`])
      expect(await pageOf(changed)).toEqual([false, 'mf_history 1.0.0', 'mf_media 1.0.0']);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    expect(await pageOf(pass)).toEqual([false, 'mf_history 1.0.0', 'mf_media 1.0.0']);
  });

  test('comes by a token of the same area alone, and for a version that waits', async () => {
    await release('1.1.0', { robot: 'first' });
    const other = await holder({ area: 'mf-media' });
    expect((await other.call(createRobotPass, versionOf('1.1.0'))).status).toBe(403);
    expect((await other.call(reportRobot, { ...versionOf('1.1.0'), body: { outcome: 'passed' } })).status).toBe(403);
    expect((await team.call(createRobotPass, versionOf('1.0.0'))).status).toBe(409);
    expect((await team.call(createRobotPass, versionOf('1.0.9'))).status).toBe(404);
  });

  test("shows the administrators' area in the version that it is for, and no other of its files", async () => {
    const caller = await holder({ area: 'mf-admin' });
    await release('1.1.0', { robot: 'first' }, { folder: 'mf-admin', caller });
    await release('1.1.0', { robot: 'first' });
    const fileOf = async (given: string, version: string) =>
      (await api.as(null).fetch(`/remotes/mf_admin/${version}/remoteEntry.js`, { headers: { [ROBOT_HEADER]: given } }))
        .status;
    const { pass } = await passOf('1.1.0', 'mf_admin', caller);
    expect(await pageOf(pass)).toEqual([true, 'mf_history 1.0.0', 'mf_media 1.0.0', 'mf_admin 1.1.0']);
    expect([await fileOf(pass, '1.1.0'), await fileOf(pass, '1.0.0')]).toEqual([200, 404]);
    expect(await fileOf((await passOf('1.1.0')).pass, '1.1.0')).toBe(404);
  });

  test('gives way to whoever is logged in', async () => {
    await release('1.1.0', { robot: 'first' });
    const { pass } = await passOf('1.1.0');
    expect(await pageOf(pass, api.as(await buildUser(api.db)))).toEqual([true, 'mf_history 1.0.0', 'mf_media 1.0.0']);
  });
});
