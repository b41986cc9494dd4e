import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `work` while no other process of this machine holds `file`. A lock whose holder died is taken over. */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!take(file)) await sleep(100);
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  // Written aside and then linked: whoever sees the lock sees its holder too.
  const mine = `${file}.${process.pid}`;
  fs.writeFileSync(mine, String(process.pid));
  try {
    fs.linkSync(mine, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!isHeld(file)) fs.rmSync(file, { force: true });
    return false;
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

function isHeld(file: string): boolean {
  try {
    process.kill(Number(fs.readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
