import type { Knex } from 'knex';
import { transactGently } from './gently.ts';
import { migrations } from './migrations/index.ts';

const NOT_IN_A_TRANSACTION = '25001';
/** Ours, which is written anew with every migration, or by every process for as long as it lives. */
export const BOOKKEEPING = ['key_holders', 'knex_migrations', 'knex_migrations_lock', 'migration_records'];

/**
 * What a running process finds out by itself and notes, and would note anew: tables, and columns of tables that stay.
 * Nobody would miss it.
 */
const NOTED_ANEW: ReadonlySet<string> = new Set([
  'key_holders',
  'loop_heartbeat.history',
  'loop_heartbeat.server_started_at',
  'media_disk',
  'media_store',
]);

interface Column {
  readonly table: string;
  readonly column: string;
  /** An expression; `null` where there is none. */
  readonly preset: string;
}

const COLUMNS = `
  select c.relname as table, a.attname as column, coalesce(pg_get_expr(d.adbin, d.adrelid), 'null') as preset
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and c.relname <> all(?)`;

/**
 * What would be gone with this migration, found out by taking it back and not keeping that: rows of tables, and values
 * of columns that are not the column's default. What processes note for themselves is no loss.
 */
export async function describeLosses(db: Knex, name: string): Promise<string[]> {
  const gone = await columnsGone(db, name);
  if (gone === null) return ["data that can't be listed beforehand"];
  const { rows } = await db.raw<{ rows: Column[] }>(COLUMNS, [BOOKKEEPING]);
  const kept = new Set(rows.filter((column) => !gone.some(isSame(column))).map(({ table }) => table));
  const tables = [...new Set(gone.map(({ table }) => table))].filter((table) => !kept.has(table));
  const losses = [];
  for (const table of tables.filter((one) => !NOTED_ANEW.has(one)))
    losses.push([await count(db, table), `of ${table}`] as const);
  for (const { table, column, preset } of gone.filter((one) => kept.has(one.table) && !isNotedAnew(one)))
    losses.push([await count(db, table, column, preset), `with ${table}.${column}`] as const);
  return losses.filter(([rows]) => rows > 0).map(([rows, where]) => `${rows} ${rows === 1 ? 'row' : 'rows'} ${where}`);
}

/** @returns null where it cannot be tried in one transaction */
function columnsGone(db: Knex, name: string): Promise<Column[] | null> {
  return transactGently(db, async (trx) => {
    const tried = await trx.transaction();
    try {
      const read = async () => (await tried.raw<{ rows: Column[] }>(COLUMNS, [BOOKKEEPING])).rows;
      const before = await read();
      await migrations[name]?.down(tried);
      const after = await read();
      return before.filter((column) => !after.some(isSame(column)));
    } catch (error) {
      if ((error as { code?: string }).code === NOT_IN_A_TRANSACTION) return null;
      throw error;
    } finally {
      await tried.rollback();
    }
  });
}

const isNotedAnew = ({ table, column }: Column) => NOTED_ANEW.has(`${table}.${column}`);

const isSame = (one: Column) => (other: Column) => other.table === one.table && other.column === one.column;

async function count(db: Knex, table: string, column?: string, preset = 'null'): Promise<number> {
  const {
    rows: [found],
  } = await db.raw<{ rows: { rows: number }[] }>(
    column === undefined
      ? 'select count(*)::int as rows from ??'
      : `select count(*)::int as rows from ?? where ?? is distinct from (${preset.replaceAll('?', '\\?')})`,
    column === undefined ? [table] : [table, column],
  );
  return found?.rows ?? 0;
}
