// One at a time among the processes of a machine. Plain JavaScript of Node 18: boot.mjs needs it before anything is
// installed.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const FREE = 'free';
const ENDED = 'ended';
const ASK_EVERY_MS = 100;

/**
 * Runs `work` while no other process of this machine holds `folder`, which is made. Whoever died with it has lost it.
 *
 * The folder holds one file, whose name says who has the lock; taking it and giving it back rename that file. Of two
 * that saw the same name one renames it and the other is told that it is gone: so a dead holder has one heir, however
 * long somebody paused before taking over.
 */
export async function withFileLock(folder, work) {
  const mine = path.join(folder, [process.pid, birthOf(process.pid), randomUUID()].join('.'));
  while (!take(folder, mine)) await sleep();
  try {
    return await work();
  } finally {
    rename(mine, path.join(folder, FREE));
  }
}

function take(folder, mine) {
  const [holder] = holders(folder);
  if (holder === undefined) {
    make(folder);
    return false;
  }
  return !isHeld(holder) && rename(path.join(folder, holder), mine);
}

function holders(folder) {
  try {
    return fs.readdirSync(folder);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** With its file in it from the first moment: a folder that is there and not empty cannot be replaced. */
function make(folder) {
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  const fresh = fs.mkdtempSync(`${folder}.`);
  fs.writeFileSync(path.join(fresh, FREE), '');
  try {
    fs.renameSync(fresh, folder);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  }
}

/** @returns whether it was still there */
function rename(from, to) {
  try {
    fs.renameSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

function isHeld(holder) {
  if (holder === FREE) return false;
  const [pid, birth] = holder.split('.');
  if (!isRunning(Number(pid))) return false;
  const found = birthOf(Number(pid));
  return found === null || found === birth;
}

/** Also one of another user. One that has ended is none, though it is listed until it is asked what became of it. */
export function isRunning(pid) {
  try {
    if (!(pid > 0)) return false;
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return process.platform !== 'linux' || birthOf(pid) !== ENDED;
}

/**
 * When a process began, as the system counts it: numbers of processes come again, in a container with every start.
 * @returns null where nobody says; of a process that has ended and is still listed, a word that no process began at
 */
function birthOf(pid) {
  try {
    if (process.platform !== 'linux') {
      const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
      return stdout.trim().replace(/\W+/g, '-') || null;
    }
    // The name in brackets may hold spaces; behind it come the state and, 19 fields on, the start.
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
    return fields[0] === 'Z' ? ENDED : fields[19];
  } catch {
    return null;
  }
}

function sleep() {
  return new Promise((resolve) => {
    setTimeout(resolve, ASK_EVERY_MS);
  });
}
