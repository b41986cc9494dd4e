import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { prepared } from '../db/database.ts';

/**
 * Every row of every table as text, by table: what somebody holds who has taken the database along. One statement, and
 * planned once a connection: some tests look a thousand times.
 */
export async function databaseText(db: Knex): Promise<ReadonlyMap<string, string>> {
  const tables = await db('pg_tables')
    .where({ schemaname: 'public' })
    .orderBy('tablename')
    .pluck<string[]>('tablename');
  const reading = tables
    .map(
      (table) =>
        `select '${table}' as name, coalesce(string_agg(t::text, E'\\n' order by t::text), '') as text from ${table} t`,
    )
    .join(' union all ');
  const name = `every row ${createHash('sha256').update(reading).digest('hex').slice(0, 16)}`;
  const rows = await prepared<{ name: string; text: string }>(db, name, reading, []);
  return new Map(rows.map((row) => [row.name, row.text]));
}

/** What goes on by itself, and what comes with each line of the audit log. */
const UNCOUNTED = ['key_holders', 'loop_heartbeat', 'pending_changes', 'audit_seals'];

/**
 * Says which tables are no longer as they were; marks of when somebody was last there, and what is still to be told to
 * screens, do not count.
 */
export async function watchDatabase(db: Knex): Promise<() => Promise<string[]>> {
  const read = async () => {
    const texts = new Map(await databaseText(db));
    for (const table of UNCOUNTED) texts.delete(table);
    return texts.set(
      'sessions',
      JSON.stringify(await db('sessions').orderBy('id_hash').select('id_hash', 'user_id', 'impersonated_user_id')),
    );
  };
  const before = await read();
  return async () => [...(await read())].flatMap(([table, text]) => (before.get(table) === text ? [] : [table]));
}
