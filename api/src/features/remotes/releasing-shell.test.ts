import fs from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createReleaseToken,
  listAuditLog,
  listReleases,
  listRemotes,
  moveRelease,
  moveReleasedArea,
  planRelease,
  releaseVersion,
  sendReleaseFile,
  type BodyOf,
  type ReleaseRight,
} from '../../contract/index.ts';
import { buildUser } from '../../testing/builders.ts';
import { setUpApi } from '../../testing/scene.ts';
import { type Caller, type TestProcess } from '../../testing/test-api.ts';
import { RELEASE_TABLES } from '../../testing/release-tables.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { buildRemote, buildShell } from '../../testing/web-root.ts';
import { releaseTokensRepository } from '../release-tokens/release-tokens.repository.ts';
import { filesIn } from './file-hash.ts';

const api = setUpApi({}, { isAtPublicUrl: true });
/** Another process of the same product, which came with no build. */
let other: TestProcess;
let admin: Caller;
let team: Caller;
beforeAll(async () => {
  other = await api.another({ WEB_ROOT: path.join(api.config.WEB_ROOT, 'none') });
});
beforeEach(async () => {
  await emptyTables(api.db, ...RELEASE_TABLES);
  for (const folder of [api.app.remotes.releasesDir, api.config.WEB_ROOT])
    fs.rmSync(folder, { recursive: true, force: true });
  admin = api.as(await buildUser(api.db, { role: 'admin', name: 'Mei Tan' }));
  buildRemote(api.config.WEB_ROOT, 'mf-history');
  buildShell(api.config.WEB_ROOT, BUILT_IN);
  await api.app.remotes.registerBuiltIns();
  team = await holder();
});

const [BUILT_IN, B] = ['aaaaaaaa', 'bbbbbbbb'];
const SHELL = { name: 'shell' };
const dist = () => path.join(api.config.WEB_ROOT, 'shell/dist');
const inDist = (file: string) => path.join(dist(), file);
const kept = () => fs.readdirSync(path.join(api.app.remotes.releasesDir, 'shell')).toSorted();
const shown = async (at: TestProcess = api) =>
  /main\.(\w+)\.js/.exec(await (await at.as(null).fetch('/history')).text())?.[1];

async function holder(rights: ReleaseRight[] = ['stage', 'move', 'rollback'], area = 'shell'): Promise<Caller> {
  return api.withToken((await admin.call(createReleaseToken, { body: { name: 'CI', area, rights } })).body.token);
}

/** Sends the build that lies there and asks for its release. */
async function send(more: Partial<BodyOf<typeof releaseVersion>> = {}, caller = team, params = SHELL) {
  const files = await filesIn(dist());
  const body = { files: files.map(({ hash, bytes }) => ({ hash, bytes })) };
  const { missing } = (await caller.call(planRelease, { params, body })).body;
  for (const file of files.filter(({ hash }) => missing.some((one) => one.hash === hash)))
    await caller.fetch(
      `${sendReleaseFile.path.replace(':name', params.name).replace(':hash', file.hash)}?offset=0&bytes=${file.bytes}`,
      {
        method: 'PATCH',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(fs.readFileSync(inDist(file.path))),
      },
    );
  return caller.call(releaseVersion, { params, body: { files, as: 'current', ...more } });
}

/** Changes the text of a file, and what the build says of it. */
function change(file: string, by: (text: string) => string): void {
  fs.writeFileSync(inDist(file), by(fs.readFileSync(inDist(file), 'utf8')));
  fs.rmSync(inDist(`${file}.br`), { force: true });
  const described = JSON.parse(fs.readFileSync(inDist('release.json'), 'utf8')) as { integrity: object };
  const hash = createHash('sha384')
    .update(fs.readFileSync(inDist('index.html')))
    .digest('base64');
  if (file !== 'release.json')
    fs.writeFileSync(
      inDist('release.json'),
      JSON.stringify({ ...described, integrity: { ...described.integrity, manifest: `sha384-${hash}` } }),
    );
}

