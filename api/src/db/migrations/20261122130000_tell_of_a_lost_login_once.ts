import type { Knex } from 'knex';

/** One that ends the login of a person concerns all of their pages, and is told once. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create or replace function notify_of_page() returns trigger language plpgsql as $$
    declare
      trouble jsonb := case when new.removed_at is null then coalesce(new.problem, new.warning) end;
      of_login boolean := coalesce((trouble ->> 'ofLogin')::boolean, false);
    begin
      if trouble is null or of_login then
        update notifications set read_at = now()
        where user_id = new.user_id and environment = new.environment and group_key = 'page:' || new.id and read_at is null;
      end if;
      if of_login then
        insert into notifications as n (user_id, environment, kind, group_key, problem)
        values (new.user_id, new.environment, 'page', 'login', trouble)
        on conflict (user_id, environment, group_key) where read_at is null do update set count = n.count + 1, updated_at = now();
      elsif trouble is not null then
        insert into notifications (user_id, environment, kind, group_key, facebook_page_id, problem)
        values (new.user_id, new.environment, 'page', 'page:' || new.id, new.id, trouble)
        on conflict (user_id, environment, group_key) where read_at is null do update set problem = excluded.problem, updated_at = now();
      end if;
      if old.problem -> 'ofLogin' is not null and not of_login then
        -- Pages that are found well at the same time wait for each other here, so that the last one sees that it is the last.
        perform from notifications where user_id = new.user_id and environment = new.environment and group_key = 'login' and read_at is null for update;
        update notifications set read_at = now()
        where user_id = new.user_id and environment = new.environment and group_key = 'login' and read_at is null and not exists (
          select from facebook_pages where user_id = new.user_id and environment = new.environment and removed_at is null and problem -> 'ofLogin' is not null
        );
      end if;
      return null;
    end $$;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    create or replace function notify_of_page() returns trigger language plpgsql as $$
    declare
      trouble jsonb := case when new.removed_at is null then coalesce(new.problem, new.warning) end;
    begin
      if trouble is null then
        update notifications set read_at = now()
        where user_id = new.user_id and environment = new.environment and group_key = 'page:' || new.id and read_at is null;
      else
        insert into notifications (user_id, environment, kind, group_key, facebook_page_id, problem)
        values (new.user_id, new.environment, 'page', 'page:' || new.id, new.id, trouble)
        on conflict (user_id, environment, group_key) where read_at is null do update set problem = excluded.problem, updated_at = now();
      end if;
      return null;
    end $$;
  `);
}
