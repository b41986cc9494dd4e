import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { ALLOW, browser, pageOf } from '../testing/oauth-app.ts';
import { setUpScene, type Scene } from '../testing/scene.ts';
import { loginByBrowser, mcpToken, renewed } from './browser-login.ts';
import { EXIT } from './exit-codes.ts';
import { ownFiles } from './own-files.ts';
import { terminal } from './terminal.ts';

let me: Scene['me'];
const api = setUpScene(
  (scene) => {
    ({ me } = scene);
  },
  { isAtPublicUrl: true },
);

test('a login by browser waits for its person, is renewed once, is for assistants too, and ends', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-cli-'));
  const start = (...args: string[]) =>
    spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...args], {
      env: { PATH: process.env['PATH'], PAGECAST_CONFIG: folder },
    });
  const login = start('login', '--url', api.url);
  const ended = once(login, 'exit');
  const [shown] = (await once(login.stderr, 'data')) as [Buffer];
  const code = /code: (\S+)/.exec(String(shown))?.[1] ?? '';
  const at = browser(api);
  await at.logIn(me);
  const page = await pageOf('/device', await at.open(`/device?user_code=${code}`));
  await at.open('/device', { ...page.hidden, ...ALLOW, scope: ['read'] });
  expect(await ended).toEqual([0, null]);

  const file = path.join(folder, 'login.json');
  const kept = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
  fs.writeFileSync(file, JSON.stringify({ ...kept, accessToken: 'over' }));
  const shells = [start('pages'), start('pages')];
  const ends = await Promise.all(shells.map((cli) => Promise.all([once(cli, 'exit'), text(cli.stderr)])));
  expect(ends).toEqual([
    [[0, null], ''],
    [[0, null], ''],
  ]);
  const assistant = new Client({ name: 'Test assistant', version: '1.0.0' });
  const env = { PATH: process.env['PATH'] ?? '', PAGECAST_CONFIG: folder };
  const args = [path.join(import.meta.dirname, 'main.ts'), 'mcp'];
  await assistant.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  expect((await assistant.listTools()).tools.length).toBeGreaterThan(0);
  await assistant.close();

  const out = await text(start('logout', '--json').stdout);
  expect(JSON.parse(out)).toEqual({ isRevoked: true });
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A server of another make, that answers `/oauth/token` with this. */
async function answering(tokenAnswers: { status: number; body: object }[], work: (url: string) => Promise<void>) {
  const started = {
    device_code: 'D',
    user_code: 'ABCD-EFGH',
    verification_uri: 'https://pages.example.com/device',
    expires_in: 600,
    interval: 0.01,
  };
  const server = http.createServer((req, res) => {
    const { status, body } = (req.url === '/oauth/token' ? tokenAnswers.shift() : null) ?? {
      status: 200,
      body: started,
    };
    res.writeHead(status).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
}

test('a code that was used up, as by an answer that was lost, is not waited for until its time is over', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-cli-'));
  const answers = ['authorization_pending', 'invalid_grant'].map((error) => ({ status: 400, body: { error } }));
  await answering(answers, async (url) => {
    const out = { ...terminal(true), note: () => {} };
    await expect(loginByBrowser(ownFiles(folder), url, out)).rejects.toMatchObject({ exitCode: EXIT.notAllowed });
  });
  expect(answers).toEqual([]);
  fs.rmSync(folder, { recursive: true, force: true });
});

test.each([
  [503, EXIT.tryAgain],
  [429, EXIT.tryAgain],
  [400, EXIT.notAllowed],
])('a server that answers %i when a login is renewed ends the command with %i', async (status, exitCode) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-cli-'));
  const files = ownFiles(folder);
  const refused = { status, body: { error: 'no' } };
  await answering([refused, refused], async (url) => {
    files.saveLogin({ kind: 'browser', url, accessToken: 'old', refreshToken: 'R' });
    await expect(renewed(files, url, 'old')).rejects.toMatchObject({ exitCode });
    await expect(mcpToken(files, url)).rejects.toMatchObject({ exitCode });
  });
  expect(files.login()).toMatchObject({ refreshToken: 'R' });
  fs.rmSync(folder, { recursive: true, force: true });
});
