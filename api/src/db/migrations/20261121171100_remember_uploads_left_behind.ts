import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Where the files lie. Of uploads of before it is found by the next claim.
    alter table uploads_ahead add column facebook_page_id bigint;
    update uploads_ahead u set facebook_page_id = p.facebook_page_id from posts p where p.id = u.post_id;

    -- Videos at Facebook that nobody sees and no post needs any more. Photos without a post Facebook forgets by itself.
    create table uploads_left_behind (
      video_id text primary key,
      facebook_page_id bigint not null references facebook_pages on delete cascade,
      since timestamptz not null default now()
    );
    create index uploads_left_behind_of_page on uploads_left_behind (facebook_page_id);

    -- A post that is on its way out has taken the notes, and with them the video.
    create function note_upload_left_behind() returns trigger language plpgsql as $$
    begin
      insert into uploads_left_behind (video_id, facebook_page_id)
      select old.notes ->> 'videoId', g.id from facebook_pages g
      where g.id = old.facebook_page_id and not (tg_op = 'DELETE' and exists (select from posts where id = old.post_id and status = 'publishing'))
      on conflict do nothing;
      return null;
    end $$;
    create trigger uploads_ahead_left_behind_delete after delete on uploads_ahead
      for each row when (old.notes ->> 'videoId' is not null) execute function note_upload_left_behind();
    create trigger uploads_ahead_left_behind_update after update of notes on uploads_ahead
      for each row when (old.notes ->> 'videoId' is not null and new.notes ->> 'videoId' is distinct from old.notes ->> 'videoId') execute function note_upload_left_behind();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop trigger uploads_ahead_left_behind_update on uploads_ahead; drop trigger uploads_ahead_left_behind_delete on uploads_ahead;
    drop function note_upload_left_behind(); drop table uploads_left_behind; alter table uploads_ahead drop column facebook_page_id`);
}
