import type { Knex } from 'knex';

export const kind = 'expand';

const SERVER = `(select system_identifier from pg_control_system())
        || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;
const STARTED = `'since ' || pg_postmaster_start_time()`;
/** Others, once the database was made anew under its name, or its tables within it. */
const DATABASE = `'/' || (select oid from pg_database where datname = current_database())
        || '.' || 'loop_heartbeat'::regclass::oid`;

/**
 * Somebody may put back an earlier state of the database alone, on a server that writes on as before. Processes of the
 * release before ask the same function, and compare what it says with what was noted by it.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(naming(` || ${DATABASE}`));
}

export async function down(db: Knex): Promise<void> {
  await db.raw(naming(''));
}

const naming = (rest: string) => `
    -- Before the function changes, so that none of it is compared with what was noted by the other.
    lock table loop_heartbeat in access exclusive mode;
    create temporary table noted_history on commit drop as
      select true as is_of_now from loop_heartbeat where history = history_of_database();

    create or replace function history_of_database() returns text language plpgsql stable as $$
    begin
      return ${SERVER}${rest};
    exception when insufficient_privilege or undefined_function or feature_not_supported then
      -- Some who run databases for others hide both: then each start of the server may be one of another history.
      return ${STARTED}${rest};
    end $$;

    update loop_heartbeat set history = history_of_database() where exists (select from noted_history);
    drop table noted_history;`;
