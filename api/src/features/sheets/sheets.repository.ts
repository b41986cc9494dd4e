import type { Knex } from 'knex';
import type { SheetReading } from '../../contract/sheets.ts';
import { keptColumns, ownedBy, type Owner } from '../../db/owner.ts';
import type { TableRow } from './table.ts';
import { RETENTION } from '../../retention.ts';

interface SheetRecord {
  id: number;
  name: string;
  sha256: string;
  rows: number;
  reading: SheetReading;
  imported_at: Date | null;
  made: Made | null;
}

/** What an import has made. */
export interface Made {
  readonly posts: number;
  readonly scheduled: number;
  readonly drafts: number;
  readonly skippedRows: number;
  /** ISO. */
  readonly firstAt: string | null;
}

export interface StoredSheet {
  readonly id: number;
  readonly name: string;
  readonly sha256: string;
  readonly rows: number;
  readonly reading: SheetReading;
  /** null: not imported yet. */
  readonly made: Made | null;
}

/** Rows that are written, or read, at once. */
const CHUNK = 500;
/** Whose rows are compared with those of a new one. */
const REMEMBERED_SHEETS = 200;

/** Sheets of an owner, and their rows. */
export function sheetsRepository(db: Knex) {
  const sheets = (owner: Owner) => ownedBy<SheetRecord>(db, 'sheets', owner);

  return {
    ...importedBefore(db),
    ...sheetRows(db),

    /** Keeps a sheet, in the place of the owner's oldest ones where there are many. */
    async add(owner: Owner, sheet: Omit<StoredSheet, 'id' | 'made' | 'rows'>, table: readonly TableRow[]) {
      return db.transaction(async (trx) => {
        const { name, sha256, reading } = sheet;
        const [made] = (await trx('sheets')
          .insert({ ...keptColumns(owner), name, sha256, rows: table.length, reading: JSON.stringify(reading) })
          .returning('id')) as [{ id: number }];
        await sheetRows(trx).addRows(owner, made.id, table);
        const kept = ownedBy<SheetRecord>(trx, 'sheets', owner)
          .whereNull('imported_at')
          .orderBy('id', 'desc')
          .offset(RETENTION.waitingSheets)
          .select('id');
        await ownedBy<SheetRecord>(trx, 'sheets', owner).whereIn('id', kept).delete();
        return made.id;
      });
    },

    async find(owner: Owner, id: number): Promise<StoredSheet | null> {
      const row = await sheets(owner).where({ id }).first();
      return row === undefined ? null : toSheet(row);
    },

    /** The same, and until the end of this transaction nobody else imports it. */
    async lock(owner: Owner, id: number): Promise<StoredSheet | null> {
      const row = await sheets(owner).where({ id }).forUpdate().first();
      return row === undefined ? null : toSheet(row);
    },

    /** Notes what was made of a sheet, and lets go of its rows. */
    async finish(owner: Owner, id: number, made: Made, rowHashes: readonly string[]): Promise<void> {
      await sheets(owner)
        .where({ id })
        .update({ imported_at: db.fn.now(), made: JSON.stringify(made), row_hashes: [...rowHashes] } as object);
      await ownedBy(db, 'sheet_rows', owner).where('sheet_id', id).delete();
      await ownedBy(db, 'sheet_images', owner).where('sheet_id', id).delete();
    },

    /** Sheets that nobody imported within a day, and those that were imported long ago. */
    async forgetOld(): Promise<void> {
      await db('sheets')
        .whereRaw(`imported_at is null and created_at < now() - interval '${RETENTION.waitingSheetsHours} hours'`)
        .orWhereRaw(`imported_at < now() - interval '${RETENTION.importedSheetsDays} days'`)
        .delete();
    },
  };
}
export type SheetsRepository = ReturnType<typeof sheetsRepository>;

