import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReleaseToken, listAuditLog, listReleaseTokens } from '../api/src/contract/index.ts';
import { buildUser } from '../api/src/testing/builders.ts';
import { testApi, type TestApi } from '../api/src/testing/test-api.ts';
import { buildRemote, buildShell } from '../api/src/testing/web-root.ts';
import { frontEndNames } from './packages.ts';
import { ROOT } from './paths.ts';

let product: TestApi;
let folder: string;
beforeAll(async () => {
  product = await testApi({}, { isAtPublicUrl: true });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-release-'));
  // Once before the stories, so that what is timed and compared below is a release and not a first build.
  await promisify(execFile)(process.execPath, [path.join(ROOT, 'scripts/build.ts'), 'mf-media'], { cwd: ROOT });
  buildRemote(product.config.WEB_ROOT, 'mf-media', { version: '0.9.0', paths: ['/media-center'] });
  await product.app.remotes.registerBuiltIns();
});
afterAll(async () => {
  await product.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A terminal of the machine that the product runs on. */
const runIn = (env: NodeJS.ProcessEnv, command: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(ROOT, `scripts/${command}.ts`), ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: product.config.DATABASE_URL,
      DATA_DIR: product.config.DATA_DIR,
      SANDBOX: 'off',
      PUBLIC_URL: product.config.PUBLIC_URL,
      ...env,
    },
  });
const run = (command: string, ...args: string[]) => runIn({}, command, ...args);
/** The product of these tests has no shell that a robot could look at. */
const ALONE = ['--without-robot', 'No shell here'];
const current = async () => (await product.app.remotes.remotes.current()).find(({ name }) => name === 'mf_media');
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

/** Serves a folder to everybody, as a host beside the product does. */
async function otherHost(served: string) {
  const host = createServer((request, response) => {
    const file = path.join(served, request.url ?? '');
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
  return { origin: `http://127.0.0.1:${(host.address() as AddressInfo).port}`, close: () => host.close() };
}

test('a remote is released to another host that the product allows, once its files are there', async () => {
  const served = path.join(folder, 'host');
  const { origin, close } = await otherHost(served);
  const other = await testApi({ REMOTE_HOSTS: origin }, { isAtPublicUrl: true });
  buildRemote(other.config.WEB_ROOT, 'mf-history', { version: '0.9.0' });
  await other.app.remotes.registerBuiltIns();
  const release = (...args: string[]) =>
    runIn(
      { DATABASE_URL: other.config.DATABASE_URL, DATA_DIR: other.config.DATA_DIR, PUBLIC_URL: other.config.PUBLIC_URL },
      'release',
      ...args,
    );
  const refused = (words: string) => ({ code: 1, stderr: expect.stringContaining(words) as string });
  try {
    await expect(run('release', 'mf-media', '--base-url', origin)).rejects.toMatchObject(
      refused(`Pages take areas from ${origin} only when the product's REMOTE_HOSTS names it`),
    );
    await expect(release('mf-media', '--base-url', origin)).rejects.toMatchObject(
      refused(`answers 404. The files must be at ${origin}/mf_media/${built()} first.`),
    );
    await release('mf_media', '--base-url', `${origin}/`, '--folder', served, ...ALONE);
    const released = (await other.app.remotes.remotes.current()).find(({ name }) => name === 'mf_media');
    expect(released).toMatchObject({ version: built(), manifestUrl: `${origin}/mf_media/${built()}/container.json` });
    expect(fs.existsSync(path.join(other.config.DATA_DIR, 'releases/mf_media', built()))).toBe(false);
    expect(fs.readdirSync(path.join(served, 'mf_media', built())).filter((file) => file.includes('.map'))).toEqual([]);
  } finally {
    close();
    await other.close();
  }
});

describe('from another machine', () => {
  /** Knows the address of the product and a token, and neither its database nor its disk. */
  const elsewhere = (token: string, command: string, ...args: string[]) =>
    runIn(
      {
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
        DATA_DIR: path.join(folder, 'nothing'),
        PUBLIC_URL: '',
        PAGECAST_TOKEN: token,
      },
      command,
      ...args,
    );
  const make = async (area: string) => {
    const admin = product.as(await buildUser(product.db, { role: 'admin' }));
    return (await admin.call(createReleaseToken, { body: { name: 'CI', area, rights: ['stage', 'move', 'rollback'] } }))
      .body.token;
  };

  test('a remote is released with a token over HTTP, and taken back', async () => {
    const { url } = product;
    const token = await make('mf-media');
    const released = await elsewhere(token, 'release', 'mf-media', '--to', url, ...ALONE);
    expect(released.stdout).toContain(`mf_media ${built()} is current, in place of 0.9.0`);
    expect(released.stdout + released.stderr).not.toContain(token);
    expect(await (await fetch(`${url}/remotes/mf_media/${built()}/release.json`)).json()).toMatchObject({
      version: built(),
    });
    expect((await current())?.version).toBe(built());
    expect((await elsewhere(token, 'rollback', 'mf-media', '--at', url)).stdout).toBe(
      `mf_media 0.9.0 is current, in place of ${built()}.\n`,
    );
    expect(fs.existsSync(path.join(folder, 'nothing'))).toBe(false);
    await product.stored.remoteReleases.remove({ version: built() });
    fs.rmSync(path.join(product.config.DATA_DIR, 'releases/mf_media', built()), { recursive: true });
  });

  test('a remote goes to a part of all people first, then to more of them, and to everybody or nobody', async () => {
    const token = await make('mf-media');
    const to = ['--to', product.url];
    const told = async (...args: string[]) => (await elsewhere(token, 'release', ...args, ...to)).stdout;
    const shared = await told('mf-media', '--share', '5,50', '--every', '30m', ...ALONE);
    expect(shared).toContain(
      `mf_media ${built()} goes to 5% of people, and 0.9.0 to everybody else.\nNext: 50%, after 20`,
    );
    expect(shared).toContain(`To take it back: npm run release -- abort mf-media --to ${product.url}\n`);
    expect((await run('releases')).stdout).toMatch(/^mf_media\n {4}shared +\S+ +for 5% of people, released/m);
    expect(await told('mf-media', '--share', '20')).toMatch(/^\S+ \S+ goes to 20% of people, /);
    expect(await told('promote', 'mf_media')).toMatch(/^\S+ \S+ goes to 50% of people, .*\nNext: everybody, when you/);
    expect(await told('mf-media', 'abort')).toBe(
      `mf_media ${built()} was taken back: everybody gets 0.9.0. It is kept.\n`,
    );
    expect((await current())?.version).toBe('0.9.0');
    await product.stored.remoteReleases.remove({ version: built() });
    fs.rmSync(path.join(product.config.DATA_DIR, 'releases/mf_media', built()), { recursive: true });
  });

  test('the shell is released with a token over HTTP, and taken back by whoever is at the server', async () => {
    const { url, config, app } = product;
    buildShell(config.WEB_ROOT);
    await app.remotes.registerBuiltIns();
    const token = await make('shell');
    const page = async () => (await fetch(`${url}/history`)).text();
    expect(await page()).toContain('main.f54d0789.js');
    const released = await elsewhere(token, 'release', 'shell', '--to', url, ...ALONE);
    expect(released.stdout).toMatch(
      /^shell (\S+): \d+ of \d+ files sent .*\n.*\nshell \1 is current, in place of 1\.0\.0-f54d0789/,
    );
    expect(await page()).toMatch(/<script defer fetchpriority="high" src="\/main\./);
    expect((await run('rollback', 'shell')).stdout).toMatch(/^shell 1\.0\.0-f54d0789 is current, in place of /);
    expect(await page()).toContain('main.f54d0789.js');
    expect((await fetch(`${url}/main.f54d0789.js`)).status).toBe(200);
  });

  test('a wrong token, a missing one and one of another area are refused with what to do', async () => {
    const { url } = product;
    const refused = (words: string) => ({ code: 1, stderr: expect.stringContaining(words) as string });
    await expect(elsewhere('pcr_1_x', 'release', 'mf-media', '--to', url)).rejects.toMatchObject(
      refused("doesn't know this release token"),
    );
    await expect(elsewhere('', 'release', 'mf-media', '--to', url)).rejects.toMatchObject(
      refused('Set PAGECAST_TOKEN to a release token of that product.'),
    );
    await expect(elsewhere(await make('mf-history'), 'release', 'mf-media', '--to', url)).rejects.toMatchObject(
      refused('is for mf_history, not for mf_media'),
    );
    await expect(elsewhere('x', 'release', 'mf-media', '--to', 'http://pages.example.com')).rejects.toMatchObject(
      refused('Anybody on the way to http://pages.example.com could read the token: use https.'),
    );
    await expect(elsewhere('x', 'rollback', 'mf-media', '--to', url)).rejects.toMatchObject(
      refused('--to is the version; the product is named by --at.'),
    );
    expect((await current())?.version).toBe('0.9.0');
  });
});

test('where no product runs, nothing is released', async () => {
  await expect(runIn({ PUBLIC_URL: 'http://127.0.0.1:1' }, 'release', 'mf-media')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'No Pagecast runs at http://127.0.0.1:1, and only a running one can check',
    ) as string,
  });
});

test('where another product answers, its database does not know the token of the command', async () => {
  const other = await testApi({}, { isAtPublicUrl: true });
  try {
    await expect(runIn({ PUBLIC_URL: other.config.PUBLIC_URL }, 'release', 'mf-media')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("This Pagecast doesn't know this release token") as string,
    });
    expect(await product.stored.releaseTokens.rows({ is_of_command: true })).toEqual([]);
  } finally {
    await other.close();
  }
});

