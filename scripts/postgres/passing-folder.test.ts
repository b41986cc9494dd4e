import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { passingFolder } from './passing-folder.ts';

test('a new folder is open to whom PostgreSQL runs as, and takes away what an ended process left in memory', () => {
  const first = passingFolder('test');
  const parent = path.dirname(first);
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = path.join(parent, `pagecast-test-${pid}-abcdef`);
  fs.mkdirSync(left);
  fs.utimesSync(left, 0, 0);
  const second = passingFolder('test');
  expect(fs.statSync(second).mode & 0o777).toBe(0o755);
  // On a disk it costs nobody anything.
  expect([first, left].map((folder) => fs.existsSync(folder))).toEqual([true, parent !== '/dev/shm']);
  for (const folder of [first, second, left]) fs.rmSync(folder, { recursive: true, force: true });
});
