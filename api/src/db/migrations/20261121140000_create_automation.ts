import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create extension if not exists pg_trgm;

    -- One row for each person who has looked at automation: a user is of one environment.
    create table automation_settings (
      user_id bigint primary key references users on delete cascade,
      environment text not null,
      frequency_hours smallint not null default 6 constraint automation_settings_frequency_check check (frequency_hours in (1, 3, 6, 12, 24)),
      is_enabled boolean not null default false,
      -- Cycle k starts at anchor_at + k × frequency_hours, whenever it comes to be made.
      anchor_at timestamptz,
      -- The start of the last cycle that was made, and of the one that is to be made next.
      last_cycle_at timestamptz,
      next_cycle_at timestamptz,
      -- What keeps every page of theirs waiting, and when that is looked at again.
      problem jsonb,
      held_until timestamptz,
      constraint automation_settings_enabled_check check (not is_enabled or (anchor_at is not null and next_cycle_at is not null))
    );
    create index automation_settings_due on automation_settings (next_cycle_at) where is_enabled;

    create table automation_page_configurations (
      facebook_page_id bigint primary key references facebook_pages on delete cascade,
      user_id bigint not null references users on delete cascade,
      environment text not null,
      is_enabled boolean not null default false,
      content_count smallint not null default 1 constraint automation_page_configurations_count_check check (content_count between 1 and 10),
      content_scope text not null default '',
      language text not null default 'English' constraint automation_page_configurations_language_check check (language in ('English', 'Bahasa Melayu')),
      mode text not null default 'publish' constraint automation_page_configurations_mode_check check (mode in ('publish', 'draft')),
      -- In a row.
      failures smallint not null default 0,
      paused_at timestamptz,
      pause_reason text
    );
    create index automation_page_configurations_of_owner on automation_page_configurations (user_id, environment);

    create table automation_cycles (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      environment text not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      is_catch_up boolean not null,
      created_at timestamptz not null default now(),
      -- However many processes, clicks and restarts: one cycle.
      constraint automation_cycles_once unique (user_id, environment, starts_at)
    );

    -- One post of one page in one cycle, from the plan to its end.
    create table automation_slots (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      environment text not null,
      cycle_id bigint not null references automation_cycles on delete cascade,
      facebook_page_id bigint not null references facebook_pages on delete cascade,
      position smallint not null,
      content_type text not null,
      due_at timestamptz not null,
      state text not null default 'planned' constraint automation_slots_state_check
        check (state in ('planned', 'calling', 'draft', 'scheduled', 'published', 'skipped', 'failed')),
      -- Why it was left out or came to nothing.
      reason jsonb,
      -- What the AI wrote; of a scheduled slot the post has the text that goes out.
      content text,
      mode text constraint automation_slots_mode_check check (mode in ('publish', 'draft')),
      -- When something is to be done: the text written or tried again, a call taken over from the dead, a draft given up.
      next_at timestamptz,
      lease_token uuid,
      -- Calls to the AI that may have been paid, noted before they are made.
      calls smallint not null default 0 constraint automation_slots_calls_check check (calls between 0 and 2),
      -- Calls that failed at no cost.
      tries smallint not null default 0,
      updated_at timestamptz not null default now(),
      constraint automation_slots_once unique (cycle_id, facebook_page_id, position),
      constraint automation_slots_lease_check check ((state = 'calling') = (lease_token is not null)),
      constraint automation_slots_reason_check check ((state in ('skipped', 'failed')) = (reason is not null)),
      constraint automation_slots_draft_check check (state <> 'draft' or content is not null)
    );
    create index automation_slots_next on automation_slots (next_at) where state in ('planned', 'calling');
    create index automation_slots_drafts on automation_slots (next_at) where state = 'draft';
    create index automation_slots_waiting on automation_slots (user_id, environment, due_at) where state in ('planned', 'calling', 'draft', 'scheduled');
    create index automation_slots_of_page on automation_slots (facebook_page_id, due_at);

    create table automation_slot_calls (
      slot_id bigint not null references automation_slots on delete cascade,
      ai_call_id bigint not null references ai_calls on delete cascade,
      primary key (slot_id, ai_call_id)
    );
    create index automation_slot_calls_of_call on automation_slot_calls (ai_call_id);

    -- One row for each page at Facebook, however many accounts it is connected to: when automation last took a turn there.
    create table automation_turns (
      environment text not null,
      page_id text not null,
      taken_at timestamptz not null,
      primary key (environment, page_id)
    );
    create index facebook_pages_by_page on facebook_pages (page_id, environment);
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop index facebook_pages_by_page;
    drop table automation_turns, automation_slot_calls, automation_slots, automation_cycles, automation_page_configurations, automation_settings`);
}
