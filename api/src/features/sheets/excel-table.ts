import { unzipSync } from 'fflate';
import { readSheet, SheetNotFoundError, type CellValue } from 'read-excel-file/node';
import { SHEET_LIMIT_BYTES, SHEET_MAX_WORKSHEETS } from '../../contract/file-limits.ts';
import { FlawError } from './table.ts';

/** Ten times the text that is taken, for what is written around it. */
const UNFOLDED_LIMIT_BYTES = 10 * SHEET_LIMIT_BYTES;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Before 1901 there are no dates of posts: what Excel counts there are times of a day. */
const FIRST_DATE = Date.UTC(1901, 0, 1);

/** Behind so many worksheets without a row nobody looks for one. */
const LOOKED_THROUGH = 20;
const NAME_CHARACTERS = 100;
/** No workbook has so many: asked for it, the reader tells those that there are. */
const BEYOND = Number.MAX_SAFE_INTEGER;

/** Rows of a worksheet of an XLSX, as they are seen: of a formula its result. */
export interface ExcelRows {
  readonly rows: readonly string[][];
  readonly worksheets: readonly string[];
  readonly worksheet: number;
}

/**
 * The rows of a worksheet of an XLSX.
 * @param chosen from 1; null for the first one with rows
 * @throws FlawError
 */
export async function rowsOfExcel(bytes: Uint8Array, chosen: number | null): Promise<ExcelRows> {
  refuseBombs(bytes);
  const names = await namesIn(bytes);
  const worksheets = names.slice(0, SHEET_MAX_WORKSHEETS).map((name) => name.slice(0, NAME_CHARACTERS).toWellFormed());
  if (chosen !== null && chosen > names.length) throw new FlawError('no-worksheet');
  const tried = chosen === null ? names.slice(0, LOOKED_THROUGH).map((_, place) => place + 1) : [chosen];
  let flaw: unknown = null;
  let empty: ExcelRows | null = null;
  for (const worksheet of tried) {
    try {
      const rows = (await readSheet(Buffer.from(bytes), worksheet)).map((row) => row.map(textOf));
      if (rows.some((row) => row.some((cell) => cell.trim() !== ''))) return { rows, worksheets, worksheet };
      empty ??= { rows, worksheets, worksheet };
    } catch (error) {
      // A sheet of charts is no table; another one may be.
      flaw ??= error;
    }
  }
  if (empty === null) throw new FlawError('broken-excel', { cause: flaw });
  return empty;
}

/** @throws FlawError */
async function namesIn(bytes: Uint8Array): Promise<readonly string[]> {
  try {
    await readSheet(Buffer.from(bytes), BEYOND);
  } catch (error) {
    if (error instanceof SheetNotFoundError) return (error as unknown as { sheets: string[] }).sheets;
    throw new FlawError('broken-excel', { cause: error });
  }
  return [];
}

/** @throws FlawError for a file that says itself that it unfolds to more than any sheet; others are found out later */
function refuseBombs(bytes: Uint8Array): void {
  let unfolded = 0;
  const count = ({ originalSize }: { originalSize: number }) => {
    unfolded += originalSize;
    return false;
  };
  try {
    unzipSync(bytes, { filter: count });
  } catch (error) {
    throw new FlawError('broken-excel', { cause: error });
  }
  if (unfolded > UNFOLDED_LIMIT_BYTES) throw new FlawError('too-complex');
}

function textOf(cell: CellValue | null): string {
  if (cell === null) return '';
  if (cell instanceof Date) return textOfDate(cell);
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}

/** A date of a spreadsheet has no zone: it says what the calendar and the clock on the wall show. */
function textOfDate(at: Date): string {
  if (Number.isNaN(at.getTime())) return '';
  // Days are fractions: a second may be missing a millionth.
  const whole = new Date(Math.round(at.getTime() / 1000) * 1000).toISOString();
  const [date, time] = [whole.slice(0, 10), whole.slice(11, 19)];
  if (at.getTime() < FIRST_DATE) return time;
  return at.getTime() % DAY_MS === 0 ? date : `${date} ${time}`;
}
