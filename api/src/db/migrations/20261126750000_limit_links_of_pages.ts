import type { Knex } from 'knex';

export const kind = 'expand';

/** A web address in a text, as Facebook makes a link of it. The screens have the same in `linksIn`. */
const LINK = String.raw`(^|[^[:alnum:]@/.])(http://|https://|www\.)[^[:space:]<>"]*[^[:space:]<>".,;:!'')\]}\x3f]`;

/** How many posts with links a page may publish in a month, and those that are deleted here but were published. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create function has_link(content text) returns boolean immutable parallel safe language sql
      return content ~* '${LINK}';

    create table page_link_limits (
      facebook_page_id bigint primary key,
      user_id bigint not null,
      environment text not null,
      -- null: as many as they like.
      monthly integer,
      is_holding boolean not null default false,
      constraint page_link_limits_monthly_check check (monthly between 0 and 1000),
      constraint page_link_limits_facebook_page_id_of_its_owner foreign key (facebook_page_id, user_id, environment)
        references facebook_pages (id, user_id, environment) on delete cascade,
      constraint page_link_limits_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index page_link_limits_of_owner on page_link_limits (user_id, environment);

    create table deleted_links (
      post_id bigint primary key,
      facebook_page_id bigint not null,
      user_id bigint not null,
      environment text not null,
      published_at timestamptz not null,
      constraint deleted_links_facebook_page_id_of_its_owner foreign key (facebook_page_id, user_id, environment)
        references facebook_pages (id, user_id, environment) on delete cascade,
      constraint deleted_links_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index deleted_links_of_page on deleted_links (facebook_page_id, published_at);
    create index deleted_links_of_owner on deleted_links (user_id, environment);

    -- Facebook has counted it. Its page may be on its way out with it. Older months are asked for no more.
    create function keep_deleted_link() returns trigger language plpgsql as $$
    begin
      delete from deleted_links where facebook_page_id = old.facebook_page_id
        and published_at < now() - interval '70 days';
      insert into deleted_links (post_id, facebook_page_id, user_id, environment, published_at)
        select old.id, g.id, g.user_id, g.environment, old.published_at from facebook_pages g
          where g.id = old.facebook_page_id
        on conflict do nothing;
      return null;
    end $$;
    create trigger posts_link_deleted after delete on posts for each row
      when (old.status = 'published' and old.facebook_page_id is not null and has_link(old.content))
      execute function keep_deleted_link();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop trigger posts_link_deleted on posts;
    drop function keep_deleted_link();
    drop table deleted_links;
    drop table page_link_limits;
    drop function has_link(text);
  `);
}