test('a remote is tried, released, refused a second time, listed and taken back, alone', async () => {
  const others = bytesOfOthers();
  const tried = await run('release', 'mf-media', '--dry-run');
  expect(tried.stdout).toMatch(
    /files are served as they were built\.\nIt would be current now, in place of 0\.9\.0\. Nothing was changed\./,
  );
  expect([(await current())?.version, fs.readdirSync(path.join(product.config.DATA_DIR, 'releases/mf_media'))]).toEqual(
    ['0.9.0', ['0.9.0']],
  );

  const released = await run('release', 'mf-media', ...ALONE);
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

  const admin = product.as(await buildUser(product.db, { role: 'admin' }));
  const log = (await admin.call(listAuditLog)).body.entries.filter(({ subject }) => subject === 'mf_media');
  expect(log[0]).toMatchObject({ action: 'releases.moved', actor: { name: 'Command line' } });
  expect((await admin.call(listReleaseTokens)).body.filter(({ name }) => name === 'Command line')).toEqual([]);
  expect(await product.stored.releaseTokens.rows({ is_of_command: true })).toEqual([]);
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

test.each([
  ['release', '--share 5,25,100 '],
  ['rollback', '--to VERSION '],
  ['compat', '--record '],
])('%s says what it can do, and does nothing', async (command, option) => {
  const { stdout } = await run(command, 'mf-media', '--help');
  expect(stdout).toContain(`\n  ${option}`);
});

test.each([['release'], ['rollback']])(
  '%s of something that is no remote is answered with what there is',
  async (command) => {
    await expect(run(command, 'mf-nothing')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Usage: npm run [^]*\nThere are shell, mf-admin, .*mf-media\.\n$/),
    });
  },
);