describe('a shell that is released over HTTP', () => {
  test('is what every process serves at once, and is taken back with the same token', async () => {
    buildShell(api.config.WEB_ROOT, B);
    const answer = await send({ commit: 'abcdef0123456789', ciRun: 'https://ci.example/7' });
    expect([answer.status, answer.body]).toEqual([
      201,
      { version: `1.0.0-${B}`, from: `1.0.0-${BUILT_IN}`, checkedFiles: 6 },
    ]);
    expect([await shown(api), await shown(other)]).toEqual([B, B]);
    expect((await other.as(null).fetch(`/late.${BUILT_IN}.js`)).status).toBe(200);
    expect((await admin.call(listAuditLog)).body.entries[0]).toMatchObject({
      action: 'releases.released',
      subject: 'shell',
      actor: { name: 'Release token CI' },
      after: { version: `1.0.0-${B}`, token: 'CI', commit: 'abcdef0123456789', ciRun: 'https://ci.example/7' },
    });
    const back = await team.call(moveReleasedArea, { params: SHELL, body: { version: null } });
    expect(back.body).toEqual({ from: `1.0.0-${B}`, to: `1.0.0-${BUILT_IN}` });
    expect([await shown(api), await shown(other)]).toEqual([BUILT_IN, BUILT_IN]);
  });

  test('is no area, and stands among the releases', async () => {
    buildShell(api.config.WEB_ROOT, B);
    await send();
    expect((await admin.call(listRemotes)).body.remotes.map(({ name }) => name)).toEqual(['mf_history']);
    expect(await (await api.as(null).fetch('/')).text()).not.toContain('"shell"');
    const listed = (await admin.call(listReleases)).body.find(({ name }) => name === 'shell');
    expect(listed).toMatchObject({ label: 'Shell', releases: [{ version: `1.0.0-${B}` }, { source: 'built-in' }] });
    const moved = await admin.call(moveRelease, {
      params: SHELL,
      body: { version: null, revision: listed?.revision ?? 0 },
    });
    expect(moved.body.to).toBe(`1.0.0-${BUILT_IN}`);
  });

  test('is staged by who may only stage, and leaves nothing where it is tried out', async () => {
    buildShell(api.config.WEB_ROOT, B);
    const builder = await holder(['stage']);
    expect((await send({}, builder)).body).toMatchObject({ message: expect.stringContaining('may not make newer') });
    expect((await send({ as: 'trial' }, builder)).status).toBe(201);
    expect(kept()).toEqual([`1.0.0-${BUILT_IN}`]);
    expect((await send({ as: 'staged' }, builder)).status).toBe(201);
    expect(await shown()).toBe(BUILT_IN);
    const body = { version: `1.0.0-${B}` };
    expect((await builder.call(moveReleasedArea, { params: SHELL, body })).status).toBe(403);
    expect((await team.call(moveReleasedArea, { params: SHELL, body })).status).toBe(200);
    expect(await shown()).toBe(B);
  });

  test("is refused to another area's token, and areas to its own", async () => {
    buildShell(api.config.WEB_ROOT, B);
    const history = await holder(['stage', 'move', 'rollback'], 'mf-history');
    const wanted = { files: [], as: 'current' as const };
    expect((await history.call(releaseVersion, { params: SHELL, body: wanted })).body).toMatchObject({
      message: expect.stringContaining('is for mf_history, not for shell'),
    });
    expect((await history.call(moveReleasedArea, { params: SHELL, body: { version: null } })).status).toBe(403);
    expect((await team.call(planRelease, { params: { name: 'mf_history' }, body: { files: [] } })).status).toBe(403);
    expect((await send({}, history, { name: 'mf_history' })).body).toMatchObject({
      issues: [{ path: 'files', message: 'index.html is for the shell alone' }],
    });
    expect(await shown()).toBe(BUILT_IN);
  });

  test.each<[string, () => void, string]>([
    [
      'names a script that is not there',
      () => fs.rmSync(inDist(`main.${B}.js`)),
      `needs main.${B}.js, which is not among its files`,
    ],
    [
      'lacks a part that comes late',
      () => fs.rmSync(inDist(`late.${B}.js`)),
      `needs late.${B}.js, which is not among its files`,
    ],
    [
      'has a script that was changed after the build',
      () => change(`main.${B}.js`, (text) => `${text} `),
      `index.html names main.${B}.js with another hash than it has`,
    ],
    [
      'names a script without its hash',
      () => change('index.html', (page) => page.replace(/ integrity="[^"]*"/, '')),
      `index.html names main.${B}.js with another hash than it has`,
    ],
    [
      'has code in its page',
      () => change('index.html', (page) => `${page}<script>start()</script>`),
      'index.html has code of its own, which browsers stop',
    ],
    [
      'has no place for the registry',
      () => change('index.html', (page) => page.replace('<!--pagecast:remotes-->', '')),
      'index.html has no place for <!--pagecast:remotes-->',
    ],
    [
      'has code under a name that stays',
      () => fs.writeFileSync(inDist('more.js'), 'more'),
      'more.js has no hash in its name',
    ],
    [
      'has a folder',
      () => {
        fs.mkdirSync(inDist('api'));
        fs.writeFileSync(inDist('api/x.aaaaaaaa.js'), 'x');
      },
      'answers 404',
    ],
    [
      'has a page that was changed after the build',
      () => fs.appendFileSync(inDist('index.html'), '<p>'),
      '/index.html was changed after it was built',
    ],
    [
      'has another file under a name that open pages know',
      () => fs.writeFileSync(inDist(`late.${BUILT_IN}.js`), 'other'),
      `late.${BUILT_IN}.js is in version 1.0.0-${BUILT_IN} with other bytes`,
    ],
    [
      'is for another version of the contract',
      () => buildShell(api.config.WEB_ROOT, B, { contract: 2 }),
      'was built for version 2 of the contract',
    ],
  ])('is refused where it %s', async (_what, spoil, words) => {
    buildShell(api.config.WEB_ROOT, B);
    spoil();
    const answer = await send();
    expect([answer.status, answer.body]).toEqual([
      expect.toBeOneOf([400, 409, 422]),
      expect.objectContaining({ message: expect.stringContaining(words) as string }),
    ]);
    expect([await shown(), kept()]).toEqual([BUILT_IN, [`1.0.0-${BUILT_IN}`]]);
  });

  test('is refused where an area needs another React', async () => {
    const needs = [{ name: 'react', version: '19.3.1', requiredVersion: '^19.3.0' }];
    buildRemote(api.config.WEB_ROOT, 'mf-history', { version: '1.1.0', shared: needs });
    await api.app.remotes.registerBuiltIns();
    buildShell(api.config.WEB_ROOT, B, { shared: { react: '20.0.0' } });
    expect((await send()).body).toMatchObject({
      message:
        `The shell 1.0.0-${B} brings react 20.0.0, and mf_history needs react ^19.3.0. ` +
        'Release a version of mf_history first that can run with both.',
    });
    buildShell(api.config.WEB_ROOT, B, { shared: {} });
    expect((await send()).body).toMatchObject({ message: expect.stringContaining('brings no react') });
    buildShell(api.config.WEB_ROOT, BUILT_IN, { shared: { react: '18.0.0' } });
    fs.cpSync(inDist('shared.json'), path.join(api.app.remotes.releasesDir, `shell/1.0.0-${BUILT_IN}/shared.json`));
    buildShell(api.config.WEB_ROOT, B, { shared: { react: '19.4.2' } });
    expect((await send()).status).toBe(201);
    // Back in any case: a shell that does not come up costs more than one area.
    expect((await team.call(moveReleasedArea, { params: SHELL, body: { version: null } })).status).toBe(200);
    const forward = await team.call(moveReleasedArea, { params: SHELL, body: { version: `1.0.0-${B}` } });
    expect(forward.status).toBe(200);
  });

  test('is refused where it would take the way back of an area, but to who says why', async () => {
    for (const [version, requiredVersion] of [
      ['1.1.0', '^19.0.0'],
      ['1.2.0', '^19.0.0 || ^20.0.0'],
    ] as const) {
      const shared = [{ name: 'react', version: '19.3.1', requiredVersion }];
      buildRemote(api.config.WEB_ROOT, 'mf-history', { version, text: version, shared });
      await api.app.remotes.registerBuiltIns();
    }
    buildShell(api.config.WEB_ROOT, B, { shared: { react: '20.0.0' } });
    expect((await send()).body).toMatchObject({
      message: expect.stringContaining(
        `The shell 1.0.0-${B} brings react 20.0.0, and mf_history 1.1.0 needs react ^19.0.0: ` +
          'mf_history could not be rolled back any more.',
      ),
    });
    const { token } = await releaseTokensRepository(api.db).create({
      name: 'Command line',
      area: 'shell',
      rights: ['stage', 'move'],
      expiresAt: null,
      isOfCommand: true,
    });
    expect((await send({ breaking: 'React 20 closes a hole' }, api.withToken(token))).status).toBe(201);
  });

  test('comes from Pagecast alone', async () => {
    buildShell(api.config.WEB_ROOT, B);
    expect((await send({ baseUrl: 'https://cdn.example.com' })).body).toMatchObject({
      message: 'Pagecast serves the shell itself: release it without --base-url.',
    });
  });

  test('goes out once where two release at the same moment', async () => {
    buildShell(api.config.WEB_ROOT, B);
    await send({ as: 'trial' });
    const files = await filesIn(dist());
    const wanted = { params: SHELL, body: { files, as: 'current' as const } };
    const answers = await Promise.all([team.call(releaseVersion, wanted), team.call(releaseVersion, wanted)]);
    // The other one comes while the first is at it, or when its files are taken.
    const [taken, refused] = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect([taken, refused === 409 || refused === 422]).toEqual([201, true]);
    expect(await shown()).toBe(B);
  });
});
