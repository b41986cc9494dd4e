import {
  SHEET_CELL_CHARACTERS,
  SHEET_LIMIT_BYTES,
  SHEET_MAX_COLUMNS,
  SHEET_MAX_ROWS,
} from '../../contract/file-limits.ts';

/** All cells together. */
export const TABLE_CHARACTERS = SHEET_LIMIT_BYTES;

/** A row with something in it. @property number as a spreadsheet counts it: 1 is the first */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** The rows of a file, and of a workbook which of its worksheets they are. */
export interface Table {
  readonly rows: readonly TableRow[];
  /** Their names, in their order; none of a file that is no workbook. */
  readonly worksheets: readonly string[];
  /** From 1. */
  readonly worksheet: number;
}

/** Why a file is no table that can be imported. */
export type Flaw =
  | 'binary'
  | 'empty'
  | 'old-excel'
  | 'open-document'
  | 'broken-excel'
  | 'no-worksheet'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'too-much-text'
  | 'too-complex';

export class FlawError extends Error {
  readonly flaw: Flaw;
  constructor(flaw: Flaw, options?: ErrorOptions) {
    super(flaw, options);
    this.flaw = flaw;
  }
}

/**
 * The rows that have something in them, without what is empty at their ends.
 * @throws FlawError for more than can be imported
 */
export function tableOf(rows: Iterable<readonly string[]>): TableRow[] {
  const table: TableRow[] = [];
  let characters = 0;
  let number = 0;
  for (const row of rows) {
    number += 1;
    const cells = withoutEmptyEnd(row);
    if (cells.length === 0) continue;
    if (cells.length > SHEET_MAX_COLUMNS) throw new FlawError('too-many-columns');
    characters += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (characters > TABLE_CHARACTERS) throw new FlawError('too-much-text');
    // One more than there may be: the first may name the columns.
    if (table.length > SHEET_MAX_ROWS) throw new FlawError('too-many-rows');
    table.push({ number, cells });
  }
  if (table.length === 0) throw new FlawError('empty');
  return table;
}

function withoutEmptyEnd(row: readonly string[]): string[] {
  let { length } = row;
  while (length > 0 && row[length - 1]?.trim() === '') length -= 1;
  return row.slice(0, length).map((cell) => cell.slice(0, SHEET_CELL_CHARACTERS).toWellFormed());
}
