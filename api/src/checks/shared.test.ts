import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { differenceOf } from '../db/clock-difference.ts';
import { DISK_MARKER } from '../features/media/disk-marker.ts';
import { setUpProcesses } from '../testing/api-processes.ts';
import { stored } from '../testing/stored.ts';
import { passChecks } from './start-checks.ts';

const processes = setUpProcesses();
const { folderOf, quietPort, ready, run, started } = processes;

/** Loaded into a process: its clock is wrong by as many seconds as the file says at the time. */
const CLOCK = (file: string) => `
  import fs from 'node:fs';
  const Right = Date;
  const wrong = () => 1000 * Number(fs.readFileSync(${JSON.stringify(file)}, 'utf8'));
  globalThis.Date = class extends Right {
    constructor(...given) { if (given.length === 0) super(Right.now() + wrong()); else super(...given); }
    static now() { return Right.now() + wrong(); }
  };`;
const said = async (port: number) =>
  (await fetch(`http://127.0.0.1:${port}/readyz`)).json() as Promise<{ loop?: string; message?: string }>;
const metrics = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

let media: string;
let marker: string;
beforeAll(() => {
  media = path.join(folderOf(processes.url()), 'media');
  marker = path.join(media, DISK_MARKER);
});
async function refused(env: NodeJS.ProcessEnv): Promise<string> {
  const { output, exit } = run({ PORT: String(await quietPort()), ...env });
  expect((await exit).code).toBe(1);
  await expect.poll(output).not.toBe('');
  return output();
}
const KEY = 'a key that all of them have';

describe('the folder of files', () => {
  test('is that of the first process, and another host with a disk of its own is refused', async () => {
    const first = await started({ env: { SECRET_KEY: KEY } });
    const other = path.join(processes.folder, 'another-host');
    const sentence = await refused({ SECRET_KEY: KEY, DATA_DIR: other });
    expect(sentence).toContain(`${other}/media is not the one that the files of this database lie in`);
    expect(sentence).toContain(`${media}. Share that folder with this host`);
    expect(fs.existsSync(path.join(other, 'media', DISK_MARKER))).toBe(false);

    // The same folder under another name, as a mounted one has, is the same.
    const link = path.join(processes.folder, 'mounted');
    fs.symlinkSync(folderOf(processes.url()), link);
    const second = await started({ env: { SECRET_KEY: KEY, DATA_DIR: link } });

    // It is unmounted from below both of them.
    fs.renameSync(marker, `${marker}.away`);
    await expect.poll(() => ready(first.port)).toBe(503);
    expect((await said(second.port)).message).toContain('npm run storage -- adopt');
    await expect.poll(() => metrics(second.port)).toContain('loop_held{reason="files"} 1');
    fs.renameSync(`${marker}.away`, marker);
    await expect.poll(() => ready(first.port)).toBe(200);
    await expect.poll(first.output).toContain('loop.goes-on');
  });

  test('of another Pagecast is left alone', async () => {
    const kept = fs.readFileSync(marker, 'utf8');
    fs.writeFileSync(marker, JSON.stringify({ id: randomUUID() }));
    expect(await refused({ SECRET_KEY: KEY })).toContain('has the files of another Pagecast');
    fs.writeFileSync(marker, kept);
  });

  test('that is silent costs a start some seconds, and a running process nothing', async () => {
    const kept = fs.readFileSync(marker, 'utf8');
    fs.rmSync(marker);
    execFileSync('mkfifo', [marker]);
    const { port, output } = await started({ env: { SECRET_KEY: KEY } });
    expect(await said(port)).toMatchObject({ files: 'away', message: expect.stringContaining('does not answer') });
    expect(output()).toContain('storage.away');
    // Whoever reads it is let go.
    fs.writeFileSync(marker, kept);
    fs.rmSync(marker);
    fs.writeFileSync(marker, kept);
    await expect.poll(() => said(port)).toEqual({ status: 'ready' });
  });
});

test('a key that was accepted while a process ran is noticed by it', async () => {
  const { port, output } = await started({ env: { SECRET_KEY: KEY } });
  const db = openDatabase(processes.url());
  const key = stored(db).secretKey;
  const { fingerprint } = (await key.first()) as { fingerprint: string };
  await key.change({ fingerprint: 'of another key' });
  await expect.poll(() => ready(port)).toBe(503);
  expect((await said(port)).message).toContain('start it with the new key');
  await expect.poll(output).toContain('"reason":"secret-key"');
  await key.change({ fingerprint });
  await expect.poll(() => ready(port)).toBe(200);
  await db.destroy();
});

