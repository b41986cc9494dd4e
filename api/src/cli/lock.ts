import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { diskTime } from '../disk-time.ts';
import { CommandError, EXIT } from './exit-codes.ts';

/** Longer than anything takes that is done with it. */
const WITHIN_MS = 45_000;
/** Of a process on another machine that shares the folder: nobody here can tell whether it lives. */
const IS_OLD_MS = 90_000;
const LOOK_MS = 50;

/**
 * Waits until this process is the only one that has the lock. One that was left by a process that is gone is taken
 * over; whoever lives is never pushed aside, since what both would do ends the login.
 * @returns what gives it back
 * @throws CommandError when another one keeps it
 */
export async function lockOf(file: string, withinMs = WITHIN_MS): Promise<() => void> {
  const own = JSON.stringify({ host: os.hostname(), pid: process.pid, id: randomUUID() });
  const until = performance.now() + withinMs;
  while (!(await taken(file, own))) {
    if (performance.now() > until)
      throw new CommandError(
        'Another pagecast command is still renewing your login. Run the same command again in a moment.',
        EXIT.tryAgain,
      );
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return () => {
    if (contentOf(file) === own) fs.rmSync(file, { force: true });
  };
}

async function taken(file: string, own: string): Promise<boolean> {
  try {
    fs.writeFileSync(file, own, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const left = contentOf(file);
    if (left !== null && (await isLeft(file, left))) takeAway(file, left);
    return false;
  }
}

function contentOf(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

async function isLeft(file: string, content: string): Promise<boolean> {
  const { host, pid } = holderOf(content);
  if (host === os.hostname() && pid !== undefined) return !isRunning(pid);
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const isOldAt = (now: number) => Math.abs(now - found.mtimeMs) > IS_OLD_MS;
  // What looks old here may be new by the clock that dated it.
  return isOldAt(Date.now()) && isOldAt(await diskTime(path.dirname(file)));
}

function holderOf(content: string): { host?: string; pid?: number } {
  try {
    return JSON.parse(content) as { host?: string; pid?: number };
  } catch {
    // Of an earlier version, or not written to its end.
    return {};
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Moves it aside, and puts it back where somebody else was faster and it is theirs by now. */
function takeAway(file: string, left: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    fs.renameSync(file, aside);
    if (contentOf(aside) !== left) fs.linkSync(aside, file);
  } catch {
    // Somebody took it away in the meantime.
  } finally {
    fs.rmSync(aside, { force: true });
  }
}
