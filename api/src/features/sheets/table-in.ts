import { FlawError, tableOf, type Table } from './table.ts';

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Of Excel before 2007, and of files with a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
/** An OpenDocument says what it is in its first bytes. */
const OPEN_DOCUMENT = 'mimetypeapplication/vnd.oasis.opendocument';
const HEAD_BYTES = 200;

/**
 * The rows of a file. What it is, its bytes say: names may lie.
 * Each reader is loaded when it is needed: that takes longer than most files.
 * @throws FlawError
 */
export async function tableIn(bytes: Buffer, worksheet: number | null = null): Promise<Table> {
  const begins = (signature: readonly number[]) => signature.every((byte, at) => bytes[at] === byte);
  if (begins(COMPOUND)) throw new FlawError('old-excel');
  if (begins(ZIP)) {
    if (bytes.toString('latin1', 0, HEAD_BYTES).includes(OPEN_DOCUMENT)) throw new FlawError('open-document');
    const { rowsOfExcel } = await import('./excel-table.ts');
    const { rows, ...where } = await rowsOfExcel(bytes, worksheet);
    return { rows: tableOf(rows), ...where };
  }
  const { rowsOfText } = await import('./text-table.ts');
  return { rows: tableOf(rowsOfText(bytes)), worksheets: [], worksheet: 1 };
}
