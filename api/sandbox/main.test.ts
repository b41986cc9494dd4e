import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

async function environment(more: Record<string, string>) {
  return {
    ...process.env,
    SANDBOX_PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: await mkdtemp(join(tmpdir(), 'sandbox-main-')),
    ...more,
  };
}

async function launch(more: Record<string, string> = {}) {
  return watch(spawn(process.execPath, [MAIN], { env: await environment(more), stdio: ['ignore', 'pipe', 'pipe'] }));
}

function watch(child: ChildProcess) {
  running.add(child);
  let text = '';
  const ended = new Promise<number | null>((resolve) => {
    child.on('exit', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  const line = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes('\n')) resolve(text.trim());
      });
  });
  return { child, ended, line };
}

test('it says where it is, and SIGTERM ends it with exit 0', async () => {
  const { child, ended, line } = await launch();
  const url = /^Sandbox: (http:\/\/localhost:\d+)$/.exec(await line)?.[1] ?? '';
  expect((await fetch(`${url}/__sandbox/environment`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('it ends when its launcher is gone', async () => {
  const { child, ended, line } = watch(fork(MAIN, { env: await environment({}), silent: true }));
  await line;
  child.disconnect();
  expect(await ended).toBe(0);
});

test('a taken port, an outside address and a bad port end it with a plain message', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  const port = String((other.address() as AddressInfo).port);
  const cases: [Record<string, string>, RegExp][] = [
    [{ SANDBOX_PORT: port }, /^Port \d+ is already in use\..*SANDBOX_PORT/],
    [{ HOST: '0.0.0.0' }, /loopback/],
    [{ SANDBOX_PORT: 'x' }, /SANDBOX_PORT/],
  ];
  await Promise.all(
    cases.map(async ([more, message]) => {
      const { ended, line } = await launch(more);
      expect(await line).toMatch(message);
      expect(await ended).toBe(1);
    }),
  );
  other.close();
});
