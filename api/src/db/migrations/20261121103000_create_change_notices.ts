import type { Knex } from 'knex';

/** What people see of a post. Leases and bookkeeping of the loop are not among it. */
const SEEN_OF_POST = [
  'status',
  'scheduled_at',
  'published_at',
  'is_late',
  'problem',
  'is_held',
  'content',
  'content_type',
  'tone',
  'keywords',
  'is_ai_generated',
  'media_type',
  'target',
  'facebook_page_id',
  'remote_id',
  'permalink_url',
];
const SEEN_OF_PAGE = [
  'page_id',
  'name',
  'category',
  'can_publish',
  'is_active',
  'is_connected',
  'problem',
  'warning',
  'removed_at',
];

/** Rows, not statements: a condition on the row keeps the many updates that nobody sees from costing anything. */
function onUpdate(table: string, columns: readonly string[], name: string, call: string, condition = 'true'): string {
  const differs = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
  return `create trigger ${name} after update of ${columns.join(', ')} on ${table} for each row when (${condition} and (${differs})) execute function ${call};`;
}

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- A notice costs its transaction the company of others: PostgreSQL lets those that notify commit one at a time. So the many moves
    -- of the loop leave a line here, which the loop's process gathers and tells a moment later. A crash of the server empties it,
    -- and cuts every listener off, which then takes everything for changed.
    create unlogged table untold_changes (
      user_id bigint not null,
      environment text not null,
      families text not null
    );

    -- Tells every process whose screens are out of date, as 'user:environment:family,family'. PostgreSQL sends equal notices of a transaction once.
    create function notify_owner_of_row() returns trigger language plpgsql as $$
    declare
      changed record := case when tg_op = 'DELETE' then old else new end;
    begin
      perform pg_notify('changes', changed.user_id || ':' || changed.environment || ':' || tg_argv[0]);
      return null;
    end $$;
    create trigger facebook_pages_changes_write after insert or delete on facebook_pages
      for each row execute function notify_owner_of_row('pages,posts,dashboard,automation,notifications');
    ${onUpdate('facebook_pages', SEEN_OF_PAGE, 'facebook_pages_changes_update', "notify_owner_of_row('pages,posts,dashboard,automation,notifications')")}
    -- What triggers write there is told with the change that they belong to.
    create trigger notifications_changes after insert or delete or update on notifications
      for each row when (pg_trigger_depth() = 0) execute function notify_owner_of_row('notifications');

    create function families_of_post(status text, status_before text) returns text immutable language sql as $$
      select 'posts,dashboard' || case when status in ('failed', 'missed') or status_before in ('failed', 'missed') then ',notifications' else '' end
    $$;
    create function notify_of_post() returns trigger language plpgsql as $$
    declare
      changed posts := case when tg_op = 'DELETE' then old else new end;
    begin
      perform pg_notify('changes', changed.user_id || ':' || changed.environment || ':' || families_of_post(changed.status, old.status));
      return null;
    end $$;
    create function note_untold_post() returns trigger language plpgsql as $$
    begin
      insert into untold_changes values (new.user_id, new.environment, families_of_post(new.status, old.status));
      return null;
    end $$;
    create trigger posts_changes_write after insert or delete on posts for each row execute function notify_of_post();
    ${onUpdate('posts', SEEN_OF_POST, 'posts_changes_update', 'notify_of_post()', "'publishing' not in (old.status, new.status)")}
    ${onUpdate('posts', SEEN_OF_POST, 'posts_changes_publishing', 'note_untold_post()', "'publishing' in (old.status, new.status)")}

    -- Numbers that were merely looked at again change nothing.
    create function notify_of_engagement() returns trigger language plpgsql as $$
    begin
      perform pg_notify('changes', user_id || ':' || environment || ':dashboard') from posts where id = new.post_id;
      return null;
    end $$;
    create trigger post_engagement_changes_insert after insert on post_engagement
      for each row when (new.likes + new.comments + new.shares > 0) execute function notify_of_engagement();
    ${onUpdate('post_engagement', ['likes', 'comments', 'shares'], 'post_engagement_changes_update', 'notify_of_engagement()')}

    create function notify_user() returns trigger language plpgsql as $$
    declare
      changed users := case when tg_op = 'DELETE' then old else new end;
    begin
      perform pg_notify('changes', changed.id || ':' || changed.environment || ':' || tg_argv[0]);
      return null;
    end $$;
    create trigger users_changes_delete after delete on users for each row execute function notify_user('session');
    ${onUpdate('users', ['time_zone', 'theme'], 'users_changes_settings', "notify_user('settings')")}
    ${onUpdate('users', ['name', 'first_name', 'last_name', 'email', 'time_zone'], 'users_changes_session', "notify_user('session')")}

    -- Sessions that end, and who may come in: streams that are open look whether they still may be.
    create function notify_of_ended_session() returns trigger language plpgsql as $$
    begin
      perform pg_notify('changes', id || ':' || environment || ':session') from users where id = old.user_id;
      return null;
    end $$;
    create trigger sessions_changes_delete after delete on sessions for each row execute function notify_of_ended_session();
    create function notify_of_access() returns trigger language plpgsql as $$
    begin
      perform pg_notify('changes', id || ':' || environment || ':session') from users
        where facebook_id in (case when tg_op <> 'INSERT' then old.facebook_id end, case when tg_op <> 'DELETE' then new.facebook_id end);
      return null;
    end $$;
    create trigger access_entries_changes_write after insert or update or delete on access_entries for each row execute function notify_of_access();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop function notify_of_access() cascade; drop function notify_of_ended_session() cascade; drop function notify_user() cascade;
    drop function notify_of_engagement() cascade;
    drop function note_untold_post() cascade; drop function notify_of_post() cascade; drop function families_of_post;
    drop function notify_owner_of_row() cascade; drop table untold_changes`);
}
