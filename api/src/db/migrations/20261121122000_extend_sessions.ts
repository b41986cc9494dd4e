import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table sessions
      -- In whose place an administrator acts. When that account ends, the session is the administrator's own again.
      add column acting_user_id bigint references users on delete set null,
      add column acting_until timestamptz,
      -- What the session was good for when it was last used; null before its first use.
      add column was_admin boolean,
      -- The id before this one, which calls that were on their way still carry.
      add column previous_id_hash bytea,
      add column rotated_at timestamptz,
      add constraint sessions_acting_check check (acting_user_id is null or acting_until is not null);
    create index sessions_acting_index on sessions (acting_user_id) where acting_user_id is not null;
    create index sessions_previous_index on sessions (previous_id_hash) where previous_id_hash is not null;
    -- Streams of the id that was look whether they still may be.
    create trigger sessions_changes_id after update of id_hash on sessions for each row execute function notify_of_ended_session();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    -- Without these columns a session would be its administrator's own again unnoticed, which the open screen would not know.
    delete from sessions where acting_user_id is not null;
    drop trigger sessions_changes_id on sessions;
    alter table sessions drop column acting_user_id, drop column acting_until, drop column was_admin, drop column previous_id_hash, drop column rotated_at;
  `);
}
