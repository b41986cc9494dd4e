import type { Knex } from 'knex';
import { alterGently } from '../gently.ts';

export const kind = 'expand';
/** Each step is short, and others work between them. */
export const config = { transaction: false };

const FILE_OF_TEXT = `foreign key (recurrence_text_id, user_id, environment)
  references recurrence_texts (id, user_id, environment)`;

/** What comes again by a rule: its texts, and each day for which it has made a post or left one out. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table if not exists recurrences (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      environment text not null,
      facebook_page_id bigint not null,
      name text,
      rule text not null,
      starts_on date not null,
      time_of_day text not null,
      time_zone text not null,
      content_type text not null,
      tone text,
      keywords text,
      -- Of a set: between two uses of a text. null: one text again and again.
      cooldown_days smallint,
      is_varied boolean not null default false,
      state text not null default 'running'
        constraint recurrences_state_check check (state in ('running', 'paused', 'ended')),
      -- Days before it are nobody's wish: it began, went on or was changed then.
      active_from timestamptz not null default now(),
      -- Goes up with each change, so that what was worded by the one before is not used.
      revision integer not null default 0,
      -- When its days were last looked through; null: they are to be now.
      planned_at timestamptz,
      -- Somebody has its texts worded anew until then.
      varied_until timestamptz,
      -- Why days are without a post.
      problem jsonb,
      created_at timestamptz not null default now(),
      constraint recurrences_owned unique (id, user_id, environment),
      constraint recurrences_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade,
      constraint recurrences_facebook_page_id_of_its_owner foreign key (facebook_page_id, user_id, environment)
        references facebook_pages (id, user_id, environment) on delete cascade
    );
    create index if not exists recurrences_of_owner on recurrences (user_id, environment);
    create index if not exists recurrences_of_page on recurrences (facebook_page_id);
    create index if not exists recurrences_planned on recurrences (planned_at) where state = 'running';

    create table if not exists recurrence_texts (
      id bigint generated always as identity primary key,
      recurrence_id bigint not null,
      user_id bigint not null,
      environment text not null,
      position smallint not null,
      content text not null,
      media_type text not null
        constraint recurrence_texts_media_type_check check (media_type in ('text', 'image', 'video', 'reel')),
      constraint recurrence_texts_owned unique (id, user_id, environment),
      constraint recurrence_texts_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade,
      constraint recurrence_texts_recurrence_id_of_its_owner foreign key (recurrence_id, user_id, environment)
        references recurrences (id, user_id, environment) on delete cascade
    );
    create index if not exists recurrence_texts_of_recurrence on recurrence_texts (recurrence_id, position);
    create index if not exists recurrence_texts_of_owner on recurrence_texts (user_id, environment);

    create table if not exists recurrence_dates (
      recurrence_id bigint not null,
      -- In the rule's zone. However many processes, changes and crashes: a day gets one post.
      on_date date not null,
      user_id bigint not null,
      environment text not null,
      state text not null constraint recurrence_dates_state_check check (state in ('made', 'left_out')),
      recurrence_text_id bigint,
      -- By the rule.
      planned_at timestamptz not null,
      -- As it was made, at its distance from other posts: what differs was changed by a person.
      scheduled_at timestamptz not null,
      -- null: a person made it.
      content_hash text,
      -- null of a day that was left out, and of one whose post was deleted.
      post_id bigint,
      primary key (recurrence_id, on_date),
      constraint recurrence_dates_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade,
      constraint recurrence_dates_recurrence_id_of_its_owner foreign key (recurrence_id, user_id, environment)
        references recurrences (id, user_id, environment) on delete cascade,
      constraint recurrence_dates_recurrence_text_id_of_its_owner
        foreign key (recurrence_text_id, user_id, environment)
        references recurrence_texts (id, user_id, environment) on delete set null (recurrence_text_id),
      constraint recurrence_dates_post_id_of_its_owner foreign key (post_id, user_id, environment)
        references posts (id, user_id, environment) on delete set null (post_id)
    );
    create unique index if not exists recurrence_dates_of_post on recurrence_dates (post_id) where post_id is not null;
    create index if not exists recurrence_dates_of_text on recurrence_dates (recurrence_text_id, scheduled_at);
    create index if not exists recurrence_dates_of_owner on recurrence_dates (user_id, environment);

    create or replace trigger recurrences_changes_write after insert or delete on recurrences
      for each row execute function notify_owner_of_row('posts');
    create or replace trigger recurrences_changes_update after update of revision, state, problem on recurrences
      for each row when ((old.revision, old.state, old.problem) is distinct from
        (new.revision, new.state, new.problem)) execute function notify_owner_of_row('posts');
  `);
  await alterGently(db, 'alter table idempotency_keys add column if not exists recurrence_id bigint');
  await alterGently(db, 'alter table media_files add column if not exists recurrence_text_id bigint');
  await db.raw('drop index concurrently if exists media_files_of_recurrence_text');
  await db.raw(`create index concurrently media_files_of_recurrence_text on media_files (recurrence_text_id)
    where recurrence_text_id is not null`);
  await alterGently(
    db,
    `alter table media_files drop constraint if exists media_files_recurrence_text_id_of_its_owner,
      add constraint media_files_recurrence_text_id_of_its_owner ${FILE_OF_TEXT}
        on delete cascade not valid`,
  );
  await db.raw('alter table media_files validate constraint media_files_recurrence_text_id_of_its_owner');
}

export async function down(db: Knex): Promise<void> {
  await alterGently(db, 'alter table media_files drop column if exists recurrence_text_id');
  await alterGently(db, 'alter table idempotency_keys drop column if exists recurrence_id');
  await db.raw(`
    drop table if exists recurrence_dates;
    drop table if exists recurrence_texts;
    drop table if exists recurrences;
  `);
}
