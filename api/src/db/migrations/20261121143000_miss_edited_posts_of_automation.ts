import type { Knex } from 'knex';

/** What a slot becomes with the end of its post. */
const settle = (missed: { state: string; reason: string }) => `
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
            when 'draft' then 'skipped' ${missed.state} else 'scheduled' end,
          reason = case new.status when 'failed' then coalesce(new.problem, jsonb_build_object('code', 'refused', 'message', 'The post could not be published.'))
            when 'draft' then jsonb_build_object('code', 'taken_off', 'message', 'Its post was taken off the schedule.') ${missed.reason} end
        where id = new.automation_slot_id;
      end if;
      insert into untold_changes values (new.user_id, new.environment, 'automation');
      return null;
    end $$;`;

export async function up(db: Knex): Promise<void> {
  // A post with a person's words in it is missed like any other, and waits for its owner; its slot is through.
  await db.raw(
    settle({
      state: "when 'missed' then 'skipped'",
      reason:
        "when 'missed' then jsonb_build_object('code', 'missed', 'message', 'It could not go out within an hour of its time. With your changes in it, it waits for you among the scheduled posts.')",
    }),
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw(settle({ state: '', reason: '' }));
}
