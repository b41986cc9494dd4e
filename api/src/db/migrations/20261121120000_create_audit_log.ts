import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Who changed what, as they were called at that moment: it outlives accounts, so it refers to none.
    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      environment text not null,
      actor_facebook_id text not null,
      actor_name text not null,
      in_place_of_facebook_id text,
      in_place_of_name text,
      action text not null,
      subject text not null,
      before jsonb,
      after jsonb,
      ip_address text
    );
    create index audit_log_newest on audit_log (at desc, id desc);

    -- Written once. Nobody who uses the product can change or take away a line.
    create function audit_log_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit log is only added to';
    end $$;
    create trigger audit_log_stays before update or delete on audit_log for each statement execute function audit_log_stays();

    create index login_activities_by_action on login_activities (action, created_at desc, id desc);
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index login_activities_by_action; drop table audit_log; drop function audit_log_stays');
}
