import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lockOf } from './lock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-lock-'));
  file = path.join(folder, 'lock');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

test('one of many at a time has it, and all of them in the end', async () => {
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      const release = await lockOf(file);
      most = Math.max(most, (inside += 1));
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      release();
    }),
  );
  expect([most, fs.readdirSync(folder)]).toEqual([1, []]);
});

test('one of a process that was killed is taken over at once', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  fs.writeFileSync(file, JSON.stringify({ host: os.hostname(), pid, id: 'x' }));
  (await lockOf(file, 1000))();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('whoever lives is never pushed aside: the other one is told to try again', async () => {
  const release = await lockOf(file);
  await expect(lockOf(file, 0)).rejects.toThrow('Another pagecast command is still renewing your login.');
  release();
  const elsewhere = JSON.stringify({ host: 'another-machine', pid: 1, id: 'x' });
  fs.writeFileSync(file, elsewhere);
  await expect(lockOf(file, 0)).rejects.toThrow('again');
  expect(fs.readFileSync(file, 'utf8')).toBe(elsewhere);
  const old = new Date(Date.now() - 100_000);
  fs.utimesSync(file, old, old);
  (await lockOf(file, 1000))();
});

test('one from another machine is as old as the clock of the folder says, whatever the clock here', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const elsewhere = JSON.stringify({ host: 'another-machine', pid: 1, id: 'x' });
  fs.writeFileSync(file, elsewhere);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  await expect(lockOf(file, 0)).rejects.toThrow('again');
  expect(fs.readFileSync(file, 'utf8')).toBe(elsewhere);
});
