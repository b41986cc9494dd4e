import type { Knex } from 'knex';

export const kind = 'expand';

/** People ask for all that is kept of them, and download it once a process has made a file of it. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table data_exports (
      id bigint generated always as identity primary key,
      -- The account that asked. What is exported are all accounts of the person, one in each environment.
      user_id bigint not null,
      environment text not null,
      facebook_id text not null,
      state text not null default 'waiting',
      percent smallint not null default 0,
      asked_at timestamptz not null default now(),
      -- Not tried before then.
      due_at timestamptz not null default now(),
      tries smallint not null default 0,
      lease_token uuid,
      lease_expires_at timestamptz,
      -- The machine that makes it, or made it.
      host text,
      ended_at timestamptz,
      sha256 text,
      bytes bigint,
      files integer,
      files_missing integer,
      expires_at timestamptz,
      constraint data_exports_of_its_owner foreign key (user_id, environment)
        references users (id, environment) on delete cascade,
      constraint data_exports_state check (state in ('waiting', 'making', 'ready', 'failed', 'expired')),
      constraint data_exports_lease check ((state = 'making') = (lease_token is not null and lease_expires_at is not null)),
      constraint data_exports_file check (
        (state = 'ready') = (sha256 is not null and bytes is not null and files is not null and files_missing is not null)),
      constraint data_exports_ends check ((state in ('ready', 'expired')) = (expires_at is not null))
    );
    create index data_exports_of_owner on data_exports (user_id, environment);
    create index data_exports_of_person on data_exports (facebook_id, id);
    create unique index data_exports_one_at_once on data_exports (facebook_id) where state in ('waiting', 'making');
    create index data_exports_open on data_exports (asked_at) where state in ('waiting', 'making');
    create index data_exports_by_file on data_exports (sha256) where sha256 is not null;
    create index data_exports_expiring on data_exports (expires_at) where state = 'ready';
  `);
  await db.raw(toldByNotifications(OWN));
}

export async function down(db: Knex): Promise<void> {
  await db.raw(toldByNotifications(OWN_BEFORE));
  await db.raw('drop table data_exports');
}

/** What is told by whoever writes it down, and not once more by the trigger. */
const OWN_BEFORE = "coalesce(new.problem ->> 'code', '') not in ('webhook_off', 'page_person')";
const OWN =
  "coalesce(new.problem ->> 'code', '') not in ('webhook_off', 'page_person', 'export_ready', 'export_failed')";

const IS_OTHER = `(old.problem ->> 'code', old.problem #>> '{params,code}')
  is distinct from (new.problem ->> 'code', new.problem #>> '{params,code}')`;

const toldByNotifications = (isOther: string) => `
  create or replace trigger notifications_tell_new after insert on notifications
    for each row when (new.kind in ('doubt', 'automation', 'page', 'system') and ${isOther})
    execute function tell_of_notification();
  create or replace trigger notifications_tell_again after update of problem on notifications
    for each row when (new.read_at is null and new.problem is not null and (new.kind = 'system'
      or new.kind in ('automation', 'page') and ${IS_OTHER}) and ${isOther})
    execute function tell_of_notification();`;
