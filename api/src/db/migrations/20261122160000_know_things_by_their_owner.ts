import type { Knex } from 'knex';
import { alterGently, indexGently } from '../gently.ts';

/** An index that is built beside running work cannot be part of a transaction. */
export const config = { transaction: false };

/** What rows of the same owner refer to. Each is known by its id together with whose it is, so that a reference can name both. */
const REFERRED_TO = ['ai_calls', 'automation_cycles', 'automation_slots', 'facebook_pages', 'media_files', 'posts'];

/** Rows between two things of one owner, which said so far only by these whose they are. */
const BETWEEN = [
  { table: 'automation_slot_calls', from: 'automation_slots', column: 'slot_id' },
  { table: 'page_clock', from: 'facebook_pages', column: 'facebook_page_id' },
];

export async function up(db: Knex): Promise<void> {
  await indexGently(db, 'users_in_environment', 'users (id, environment)');
  for (const table of REFERRED_TO)
    await indexGently(db, `${table}_of_its_owner`, `${table} (id, user_id, environment)`);
  for (const { table, from, column } of BETWEEN) {
    await alterGently(
      db,
      `
      alter table ${table} add column if not exists user_id bigint, add column if not exists environment text;
      -- Whoever makes such a row, also a process of yesterday's version, need not say whose it is.
      create or replace function ${table}_take_owner() returns trigger language plpgsql as $$
      begin
        select user_id, environment into new.user_id, new.environment from ${from} where id = new.${column};
        return new;
      end $$;
      create or replace trigger ${table}_owner before insert on ${table} for each row execute function ${table}_take_owner();
    `,
    );
    await db.raw(
      `update ${table} t set user_id = f.user_id, environment = f.environment from ${from} f where f.id = t.${column} and t.user_id is null`,
    );
    // A check that is proved already spares the table a second look under lock.
    await alterGently(
      db,
      `
      alter table ${table} drop constraint if exists ${table}_has_owner;
      alter table ${table} add constraint ${table}_has_owner check (user_id is not null and environment is not null) not valid`,
    );
    await db.raw(`alter table ${table} validate constraint ${table}_has_owner`);
    await alterGently(
      db,
      `alter table ${table} alter column user_id set not null, alter column environment set not null, drop constraint ${table}_has_owner`,
    );
  }
}

export async function down(db: Knex): Promise<void> {
  for (const { table } of BETWEEN) {
    await alterGently(
      db,
      `
      drop trigger ${table}_owner on ${table};
      drop function ${table}_take_owner;
      alter table ${table} drop column user_id, drop column environment`,
    );
  }
  for (const table of REFERRED_TO) await db.raw('drop index concurrently ??', [`${table}_of_its_owner`]);
  await db.raw('drop index concurrently users_in_environment');
}
