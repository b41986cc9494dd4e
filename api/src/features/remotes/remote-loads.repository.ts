import type { Knex } from 'knex';
import type { LoadHealth, LoadPhase } from '../../contract/remotes.ts';

interface RemoteLoad {
  readonly name: string;
  readonly version: string;
  /** The step that failed; null when it came. */
  readonly phase: LoadPhase | null;
  readonly durationMs: number;
}

/** Of one remote: all its versions together, and each by itself. */
export interface RemoteHealth {
  readonly all: LoadHealth;
  readonly versions: ReadonlyMap<string, LoadHealth>;
}

/** `version` is null in the row that sums up a remote. */
interface HealthRow {
  name: string;
  version: string | null;
  loads: number;
  failures: number;
  p95: number | null;
  failed_at: LoadPhase | null;
}

/** What is shown are the last 24. */
const KEPT_HOURS = 25;
export const UNSEEN: LoadHealth = { loads: 0, failures: 0, p95Ms: null, failedAt: null };

/** How remotes arrived in browsers, as those told. */
export function remoteLoadsRepository(db: Knex) {
  return {
    /** @returns false for a version that nobody knows: anybody may tell anything, and it is not counted */
    async add({ name, version, phase, durationMs }: RemoteLoad): Promise<boolean> {
      const { rowCount } = await db.raw<{ rowCount: number }>(
        `
        insert into remote_loads (name, version, phase, duration_ms)
        select name, version, ?::text, ?::integer from remote_releases where name = ? and version = ?`,
        [phase, Math.round(durationMs), name, version],
      );
      return rowCount === 1;
    },

    /** The last 24 hours, by the name of the remote. */
    async health(): Promise<Map<string, RemoteHealth>> {
      const { rows } = await db.raw<{ rows: HealthRow[] }>(`
        select name, version, count(*) filter (where phase is null)::int as loads, count(phase)::int as failures,
          percentile_cont(0.95) within group (order by duration_ms) filter (where phase is null) as p95,
          mode() within group (order by phase) as failed_at
        from remote_loads where created_at > now() - interval '24 hours'
          group by grouping sets ((name), (name, version))`);
      return new Map(
        [...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) => {
          const [all, versions] = [
            own.find(({ version }) => version === null),
            own.filter((row) => row.version !== null),
          ];
          return [
            name,
            {
              all: all === undefined ? UNSEEN : toHealth(all),
              versions: new Map(versions.map((row) => [String(row.version), toHealth(row)])),
            },
          ];
        }),
      );
    },

    async forgetOld(): Promise<void> {
      await db('remote_loads')
        .where('created_at', '<', db.raw(`now() - interval '${KEPT_HOURS} hours'`))
        .delete();
    },
  };
}
export type RemoteLoadsRepository = ReturnType<typeof remoteLoadsRepository>;

function toHealth({ loads, failures, p95, failed_at }: HealthRow): LoadHealth {
  return { loads, failures, p95Ms: p95 === null ? null : Math.round(p95), failedAt: failed_at };
}
