import { createHash } from 'node:crypto';
import type { SheetPreview } from '../../contract/sheets.ts';
import type { CheckedRow } from './check-rows.ts';

/** What the rows of a sheet come to. */
export function countsOf(rows: readonly CheckedRow[]): SheetPreview['counts'] {
  const good = rows.filter(({ problems }) => problems.length === 0);
  const posts = (which: readonly CheckedRow[]) => which.reduce((sum, { pageIds }) => sum + pageIds.length, 0);
  const becoming = (what: CheckedRow['becomes']) => posts(good.filter(({ becomes }) => becomes === what));
  return {
    rows: rows.length,
    problems: rows.length - good.length,
    posts: posts(good),
    scheduled: becoming('scheduled'),
    drafts: becoming('draft'),
    slots: becoming('slot'),
  };
}

/** Tells whether the same would be made of the same rows. */
export function markOf(rows: readonly CheckedRow[]): string {
  const hash = createHash('sha256');
  for (const { row, becomes, problems, hash: said } of rows)
    hash.update(`${row.number} ${becomes} ${problems.length > 0} ${said}\n`);
  return hash.digest('base64url').slice(0, 22);
}
