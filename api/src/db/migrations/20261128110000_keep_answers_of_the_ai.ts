import type { Knex } from 'knex';
import { alterGently, indexGently } from '../gently.ts';

export const kind = 'expand';
/** Each step is short, and others work between them. */
export const config = { transaction: false };

/**
 * What the AI answered is kept with the line that says what it cost, for as long as somebody may ask for it again by
 * the key of their call. Processes of the release before keep no answer, and ask for none.
 */
export async function up(db: Knex): Promise<void> {
  await alterGently(
    db,
    `alter table ai_calls add column if not exists answer text,
      add column if not exists is_stop_asked boolean not null default false`,
  );
  await alterGently(db, 'alter table idempotency_keys add column if not exists ai_call_id bigint');
  await indexGently(db, 'ai_calls_answers', 'ai_calls (created_at, id) where answer is not null');
}

export async function down(db: Knex): Promise<void> {
  await alterGently(db, 'alter table idempotency_keys drop column if exists ai_call_id');
  await alterGently(db, 'alter table ai_calls drop column if exists answer, drop column if exists is_stop_asked');
}
