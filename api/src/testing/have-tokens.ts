import type { Knex } from 'knex';
import type { Owner } from '../db/owner.ts';

/** Has this person have tokens of these numbers, below 100, for sessions that a test makes itself. */
export async function haveTokens(db: Knex, { userId, environment }: Owner, ids: readonly number[]): Promise<void> {
  await db.raw(
    `insert into api_tokens (id, user_id, environment, kind, name, scopes, needs_approval) overriding system value
      select id, ?, ?, 'cli', 'Helper', '{}', true from unnest(?::bigint[]) as id`,
    [userId, environment, [...ids]],
  );
  await db.raw(`select setval(sequence, greatest(nextval(sequence), 100))
    from pg_get_serial_sequence('api_tokens', 'id') as sequence`);
}
