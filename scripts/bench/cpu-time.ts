import { readFileSync } from 'node:fs';

/** The kernel counts process time in ticks of 10 ms on every Linux. */
const TICK_MS = 10;

/** CPU time of a process so far, user and system, ms; null where the kernel does not tell (not Linux). */
export function cpuMs(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}
