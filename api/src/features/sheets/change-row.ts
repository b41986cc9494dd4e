import type { Knex } from 'knex';
import { SHEET_MAX_COLUMNS } from '../../contract/file-limits.ts';
import { SHEET_FIELDS, type SheetField, type SheetReading } from '../../contract/sheets.ts';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError, RefusedError } from '../../http/errors.ts';
import { GONE } from './fetch-images.ts';
import { sheetsRepository } from './sheets.repository.ts';
import { TABLE_CHARACTERS } from './table.ts';

type Columns = SheetReading['columns'];

/**
 * Puts what its owner says into a row that is kept, so that whoever reads the sheet after it reads that.
 * @returns what the columns hold by now: a field without one has one behind all others
 * @throws NotFoundError for what is gone or imported; RefusedError for more than a sheet may hold
 */
export async function changeRow(
  db: Knex,
  owner: Owner,
  { id, row }: { readonly id: number; readonly row: number },
  { columns: known, cells: given }: { columns: Columns; cells: Partial<Record<SheetField, string | undefined>> },
): Promise<Columns> {
  return db.transaction(async (trx) => {
    const sheets = sheetsRepository(trx);
    const sheet = await sheets.lock(owner, id);
    const before = sheet === null || sheet.made !== null ? null : await sheets.cellsOf(owner, id, row);
    if (before === null) throw new NotFoundError(GONE);
    const size = await sheets.sizeOf(owner, id);
    const columns = [...known];
    const cells = [...before];
    for (const field of SHEET_FIELDS) {
      const cell = given[field];
      if (cell === undefined) continue;
      const at = columnOf(columns, field, size.columns);
      while (cells.length < at) cells.push('');
      cells[at] = cell.toWellFormed();
    }
    const added = lengthOf(cells) - lengthOf(before);
    if (added > 0 && size.characters + added > TABLE_CHARACTERS) throw new RefusedError(TOO_MUCH_TEXT);
    await sheets.changeCells(owner, id, { number: row, cells });
    return columns;
  });
}

/** The column of a field, a new one behind all that any row has. @throws RefusedError */
function columnOf(columns: (SheetField | null)[], field: SheetField, widest: number): number {
  const known = columns.indexOf(field);
  if (known >= 0) return known;
  const at = Math.max(columns.length, widest);
  if (at >= SHEET_MAX_COLUMNS) throw new RefusedError(TOO_WIDE);
  while (columns.length < at) columns.push(null);
  columns.push(field);
  return at;
}

const lengthOf = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + cell.length, 0);

const TOO_MUCH_TEXT = 'This sheet holds more text than we can import at once. Split it into smaller files.';
const TOO_WIDE = `This sheet has ${SHEET_MAX_COLUMNS} columns already. Delete those that posts don't need.`;
