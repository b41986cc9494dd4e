import fs from 'node:fs';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  createReleaseToken,
  deleteReleaseToken,
  listAuditLog,
  listReleases,
  listReleaseTokens,
  listRemotes,
  moveReleasedArea,
  moveRelease,
  planRelease,
  readReleasedArea,
  releaseVersion,
  sendReleaseFile,
  type BodyOf,
  type ReleasedFile,
  type ReleaseRight,
} from '../../contract/index.ts';
import { buildUser } from '../../testing/builders.ts';
import { setUpReleases, type ReleaseScene } from '../../testing/release-scene.ts';
import { testApi, type Caller } from '../../testing/test-api.ts';
import { fromNow } from '../../testing/stored.ts';
import { buildRemote } from '../../testing/web-root.ts';
import { filesIn } from './file-hash.ts';

let { admin, team, holder: holderOf } = {} as ReleaseScene;
const api = setUpReleases(
  (scene) => {
    ({ admin, team, holder: holderOf } = scene);
  },
  ['mf-history', 'mf-admin'],
);

const ALL: ReleaseRight[] = ['stage', 'move', 'rollback'];
const HISTORY = { name: 'mf_history' };
const distOf = (folder: string) => path.join(api.config.WEB_ROOT, folder, 'dist');
const incoming = () => path.join(api.app.remotes.releasesDir, '.incoming/mf_history');

const holder = (rights = ALL, area = 'mf-history', name = 'CI') => holderOf({ rights, area, name });

async function build(version: string, folder = 'mf-history'): Promise<ReleasedFile[]> {
  buildRemote(api.config.WEB_ROOT, folder, { version, text: version });
  return filesIn(distOf(folder));
}

const sendTo = (caller: Caller, { hash, bytes }: Pick<ReleasedFile, 'hash' | 'bytes'>, body: Buffer, offset = 0) =>
  caller.fetch(
    sendReleaseFile.path.replace(':name', 'mf_history').replace(':hash', hash) + `?offset=${offset}&bytes=${bytes}`,
    {
      method: 'PATCH',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(body),
    },
  );

/** Sends what is missing. @returns the names of what was sent */
async function sendAll(files: ReleasedFile[], caller = team): Promise<string[]> {
  const { missing } = (
    await caller.call(planRelease, {
      params: HISTORY,
      body: { files: files.map(({ hash, bytes }) => ({ hash, bytes })) },
    })
  ).body;
  const wanted = files.filter((file) => missing.some(({ hash }) => hash === file.hash));
  for (const file of wanted)
    expect((await sendTo(caller, file, fs.readFileSync(path.join(distOf('mf-history'), file.path)))).status).toBe(200);
  return wanted.map((file) => file.path);
}

const settle = (files: ReleasedFile[], more: Partial<BodyOf<typeof releaseVersion>> = {}, caller = team) =>
  caller.call(releaseVersion, { params: HISTORY, body: { files, as: 'current', ...more } });
async function release(version: string, more: Partial<BodyOf<typeof releaseVersion>> = {}, caller = team) {
  const files = await build(version);
  await sendAll(files, caller);
  return settle(files, more, caller);
}
const served = async (name = 'mf_history') =>
  (await admin.call(listRemotes)).body.remotes.find((remote) => remote.name === name)?.version;
const versionsOnDisk = () => fs.readdirSync(path.join(api.app.remotes.releasesDir, 'mf_history')).toSorted();

