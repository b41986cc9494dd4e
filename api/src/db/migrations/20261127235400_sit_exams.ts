import type { Knex } from 'knex';

export const kind = 'expand';
/** One more purpose. */
export const widens = ['ai_calls_purpose_check'];

/**
 * A model, or a version of a prompt, sits an exam before it is chosen. Its calls are in the ledger as all are, with a
 * purpose of their own. Processes of the release before read the ledger whatever the purpose.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table ai_calls drop constraint if exists ai_calls_purpose_check,
      add constraint ai_calls_purpose_check check (purpose in ('post', 'tech', 'automation', 'exam')) not valid;

    create table model_exams (
      id bigint generated always as identity primary key,
      -- {model, versions}: what sits it, and what was in use then.
      candidate jsonb not null,
      today jsonb,
      state text not null default 'running'
        constraint model_exams_state_check check (state in ('running', 'done', 'cut-off')),
      is_stop_asked boolean not null default false,
      answered integer not null default 0,
      of integer not null,
      micros bigint not null default 0,
      -- What came of it; null while it runs.
      report jsonb,
      started_at timestamptz not null default now(),
      -- The process that makes it says every second that it is there.
      seen_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create unique index model_exams_one_runs on model_exams ((true)) where state = 'running';
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop table model_exams;
    delete from ai_calls where purpose = 'exam';
    alter table ai_calls drop constraint ai_calls_purpose_check,
      add constraint ai_calls_purpose_check check (purpose in ('post', 'tech', 'automation'))
  `);
}
