import type { Knex } from 'knex';

export const kind = 'expand';

/** Committed work may be gone: a standby was promoted that had not heard of it, or a backup was put back. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Names the history that this server writes on: another one begins with every promotion and every recovery to a
    -- point in time. The control file would tell of it only at the next checkpoint.
    create function history_of_database() returns text language plpgsql stable as $$
    begin
      return (select system_identifier from pg_control_system())
        || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
    exception when insufficient_privilege or undefined_function or feature_not_supported then
      -- Some who run databases for others hide both: then each start of the server may be one of another history.
      return 'since ' || pg_postmaster_start_time();
    end $$;

    alter table loop_heartbeat
      -- As of the last heartbeat. Null: nobody has asked yet.
      add column history text,
      add column server_started_at timestamptz;
    -- What was committed in it may be gone.
    alter table loop_gaps add column is_loss boolean not null default false;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    alter table loop_gaps drop column is_loss;
    alter table loop_heartbeat drop column history, drop column server_started_at;
    drop function history_of_database();
  `);
}