describe('a release over HTTP', () => {
  test('is served once every file was asked for, and is on record with token, commit and run', async () => {
    const answer = await release('1.1.0', { commit: 'abcdef0123456789', isDirty: true, ciRun: 'https://ci.example/7' });
    expect([answer.status, answer.body]).toEqual([201, { version: '1.1.0', from: '1.0.0', checkedFiles: 5 }]);
    expect(await served()).toBe('1.1.0');
    expect(fs.readdirSync(incoming())).toEqual([]);
    expect((await admin.call(listAuditLog)).body.entries[0]).toMatchObject({
      action: 'releases.released',
      subject: 'mf_history',
      actor: { name: 'Release token CI' },
      after: {
        version: '1.1.0',
        token: 'CI',
        commit: 'abcdef0123456789',
        isDirty: true,
        ciRun: 'https://ci.example/7',
      },
    });
    expect((await admin.call(listReleases)).body.find(({ name }) => name === 'mf_history')?.releases[0]).toMatchObject({
      gitCommit: 'abcdef012345+',
      source: 'released',
    });
    expect((await admin.call(listReleaseTokens)).body[0]).toMatchObject({ lastUsedAt: expect.any(String) });
  });

  test('sends nothing twice: neither what earlier versions have, nor what was sent before', async () => {
    const files = await build('1.1.0');
    expect((await sendAll(files)).toSorted()).toEqual([
      'container.json',
      'release.json',
      'remoteEntry.js',
      'remoteEntry.js.br',
    ]);
    expect(await sendAll(files)).toEqual([]);
    expect((await settle(files)).status).toBe(201);
  });

  test('goes on where the line dropped, at another process', async () => {
    const other = await api.another();
    const files = await build('1.1.0');
    const entry = files.find((file) => file.path === 'remoteEntry.js');
    if (entry === undefined) throw new Error('There is no entry');
    const content = fs.readFileSync(path.join(distOf('mf-history'), 'remoteEntry.js'));
    await cutOff(
      api.url,
      `/api/releases/mf_history/files/${entry.hash}?offset=0&bytes=${entry.bytes}`,
      content.subarray(0, 100),
      path.join(incoming(), `${entry.hash}.part`),
    );
    const token = (await admin.call(createReleaseToken, { body: { name: 'CI', area: 'mf-history', rights: ALL } })).body
      .token;
    const there = other.withToken(token);
    const plan = () =>
      there.call(planRelease, { params: HISTORY, body: { files: [{ hash: entry.hash, bytes: entry.bytes }] } });
    await expect.poll(async () => (await plan()).body.missing).toEqual([{ hash: entry.hash, offset: 100 }]);
    const late = await sendTo(there, entry, content);
    expect([late.status, await late.json()]).toMatchObject([409, { offset: 100 }]);
    expect((await sendTo(there, entry, content.subarray(100), 100)).status).toBe(200);
    expect((await plan()).body.missing).toEqual([]);
    await sendAll(files);
    expect((await settle(files, {}, there)).status).toBe(201);
    expect(await served()).toBe('1.1.0');
  });

  test('of the area of administrators is checked, and shown to nobody else', async () => {
    const bosses = await holder(ALL, 'mf_admin', 'Admins');
    const files = await build('1.1.0', 'mf-admin');
    const params = { name: 'mf_admin' };
    const sent = files.map(({ hash, bytes }) => ({ hash, bytes }));
    for (const { hash } of (await bosses.call(planRelease, { params, body: { files: sent } })).body.missing) {
      const file = files.find((one) => one.hash === hash);
      if (file !== undefined)
        await bosses.fetch(`/api/releases/mf_admin/files/${hash}?offset=0&bytes=${file.bytes}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/octet-stream' },
          body: new Uint8Array(fs.readFileSync(path.join(distOf('mf-admin'), file.path))),
        });
    }
    const answer = await bosses.call(releaseVersion, { params, body: { files, as: 'current' } });
    expect([answer.status, answer.body]).toMatchObject([201, { version: '1.1.0', checkedFiles: 5 }]);
    expect(await served('mf_admin')).toBe('1.1.0');
    expect((await api.as(null).fetch('/remotes/mf_admin/1.1.0/remoteEntry.js')).status).toBe(404);
    expect(
      (
        await api
          .as(null)
          .fetch('/remotes/mf_admin/1.1.0/remoteEntry.js', { headers: { 'x-pagecast-verification': 'x' } })
      ).status,
    ).toBe(404);
  });

  test('that is staged waits, and one that is tried leaves nothing', async () => {
    expect((await release('1.1.0', { as: 'trial' })).body).toEqual({
      version: '1.1.0',
      from: '1.0.0',
      checkedFiles: 5,
    });
    expect(versionsOnDisk()).toEqual(['1.0.0']);
    expect((await release('1.1.0', { as: 'staged' })).status).toBe(201);
    expect([await served(), versionsOnDisk()]).toEqual(['1.0.0', ['1.0.0', '1.1.0']]);
    const moved = await team.call(moveReleasedArea, { params: HISTORY, body: { version: '1.1.0' } });
    expect(moved.body).toEqual({ from: '1.0.0', to: '1.1.0' });
    expect((await team.call(readReleasedArea, { params: HISTORY })).body).toEqual({
      revision: 2,
      current: '1.1.0',
      versions: ['1.1.0', '1.0.0'],
      robots: { '1.1.0': null, '1.0.0': null },
    });
  });

  test('of the same version again, or from a view that is old, is refused', async () => {
    const files = await build('1.1.0');
    await sendAll(files);
    expect((await settle(files, { revision: 1 })).status).toBe(201);
    await sendAll(files);
    expect((await settle(files, { revision: 1 })).body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('never released twice'),
    });
    expect((await release('1.2.0', { revision: 1 })).body).toMatchObject({
      message: expect.stringContaining('was moved to 1.1.0 while you worked'),
    });
    expect([await served(), versionsOnDisk()]).toEqual(['1.1.0', ['1.0.0', '1.1.0']]);
  });

  test('twice at once lands once', async () => {
    const files = await build('1.1.0');
    await sendAll(files);
    const both = await Promise.all([settle(files), settle(files)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await served()).toBe('1.1.0');
  });

  test('two of one area that come together both land, whatever files they share', async () => {
    const first = await build('1.1.0');
    await sendAll(first);
    const second = await build('1.2.0');
    await sendAll(second);
    expect((await settle(first)).status).toBe(201);
    expect((await settle(second)).status).toBe(201);
    expect(await served()).toBe('1.2.0');
    // Once more, too late: that is no file that was not sent.
    expect((await settle(second)).body).toMatchObject({ message: expect.stringContaining('1.2.0 is current already') });
  });

  test('of many that nobody makes current leaves the newest five, and takes no fallback away', async () => {
    for (let minor = 1; minor <= 7; minor += 1)
      expect((await release(`1.${minor}.0`, { as: 'staged' })).status).toBe(201);
    expect(versionsOnDisk()).toEqual(['1.0.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0', '1.7.0']);
    expect(await served()).toBe('1.0.0');
  });
});

describe('a release that pages would not get is refused, and nothing of it stays', () => {
  const dist = () => distOf('mf-history');
  const describe_ = (change: (described: Record<string, unknown>) => void) => {
    const file = path.join(dist(), 'release.json');
    const described = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
    change(described);
    fs.writeFileSync(file, JSON.stringify(described));
  };

  test.each<[string, () => void, number, string]>([
    [
      'a packed copy that unpacks to something else',
      () => fs.writeFileSync(path.join(dist(), 'remoteEntry.js.br'), brotliCompressSync('evil')),
      422,
      'is not the file that was built',
    ],
    [
      'a packed copy that unpacks without end',
      () => fs.writeFileSync(path.join(dist(), 'remoteEntry.js.br'), brotliCompressSync(Buffer.alloc(50_000_000))),
      422,
      'more than',
    ],
    [
      'a chunk that the entry does not know',
      () => fs.writeFileSync(path.join(dist(), 'late.js'), 'evil'),
      422,
      'late.js of mf_history 1.1.0 would run unchecked',
    ],
    [
      'a manifest that was changed',
      () => fs.appendFileSync(path.join(dist(), 'container.json'), ' '),
      422,
      'container.json of mf_history 1.1.0 was changed after it was built',
    ],
    [
      'a manifest without end',
      () => {
        const manifest = fs.readFileSync(path.join(dist(), 'container.json'), 'utf8') + ' '.repeat(64 * 1024);
        fs.writeFileSync(path.join(dist(), 'container.json'), manifest);
        const hash = createHash('sha384').update(manifest).digest('base64');
        describe_(({ integrity }) => Object.assign(integrity as object, { manifest: `sha384-${hash}` }));
      },
      422,
      'container.json of mf_history 1.1.0 may have 64 KB at most',
    ],
    [
      'the name of another build',
      () =>
        buildRemote(api.config.WEB_ROOT, 'mf-history', { version: '1.1.0', text: 'self.rspackChunkmf_media_0a1b2c3d' }),
      422,
      'mf_history 1.1.0 is built under the name mf_media_0a1b2c3d,',
    ],
    [
      'no description',
      () => fs.rmSync(path.join(dist(), 'release.json')),
      422,
      'There is no release.json among the files',
    ],
    [
      'a description that is none',
      () => fs.writeFileSync(path.join(dist(), 'release.json'), '[]'),
      422,
      'does not describe a release',
    ],
    [
      "another area's description",
      () => describe_((described) => (described['name'] = 'mf_media')),
      422,
      'These are files of mf_media, not of mf_history.',
    ],
    [
      'a version that is a path',
      () => describe_((described) => (described['version'] = '../../../x')),
      422,
      'does not describe a release',
    ],
    [
      'paths without end, which would come with every page',
      () =>
        describe_((described) =>
          Object.assign(described, { paths: Array.from({ length: 51 }, (_, n) => `/history/${n}`) }),
        ),
      422,
      'does not describe a release',
    ],
    [
      'a label without end',
      () =>
        describe_((described) =>
          Object.assign(described, { nav: [{ to: '/history', label: 'x'.repeat(101), icon: 'history', order: 1 }] }),
        ),
      422,
      'does not describe a release',
    ],
    [
      'a path that is markup',
      () => describe_((described) => Object.assign(described, { paths: ['/history', '/<script>'] })),
      422,
      'does not describe a release',
    ],
    [
      'another contract',
      () => describe_((described) => (described['contract'] = 2)),
      409,
      'was built for version 2 of the contract',
    ],
    [
      "the product's own path",
      () => describe_((described) => Object.assign(described, { paths: ['/history', '/settings'] })),
      409,
      "serves /settings, which is Pagecast's own",
    ],
  ])('%s', async (_what, spoil, status, words) => {
    await build('1.1.0');
    spoil();
    const files = await filesIn(dist());
    await sendAll(files);
    const answer = await settle(files);
    expect([answer.status, answer.body]).toMatchObject([status, { message: expect.stringContaining(words) }]);
    expect([await served(), versionsOnDisk()]).toEqual(['1.0.0', ['1.0.0']]);
  });

  const shellBrings = (react: string) => {
    const shell = path.join(api.config.WEB_ROOT, 'shell/dist');
    fs.mkdirSync(shell, { recursive: true });
    fs.writeFileSync(path.join(shell, 'shared.json'), JSON.stringify({ react }));
  };
  const built = async (version: string, react: string) => {
    const shared = [{ name: 'react', version: react, requiredVersion: `^${react}` }];
    buildRemote(api.config.WEB_ROOT, 'mf-history', { version, text: version, shared });
    const files = await filesIn(dist());
    await sendAll(files);
    return files;
  };

  test('a version that was staged before the shell moved on to another React', async () => {
    shellBrings('19.3.1');
    expect((await settle(await built('1.1.0', '19.3.0'), { as: 'staged' })).status).toBe(201);
    shellBrings('20.0.0');
    const refused = {
      status: 422,
      body: {
        message: expect.stringContaining('needs react ^19.3.0, and this Pagecast runs react 20.0.0.') as string,
      },
    };
    const { revision } = (await team.call(readReleasedArea, { params: HISTORY })).body;
    const body = { version: '1.1.0', revision };
    expect(await team.call(moveReleasedArea, { params: HISTORY, body })).toMatchObject(refused);
    expect(await admin.call(moveRelease, { params: HISTORY, body })).toMatchObject(refused);
    expect(await served()).toBe('1.0.0');
    shellBrings('19.3.2');
    expect((await team.call(moveReleasedArea, { params: HISTORY, body })).status).toBe(200);
  });

  test.each(['current', 'staged', 'trial'] as const)('a build for a newer React than runs here, as %s', async (as) => {
    shellBrings('19.3.1');
    const answer = await settle(await built('1.1.0', '19.4.0'), { as });
    expect([answer.status, answer.body]).toMatchObject([
      422,
      {
        message:
          'mf_history 1.1.0 needs react ^19.4.0, and this Pagecast runs react 19.3.1. ' +
          'Install react 19.3.1 for mf_history and build it again, or update Pagecast first.',
      },
    ]);
    expect([await served(), versionsOnDisk()]).toEqual(['1.0.0', ['1.0.0']]);
    expect((await settle(await built('1.1.0', '19.3.0'), { as })).status).toBe(201);
  });

  test('a file that became another one on our disk is asked for again', async () => {
    const files = await build('1.1.0');
    await sendAll(files);
    const entry = files.find((file) => file.path === 'remoteEntry.js');
    fs.appendFileSync(path.join(incoming(), entry?.hash ?? ''), 'evil');
    expect((await settle(files)).body).toMatchObject({
      message: 'remoteEntry.js is not what its hash says: run the release again.',
    });
    expect(await sendAll(files)).toEqual(['remoteEntry.js']);
    fs.appendFileSync(path.join(api.app.remotes.releasesDir, 'mf_history/1.0.0/screen.0a1b2c3d.js'), 'evil');
    fs.rmSync(path.join(incoming(), files.find((file) => file.path === 'screen.0a1b2c3d.js')?.hash ?? ''));
    expect(await sendAll(files)).toEqual(['screen.0a1b2c3d.js']);
    expect((await settle(files)).status).toBe(201);
  });

  test('files that were not sent', async () => {
    expect((await settle(await build('1.1.0'))).body).toMatchObject({
      message: 'release.json was not sent: run the release again.',
    });
    const files = await build('1.1.0');
    const description = files.filter((file) => file.path === 'release.json');
    await sendAll(description);
    expect((await settle(files)).body).toMatchObject({
      message: expect.stringMatching(/ was not sent: run the release again\.$/),
    });
    expect(versionsOnDisk()).toEqual(['1.0.0']);
  });

  test.each([
    '../evil.js',
    '/etc/evil.js',
    'a/../../evil.js',
    String.raw`a\..\evil.js`,
    '.hidden.js',
    'a/.b/c.js',
    'page.html',
    'page.HTML',
    'a.js.html',
    'run.sh',
    'noending',
    'x.xml',
    'a.js\u0000.png',
    'ａ.js',
  ])('a file by the name of %j', async (name) => {
    const files = await build('1.1.0');
    await sendAll(files);
    const odd = { path: name, hash: files[0]?.hash ?? '', bytes: files[0]?.bytes ?? 1 };
    expect((await settle([...files, odd])).status).toBe(400);
    expect(await served()).toBe('1.0.0');
  });

  test('two files of one name, and a file within a file', async () => {
    const files = await build('1.1.0');
    const [first] = files;
    if (first === undefined) throw new Error('There are no files');
    expect((await settle([...files, { ...first, path: 'REMOTEENTRY.js' }])).body).toMatchObject({
      issues: [{ message: 'Two of them have the same name' }],
    });
    expect((await settle([...files, { ...first, path: 'remoteEntry.js/x.js' }])).body).toMatchObject({
      issues: [{ message: 'remoteEntry.js/x.js lies in something that is a file itself' }],
    });
  });

  test('more files, or larger ones, than a release may have', async () => {
    const one = { hash: '0a'.repeat(48), bytes: 1, path: 'x.js' };
    expect((await settle(Array.from({ length: 501 }, (_, n) => ({ ...one, path: `x${n}.js` })))).status).toBe(400);
    expect((await settle([{ ...one, bytes: 16 * 1024 * 1024 + 1 }])).status).toBe(400);
    expect(
      (await settle(Array.from({ length: 5 }, (_, n) => ({ ...one, path: `x${n}.js`, bytes: 16 * 1024 * 1024 }))))
        .status,
    ).toBe(413);
  });
});

describe('what is sent', () => {
  const content = Buffer.from('export {};');
  const file = { hash: createHash('sha384').update(content).digest('hex'), bytes: content.length };

  test('must fit its hash, and is thrown away where it does not', async () => {
    const answer = await sendTo(team, file, Buffer.from('export []!'));
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { message: expect.stringContaining('do not fit this hash') },
    ]);
    expect(fs.readdirSync(incoming())).toEqual([]);
    expect((await sendTo(team, file, content)).status).toBe(200);
    expect(await (await sendTo(team, file, Buffer.from('anything'))).json()).toEqual({ offset: content.length });
  });

  test('must not be longer than announced', async () => {
    expect((await sendTo(team, file, Buffer.concat([content, content]))).status).toBe(400);
    expect(fs.readdirSync(incoming())).toEqual([]);
  });

  test('that belongs to no release has an end, and is cleared away when nobody goes on with it', async () => {
    fs.mkdirSync(incoming(), { recursive: true });
    const junk = path.join(incoming(), '0b'.repeat(48));
    fs.writeFileSync(junk, '');
    fs.truncateSync(junk, 128 * 1024 * 1024);
    const full = await sendTo(team, file, content);
    expect([full.status, await full.json()]).toMatchObject([
      413,
      { message: expect.stringContaining('fill the space that mf_history has') },
    ]);
    const before = new Date(Date.now() - 11 * 60_000);
    fs.utimesSync(junk, before, before);
    await sendAll([]);
    expect((await sendTo(team, file, content)).status).toBe(200);
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    fs.utimesSync(path.join(incoming(), file.hash), yesterday, yesterday);
    await api.app.remotes.jobs.find(({ name }) => name === 'sweep-incoming-releases')?.run();
    expect(fs.readdirSync(incoming())).toEqual([]);
  });
});

describe('a token', () => {
  const answerTo = async (caller: Caller) => {
    const answer = await caller.call(readReleasedArea, { params: HISTORY });
    return [answer.status, answer.text] as const;
  };

  test('that is none, unknown, deleted or over is told so, with where to get one', async () => {
    const made = (await admin.call(createReleaseToken, { body: { name: 'Old CI', area: 'mf-history', rights: ALL } }))
      .body;
    expect(await answerTo(api.withToken(made.token))).toMatchObject([200, expect.any(String)]);
    expect(await answerTo(admin)).toEqual([401, expect.stringContaining('Send a release token with this call')]);
    for (const wrong of [
      'x',
      made.token.slice(0, -1),
      `${made.token}x`,
      made.token.replace(/_\d+_/, '_999999_'),
      made.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ])
      expect(await answerTo(api.withToken(wrong))).toEqual([
        401,
        expect.stringContaining("doesn't know this release token"),
      ]);
    await api.stored.releaseTokens.change({ expires_at: fromNow(api.db, '-1 second') }, { id: made.id });
    expect(await answerTo(api.withToken(made.token))).toEqual([
      401,
      expect.stringMatching(/The release token \\"Old CI\\" expired on \d{4}-/),
    ]);
    await admin.call(deleteReleaseToken, { params: { id: made.id } });
    expect(await answerTo(api.withToken(made.token))).toEqual([401, expect.stringContaining('it was deleted')]);
  });

  test('of another area opens nothing', async () => {
    const other = await holder(ALL, 'mf-media', 'Media');
    const files = await build('1.1.0');
    const sent = { files: files.map(({ hash, bytes }) => ({ hash, bytes })) };
    for (const answer of [
      await other.call(readReleasedArea, { params: HISTORY }),
      await other.call(planRelease, { params: HISTORY, body: sent }),
      await other.call(releaseVersion, { params: HISTORY, body: { files, as: 'current' } }),
      await other.call(moveReleasedArea, { params: HISTORY, body: { version: null } }),
    ])
      expect([answer.status, answer.body]).toMatchObject([
        403,
        { message: expect.stringContaining('is for mf_media, not for mf_history') },
      ]);
    expect((await sendTo(other, { hash: '0a'.repeat(48), bytes: 2 }, Buffer.from('{}'))).status).toBe(403);
    expect(fs.existsSync(incoming())).toBe(false);
  });

  test('does what its rights say, and no more', async () => {
    const [stager, mover, undoer] = [await holder(['stage']), await holder(['move']), await holder(['rollback'])];
    const files = await build('1.1.0');
    await sendAll(files, stager);
    expect((await settle(files, { as: 'current' }, stager)).body).toMatchObject({
      message: expect.stringContaining('may not make newer versions current of mf_history'),
    });
    expect((await settle(files, { as: 'staged' }, mover)).body).toMatchObject({
      message: expect.stringContaining('may not add versions of mf_history'),
    });
    expect((await sendTo(mover, { hash: '0a'.repeat(48), bytes: 2 }, Buffer.from('{}'))).status).toBe(403);
    expect((await settle(files, { as: 'staged' }, stager)).status).toBe(201);
    const move = (caller: Caller, version: string | null) =>
      caller.call(moveReleasedArea, { params: HISTORY, body: { version } });
    expect((await move(stager, '1.1.0')).status).toBe(403);
    expect((await move(undoer, '1.1.0')).status).toBe(403);
    expect((await move(mover, '1.1.0')).body).toEqual({ from: '1.0.0', to: '1.1.0' });
    expect((await move(mover, null)).body).toMatchObject({
      message: expect.stringContaining('may not go back to older versions of mf_history'),
    });
    expect((await move(undoer, null)).body).toEqual({ from: '1.1.0', to: '1.0.0' });
    expect((await admin.call(listAuditLog)).body.entries[0]).toMatchObject({
      action: 'releases.moved',
      after: { version: '1.0.0', token: 'CI' },
    });
  });

  test('is worth nothing elsewhere, and needs no page of ours', async () => {
    expect((await team.fetch('/api/admin/releases')).status).toBe(401);
    expect(
      (
        await team.fetch('/api/settings', {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        })
      ).status,
    ).toBe(401);
    expect((await api.as(null).fetch('/remotes/mf_admin/1.0.0/remoteEntry.js')).status).toBe(404);
  });
});

test('a product that its public address does not lead to takes no release', async () => {
  const elsewhere = await testApi({ PUBLIC_URL: 'http://127.0.0.1:1' });
  const twin = await testApi({
    PUBLIC_URL: api.config.PUBLIC_URL,
    SECRET_KEY: 'another key, of more than thirty-two characters',
  });
  try {
    for (const [product, words] of [
      [elsewhere, 'does not answer'],
      [twin, 'is answered by another product than this one'],
    ] as const) {
      const boss = product.as(await buildUser(product.db, { role: 'admin' }));
      const { token } = (await boss.call(createReleaseToken, { body: { name: 'CI', area: 'mf-history', rights: ALL } }))
        .body;
      const caller = product.withToken(token);
      // The same build is there: only that its answer proves nothing keeps it from being taken for ours.
      const files = await filesIn(distOf('mf-history'));
      await sendAll(files, caller);
      const answer = await settle(files, {}, caller);
      expect([answer.status, answer.body]).toMatchObject([422, { message: expect.stringContaining(words) }]);
      expect((answer.body as unknown as { message: string }).message).toContain(
        'make sure that PUBLIC_URL leads to it',
      );
      expect((await boss.call(listReleases)).body).toEqual([]);
    }
  } finally {
    await Promise.all([elsewhere.close(), twin.close()]);
  }
});

/** Sends the beginning of a file as the team, and hangs up when it is there. */
async function cutOff(origin: string, address: string, beginning: Buffer, part: string): Promise<void> {
  const { token } = (await admin.call(createReleaseToken, { body: { name: 'CI', area: 'mf-history', rights: ALL } }))
    .body;
  const sending = request(new URL(address, origin), {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'content-length': 100_000,
    },
  });
  sending.on('error', () => {});
  sending.write(beginning);
  await expect.poll(() => fs.statSync(part, { throwIfNoEntry: false })?.size).toBe(beginning.length);
  sending.destroy();
}
