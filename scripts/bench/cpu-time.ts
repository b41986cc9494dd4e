import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The kernel counts process time in ticks of 10 ms on every Linux. */
const TICK_MS = 10;

/** CPU time of a process so far, user and system, ms; null where the kernel does not tell (not Linux). */
export function cpuMs(pid: number): number | null {
  const stat = statOf(pid);
  return stat === null ? null : stat.own;
}

/** The same of a process and of those that it has started and that still run. */
export function cpuMsOfAll(pid: number): number | null {
  const own = statOf(pid);
  if (own === null) return null;
  return own.own + processes().reduce((sum, stat) => sum + (stat.parent === pid ? stat.own : 0), 0);
}

/**
 * CPU time of the PostgreSQL server over this data folder with all its backends, those that have ended included, ms;
 * null where nobody tells.
 */
export function postgresCpuMs(dataDirectory: string): number | null {
  try {
    const postmaster = Number(readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const server = statOf(postmaster);
    if (server === null) return null;
    const backends = processes().filter((stat) => stat.parent === postmaster);
    return server.own + server.ended + backends.reduce((sum, stat) => sum + stat.own, 0);
  } catch {
    return null;
  }
}

function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
}

/** Own time and that of children that have ended, ms. */
function statOf(pid: number): { parent: number; own: number; ended: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const ticks = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * TICK_MS;
    return { parent: Number(fields[1]), own: ticks(11), ended: ticks(13) };
  } catch {
    return null;
  }
}
