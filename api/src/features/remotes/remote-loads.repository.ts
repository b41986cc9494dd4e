import type { Knex } from 'knex';
import type { LoadPhase } from '../../contract/remotes.ts';

interface RemoteLoad {
  readonly name: string;
  readonly version: string;
  /** The step that failed; null when it came. */
  readonly phase: LoadPhase | null;
  readonly durationMs: number;
}

export interface LoadHealth {
  readonly loads: number;
  readonly failures: number;
  readonly p95Ms: number | null;
}

const KEPT_DAYS = 7;

/** How remotes arrived in browsers, as those told. */
export function remoteLoadsRepository(db: Knex) {
  return {
    async add({ name, version, phase, durationMs }: RemoteLoad): Promise<void> {
      await db('remote_loads').insert({ name, version, phase, duration_ms: Math.round(durationMs) });
    },

    /** The last 24 hours, by the name of the remote. */
    async health(): Promise<Map<string, LoadHealth>> {
      const { rows } = await db.raw<{ rows: { name: string; loads: number; failures: number; p95: number | null }[] }>(`
        select name, count(*) filter (where phase is null)::int as loads, count(*) filter (where phase is not null)::int as failures,
          percentile_cont(0.95) within group (order by duration_ms) filter (where phase is null) as p95
        from remote_loads where created_at > now() - interval '24 hours' group by name`);
      return new Map(rows.map((row) => [row.name, { loads: row.loads, failures: row.failures, p95Ms: row.p95 === null ? null : Math.round(row.p95) }]));
    },

    async forgetOld(): Promise<void> {
      await db('remote_loads').where('created_at', '<', db.raw(`now() - interval '${KEPT_DAYS} days'`)).delete();
    },
  };
}
export type RemoteLoadsRepository = ReturnType<typeof remoteLoadsRepository>;
