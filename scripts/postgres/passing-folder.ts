import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const IN_MEMORY = '/dev/shm';
const GIGABYTE = 1024 ** 3;
/** All databases of a test run together take less than half of it. */
const LEAST_ROOM = 4 * GIGABYTE;
/** What tests and their browsers need beside. */
const LEAST_MEMORY = 8 * GIGABYTE;
/** No test run lasts as long. */
const LEFT_AFTER_MS = 3_600_000;
/** Names who made it. */
const NAME = /^pagecast-\w+-(\d+)-\w+$/;

/**
 * A new folder for data that nobody keeps. In memory where there is plenty: a database is six hundred files, whose
 * making and removal cost a disk ten times as much.
 * @param purpose one word of its name
 */
export function passingFolder(purpose: string): string {
  const parent = hasRoomInMemory() ? IN_MEMORY : os.tmpdir();
  if (parent === IN_MEMORY) removeLeftFolders();
  const folder = fs.mkdtempSync(path.join(parent, `pagecast-${purpose}-${process.pid}-`));
  // PostgreSQL may run as somebody else.
  fs.chmodSync(folder, 0o755);
  return folder;
}

function hasRoomInMemory(): boolean {
  try {
    fs.accessSync(IN_MEMORY, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(IN_MEMORY);
    return bavail * bsize >= LEAST_ROOM && process.availableMemory() >= LEAST_MEMORY;
  } catch {
    return false;
  }
}

/** What a killed process left would take memory until the machine starts anew. */
function removeLeftFolders(): void {
  for (const name of fs.readdirSync(IN_MEMORY)) {
    const maker = NAME.exec(name)?.[1];
    if (maker === undefined || isAlive(Number(maker))) continue;
    const folder = path.join(IN_MEMORY, name);
    try {
      if (Date.now() - fs.statSync(folder).mtimeMs > LEFT_AFTER_MS) fs.rmSync(folder, { recursive: true, force: true });
    } catch {
      // Somebody else's, or a server still writes: whoever comes next tries again.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
