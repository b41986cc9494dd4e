import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * What the last versions of areas and shell use of each other, of the kit and of our calls, longer than their files
 * are kept: whoever changes one of these learns who needs it as it was. `breaking`: why a version was taken although
 * something did not fit.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table release_uses (
      id bigint generated always as identity primary key,
      name text not null,
      version text not null,
      uses jsonb not null,
      breaking text,
      created_at timestamptz not null default now(),
      constraint release_uses_version_key unique (name, version)
    );
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table release_uses');
}
