import type { Knex } from 'knex';

/** Nobody can tell whether it is out. An answer that is only late is looked for first, and troubles nobody. */
const inDoubt = (post: string) =>
  `(${post}.status = 'publishing' and coalesce(${post}.problem ->> 'action' = 'resolve' and ${post}.problem ->> 'code' <> 'confirming', false))`;

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table notifications drop constraint notifications_kind_check,
      add constraint notifications_kind_check check (kind in ('failed', 'missed', 'page', 'automation', 'system', 'doubt'));

    -- It is there as long as the doubt: read or not, it is not told a second time while looks come and go.
    create function notify_of_doubt() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or new.status <> 'publishing' then
        delete from notifications where user_id = old.user_id and environment = old.environment and group_key = 'doubt:' || old.id;
      else
        insert into notifications (user_id, environment, kind, group_key, post_id, facebook_page_id, problem)
        select new.user_id, new.environment, 'doubt', 'doubt:' || new.id, new.id, new.facebook_page_id, new.problem
        where not exists (select from notifications where user_id = new.user_id and environment = new.environment and group_key = 'doubt:' || new.id);
      end if;
      if found then insert into untold_changes values (old.user_id, old.environment, 'notifications'); end if;
      return null;
    end $$;
    create trigger posts_doubt after update of status, problem on posts
      for each row when (${inDoubt('new')} and not ${inDoubt('old')}) execute function notify_of_doubt();
    create trigger posts_doubt_ends after update of status on posts
      for each row when (old.status = 'publishing' and new.status <> 'publishing') execute function notify_of_doubt();
    create trigger posts_doubt_deleted after delete on posts
      for each row when (old.status = 'publishing') execute function notify_of_doubt();
    create index notifications_of_group on notifications (user_id, environment, group_key);

    insert into notifications (user_id, environment, kind, group_key, post_id, facebook_page_id, problem)
    select p.user_id, p.environment, 'doubt', 'doubt:' || p.id, p.id, p.facebook_page_id, p.problem from posts p where ${inDoubt('p')};
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop function notify_of_doubt() cascade;
    drop index notifications_of_group;
    delete from notifications where kind = 'doubt';
    alter table notifications drop constraint notifications_kind_check,
      add constraint notifications_kind_check check (kind in ('failed', 'missed', 'page', 'automation', 'system'));
  `);
}
