import type { Knex } from 'knex';
import { readApplied } from './applied-migrations.ts';
import { OLDEST_WAY_BACK } from './migration-kinds.ts';
import { migrations } from './migrations/index.ts';
import { runningReleases } from './running-releases.ts';
import { fitOf, whyUnfit } from './schema-fit.ts';

/** `unknown`: of a later release. `coming` and `leaving`: under way, or interrupted. */
type State = 'applied' | 'pending' | 'unknown' | 'coming' | 'leaving';

export interface MigrationStatus {
  readonly migrations: readonly {
    readonly name: string;
    readonly state: State;
    /** `unknown` where no release has recorded it. */
    readonly kind: 'expand' | 'contract' | 'unknown';
    /** Releases may run on it that have this migration. */
    readonly safeSince: string | null;
    readonly appliedAt: string | null;
    readonly isEdited: boolean;
  }[];
  readonly running: readonly { readonly newestKnown: string | null; readonly count: number }[];
  readonly wayBackTo: string;
  /** Why this release cannot run on the database as it is; null where it can. */
  readonly reason: string | null;
}

/** How the database and this release stand to each other, for operators and their scripts. Changes nothing. */
export async function migrationStatus(db: Knex): Promise<MigrationStatus> {
  const applied = await readApplied(db);
  const fit = fitOf(applied);
  const byName = new Map(applied.map((row) => [row.name, row]));
  const names = [...new Set([...Object.keys(migrations), ...byName.keys()])].toSorted();
  return {
    migrations: names.map((name) => {
      const row = byName.get(name);
      const ours = migrations[name];
      return {
        name,
        state: stateOf(name, row),
        kind: ours?.kind ?? row?.kind ?? 'unknown',
        safeSince: ours?.kind === 'contract' ? ours.safeSince : (row?.safeSince ?? null),
        appliedAt: row?.appliedAt?.toISOString() ?? null,
        isEdited: fit.edited.includes(name),
      };
    }),
    running: (await runningReleases(db)).map(({ mark, processes }) => ({ newestKnown: mark, count: processes })),
    wayBackTo: OLDEST_WAY_BACK,
    reason: whyUnfit(fit),
  };
}

function stateOf(name: string, row: Awaited<ReturnType<typeof readApplied>>[number] | undefined): State {
  if (row?.state === 'coming' || row?.state === 'leaving') return row.state;
  if (row?.isApplied !== true) return 'pending';
  return name in migrations ? 'applied' : 'unknown';
}
