import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * What a failover took of somebody's posts is about one account, and is told of that one: the person may have been in
 * another environment last. Processes of the release before write such notifications too, and theirs are told as well.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(
    telling(" or code = 'work_lost' and not coalesce((new.problem #>> '{params,isForAll}')::boolean, true)"),
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw(telling(''));
}

const telling = (alsoTold: string) => `
    create or replace function tell_of_notification() returns trigger language plpgsql as $$
    declare
      code text := new.problem ->> 'code';
    begin
      insert into outbox_facts (user_id, environment, kind, facebook_page_id, post_id, params)
      select new.user_id, new.environment,
        case new.kind
          when 'doubt' then 'post_in_doubt'
          when 'automation' then 'automation_stopped'
          when 'page' then case when new.group_key like 'rule:%' then 'rule_stopped'
            when code = 'expiring' then 'page_warning' else 'page_needs_reconnect' end
          else case when code = 'release_taken_back' then 'release_taken_back' else 'system_problem' end end,
        new.facebook_page_id, new.post_id, jsonb_build_object('problem', new.problem)
          || case when new.group_key like 'rule:%' then jsonb_build_object('ruleId', substring(new.group_key from 6)) else '{}' end
      -- Whoever administers several environments is told in the one that they were in last.
      where new.kind <> 'system'${alsoTold} or not exists (
        select from users u join users o on o.facebook_id = u.facebook_id and o.id <> u.id
        where u.id = new.user_id and (o.last_login_at, o.id) > (u.last_login_at, u.id));
      return null;
    end $$;`;
