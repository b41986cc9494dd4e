import type { Knex } from 'knex';
import { unreadableTables } from './rights.repository.ts';

/** As many as an operator reads at a glance. */
const MOST_NAMED = 5;

/**
 * A table that another role made, as by hand or by a restore: whatever needs it would fail, each in its own words.
 * @returns what to do about that, or null
 */
export async function rightsTrouble(db: Knex): Promise<string | null> {
  const rows = await unreadableTables(db);
  const [first] = rows;
  if (first === undefined) return null;
  const names = rows.slice(0, MOST_NAMED).map(({ name }) => name);
  const others = rows.length > names.length ? ` and ${rows.length - names.length} more` : '';
  return (
    `The role ${first.role} of DATABASE_URL may not use these tables of the database: ${names.join(', ')}${others}. ` +
    'Let DATABASE_URL name the role that owns them, or make it their owner.'
  );
}
