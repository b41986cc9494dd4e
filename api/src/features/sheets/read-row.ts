import { FACEBOOK_TEXT_LIMIT } from '../../contract/composing.ts';
import type { PageId } from '../../contract/ids.ts';
import { ALT_TEXT_LIMIT, MAX_PHOTOS } from '../../contract/media.ts';
import type { DateOrder, SheetField, SheetReading } from '../../contract/sheets.ts';
import { unguarded } from '../../http/csv.ts';
import { zoneOfClock } from '../../http/time-zone.ts';
import { withLink } from '../compositions/composition-plan.ts';
import { clockOf, type ReadClock } from '../../http/wall-clock.ts';
import { isAddress } from './columns.ts';
import { imagesIn, type ImageName } from './image-cells.ts';
import type { NamedPage, PageNames } from './page-names.ts';
import { readWhen, type When } from './read-when.ts';
import type { TableRow } from './table.ts';

export interface RowProblem {
  readonly field: SheetField | null;
  readonly message: string;
}

/** A row as its cells say it, before anything else is looked at. */
export interface ReadRow {
  readonly number: number;
  readonly pages: readonly NamedPage[];
  /** With the link below it. */
  readonly text: string;
  readonly images: readonly ImageName[];
  readonly altText: string | null;
  readonly when: When;
  readonly problems: readonly RowProblem[];
}

interface Given {
  readonly reading: SheetReading;
  readonly names: PageNames;
  /** The page of rows that name none. */
  readonly page: { readonly id: PageId; readonly name: string } | null;
  readonly order: DateOrder | null;
}

const SHOWN = 100;

/** What stands in the column of a field; empty where there is none. */
export function cellOf({ cells }: TableRow, { columns }: Pick<SheetReading, 'columns'>, field: SheetField): string {
  const column = columns.indexOf(field);
  return column < 0 ? '' : unguarded(cells[column] ?? '');
}

/** Reads rows in one way. What it finds out of zones is kept. */
export function rowReader({ reading, names, page, order }: Given): (row: TableRow) => ReadRow {
  const clocks = new Map<string, ReadClock | null>();
  function clockIn(zone: string): ReadClock | null {
    const known = clocks.get(zone);
    if (known !== undefined) return known;
    const name = zoneOfClock(zone);
    const clock = name === null ? null : clockOf(name);
    clocks.set(zone, clock);
    return clock;
  }

  return (row) => {
    const cell = (field: SheetField) => cellOf(row, reading, field);
    const named = names.pagesIn(cell('page'));
    const pages = named.length === 0 && page !== null ? [page] : named;
    const link = cell('link').trim();
    const text = withLink(cell('text'), isAddress(link) ? link : null);
    const images = imagesIn(cell('image'));
    const when = readWhen({
      date: cell('date'),
      time: cell('time'),
      clock: clockIn(cell('timeZone').trim() || reading.timeZone),
      order,
    });
    return {
      number: row.number,
      pages,
      text,
      images,
      altText: cell('altText').trim() || null,
      when,
      problems: [
        ...pageProblems(pages),
        ...textProblems(cell('text'), text, link),
        ...imageProblems(images, cell('altText')),
        ...(when.kind === 'unreadable' ? [{ field: when.field, message: when.message }] : []),
      ],
    };
  };
}

function pageProblems(pages: readonly NamedPage[]): RowProblem[] {
  if (pages.length === 0) return [{ field: 'page', message: 'This row names no page. Add the name of one of yours.' }];
  return pages.flatMap((page) => (page.id === null ? [{ field: 'page' as const, message: page.message }] : []));
}

function textProblems(own: string, whole: string, link: string): RowProblem[] {
  const problems: RowProblem[] = [];
  if (own.trim() === '') problems.push({ field: 'text', message: 'This row has no text. Write what the post says.' });
  if (whole.length > FACEBOOK_TEXT_LIMIT)
    problems.push({
      field: 'text',
      message: `This text is too long. Facebook takes up to ${FACEBOOK_TEXT_LIMIT.toLocaleString('en')} characters.`,
    });
  if (link !== '' && !isAddress(link))
    problems.push({ field: 'link', message: 'This link must begin with http:// or https://' });
  return problems;
}

function imageProblems(images: readonly ImageName[], altText: string): RowProblem[] {
  const wrong = new Set(images.flatMap((image) => ('wrong' in image ? [image.wrong.slice(0, SHOWN)] : [])));
  const problems: RowProblem[] = [...wrong].map((part) => ({
    field: 'image',
    message: `“${part}” isn't an address that begins with https://`,
  }));
  if (images.length > MAX_PHOTOS)
    problems.push({ field: 'image', message: `A post can have at most ${MAX_PHOTOS} images.` });
  if (altText.trim().length > ALT_TEXT_LIMIT)
    problems.push({
      field: 'altText',
      message: `An image description can have up to ${ALT_TEXT_LIMIT.toLocaleString('en')} characters.`,
    });
  return problems;
}
