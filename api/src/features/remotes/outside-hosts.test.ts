import fs from 'node:fs';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { testApi, type TestApi } from '../../testing/test-api.ts';
import { buildRemote, buildShell } from '../../testing/web-root.ts';
import { readBuiltRelease } from './built-release.ts';
import { filesIn } from './file-hash.ts';
import { releaseFiles } from './release-files.ts';
import { verifyServed } from './served-files.ts';

const HOST = 'https://cdn.example.com';

describe('the pages of a product with hosts beside its own', () => {
  let api: TestApi;
  let user: TestUser;
  beforeAll(async () => {
    api = await testApi({ REMOTE_HOSTS: `${HOST}/, http://localhost:8080` });
    user = await buildUser(api.db);
    buildShell(api.config.WEB_ROOT);
    buildRemote(api.config.WEB_ROOT, 'mf-history', { paths: ['/history'] });
    const built = await readBuiltRelease(path.join(api.config.WEB_ROOT, 'mf-history/dist'), `${HOST}/pagecast`);
    if (built === null) throw new Error('There is no build');
    await api.app.remotes.remotes.registerBuiltIn(built);
  });
  afterAll(() => api.close());

  test('may load code, styles, data, fonts and pictures from these, and nothing else from anywhere', async () => {
    const policy = (await api.as(user).fetch('/history')).headers.get('content-security-policy') ?? '';
    const grown = policy.split(';').filter((directive) => directive.includes(HOST));
    expect(grown.map((directive) => String(directive.split(' ')[0])).toSorted()).toEqual([
      'connect-src',
      'font-src',
      'img-src',
      'script-src',
      'style-src',
    ]);
    expect(policy).toContain(`;style-src 'self' ${HOST} http://localhost:8080;`);
    expect(policy).toContain("default-src 'self';");
  });

  test('name them, and ask early for what comes from there', async () => {
    const html = await (await api.as(user).fetch('/history')).text();
    expect(html).toContain(`<meta name="remote-hosts" content="${HOST} http://localhost:8080">`);
    expect(html).toContain(
      `href="${HOST}/pagecast/mf_history/1.0.0/remoteEntry.js" crossorigin="anonymous" integrity="sha384-`,
    );
  });

  test.each(['manifest_url', 'entry_url', 'preload'])(
    'ask for nothing early where a %s leads elsewhere',
    async (column) => {
      const before = (await api.stored.remoteReleases.first({}, column)) as Record<string, unknown>;
      for (const address of [
        'https://evil.example/x.js',
        '//evil.example/x.js',
        'https://',
        'data:text/javascript,evil',
      ]) {
        await api.stored.remoteReleases.change({
          [column]: column === 'preload' ? JSON.stringify([{ url: address, integrity: 'sha384-x' }]) : address,
        });
        expect(await (await api.as(user).fetch('/history')).text()).not.toMatch(
          /<link[^>]*(evil|https:\/\/"|mf_history)/,
        );
      }
      await api.stored.remoteReleases.change({
        [column]: column === 'preload' ? JSON.stringify(before?.[column]) : before?.[column],
      });
    },
  );

  test('cannot be broken out of by the address of a release', async () => {
    await api.stored.remoteReleases.change({ manifest_url: `${HOST}/"><script>alert(1)</script>` });
    const html = await (await api.as(user).fetch('/history')).text();
    expect(html).not.toContain('<script>alert(1)');
  });
});

describe('files at another host', () => {
  const origin = 'https://pages.example.com';
  const right = { 'access-control-allow-origin': '*' };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-host-'));
  buildRemote(folder, 'mf-history');
  const dist = path.join(folder, 'mf-history/dist');
  let close = () => {};
  afterEach(() => close());
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  /** Serves the build with these headers for one of its files, and the right ones for the others. */
  async function host(odd: string, headers: OutgoingHttpHeaders): Promise<string> {
    const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };
    const server = createServer((request, response) => {
      const file = path.basename(request.url ?? '');
      response
        .writeHead(200, {
          'content-type': types[path.extname(file)] ?? 'text/plain',
          ...(file === odd ? headers : right),
        })
        .end(fs.readFileSync(path.join(dist, file)));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mf_history/1.0.0`;
  }

  test('are those that were built, and may be read by our pages', async () => {
    expect(
      await verifyServed(
        await filesIn(dist),
        await host('screen.0a1b2c3d.js', { 'access-control-allow-origin': origin }),
        {
          pageOrigin: origin,
        },
      ),
    ).toBe(5);
  });

  test('are asked for packed and plain, and either that is another one is named', async () => {
    const server = createServer((request, response) => {
      const file = path.join(dist, path.basename(request.url ?? ''));
      const isPlain = request.headers['accept-encoding'] === 'identity';
      response
        .writeHead(200, { ...right, 'content-type': file.endsWith('.css') ? 'text/css' : 'text/javascript' })
        .end(isPlain ? 'evil' : fs.readFileSync(file));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    close = () => void server.close();
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(verifyServed(await filesIn(dist), address, { pageOrigin: origin })).rejects.toThrow(
      'remoteEntry.js is not the file that was built',
    );
  });

  test('get no source maps, and are whole without them', async () => {
    fs.writeFileSync(path.join(dist, 'screen.0a1b2c3d.js.map'), 'sources');
    const [ours, theirs] = [path.join(folder, 'ours'), path.join(folder, 'theirs')];
    const of = { name: 'mf_history', version: '1.0.0' };
    await releaseFiles(ours).copyOnce(dist, of);
    await releaseFiles(theirs, { isPublic: true }).copyOnce(dist, of);
    const mapsIn = (place: string) =>
      fs.readdirSync(path.join(place, 'mf_history/1.0.0')).filter((file) => file.includes('.map'));
    expect([mapsIn(ours), mapsIn(theirs)]).toEqual([['screen.0a1b2c3d.js.map'], []]);
    const address = await host('', {});
    fs.renameSync(path.join(dist, 'screen.0a1b2c3d.js.map'), path.join(folder, 'away.map'));
    expect(
      await verifyServed(await filesIn(path.join(ours, 'mf_history/1.0.0')), address, { pageOrigin: origin }),
    ).toBe(5);
  });

  test.each([
    [
      'screen.0a1b2c3d.js',
      {},
      'may not be read by pages of https://pages.example.com: its host must answer with the header ' +
        'access-control-allow-origin: * (it answers with none)',
    ],
    [
      'screen.0a1b2c3d.js',
      { 'access-control-allow-origin': 'https://other.example' },
      '(it answers with https://other.example)',
    ],
    [
      'screen.4e5f6a7b.css',
      { ...right, 'content-type': 'text/plain' },
      'comes as text/plain, which browsers refuse: its host must send the right content-type',
    ],
    [
      'remoteEntry.js',
      { ...right, 'content-type': 'application/octet-stream' },
      'comes as application/octet-stream, which browsers refuse',
    ],
  ])('%s with %j is named, with what the host must do', async (file, headers, words) => {
    const refusal = verifyServed(await filesIn(dist), await host(file, headers), { pageOrigin: origin });
    await expect(refusal).rejects.toThrow(file);
    await expect(refusal).rejects.toThrow(words);
  });
});
