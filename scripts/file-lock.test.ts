import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isRunning, withFileLock } from './file-lock.mjs';

/** Longer than somebody who waits for the lock pauses between two attempts. */
const SEVERAL_ATTEMPTS_MS = 400;

function lockPath(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-lock-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'lock');
}

/** Code of a process of its own that takes `lock` and does `work` with it. */
function inProcess(lock: string, work: string): string[] {
  const module = JSON.stringify(path.join(import.meta.dirname, 'file-lock.mjs'));
  return [
    '--input-type=module',
    '-e',
    `
    import fs from 'node:fs';
    import { withFileLock } from ${module};
    const lock = ${JSON.stringify(lock)};
    await withFileLock(lock, async () => { ${work} });`,
  ];
}

function leaveDead(lock: string): void {
  spawnSync(process.execPath, inProcess(lock, `process.kill(process.pid, 'SIGKILL')`));
}

/**
 * Another process that has the lock and keeps it. Returns when it has it; meanwhile nothing happens in this process.
 */
function holdElsewhere(lock: string): ChildProcess {
  const work = `fs.writeFileSync(lock + '.taken', ''); await new Promise((resolve) => setTimeout(resolve, 60_000));`;
  const holder = spawn(process.execPath, inProcess(lock, work));
  onTestFinished(() => void holder.kill('SIGKILL'));
  const until = Date.now() + 60_000;
  while (!fs.existsSync(`${lock}.taken`) && Date.now() < until)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  return holder;
}

test('work under one lock never overlaps', async () => {
  const lock = lockPath();
  let inside = 0;
  let most = 0;
  await Promise.all(
    [1, 2, 3].map(() =>
      withFileLock(lock, async () => {
        most = Math.max(most, ++inside);
        await sleep(20);
        inside -= 1;
      }),
    ),
  );
  expect(most).toBe(1);
});

test('the lock of a process that died is taken over', async () => {
  const lock = lockPath();
  leaveDead(lock);
  expect(await withFileLock(lock, () => 'done')).toBe('done');
});

test('who sees a dead holder and pauses does not take the lock from the one who was faster', async () => {
  const lock = lockPath();
  leaveDead(lock);
  const kill = process.kill.bind(process);
  let faster: ChildProcess | undefined;
  const judge = vi.spyOn(process, 'kill').mockImplementationOnce((pid, signal) => {
    faster = holdElsewhere(lock);
    return kill(pid, signal);
  });
  onTestFinished(() => judge.mockRestore());

  let isInside = false;
  const mine = withFileLock(lock, () => {
    isInside = true;
  });
  await sleep(SEVERAL_ATTEMPTS_MS);
  expect(isInside).toBe(false);
  faster?.kill('SIGKILL');
  await mine;
});

test('of many that find a dead holder at once, one at a time comes in', async () => {
  const lock = lockPath();
  leaveDead(lock);
  const log = `${lock}.log`;
  const work =
    `fs.appendFileSync(${JSON.stringify(log)}, 'in '); await new Promise((resolve) => setTimeout(resolve, 20)); ` +
    `fs.appendFileSync(${JSON.stringify(log)}, 'out ');`;
  const rivals = Array.from({ length: 6 }, () => spawn(process.execPath, inProcess(lock, work)));
  await Promise.all(rivals.map((rival) => once(rival, 'exit')));
  expect(fs.readFileSync(log, 'utf8')).toBe('in out '.repeat(6));
});

test('a process that has the number of the one that died does not keep its lock', async () => {
  const lock = lockPath();
  fs.mkdirSync(lock);
  fs.writeFileSync(path.join(lock, `${process.pid}.1.long-ago`), '');
  expect(await withFileLock(lock, () => 'done')).toBe('done');
});

test('one that has ended and was not waited for keeps no lock', async () => {
  const lock = lockPath();
  // The shell becomes a program that never asks what became of its child.
  const parent = spawn('sh', [
    '-c',
    '"$@" & exec sleep 60',
    'sh',
    process.execPath,
    ...inProcess(lock, `process.kill(process.pid, 'SIGKILL')`),
  ]);
  onTestFinished(() => void parent.kill('SIGKILL'));
  await expect.poll(() => fs.existsSync(lock) && !fs.readdirSync(lock).includes('free')).toBe(true);
  expect(await withFileLock(lock, () => 'done')).toBe('done');
});

test('one that has ended and was not waited for is not running', async () => {
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const child = Number(said.toString());
  expect([isRunning(process.pid), isRunning(child)]).toEqual([true, true]);
  process.kill(child, 'SIGKILL');
  await expect.poll(() => isRunning(child)).toBe(false);
});

test('work that fails gives the lock back', async () => {
  const lock = lockPath();
  await expect(
    withFileLock(lock, () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  expect(await withFileLock(lock, () => 'next')).toBe('next');
});