describe('settings that all hosts share', () => {
  const APP = { FB_APP_ID: '17', FB_APP_SECRET: 'a secret of the app', ADMIN_FACEBOOK_IDS: '7007,7008' };

  test('another address, app or list of administrators waits until those that have it are gone', async () => {
    const first = await started({ env: { SECRET_KEY: KEY, ...APP, PUBLIC_URL: 'https://pages.example.com' } });
    const port = await quietPort();
    const other = run({ PORT: String(port), SECRET_KEY: KEY, ...APP, PUBLIC_URL: 'https://other.example.com' });
    await expect.poll(() => ready(port)).toBe(503);
    const { message = '' } = await said(port);
    expect(message).toContain('has another PUBLIC_URL than this one');
    expect(message).not.toContain('pages.example.com');
    expect(other.output()).toContain('process.waits');

    const appPort = await quietPort();
    const FB_APP_SECRET = 'of another app';
    run({ PORT: String(appPort), SECRET_KEY: KEY, ...APP, FB_APP_SECRET, PUBLIC_URL: 'https://pages.example.com' });
    await expect.poll(() => ready(appPort)).toBe(503);
    expect((await said(appPort)).message).toContain('has another FB_APP_ID and FB_APP_SECRET than this one');

    const adminsPort = await quietPort();
    const ADMIN_FACEBOOK_IDS = '7007,7009';
    run({
      PORT: String(adminsPort),
      SECRET_KEY: KEY,
      ...APP,
      ADMIN_FACEBOOK_IDS,
      PUBLIC_URL: 'https://pages.example.com',
    });
    await expect.poll(() => ready(adminsPort)).toBe(503);
    expect((await said(adminsPort)).message).toContain('has another ADMIN_FACEBOOK_IDS than this one');

    // One that died leaves nothing behind.
    first.child.kill('SIGKILL');
    await expect.poll(() => Promise.all([port, appPort, adminsPort].map(ready))).toContain(200);
  });

  test('processes of one machine go together, without an address or with that of one of them', async () => {
    const { port } = await started({ env: { SECRET_KEY: KEY, ADMIN_FACEBOOK_IDS: '7007,7008' } });
    // The same people in another order.
    await started({ env: { SECRET_KEY: KEY, ADMIN_FACEBOOK_IDS: '7008, 7007, 7008' } });
    const PUBLIC_URL = `http://localhost:${port}`;
    await started({ env: { SECRET_KEY: KEY, ADMIN_FACEBOOK_IDS: '7007,7008', PUBLIC_URL } });
  });
});

describe('a clock', () => {
  test('is wrong by what the round trip does not explain', () => {
    expect(differenceOf({ before: 1000, at: 1900, after: 3000 })).toEqual({ ms: -100, certainMs: 0 });
    expect(differenceOf({ before: 1000, at: 4500, after: 3000 })).toEqual({ ms: 2500, certainMs: 1500 });
    expect(differenceOf({ before: 1000, at: 500, after: 3000 })).toEqual({ ms: -1500, certainMs: -500 });
  });

  test('two minutes off lets no process start, holds the loop of one that runs, and is told', async () => {
    const off = path.join(processes.folder, 'seconds-off');
    fs.writeFileSync(off, '-120');
    const port = await quietPort();
    const { output, child } = run({
      PORT: String(port),
      SECRET_KEY: KEY,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CLOCK(off))}`,
    });
    await expect.poll(() => ready(port)).toBe(503);
    expect((await said(port)).message).toMatch(/clock of this machine is (2 min|120\.\d s) behind the database's/);
    expect(output()).toContain('process.waits');
    expect(output()).not.toContain('http.listening');

    fs.writeFileSync(off, '0.5');
    await expect.poll(() => ready(port)).toBe(200);
    fs.writeFileSync(off, '120');
    await expect.poll(() => said(port)).toMatchObject({ loop: 'held', message: expect.stringContaining('ahead of') });
    // People are served all the same.
    expect(await ready(port)).toBe(200);
    // A look that waits long for its answer does not know to the second; the next one does.
    await expect
      .poll(() => metrics(port))
      .toMatch(/loop_held\{reason="clock"\} 1\n[\s\S]*clock_difference_seconds -1(19|20)/);
    fs.writeFileSync(off, '0');
    await expect.poll(() => said(port)).toEqual({ status: 'ready' });
    child.kill('SIGKILL');
  });
});

test('a machine whose clock is wrong by that of Facebook publishes nothing until both agree, and says so', async () => {
  let offMs = 10 * 60_000;
  const facebook = createHttpServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() + offMs).toUTCString());
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(facebook, 'listening');
  const FB_GRAPH_BASE = `http://127.0.0.1:${(facebook.address() as AddressInfo).port}`;
  const { port } = await started({ env: { SECRET_KEY: KEY, FB_GRAPH_BASE } });
  await expect
    .poll(() => said(port))
    .toMatchObject({
      loop: 'held',
      message: expect.stringMatching(/clock of this machine is 10 min behind Facebook's/),
    });
  // It tells whole seconds: what is known for certain is up to one less, and less by the way of the answer.
  await expect.poll(() => metrics(port)).toMatch(/facebook_clock_difference_seconds (599|600)/);
  offMs = 0;
  await expect.poll(() => said(port)).toEqual({ status: 'ready' });
  facebook.close();
});

describe('what is silent', () => {
  test('is waited for no longer than a check may take', async () => {
    const ended: string[] = [];
    await passChecks([{ name: 'The moon', find: () => new Promise(() => {}) }], {
      untilNothingHinders: async () => {},
      end: ((sentence: string) => void ended.push(sentence)) as never,
      withinMs: 10,
    });
    expect(ended).toEqual(['The moon cannot be checked: there was no answer within 0.01 s.']);
  });

  test('a database that takes connections and says nothing ends a start', async () => {
    const hole: Server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(hole, 'listening');
    const { port } = hole.address() as AddressInfo;
    const sentence = await refused({ DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${port}/pagecast` });
    expect(sentence).toContain('The database at DATABASE_URL cannot be used');
    expect(sentence).not.toContain('Knex');
    hole.close();
  });
});
