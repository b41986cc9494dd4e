import type { Knex } from 'knex';

/** Lists of the Admin Panel and the cache family that holds each. Statements, not rows: one that changes many is one change. */
const LISTS = [
  ['access_entries', 'insert or update or delete', 'access'],
  ['invitation_codes', 'insert or update or delete', 'invitations'],
  ['login_activities', 'insert', 'login-activity'],
  ['api_config', 'insert or update or delete', 'configuration'],
  ['facebook_apps', 'insert or update or delete', 'configuration'],
  ['audit_log', 'insert', 'audit'],
] as const;

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- What belongs to no user is told to every administrator whose screen is open.
    create function tell_administrators() returns trigger language plpgsql as $$
      begin
        perform pg_notify('admin_changes', tg_argv[0]);
        return null;
      end $$;
    ${LISTS.map(([table, events, family]) => `create trigger ${table}_tell_administrators after ${events} on ${table} for each statement execute function tell_administrators('${family}');`).join('\n    ')}
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop function tell_administrators() cascade');
}
