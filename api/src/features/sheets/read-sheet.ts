import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { SHEET_MAX_ROWS } from '../../contract/file-limits.ts';
import { SHEET_MAX_IMAGES, type DateOrder, type SheetReading } from '../../contract/sheets.ts';
import { databaseTime } from '../../db/clock.ts';
import type { Owner } from '../../db/owner.ts';
import { InvalidInputError, NotFoundError } from '../../http/errors.ts';
import { zoneOfClock } from '../../http/time-zone.ts';
import { withSlots } from './row-slots.ts';
import { takenTimesRepository } from '../slots/taken-times.repository.ts';
import { listedPages } from '../pages/pages.repository.ts';
import { rowChecker, type CheckedRow } from './check-rows.ts';
import type { ImageName } from './image-cells.ts';
import type { FoundImage } from './image-words.ts';
import { pageNames } from './page-names.ts';
import { dateOrderOf, readDate, type ReadDate } from './read-date.ts';
import { cellOf, rowReader, type ReadRow, type RowProblem } from './read-row.ts';
import { countsOf } from './sheet-counts.ts';
import { sheetImagesRepository } from './sheet-images.repository.ts';
import { sheetsRepository, type StoredSheet } from './sheets.repository.ts';
import type { TableRow } from './table.ts';
import { mapWithPauses } from '../../with-pauses.ts';

interface Deps {
  /** The library's images that are called so, by their names in small letters. */
  imagesByName(db: Knex, owner: Owner, names: readonly string[]): Promise<ReadonlyMap<string, number | 'several'>>;
}

/** A sheet, read in one way and checked against all that is known. */
export interface CheckedSheet {
  readonly sheet: StoredSheet;
  readonly rows: readonly CheckedRow[];
  readonly problems: readonly RowProblem[];
  readonly order: DateOrder | null;
  readonly asksOrder: boolean;
  readonly images: { readonly total: number; readonly pending: readonly string[] };
}

/** Reads sheets that are kept. */
export function readingSheets({ imagesByName }: Deps) {
  /** @param db a transaction, where posts are made by what is found */
  async function checked(db: Knex, owner: Owner, sheet: StoredSheet, reading: SheetReading): Promise<CheckedSheet> {
    const own = await listedPages(db).list(owner);
    const page = own.find(({ id }) => id === reading.facebookPageId) ?? null;
    if (reading.facebookPageId != null && page === null) throw new NotFoundError(NOT_CONNECTED);
    if (zoneOfClock(reading.timeZone) === null)
      throw InvalidInputError.of([
        { path: 'reading.timeZone', message: 'Must be a time zone such as Asia/Kuala_Lumpur' },
      ]);
    const table = await tableOf(db, owner, sheet, reading);
    const order = reading.dateOrder ?? (await orderOf(table, reading));
    const read = await mapWithPauses(table, rowReader({ reading, names: pageNames(own), page, order }));
    const images = await imagesOf(db, owner, sheet, read);
    const { taken, spacingMinutes } = await takenBy(db, owner, read);
    const check = rowChecker({
      reading,
      now: await databaseTime(db),
      timeZone: reading.timeZone,
      spacingMinutes,
      taken,
      imageOf: images.imageOf,
    });
    const rows = await withSlots(db, owner, await mapWithPauses(read, check));
    return {
      sheet,
      rows,
      problems: [...missing(reading, table), ...tooMany(rows)],
      order,
      asksOrder: read.some(({ when }) => when.kind === 'unreadable' && when.isAmbiguous === true),
      images,
    };
  }

  async function imagesOf(db: Knex, owner: Owner, sheet: StoredSheet, rows: readonly ReadRow[]) {
    const named = rows.flatMap(({ images }) => images);
    const addresses = [...new Set(named.flatMap((image) => ('address' in image ? [image.address] : [])))];
    const names = [...new Set(named.flatMap((image) => ('name' in image ? [image.name.toLowerCase()] : [])))];
    const found = await sheetImagesRepository(db).found(owner, sheet.id);
    // Each is locked while it is given to its posts.
    const fetched = new Set(addresses.slice(0, SHEET_MAX_IMAGES));
    const chosen = new Set(names.slice(0, SHEET_MAX_IMAGES));
    const library = await imagesByName(db, owner, [...chosen]);
    const imageOf = (image: ImageName): FoundImage => {
      if ('wrong' in image) return { isWrong: true };
      if ('address' in image)
        return fetched.has(image.address) ? (found.get(image.address) ?? { isPending: true }) : { flaw: 'too-many' };
      const name = image.name.toLowerCase();
      if (!chosen.has(name)) return { flaw: 'too-many' };
      const mediaId = library.get(name);
      if (mediaId === undefined) return { flaw: 'unknown' };
      return mediaId === 'several' ? { flaw: 'several' } : { mediaId };
    };
    const pending = [...fetched].filter((address) => 'isPending' in imageOf({ address }));
    return { total: fetched.size, pending, imageOf };
  }

  return { checked };
}

async function tableOf(db: Knex, owner: Owner, sheet: StoredSheet, { hasHeader }: SheetReading): Promise<TableRow[]> {
  const table: TableRow[] = [];
  for await (const rows of sheetsRepository(db).rowsOf(owner, sheet.id)) table.push(...rows);
  return hasHeader ? table.slice(1) : table;
}

/** As the dates of the sheet say it themselves. */
async function orderOf(table: readonly TableRow[], reading: SheetReading): Promise<DateOrder | null> {
  const dates = await mapWithPauses(table, (row) => readDate(cellOf(row, reading, 'date')));
  return dateOrderOf(dates.filter((date): date is ReadDate => date !== null));
}

/** When the pages of these rows have posts, around the times of the rows. */
async function takenBy(db: Knex, owner: Owner, rows: readonly ReadRow[]) {
  const pageIds = [
    ...new Set(rows.flatMap((row) => row.pages.flatMap(({ id }): PageId[] => (id === null ? [] : [id])))),
  ];
  const times = rows.flatMap(({ when }) => (when.kind === 'at' ? [when.at.getTime()] : []));
  const [from, to] = times.reduce(([least, most], at) => [Math.min(least, at), Math.max(most, at)], [Infinity, 0]);
  const period =
    times.length === 0 ? { from: new Date(0), to: new Date(0) } : { from: new Date(from), to: new Date(to) };
  return takenTimesRepository(db).taken(owner, pageIds, period);
}

/** What the whole sheet lacks. */
function missing({ columns, facebookPageId }: SheetReading, table: readonly TableRow[]): RowProblem[] {
  const problems: RowProblem[] = [];
  if (table.length === 0) problems.push({ field: null, message: 'There is no row below the names of the columns.' });
  if (!columns.includes('text')) problems.push({ field: 'text', message: 'Choose the column that holds the text.' });
  if (!columns.includes('page') && facebookPageId == null)
    problems.push({ field: 'page', message: 'Choose the column that names the page, or one page for all rows.' });
  return problems;
}

/** As rows may name several pages, there can be more posts than rows. */
function tooMany(rows: readonly CheckedRow[]): RowProblem[] {
  const { posts } = countsOf(rows);
  if (posts <= SHEET_MAX_ROWS) return [];
  const [many, most] = [posts, SHEET_MAX_ROWS].map((count) => count.toLocaleString('en'));
  return [{ field: null, message: `This sheet makes ${many} posts. Split it into files of up to ${most} posts.` }];
}

const NOT_CONNECTED = "This Facebook page isn't connected. Reconnect it, or choose another page.";
