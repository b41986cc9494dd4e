import { unzipSync } from 'fflate';
import { readSheet, type CellValue } from 'read-excel-file/node';
import { SHEET_LIMIT_BYTES } from '../../contract/sheets.ts';
import { FlawError } from './table.ts';

/** Ten times the text that is taken, for what is written around it. */
const UNFOLDED_LIMIT_BYTES = 10 * SHEET_LIMIT_BYTES;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Before 1901 there are no dates of posts: what Excel counts there are times of a day. */
const FIRST_DATE = Date.UTC(1901, 0, 1);

/** Rows of the first sheet of an XLSX, as they are seen: of a formula its result. @throws FlawError */
export async function rowsOfExcel(bytes: Uint8Array): Promise<readonly string[][]> {
  refuseBombs(bytes);
  try {
    const rows = await readSheet(Buffer.from(bytes));
    return rows.map((row) => row.map(textOf));
  } catch (error) {
    throw new FlawError('broken-excel', { cause: error });
  }
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
