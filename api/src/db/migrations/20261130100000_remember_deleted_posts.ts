import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * Which posts of Facebook's were ours until they were deleted here: one that may be out with the same words is none of
 * them.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table deleted_posts (
      facebook_page_id bigint not null,
      remote_id text not null,
      user_id bigint not null,
      environment text not null,
      deleted_at timestamptz not null default now(),
      primary key (facebook_page_id, remote_id),
      constraint deleted_posts_facebook_page_id_of_its_owner foreign key (facebook_page_id, user_id, environment)
        references facebook_pages (id, user_id, environment) on delete cascade,
      constraint deleted_posts_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index deleted_posts_by_remote_id on deleted_posts (remote_id);
    create index deleted_posts_of_page on deleted_posts (facebook_page_id, deleted_at);
    create index deleted_posts_of_owner on deleted_posts (user_id, environment);

    -- Its page may be on its way out with it. Nobody is in doubt for so long.
    create function keep_deleted_post() returns trigger language plpgsql as $$
    begin
      delete from deleted_posts where facebook_page_id = old.facebook_page_id
        and deleted_at < now() - interval '70 days';
      insert into deleted_posts (facebook_page_id, remote_id, user_id, environment)
        select g.id, old.remote_id, g.user_id, g.environment from facebook_pages g where g.id = old.facebook_page_id
        on conflict do nothing;
      return null;
    end $$;
    create trigger posts_published_deleted after delete on posts for each row
      when (old.status = 'published' and old.facebook_page_id is not null and old.remote_id is not null)
      execute function keep_deleted_post();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop trigger posts_published_deleted on posts;
    drop function keep_deleted_post();
    drop table deleted_posts;
  `);
}
