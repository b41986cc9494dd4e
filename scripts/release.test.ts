import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remotesRepository, type NewRelease } from '../api/src/features/remotes/remotes.repository.ts';
import { freshDatabase } from '../api/src/testing/test-database.ts';
import { frontEndNames } from './packages.ts';
import { ROOT } from './paths.ts';

const FIRST: NewRelease = {
  name: 'mf_media',
  version: '0.9.0',
  gitCommit: null,
  contract: 1,
  manifestUrl: '/m',
  entryUrl: '/e',
  integrity: { manifest: 'sha384-m', entry: 'sha384-e' },
  paths: ['/media-center'],
  nav: [],
  preload: [],
};

let database: Awaited<ReturnType<typeof freshDatabase>>;
let dataDir: string;
beforeAll(async () => {
  database = await freshDatabase();
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-release-'));
  await remotesRepository(database.db).registerBuiltIn(FIRST);
  fs.mkdirSync(path.join(dataDir, 'releases/mf_media/0.9.0'), { recursive: true });
  // Once before the stories, so that what is timed and compared below is a release and not a first build.
  await promisify(execFile)(process.execPath, [path.join(ROOT, 'scripts/build.ts'), 'mf-media'], { cwd: ROOT });
});
afterAll(async () => {
  await database.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

// No product listens at that port, so the files are checked on the command's own server.
const runIn = (env: NodeJS.ProcessEnv, command: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(ROOT, `scripts/${command}.ts`), ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: '1',
      SANDBOX: 'off',
      PUBLIC_URL: 'http://127.0.0.1:1',
      ...env,
    },
  });
const run = (command: string, ...args: string[]) => runIn({}, command, ...args);
const current = async () => (await remotesRepository(database.db).current()).find(({ name }) => name === 'mf_media');
const built = () =>
  (JSON.parse(fs.readFileSync(path.join(ROOT, 'mf-media/dist/release.json'), 'utf8')) as { version: string }).version;

function bytesOfOthers(): Record<string, string> {
  const folders = frontEndNames()
    .filter((name) => name !== 'mf-media')
    .map((name) => path.join(ROOT, name, 'dist'))
    .filter((dist) => fs.existsSync(dist));
  return Object.fromEntries(
    folders.flatMap((dist) =>
      fs
        .readdirSync(dist, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile())
        .map((file) => {
          const absolute = path.join(file.parentPath, file.name);
          return [
            absolute,
            `${fs.statSync(absolute).mtimeMs} ${createHash('sha256').update(fs.readFileSync(absolute)).digest('hex')}`,
          ];
        }),
    ),
  );
}

test('a remote is released to another host that the product allows, once its files are there', async () => {
  const [other, folder] = [await freshDatabase(), fs.mkdtempSync(path.join(dataDir, 'host-'))];
  const host = createServer((request, response) => {
    const file = path.join(folder, request.url ?? '');
    const headers = {
      'access-control-allow-origin': '*',
      'content-type': { '.js': 'text/javascript', '.css': 'text/css' }[path.extname(file)] ?? 'text/plain',
    };
    if (fs.existsSync(file)) response.writeHead(200, headers).end(fs.readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    host.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const release = (hosts: string, ...args: string[]) =>
    runIn({ DATABASE_URL: other.url, REMOTE_HOSTS: hosts }, 'release', ...args);
  const refused = (words: string) => ({ code: 1, stderr: expect.stringContaining(words) as string });
  try {
    await expect(release('', 'mf-media', '--base-url', origin)).rejects.toMatchObject(
      refused(`Pages take remotes from ${origin} only when REMOTE_HOSTS names it`),
    );
    await expect(release(origin, 'mf-admin', '--base-url', origin)).rejects.toMatchObject(
      refused('mf_admin is for administrators'),
    );
    await expect(release(origin, 'mf-media', '--base-url', origin)).rejects.toMatchObject(
      refused(
        `answers 404\nWhen the files of ${path.join(ROOT, 'mf-media/dist')} are at ${origin}/mf_media/${built()}, run this again.`,
      ),
    );
    await release(origin, 'mf_media', '--base-url', `${origin}/`, '--folder', folder);
    const [released] = await remotesRepository(other.db).current();
    expect(released).toMatchObject({ version: built(), manifestUrl: `${origin}/mf_media/${built()}/mf-manifest.json` });
    expect(fs.existsSync(path.join(dataDir, 'releases/mf_media', built()))).toBe(false);
  } finally {
    host.close();
    await other.close();
  }
});

test('a remote is tried, released, refused a second time, listed and taken back, and no other bundle is touched', async () => {
  const others = bytesOfOthers();
  const tried = await run('release', 'mf-media', '--dry-run');
  expect(tried.stdout).toMatch(
    /files are served as they were built\.\nIt would be current now, in place of 0\.9\.0\. Nothing was changed\./,
  );
  expect([(await current())?.version, fs.readdirSync(path.join(dataDir, 'releases/mf_media'))]).toEqual([
    '0.9.0',
    ['0.9.0'],
  ]);

  const released = await run('release', 'mf-media');
  expect(released.stdout).toContain(`mf_media ${built()} is current, in place of 0.9.0`);
  expect(await current()).toMatchObject({ version: built(), previous: { version: '0.9.0' } });
  await expect(run('release', 'mf-media')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('a version is never released twice'),
  });

  expect((await run('releases')).stdout).toMatch(
    new RegExp(`^mf_media\n  \\* current +${built()} +released.*\n    fallback +0\\.9\\.0 +built-in`),
  );
  expect((await run('rollback', 'mf-media')).stdout).toBe(`mf_media 0.9.0 is current, in place of ${built()}.\n`);
  await expect(run('rollback', 'mf-media')).rejects.toMatchObject({
    code: 1,
    stderr: 'mf_media has no earlier version to go back to.\n',
  });
  await run('rollback', 'mf-media', '--to', built());
  expect((await current())?.version).toBe(built());
  expect(bytesOfOthers()).toEqual(others);
});

test('an option that npm kept to itself does nothing, rather than something else', async () => {
  await expect(runIn({ npm_config_token_description: '1.0.0' }, 'rollback', 'mf-media')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm has kept --to to itself') as string,
  });
  await expect(runIn({ npm_config_dry_run: 'true' }, 'release', 'mf-media')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm has kept --dry-run to itself') as string,
  });
});

test.each([['release'], ['rollback']])(
  '%s of something that is no remote is answered with what there is',
  async (command) => {
    await expect(run(command, 'mf-nothing')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Usage: npm run .*\nThe remotes are mf-admin, .*mf-media\.\n$/),
    });
  },
);
