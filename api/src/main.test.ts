import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { EVENTS_PATH } from './contract/status.ts';
import { openDatabase } from './db/database.ts';
import { sessionsRepository } from './features/sessions/sessions.repository.ts';
import { buildUser } from './testing/builders.ts';
import { setLaterMigration, TOMORROW } from './testing/later-release.ts';
import { setUpProcesses } from './testing/api-processes.ts';
import { emptyDatabase, freshDatabase } from './testing/test-database.ts';

/** The program as it lies here. */
const SOURCE = path.join(import.meta.dirname, 'main.ts');

const { children, folder, quietPort, program, ready, run, settings, started, url: databaseUrl } = setUpProcesses();

describe('a start that cannot be', () => {
  test('names every variable that is missing or wrong, in plain lines, and ends with 1', async () => {
    const { output, exit } = run({ DATABASE_URL: '', PORT: 'many' });
    expect((await exit).code).toBe(1);
    await expect
      .poll(() => output().trim().split('\n'))
      .toEqual([
        expect.stringContaining('cannot start'),
        expect.stringMatching(/^PORT must be/),
        expect.stringMatching(/^DATABASE_URL must/),
      ]);
  });

  test('says which port is in use and how to take another', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { output, exit } = run({ PORT: String(port) });
    expect((await exit).code).toBe(1);
    other.close();
    await expect.poll(output).toContain(`Port ${port} is in use`);
    expect(output()).toContain('set PORT');
  });

  test('says that the database cannot be used, without its password', async () => {
    const { output, exit } = run({
      DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/pagecast',
      PORT: String(await quietPort()),
    });
    expect((await exit).code).toBe(1);
    await expect.poll(output).toContain('DATABASE_URL');
    expect(output()).not.toContain('hunter2');
  });
});

describe('a process with a key of its own', () => {
  test('does not start over the database of another key, and says what to do', async () => {
    const { child, exit: ended } = await started();
    const key = path.join(folder, 'another/secret.key');
    const { output, exit } = run({ DATA_DIR: path.dirname(key), PORT: String(await quietPort()) });
    expect((await exit).code).toBe(1);
    await expect
      .poll(output)
      .toContain(`sealed with another secret key than the one of this process, which comes from the file ${key}`);
    expect(output()).toContain('set SECRET_KEY');
    expect(output()).toContain('npm run admin -- accept-new-key');
    child.kill('SIGTERM');
    await ended;
  });

  test('is the first or refuses, when two start at once on an empty database', async () => {
    const empty = await emptyDatabase();
    const both = await Promise.all(
      [1, 2].map(async (n) =>
        run({
          DATABASE_URL: empty.url,
          PORT: String(await quietPort()),
          SECRET_KEY: `key ${n} of more than sixteen characters`,
        }),
      ),
    );
    const first = await Promise.race(
      both.map(async (one) => {
        await one.exit;
        return one;
      }),
    );
    expect(await first.exit).toMatchObject({ code: 1 });
    await expect.poll(first.output).toContain('comes from the variable SECRET_KEY');
    const other = both.find((one) => one !== first);
    await expect.poll(() => other?.output()).toContain('http.listening');
    other?.child.kill('SIGKILL');
    await other?.exit;
    await empty.close();
  });
});

describe('a process on the database of a later release', () => {
  test('that it would break does nothing and says why, until the later one takes that back', async () => {
    const own = await freshDatabase();
    const takeBack = await setLaterMigration(own.db, { kind: 'contract', safeSince: TOMORROW });
    const port = await quietPort();
    const { child, output, exit } = run({ PORT: String(port), DATABASE_URL: own.url });
    const reason = `too old for the database: ${TOMORROW} needs a release that has ${TOMORROW}`;
    const answer = async (call: string) => (await fetch(`http://127.0.0.1:${port}${call}`)).text().catch(() => '');
    await expect.poll(() => answer('/readyz').catch(() => '')).toContain(reason);
    expect(await ready(port)).toBe(503);
    expect(await answer('/healthz')).toContain('alive');
    expect(output()).toContain(reason);
    expect(output()).not.toContain('http.listening');

    await takeBack();
    await expect.poll(() => ready(port)).toBe(200);
    child.kill('SIGTERM');
    expect((await exit).code).toBe(0);
    await own.close();
  });

  test('that has only added works, and says so', async () => {
    const own = await freshDatabase();
    await setLaterMigration(own.db, { kind: 'expand', safeSince: null });
    const { child, exit, output } = await started({ env: { DATABASE_URL: own.url } });
    await expect.poll(output).toContain('migrations.of-a-later-release');
    expect(output()).toContain(`{"name":"${TOMORROW}","kind":"expand"}`);
    child.kill('SIGTERM');
    await exit;
    await own.close();
  });
});

