import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Only the deletion of an account changes lines that are there, and says so for its transaction alone: it puts a hash where the person was named.
    create or replace function audit_log_stays() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and current_setting('pagecast.forgets_person', true) = 'yes' then return null; end if;
      raise exception 'The audit log is only added to';
    end $$;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    create or replace function audit_log_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit log is only added to';
    end $$;
  `);
}
