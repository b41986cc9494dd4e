import type { Knex } from 'knex';
import {
  readOldFailure,
  readOldPause,
  readOldPausedPage,
  readOldProblem,
  readOldReason,
  readOldUpload,
} from '../old-sentences/read-old-problem.ts';
import type { Written } from '../old-sentences/sentence.ts';
import { up as lostLoginsToldOnce } from './20261122130000_tell_of_a_lost_login_once.ts';

/** In batches of their own: posts go out meanwhile. What was read already is not read again, so that a broken run is taken up. */
export const config = { transaction: false };

const BATCH = 1000;

type Sentence = Omit<Written, 'at'>;

/** Where sentences are kept, since when (an expression), and what each of them says. */
const PLACES: readonly {
  readonly table: string;
  readonly column: string;
  readonly key: string;
  readonly at: string;
  read(kept: Sentence, at: Date): object;
}[] = [
  ...['posts', 'facebook_pages'].map((table) => ({
    table,
    column: 'problem',
    key: 'id',
    at: 'updated_at',
    read: problem,
  })),
  { table: 'facebook_pages', column: 'warning', key: 'id', at: 'updated_at', read: problem },
  { table: 'post_events', column: 'problem', key: 'id', at: 'at', read: problem },
  { table: 'notifications', column: 'problem', key: 'id', at: 'updated_at', read: notified },
  { table: 'automation_settings', column: 'problem', key: 'user_id', at: 'now()', read: problem },
  { table: 'automation_slots', column: 'reason', key: 'id', at: 'updated_at', read: reason },
  {
    table: 'automation_page_configurations',
    column: 'pause_reason',
    key: 'facebook_page_id',
    at: 'coalesce(paused_at, now())',
    read: (kept, at) => readOldPause(String(kept), at),
  },
  {
    table: 'uploads_ahead',
    column: 'progress',
    key: 'post_id',
    at: 'now()',
    read: ({ message, share = 0 }) => readOldUpload({ message, share }),
  },
];

function problem(kept: Sentence, at: Date): object {
  return readOldProblem({ ...kept, at });
}

function notified(kept: Sentence, at: Date): object {
  const written = { ...kept, at };
  return kept.action === 'resume' ? readOldPausedPage(written) : readOldProblem(written);
}

/** The code alone, of automation's own; the whole problem, of a post's. */
function reason(kept: Sentence, at: Date): object {
  return readOldReason({ ...kept, action: kept.action ?? null, at });
}

export async function up(db: Knex): Promise<void> {
  await db.transaction((trx) => trx.raw(FUNCTIONS));
  for (const { table, column, key, at, read } of PLACES) {
    let last = 0;
    for (;;) {
      const { rows } = await db.raw<{ rows: { key: string; kept: Sentence; at: Date }[] }>(
        `select ${key} as key, ${column} as kept, ${at} as at from ${table}
        where ${key} > ? and ${column} is not null and ${column} -> 'params' is null order by ${key} limit ${BATCH}`,
        [last],
      );
      if (rows.length === 0) break;
      last = Number(rows.at(-1)?.key);
      const read_ = rows.map(({ key: id, kept, at: since }) => ({ id, kept, read: read(kept, since) }));
      // One that has changed meanwhile is of a process that knows better, or is read when somebody asks for it.
      await db.raw(
        `update ${table} t set ${column} = r.read
        from jsonb_to_recordset(?::jsonb) r(id bigint, kept jsonb, read jsonb)
        where t.${key} = r.id and t.${column} = r.kept`,
        [JSON.stringify(read_)],
      );
    }
  }
  await readFailuresOfCalls(db);
}

/** There are as many sentences as ways to fail, and not one that is of a single call. */
async function readFailuresOfCalls(db: Knex): Promise<void> {
  const { rows } = await db.raw<{ rows: { problem: string }[] }>(
    "select distinct problem from ai_calls where problem like '% %'",
  );
  for (const { problem: sentence } of rows)
    await db('ai_calls')
      .where({ problem: sentence })
      .update({ problem: readOldFailure(sentence) });
}

