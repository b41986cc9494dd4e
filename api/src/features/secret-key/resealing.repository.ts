import type { Knex } from 'knex';
import type { SealedColumn, SignedTable } from './sealed-columns.ts';

/** A sealed value in its row. */
export interface FoundValue {
  readonly id: unknown;
  readonly sealed: string;
  readonly row: Readonly<Record<string, unknown>>;
}

interface SignedRow {
  readonly key: Readonly<Record<string, string>>;
  readonly seal: string;
  readonly texts: readonly string[];
}

/** Values that are sealed, whosever they are: a rotation alone reads and writes them in place of their owners. */
export function resealingRepository(db: Knex) {
  const rowsOf = ({ table, column, needs }: SealedColumn, after: unknown) =>
    db(table)
      .whereNotNull(column)
      .where(column, '<>', '')
      .modify((rows) => {
        if (after !== null) void rows.where('id', '>', after as string);
      })
      .orderBy('id')
      .select('id', { sealed: column }, ...needs);
  const found = (rows: readonly Record<string, unknown>[]): FoundValue[] =>
    rows.map((row) => ({ id: row['id'], sealed: row['sealed'] as string, row }));

  return {
    /** Those that do not begin so, locked; what somebody else has locked is left out. */
    async lockOthers(column: SealedColumn, prefix: string, after: unknown, limit: number): Promise<FoundValue[]> {
      const rows = await rowsOf(column, after)
        .whereRaw('not starts_with(??, ?)', [column.column, prefix])
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked();
      return found(rows);
    },

    /** Those that begin so. */
    async withPrefix(column: SealedColumn, prefix: string, after: unknown, limit: number): Promise<FoundValue[]> {
      return found(await rowsOf(column, after).whereRaw('starts_with(??, ?)', [column.column, prefix]).limit(limit));
    },

    async write({ table, column }: SealedColumn, id: unknown, sealed: string): Promise<void> {
      await db(table)
        .where({ id: id as string })
        .update({ [column]: sealed });
    },

    /** How many values each key has sealed: by the beginning of the value. */
    async counts({ table, column }: SealedColumn): Promise<{ prefix: string; count: number }[]> {
      const { rows } = await db.raw<{ rows: { prefix: string; count: number }[] }>(
        `select case when starts_with(:column:, 'v2.') then 'v2.' || split_part(:column:, '.', 2) || '.' else 'v1.' end
          as prefix, count(*)::int as count
        from :table: where :column: is not null and :column: <> '' group by 1`,
        { table, column },
      );
      return rows;
    },

    async signedKeys({ table, key }: SignedTable): Promise<Record<string, string>[]> {
      return (await db(table)
        .select(...key)
        .orderBy([...key])) as Record<string, string>[];
    },

    async signedRow({ table, texts }: SignedTable, key: Record<string, string>): Promise<SignedRow | null> {
      const row = await db<Record<string, string>>(table)
        .where(key)
        .first('seal', ...texts);
      return row === undefined
        ? null
        : { key, seal: row['seal'] ?? '', texts: texts.map((column) => row[column] ?? '') };
    },

    /** Unless somebody else has said something since. */
    async sign({ table }: SignedTable, { key, seal }: SignedRow, next: string): Promise<void> {
      await db(table)
        .where({ ...key, seal })
        .update({ seal: next });
    },
  };
}
