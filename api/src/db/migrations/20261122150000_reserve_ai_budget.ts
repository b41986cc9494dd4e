import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- What a call counts for in the day's budgets as long as its cost is not known: the most that it can cost; nothing when it was not paid for.
    -- Of a model without a list price, what its tokens cost at a high one.
    alter table ai_calls add column reserved_micros bigint not null default 0;
    -- As they counted before.
    update ai_calls set reserved_micros = 3000 where status = 'calling' and created_at >= date_trunc('day', now(), 'UTC');
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table ai_calls drop column reserved_micros');
}
