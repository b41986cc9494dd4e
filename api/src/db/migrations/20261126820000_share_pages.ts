import type { Knex } from 'knex';

export const kind = 'expand';

/** People who help with a page that somebody else has connected, and the links by which they come to it. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table page_members (
      id bigint generated always as identity primary key,
      -- Of the page, as whoever connected it has it.
      facebook_page_id bigint not null,
      user_id bigint not null,
      environment text not null,
      member_id bigint not null,
      role text not null,
      joined_at timestamptz not null default now(),
      constraint page_members_role_check check (role in ('editor', 'approver')),
      constraint page_members_another_check check (member_id <> user_id),
      constraint page_members_once unique (facebook_page_id, member_id),
      constraint page_members_facebook_page_id_of_its_owner foreign key (facebook_page_id, user_id, environment)
        references facebook_pages (id, user_id, environment) on delete cascade,
      constraint page_members_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade,
      constraint page_members_member_in_environment foreign key (member_id, environment)
        references users (id, environment) on delete cascade
    );
    create index page_members_of_owner on page_members (user_id, environment);
    create index page_members_of_member on page_members (member_id, environment);

    create table page_invitations (
      id bigint generated always as identity primary key,
      facebook_page_id bigint not null,
      user_id bigint not null,
      environment text not null,
      role text not null,
      -- SHA-256: whoever reads the table comes to no page.
      code_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      constraint page_invitations_role_check check (role in ('editor', 'approver')),
      constraint page_invitations_facebook_page_id_of_its_owner foreign key (facebook_page_id, user_id, environment)
        references facebook_pages (id, user_id, environment) on delete cascade,
      constraint page_invitations_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index page_invitations_of_page on page_invitations (facebook_page_id);
    create index page_invitations_of_owner on page_invitations (user_id, environment);

    create function notify_page_member() returns trigger language plpgsql as $$
    declare
      changed page_members := case when tg_op = 'DELETE' then old else new end;
    begin
      perform pg_notify('changes', changed.user_id || ':' || changed.environment || ':pages');
      perform pg_notify('changes', changed.member_id || ':' || changed.environment || ':pages,posts,automation');
      return null;
    end $$;
    create trigger page_members_changes after insert or update or delete on page_members
      for each row execute function notify_page_member();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table page_invitations; drop table page_members; drop function notify_page_member()');
}
