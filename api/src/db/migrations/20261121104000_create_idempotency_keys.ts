import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- One row for each intent of a person that must not be carried out twice, written by the transaction that carries it out.
    create table idempotency_keys (
      user_id bigint not null references users on delete cascade,
      environment text not null,
      key text not null,
      -- What was asked: the call and a hash of its input. The same key with another question is a mistake.
      call text not null,
      request_hash bytea not null,
      -- No reference: the key outlives the post, so that a late repeat does not bring a deleted one back.
      post_id bigint,
      created_at timestamptz not null default now(),
      primary key (user_id, environment, key)
    );
    create index idempotency_keys_oldest on idempotency_keys (created_at);
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table idempotency_keys');
}