describe('a process that is asked to end', () => {
  const readyAndBusy = () => started({ env: { DRAIN_SECONDS: '30' } });
  const asked = (port: number) => fetch(`http://127.0.0.1:${port}/api/notifications`);

  test('serves on, not ready, until it is asked again', async () => {
    const { child, exit, port, output } = await readyAndBusy();
    child.kill('SIGTERM');
    await expect.poll(() => ready(port)).toBe(503);
    const answer = await asked(port);
    expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'close']);
    expect(output()).not.toContain('process.stopped');
    child.kill('SIGTERM');
    expect(await exit).toEqual({ code: 0, signal: null });
  });

  test('by Ctrl-C serves on for nobody', async () => {
    const { child, exit, output } = await readyAndBusy();
    child.kill('SIGINT');
    expect(await exit).toEqual({ code: 0, signal: null });
    expect(output()).toContain('process.stopping');
    expect(output()).not.toContain('drainSeconds');
  });
});

describe('a process', () => {
  test('two that start at once on an empty database both come up', async () => {
    const both = await Promise.all([started(), started()]);
    expect(await Promise.all(both.map(({ port }) => ready(port)))).toEqual([200, 200]);
  });

  test('that runs the loop alone is ready once it ticks, shows its metrics, and serves nobody', async () => {
    const { port } = await started({ env: { LOOP: 'only', WEB_ROOT: path.join(folder, 'no-screens') } });
    const get = (address: string) => fetch(`http://127.0.0.1:${port}${address}`);
    expect((await get('/metrics')).status).toBe(200);
    for (const address of ['/', '/api/auth/user', '/mcp', '/index.html']) {
      const refused = await get(address);
      expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining('LOOP is set to only')]);
    }
  });

  test('leaves what it compiled to the next one, also when it is killed', async () => {
    const compiled = path.join(folder, 'compiled');
    const { child, exit } = await started({ env: { NODE_COMPILE_CACHE: compiled }, file: SOURCE });
    child.kill('SIGKILL');
    await exit;
    // Far more files than this are its own.
    expect(fs.readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(500);
  });

  test('ends cleanly on SIGTERM, also when it is sent twice', async () => {
    const { child, exit, port, output } = await started();
    child.kill('SIGTERM');
    child.kill('SIGTERM');
    expect(await exit).toEqual({ code: 0, signal: null });
    expect(await ready(port)).toBe(0);
    await expect.poll(output).toContain('process.stopped');
  });

  test.each(['a disk that is full', 'a reader that has gone'])(
    'that logs to %s loses lines, and goes on',
    async (where) => {
      const [port, out]: [number, number | 'pipe'] = [
        await quietPort(),
        where === 'a disk that is full' ? fs.openSync('/dev/full', 'w') : 'pipe',
      ];
      const child: ChildProcess = spawn(process.execPath, [program()], {
        stdio: ['ignore', out, out],
        env: {
          ...settings(),
          LOG_LEVEL: 'debug',
          PORT: String(port),
        },
      });
      children.push(child);
      for (const reader of [child.stdout, child.stderr]) reader?.destroy();
      if (typeof out === 'number') fs.closeSync(out);
      await expect.poll(() => ready(port)).toBe(200);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => fetch(`http://127.0.0.1:${port}/api/notifications`)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
      expect(await ready(port)).toBe(200);
      expect(child.exitCode).toBeNull();
    },
  );

  test('outlives a failure that nobody waited for, and says so loudly', async () => {
    const fault = "process.once('SIGUSR2', () => { void Promise.reject(new Error('nobody waited')); });";
    const { child, port, output } = await started({
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` },
    });
    child.kill('SIGUSR2');
    await expect.poll(output).toContain('nobody waited');
    expect(await ready(port)).toBe(200);
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('unhandled_rejections_total 1');
  });

  test('answers the request that is under way before it ends', async () => {
    const { child, exit, port, output } = await started();
    const asked = request(`http://127.0.0.1:${port}/api/facebook/login`, {
      method: 'POST',
      headers: {
        origin: `http://localhost:${port}`,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
        // Told to go on, it is under way.
        expect: '100-continue',
      },
    });
    const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
    asked.flushHeaders();
    await once(asked, 'continue');
    asked.write('{"userID":');
    child.kill('SIGTERM');
    await expect.poll(output).toContain('process.stopping');
    asked.end('"x"}');
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(400);
    expect((await exit).code).toBe(0);
  });

  test('lets open streams go on SIGTERM, so that it can end', async () => {
    const { child, exit, port } = await started();
    const db = openDatabase(databaseUrl());
    const user = await buildUser(db);
    const id = await sessionsRepository(db).create(user.userId);
    await db.destroy();
    const { body, status } = await fetch(`http://127.0.0.1:${port}${EVENTS_PATH}`, {
      headers: { cookie: `pagecast_session=${id}` },
    });
    expect(status).toBe(200);
    const read = new Response(body).text();
    child.kill('SIGTERM');
    expect(await read).toContain('event: alive');
    // Where it had to be cut off, it would end with 1.
    expect(await exit).toEqual({ code: 0, signal: null });
  });

  test('ends when the one that started it is gone', async () => {
    const { child, exit } = await started({ withChannel: true });
    child.disconnect();
    expect(await exit).toEqual({ code: 0, signal: null });
  });
});
