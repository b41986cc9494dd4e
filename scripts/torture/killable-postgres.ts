import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres, type Postgres } from '../postgres/postgres.ts';
import { openTable } from './table.ts';

const POSTMASTER = "split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid";

/** A PostgreSQL that can be shot and frozen, over the data in `folder`. */
export async function startKillablePostgres(folder: string) {
  let postgres: Postgres = await startPostgres(folder);
  const table = openTable(postgres.url);

  return {
    url: postgres.url,
    table,

    /** @param how `stop` as an operator would, `crash` as a lost machine would */
    async restart(how: 'stop' | 'crash'): Promise<void> {
      const { pid } = await table.one<{ pid: number }>(`select ${POSTMASTER}`);
      if (how === 'crash') process.kill(pid, 'SIGQUIT');
      await postgres.stop();
      while (isAlive(pid)) await sleep(20);
      postgres = await startPostgres(folder);
    },

    /** Stops every process of it where it is. @returns what lets them go on */
    async freeze(): Promise<() => void> {
      const pids = await table.rows<{ pid: number }>(`select ${POSTMASTER} union all select pid from pg_stat_activity`);
      for (const { pid } of pids) process.kill(pid, 'SIGSTOP');
      return () => {
        for (const { pid } of pids) if (isAlive(pid)) process.kill(pid, 'SIGCONT');
      };
    },

    async close(): Promise<void> {
      await table.close();
      await postgres.stop();
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
