import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyData } from '../postgres/copy-data.ts';
import { reachableHome } from '../postgres/home.ts';
import { startPostgres, type Postgres } from '../postgres/postgres.ts';
import { openTable } from './table.ts';

const POSTMASTER = "split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid";

/** A PostgreSQL that can be shot and frozen, over the data in `folder`. */
export async function startKillablePostgres(folder: string) {
  let postgres: Postgres = await startPostgres(folder);
  const table = openTable(postgres.url);

  const kept = `${folder}.kept`;

  /** @param meanwhile what happens to the data while nobody uses it */
  async function restart(how: 'stop' | 'crash', meanwhile = () => {}): Promise<void> {
    const { pid } = await table.one<{ pid: number }>(`select ${POSTMASTER}`);
    if (how === 'crash') process.kill(pid, 'SIGQUIT');
    await postgres.stop();
    while (isAlive(pid)) await sleep(20);
    meanwhile();
    postgres = await startPostgres(folder);
    await untilItWrites();
  }

  /** One that comes out of recovery answers before it is promoted, and writes nothing until then. */
  async function untilItWrites(): Promise<void> {
    for (;;) {
      const { recovers } = await table.one<{ recovers: boolean }>('select pg_is_in_recovery() as recovers');
      if (!recovers) return;
      await sleep(20);
    }
  }

  return {
    url: postgres.url,
    table,

    /** @param how `stop` as an operator would, `crash` as a lost machine would */
    restart: (how: 'stop' | 'crash') => restart(how),

    /** Keeps the data as they are now. */
    keep: () =>
      restart('stop', () => {
        fs.mkdirSync(kept, { recursive: true });
        copyData(folder, kept);
      }),

    /**
     * The server dies, and another goes on from the data that were kept.
     * @param how `promoted`: on a history of its own, as a standby that had not heard of what came since; `copied`: as
     * if nothing had come since
     */
    putBack: (how: 'promoted' | 'copied') =>
      restart('crash', () => {
        copyData(kept, folder);
        if (how === 'promoted') promote(path.join(reachableHome(path.join(folder, 'postgres')).data, 'data'));
      }),

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
      fs.rmSync(kept, { recursive: true, force: true });
    },
  };
}

export type KillablePostgres = Awaited<ReturnType<typeof startKillablePostgres>>;

/** It begins a new history when it starts, as one that was a standby until then. */
function promote(data: string): void {
  fs.appendFileSync(path.join(data, 'postgresql.auto.conf'), "restore_command = 'false'\n");
  const signal = path.join(data, 'recovery.signal');
  const { uid, gid } = fs.statSync(path.join(data, 'PG_VERSION'));
  fs.writeFileSync(signal, '');
  fs.chownSync(signal, uid, gid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
