import type { Knex } from 'knex';

export const kind = 'expand';

/** Beside the list of knex, which says what was applied, and not what it asks of processes that do not have its file. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table migration_records (
      name text primary key,
      kind text not null constraint migration_records_kind_check check (kind in ('expand', 'contract')),
      safe_since text,
      sha256 text not null,
      -- Done in one transaction: a crash leaves nothing half done.
      is_atomic boolean not null,
      -- A migration says that it comes, and that it leaves, before it does, so that no process begins to need it meanwhile.
      state text not null constraint migration_records_state_check check (state in ('coming', 'applied', 'leaving')),
      changed_at timestamptz not null default now(),
      constraint migration_records_safe_since_check check ((kind = 'contract') = (safe_since is not null))
    )`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table migration_records');
}