function sheetRows(db: Knex) {
  return {
    async addRows(owner: Owner, sheetId: number, table: readonly TableRow[]): Promise<void> {
      for (let from = 0; from < table.length; from += CHUNK)
        await db.raw(
          `insert into sheet_rows (sheet_id, user_id, environment, number, cells)
          select ?, ?, ?, r.number, r.cells from jsonb_to_recordset(?::jsonb) as r(number int, cells jsonb)`,
          [sheetId, owner.userId, owner.environment, JSON.stringify(table.slice(from, from + CHUNK))],
        );
    },

    /** What stands in a row; null where there is none. */
    async cellsOf(owner: Owner, sheetId: number, number: number): Promise<readonly string[] | null> {
      const row = await ownedBy<{ cells: string[] }>(db, 'sheet_rows', owner)
        .where('sheet_id', sheetId)
        .where('number', number)
        .whereIn('sheet_id', ownedBy<SheetRecord>(db, 'sheets', owner).select('id'))
        .first();
      return row?.cells ?? null;
    },

    async changeCells(owner: Owner, sheetId: number, { number, cells }: TableRow): Promise<void> {
      await ownedBy(db, 'sheet_rows', owner)
        .where({ sheet_id: sheetId, number })
        .update({ cells: JSON.stringify(cells) } as object);
    },

    /** Cells of its widest row, and letters of all rows. */
    async sizeOf(owner: Owner, sheetId: number): Promise<{ readonly columns: number; readonly characters: number }> {
      const [size] = (await ownedBy(db, 'sheet_rows', owner)
        .where('sheet_id', sheetId)
        .select(
          db.raw('coalesce(max(jsonb_array_length(cells)), 0)::int as columns'),
          db.raw('coalesce(sum(length(cells::text)), 0)::int as characters'),
        )) as unknown as [{ columns: number; characters: number }];
      return size;
    },

    /** The rows of a sheet in their order, some hundreds at a time. */
    async *rowsOf(owner: Owner, sheetId: number): AsyncGenerator<TableRow[]> {
      let last = 0;
      for (;;) {
        const rows = await ownedBy<{ number: number; cells: string[] }>(db, 'sheet_rows', owner)
          .where('sheet_id', sheetId)
          .where('number', '>', last)
          .orderBy('number')
          .limit(CHUNK)
          .select<TableRow[]>('number', 'cells');
        if (rows.length === 0) return;
        yield rows;
        last = rows.at(-1)?.number ?? last;
      }
    },
  };
}

function importedBefore(db: Knex) {
  return {
    /** Those of these rows that the owner has imported before, and when last. */
    async knownRows(
      owner: Owner,
      hashes: readonly string[],
    ): Promise<{ hashes: ReadonlySet<string>; at: Date | null }> {
      const { rows } = await db.raw<{ rows: { hash: string; at: Date }[] }>(
        `
        select known.hash, max(s.imported_at) as at from (
          select row_hashes, imported_at from sheets
          where user_id = ? and environment = ? and imported_at is not null
          order by imported_at desc limit ${REMEMBERED_SHEETS}
        ) s cross join unnest(s.row_hashes) as known(hash)
        where known.hash = any(?::text[]) group by known.hash`,
        [owner.userId, owner.environment, [...hashes]],
      );
      const last = Math.max(...rows.map(({ at }) => at.getTime()));
      return { hashes: new Set(rows.map(({ hash }) => hash)), at: rows.length === 0 ? null : new Date(last) };
    },

    /** When the owner imported this very file last; null for never. */
    async importedFile(owner: Owner, sha256: string): Promise<Date | null> {
      const row = await ownedBy<SheetRecord>(db, 'sheets', owner)
        .where({ sha256 })
        .whereNotNull('imported_at')
        .orderBy('imported_at', 'desc')
        .first('imported_at');
      return row?.imported_at ?? null;
    },
  };
}

function toSheet({ id, name, sha256, rows, reading, made }: SheetRecord): StoredSheet {
  return { id, name, sha256, rows, reading, made };
}
