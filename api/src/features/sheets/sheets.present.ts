import { SHEET_PAGE_SIZE, type Sheet, type SheetPreview, type SheetRow } from '../../contract/sheets.ts';
import type { CheckedRow } from './check-rows.ts';
import { writtenAs } from './image-cells.ts';
import type { ImportedBefore } from './imported-before.ts';
import type { CheckedSheet } from './read-sheet.ts';
import { countsOf, markOf } from './sheet-counts.ts';
import type { UploadedSheet } from './upload-sheet.ts';

const TEXT_CHARACTERS = 300;
const IMAGES_SHOWN = 10;

export function presentSheet({ id, name, rows, columns, reading, worksheets, worksheet }: UploadedSheet): Sheet {
  return {
    id,
    name,
    rows,
    columns: columns.map(({ first, samples }) => ({ first, samples: [...samples] })),
    reading,
    ...(worksheets.length > 0 && { worksheets: [...worksheets], worksheet }),
  };
}

/** One page of what a sheet would come to. */
export function presentPreview(
  { rows, problems, order, asksOrder, images }: CheckedSheet,
  { before, page, onlyProblems }: { before: ImportedBefore | null; page: number; onlyProblems: boolean },
): SheetPreview {
  const shown = onlyProblems ? rows.filter((row) => row.problems.length > 0) : rows;
  return {
    counts: countsOf(rows),
    problems: [...problems],
    dateOrder: order,
    asksDateOrder: asksOrder,
    images: { total: images.total, pending: images.pending.length },
    importedBefore: before === null ? null : { ...before, at: before.at.toISOString() },
    rows: shown.slice((page - 1) * SHEET_PAGE_SIZE, page * SHEET_PAGE_SIZE).map(presentRow),
    pagination: { page, pages: Math.max(1, Math.ceil(shown.length / SHEET_PAGE_SIZE)) },
    mark: markOf(rows),
  };
}

function presentRow({ row, becomes, problems, notes }: CheckedRow): SheetRow {
  return {
    row: row.number,
    pages: row.pages.map(({ name }) => name),
    text: row.text.slice(0, TEXT_CHARACTERS).toWellFormed(),
    images: row.images.slice(0, IMAGES_SHOWN).map(writtenAs),
    scheduledAt: row.when.kind === 'at' ? row.when.at.toISOString() : null,
    becomes,
    problems: [...problems],
    notes: [...notes],
  };
}
