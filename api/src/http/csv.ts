import { Readable } from 'node:stream';
import type { Context } from 'koa';

/** Spreadsheets take a file without this mark for one of their own old encoding. */
export const CSV_MARK = '\uFEFF';

/** A line of a CSV file (RFC 4180). null is an empty cell; a number is written as one. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

export function answerCsv(ctx: Context, filename: string, chunks: AsyncIterable<string>): void {
  answerDownload(ctx, { filename, type: 'text/csv' }, chunks);
}

/** Answers a text file for download as it is written, chunk by chunk, so that none is held in memory whole. */
export function answerDownload(
  ctx: Context,
  { filename, type }: { readonly filename: string; readonly type: string },
  chunks: AsyncIterable<string>,
): void {
  ctx.set({
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'no-store',
  });
  const file = Readable.from(chunks, { objectMode: false });
  // The file has begun: only a line that breaks says that it is not whole.
  file.on('error', () => ctx.res.destroy());
  ctx.body = file;
}

/** What a spreadsheet would run as a formula, also by signs of double width; and what only looks as if kept from it. */
const FORMULA = /^'*\s*[=+\-@＝＋－＠\t\r\n]/;

/** A cell as it was before it was written by `csvLine`. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** An apostrophe keeps a formula from being run. */
function cellOf(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