const FUNCTIONS = `
    do $$ begin
      if (select data_type from information_schema.columns where table_schema = current_schema()
          and table_name = 'automation_page_configurations' and column_name = 'pause_reason') = 'text' then
        alter table automation_page_configurations alter column pause_reason type jsonb using to_jsonb(pause_reason);
      end if;
    end $$;

    -- As its first release called it, which is what tells problems apart.
    create or replace function problem_code(problem jsonb) returns text immutable language sql
    as $$ select case problem ->> 'code' when 'other' then problem #>> '{params,code}' else problem ->> 'code' end $$;

    create or replace function notification_group(status text, page bigint, problem jsonb) returns text immutable language sql
    as $$ select status || ':' || coalesce(page::text, 'tech-site') || ':' || coalesce(problem_code(problem), '') $$;

    drop trigger facebook_pages_notifications on facebook_pages;
    create trigger facebook_pages_notifications after update of problem, warning, removed_at on facebook_pages
      for each row when (
        (problem_code(coalesce(old.problem, old.warning)), old.removed_at)
          is distinct from (problem_code(coalesce(new.problem, new.warning)), new.removed_at)
      ) execute function notify_of_page();
    drop trigger automation_settings_problem on automation_settings;
    create trigger automation_settings_problem after update of problem on automation_settings
      for each row when (problem_code(old.problem) is distinct from problem_code(new.problem))
      execute function notify_of_held_automation();

    -- Until a release before this one has ended, it says so in the old place.
    create or replace function is_of_login(problem jsonb) returns boolean immutable language sql
    as $$ select coalesce(problem #> '{params,ofLogin}', problem -> 'ofLogin') is not null $$;

    create or replace function notify_of_page() returns trigger language plpgsql as $$
    declare
      trouble jsonb := case when new.removed_at is null then coalesce(new.problem, new.warning) end;
      of_login boolean := is_of_login(trouble);
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
      if is_of_login(old.problem) and not of_login then
        -- Pages that are found well at the same time wait for each other here, so that the last one sees that it is the last.
        perform from notifications where user_id = new.user_id and environment = new.environment and group_key = 'login' and read_at is null for update;
        update notifications set read_at = now()
        where user_id = new.user_id and environment = new.environment and group_key = 'login' and read_at is null and not exists (
          select from facebook_pages where user_id = new.user_id and environment = new.environment and removed_at is null and is_of_login(problem)
        );
      end if;
      return null;
    end $$;

    -- What becomes of the post becomes of its slot: its problem is why.
    create or replace function settle_slot_of_post() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        update automation_slots set state = 'skipped', next_at = null, updated_at = now(), reason = '{"code": "deleted", "params": {}}'
        where id = old.automation_slot_id and state = 'scheduled';
        return null;
      end if;
      if new.status <> old.status then
        update automation_slots set updated_at = now(),
          state = case new.status when 'published' then 'published'
            when 'failed' then case when problem_code(new.problem) in ('page_removed', 'no_access', 'no_app') then 'skipped' else 'failed' end
            when 'draft' then 'skipped' when 'missed' then 'skipped' else 'scheduled' end,
          reason = case new.status
            when 'failed' then case when new.problem is null then '{"code": "not_published", "params": {}}'::jsonb
              else jsonb_build_object('code', 'problem', 'params', jsonb_build_object('problem', new.problem)) end
            when 'draft' then '{"code": "taken_off", "params": {}}'::jsonb
            when 'missed' then '{"code": "missed", "params": {}}'::jsonb end
        where id = new.automation_slot_id;
      end if;
      insert into pending_changes values (new.user_id, new.environment, 'automation');
      return null;
    end $$;

    create or replace function count_failures_of_page() returns trigger language plpgsql as $$
    begin
      if new.state = 'failed' then
        update automation_page_configurations set failures = failures + 1,
          paused_at = case when failures + 1 >= 3 then coalesce(paused_at, now()) else paused_at end,
          pause_reason = case when failures + 1 >= 3 then new.reason else pause_reason end
        where facebook_page_id = new.facebook_page_id;
      else
        update automation_page_configurations set failures = 0 where facebook_page_id = new.facebook_page_id and failures > 0;
      end if;
      return null;
    end $$;

    create or replace function notify_of_paused_page() returns trigger language plpgsql as $$
    begin
      perform notify_of_automation(new.user_id, new.environment, 'automation:' || new.facebook_page_id, new.facebook_page_id,
        case when new.paused_at is not null then
          jsonb_build_object('code', 'page_paused', 'action', 'resume', 'params', jsonb_build_object('reason', new.pause_reason)) end);
      return null;
    end $$;`;

