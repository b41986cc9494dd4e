import type { Knex } from 'knex';
import { LAST_EARLIER } from './migration-kinds.ts';
import { markOf } from './release-mark.ts';

/**
 * Each process has one such line, and more of other names; one of these is lost only as long as it takes to come back.
 */
const OF_EACH = 'configuration';

const LINES = `
  select split_part(application_name, ' ', 2) as what, nullif(split_part(application_name, ' ', 3), '') as mark,
    count(*)::int as lines
  from pg_stat_activity
  where datname = current_database()
    and application_name ~ '^pagecast (configuration|events|loop|requests)( [0-9]{14}|)$'
  group by 1, 2`;

/** Releases of the product that have processes on this database, by the mark of the newest migration each knows. */
export async function runningReleases(db: Knex): Promise<{ mark: string | null; processes: number }[]> {
  const { rows } = await db.raw<{ rows: { what: string; mark: string | null; lines: number }[] }>(LINES);
  return [...new Set(rows.map(({ mark }) => mark))].map((mark) => ({
    mark,
    processes: Math.max(1, rows.find((row) => row.mark === mark && row.what === OF_EACH)?.lines ?? 0),
  }));
}

/** Processes whose release does not know this migration. */
export async function countWithout(db: Knex, migration: string): Promise<number> {
  return sum((await runningReleases(db)).filter(({ mark }) => mark === null || mark < markOf(migration)));
}

/** Processes whose release knows this migration, and needs it. */
export async function countWith(db: Knex, migration: string): Promise<number> {
  return sum((await runningReleases(db)).filter(({ mark }) => (mark ?? markOf(LAST_EARLIER)) >= markOf(migration)));
}

function sum(releases: readonly { processes: number }[]): number {
  return releases.reduce((all, { processes }) => all + processes, 0);
}
