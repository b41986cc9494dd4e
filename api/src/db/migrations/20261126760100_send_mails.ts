import type { Knex } from 'knex';

export const kind = 'expand';

/** Mails, where they go, and by which server. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- It asked a function that an older migration takes away on its way back.
    drop trigger notifications_tell_again on notifications;
    create trigger notifications_tell_again after update of problem on notifications
      for each row when (new.read_at is null and new.problem is not null and (new.kind = 'system'
        or new.kind in ('automation', 'page') and (old.problem ->> 'code', old.problem #>> '{params,code}')
          is distinct from (new.problem ->> 'code', new.problem #>> '{params,code}')))
      execute function tell_of_notification();

    create table mail_settings (
      user_id bigint primary key,
      environment text not null,
      is_on boolean not null default true,
      -- What the person typed and confirmed; without one it is the address that Facebook gave.
      address text,
      confirmed_at timestamptz,
      -- What they typed and have not confirmed yet. The nonce makes the newest link the only one.
      pending_address text,
      pending_nonce uuid,
      pending_at timestamptz,
      -- The address that a server refused for good, and its words.
      bounced_address text,
      bounced_at timestamptz,
      bounce_reason text,
      -- Minutes of the day on the person's clock; both or none.
      quiet_from smallint,
      quiet_to smallint,
      constraint mail_settings_of_their_owner foreign key (user_id, environment)
        references users (id, environment) on delete cascade,
      constraint mail_settings_quiet_check check (
        (quiet_from is null) = (quiet_to is null) and quiet_from between 0 and 1439 and quiet_to between 0 and 1439)
    );
    create index mail_settings_of_owner on mail_settings (user_id, environment);

    create table mail_muted_pages (
      facebook_page_id bigint primary key,
      user_id bigint not null,
      environment text not null,
      constraint mail_muted_pages_of_their_owner foreign key (facebook_page_id, user_id, environment)
        references facebook_pages (id, user_id, environment) on delete cascade,
      constraint mail_muted_pages_of_their_user foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index mail_muted_pages_of_owner on mail_muted_pages (user_id, environment);

    create table mails (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      environment text not null,
      purpose text not null,
      state text not null default 'waiting',
      -- Where it goes when it does not go to the person's own address of that moment.
      to_address text,
      params jsonb not null default '{}',
      -- When the first thing it tells of happened.
      since timestamptz not null default now(),
      due_at timestamptz not null default now(),
      tries integer not null default 0,
      lease_token uuid,
      lease_expires_at timestamptz,
      -- The server may have it from here on.
      handed_at timestamptz,
      ended_at timestamptz,
      error jsonb,
      constraint mails_of_their_owner foreign key (user_id, environment)
        references users (id, environment) on delete cascade,
      constraint mails_state_check check (state in ('waiting', 'sending', 'sent', 'failed', 'unclear', 'settled'))
    );
    create index mails_of_owner on mails (user_id, environment);
    create index mails_due on mails (due_at, id) where state = 'waiting';
    create index mails_leased on mails (lease_expires_at) where state = 'sending';
    create index mails_ended on mails (ended_at) where ended_at is not null;
    -- What is told of while one waits is told in it.
    create unique index mails_one_waiting on mails (user_id) where state = 'waiting' and purpose = 'facts';

    create table mail_facts (
      mail_id bigint not null references mails on delete cascade,
      -- Of the same person. A fact that is forgotten is told no more.
      fact_id bigint not null,
      primary key (mail_id, fact_id)
    );

    create table mail_server (
      id boolean primary key default true check (id),
      -- Sealed: it has the password in it.
      url text not null,
      sender text not null
    );
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop table mail_server, mail_facts, mails, mail_muted_pages, mail_settings;
    drop trigger notifications_tell_again on notifications;
    create trigger notifications_tell_again after update of problem on notifications
      for each row when (new.read_at is null and new.problem is not null and (new.kind = 'system'
        or new.kind in ('automation', 'page') and problem_code(old.problem) is distinct from problem_code(new.problem)))
      execute function tell_of_notification();
  `);
}
