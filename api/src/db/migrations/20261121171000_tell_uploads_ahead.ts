import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- What the owner reads of it, and how far it is: {message, share}. null until there is something to tell.
    alter table uploads_ahead add column progress jsonb;

    create function note_untold_upload() returns trigger language plpgsql as $$
    begin
      insert into untold_changes select user_id, environment, 'posts' from posts where id = new.post_id;
      return null;
    end $$;
    create trigger uploads_ahead_changes after update of progress on uploads_ahead
      for each row when (old.progress is distinct from new.progress) execute function note_untold_upload();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(
    'drop trigger uploads_ahead_changes on uploads_ahead; drop function note_untold_upload(); alter table uploads_ahead drop column progress',
  );
}