/** The codes stay, with the words of others where there are some: our own sentences are gone. */
export async function down(db: Knex): Promise<void> {
  await db.transaction(async (trx) => {
    for (const { table, column } of PLACES.filter((place) => place.column !== 'pause_reason'))
      await trx.raw(
        `update ${table} set ${column} = ${column} - 'params' || jsonb_build_object('message',
          coalesce(${column} #>> '{params,message}', ${column} #>> '{params,said}', ${column} ->> 'code'))
          || case when ${column} #> '{params,ofLogin}' is null then '{}' else '{"ofLogin": true}'::jsonb end
        where ${column} is not null`,
      );
    await trx.raw(FUNCTIONS_BEFORE);
    await lostLoginsToldOnce(trx);
  });
}

const FUNCTIONS_BEFORE = `
    alter table automation_page_configurations alter column pause_reason type text using pause_reason ->> 'code';
    drop trigger automation_settings_problem on automation_settings;
    create trigger automation_settings_problem after update of problem on automation_settings
      for each row when (old.problem ->> 'code' is distinct from new.problem ->> 'code') execute function notify_of_held_automation();
    drop trigger facebook_pages_notifications on facebook_pages;
    create trigger facebook_pages_notifications after update of problem, warning, removed_at on facebook_pages
      for each row when (
        (coalesce(old.problem, old.warning) ->> 'code', old.removed_at) is distinct from (coalesce(new.problem, new.warning) ->> 'code', new.removed_at)
      ) execute function notify_of_page();
    create or replace function notification_group(status text, page bigint, problem jsonb) returns text immutable language sql
    as $$ select status || ':' || coalesce(page::text, 'tech-site') || ':' || coalesce(problem ->> 'code', '') $$;
    drop function problem_code, is_of_login;

    create or replace function settle_slot_of_post() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        update automation_slots set state = 'skipped', next_at = null, updated_at = now(),
          reason = jsonb_build_object('code', 'deleted', 'message', 'Its post was deleted before it went out.')
        where id = old.automation_slot_id and state = 'scheduled';
        return null;
      end if;
      if new.status <> old.status then
        update automation_slots set updated_at = now(),
          state = case new.status when 'published' then 'published' when 'failed' then case when new.problem ->> 'code' in ('page_removed', 'no_access', 'no_app') then 'skipped' else 'failed' end
            when 'draft' then 'skipped' when 'missed' then 'skipped' else 'scheduled' end,
          reason = case new.status when 'failed' then coalesce(new.problem, jsonb_build_object('code', 'refused', 'message', 'The post could not be published.'))
            when 'draft' then jsonb_build_object('code', 'taken_off', 'message', 'Its post was taken off the schedule.')
            when 'missed' then jsonb_build_object('code', 'missed', 'message', 'It could not go out within an hour of its time. With your changes in it, it waits for you among the scheduled posts.') end
        where id = new.automation_slot_id;
      end if;
      insert into pending_changes values (new.user_id, new.environment, 'automation');
      return null;
    end $$;
    create or replace function count_failures_of_page() returns trigger language plpgsql as $$
    begin
      if new.state = 'failed' then
        update automation_page_configurations set failures = failures + 1,
          paused_at = case when failures + 1 >= 3 then coalesce(paused_at, now()) else paused_at end,
          pause_reason = case when failures + 1 >= 3 then new.reason ->> 'message' else pause_reason end
        where facebook_page_id = new.facebook_page_id;
      else
        update automation_page_configurations set failures = 0 where facebook_page_id = new.facebook_page_id and failures > 0;
      end if;
      return null;
    end $$;
    create or replace function notify_of_paused_page() returns trigger language plpgsql as $$
    begin
      perform notify_of_automation(new.user_id, new.environment, 'automation:' || new.facebook_page_id, new.facebook_page_id,
        case when new.paused_at is not null then
          jsonb_build_object('code', 'page_paused', 'message', coalesce(new.pause_reason, ''), 'action', 'resume') end);
      return null;
    end $$;`;
