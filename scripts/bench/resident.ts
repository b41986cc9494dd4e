import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Memory of a process and of the one that it has forked, MB: its own part of what it shares with others. NaN where the
 * kernel does not tell (not Linux).
 * @param pid null: the PostgreSQL server over this data folder, with all its backends as one
 */
export function residentMb(pid: number | null, dataDirectory = ''): { readonly api: number; readonly loop: number } {
  try {
    const root = pid ?? Number(readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const children = childrenOf(root);
    const ofChildren = children.reduce((sum, child) => sum + partOf(child), 0);
    const own = partOf(String(root));
    return pid === null ? { api: own + ofChildren, loop: 0 } : { api: own, loop: ofChildren };
  } catch {
    return { api: Number.NaN, loop: Number.NaN };
  }
}

const childrenOf = (root: number) =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === root);

/** The process that this one has forked; 0 where it has none. */
export function childOf(pid: number): number {
  try {
    return Number(childrenOf(pid)[0] ?? 0);
  } catch {
    return 0;
  }
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  } catch {
    return 0;
  }
}

function partOf(pid: string): number {
  try {
    const [, kib] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kib) / 1024;
  } catch {
    // It has just ended.
    return 0;
  }
}
