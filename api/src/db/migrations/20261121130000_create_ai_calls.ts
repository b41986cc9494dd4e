import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- One row for each text asked of the AI, written before the call: what was paid for is known also after a crash.
    create table ai_calls (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      environment text not null,
      purpose text not null constraint ai_calls_purpose_check check (purpose in ('post', 'tech', 'automation')),
      model text not null,
      prompt text not null,
      -- 'calling' long after its start: the process died, or lost the answer.
      status text not null default 'calling' constraint ai_calls_status_check check (status in ('calling', 'answered', 'failed')),
      problem text,
      input_tokens integer,
      output_tokens integer,
      -- Millionths of a US dollar; null where the price of the model is not known, or nobody told the tokens.
      cost_micros bigint,
      created_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create index ai_calls_of_owner on ai_calls (user_id, environment, created_at);
    create index ai_calls_by_time on ai_calls (created_at);

    -- The call that wrote the first words of a post.
    alter table posts add column ai_call_id bigint references ai_calls on delete set null;
    create index posts_of_ai_call on posts (ai_call_id) where ai_call_id is not null;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table posts drop column ai_call_id; drop table ai_calls');
}
