import type { Knex } from 'knex';

export const kind = 'expand';

/** What became of the smoke journey of a version, and since when; all null where nobody said. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table remote_releases
      add column robot_outcome text constraint remote_releases_robot_outcome_check
        check (robot_outcome in ('pending', 'passed', 'failed', 'skipped')),
      add column robot_at timestamptz,
      add column robot_note text;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table remote_releases drop column robot_outcome, drop column robot_at, drop column robot_note');
}
