import { SHEET_FIELDS, type SheetField } from '../../contract/sheets.ts';
import { readDate, readTime } from './read-date.ts';
import type { TableRow } from './table.ts';

/** What people call a column, in their languages: small letters alone, without signs. */
const NAMES: Readonly<Record<SheetField, readonly string[]>> = {
  page: [
    'page',
    'pages',
    'page name',
    'facebook page',
    'page id',
    'account',
    'profile',
    'channel',
    'seite',
    'halaman',
  ].concat(['pagina', 'página']),
  text: [
    'text',
    'post',
    'post text',
    'content',
    'caption',
    'message',
    'copy',
    'body',
    'description',
    'status text',
  ].concat(['teks', 'kandungan', 'kapsyen', 'beitrag', 'texte', 'texto', 'contenido', 'testo']),
  date: [
    'date',
    'day',
    'date and time',
    'date time',
    'datetime',
    'scheduled at',
    'schedule',
    'scheduled',
    'publish date',
  ]
    .concat([
      'post date',
      'scheduled date',
      'publish at',
      'goes out',
      'goes out at',
      'when',
      'tarikh',
      'datum',
      'fecha',
    ])
    .concat(['data', 'tanggal', 'tarikh dan masa']),
  time: [
    'time',
    'hour',
    'publish time',
    'post time',
    'scheduled time',
    'masa',
    'uhrzeit',
    'zeit',
    'heure',
    'hora',
    'ora',
  ].concat(['jam', 'waktu']),
  timeZone: ['time zone', 'timezone', 'zone', 'tz', 'zon masa', 'zeitzone', 'fuseau horaire', 'zona horaria'],
  image: ['image', 'images', 'picture', 'pictures', 'photo', 'photos', 'image url', 'image urls', 'image link', 'media']
    .concat([
      'image address',
      'picture-url',
      'photo url',
      'media url',
      'media urls',
      'gambar',
      'bild',
      'bilder',
      'imagen',
    ])
    .concat(['foto', 'immagine']),
  altText: ['alt text', 'alt', 'image description', 'image alt text', 'picture-description', 'alternative text'],
  link: ['link', 'url', 'address', 'website', 'link url', 'pautan', 'enlace', 'lien'],
};
/** Columns of an export that nothing is read from, though some of them hold addresses and dates. */
const UNREAD = new Set(['status', 'exacttime', 'pageid', 'postid', 'facebookaddress', 'likes', 'comments', 'shares']);
const FIELD_OF = new Map(SHEET_FIELDS.flatMap((field) => NAMES[field].map((name) => [bare(name), field] as const)));

/** Rows that are looked at to tell what a column holds. */
const SAMPLE_ROWS = 50;
/** Of each of their cells. */
const SAMPLE_CHARACTERS = 2000;
/** Of the cells with something in them, as many have to fit. */
const MOST = 0.8;

export interface Columns {
  readonly hasHeader: boolean;
  readonly fields: readonly (SheetField | null)[];
}

/**
 * What the columns of a table hold: by their names, and where these say nothing, by what stands in them.
 * @param isPage whether a cell names a page of the owner
 */
export function columnsOf(table: readonly TableRow[], isPage: (cell: string) => boolean): Columns {
  const width = Math.max(...table.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.length));
  const at = Array.from({ length: width }, (_, column) => column);
  const first = table[0]?.cells ?? [];
  const named = at.map((column) => FIELD_OF.get(bare(first[column] ?? '')) ?? null);
  const body = table.slice(1, 1 + SAMPLE_ROWS);
  const hasHeader = named.some((field) => field !== null) || looksLikeHeader(first, body, isPage);
  const rows = hasHeader ? body : table.slice(0, SAMPLE_ROWS);
  const fields = once(hasHeader ? named : at.map(() => null));
  const isUnread = (column: number) => hasHeader && UNREAD.has(bare(first[column] ?? ''));
  const cellsOf = (column: number) =>
    isUnread(column)
      ? []
      : rows.map(({ cells }) => (cells[column] ?? '').slice(0, SAMPLE_CHARACTERS).trim()).filter((cell) => cell !== '');
  fill(fields, cellsOf, isPage);
  return { hasHeader, fields };
}

/** Of two columns with the same name the first is read. */
function once(fields: readonly (SheetField | null)[]): (SheetField | null)[] {
  return fields.map((field, column) => (field !== null && fields.indexOf(field) < column ? null : field));
}

/** Gives the fields that no name has told to columns that hold such things. */
function fill(
  fields: (SheetField | null)[],
  cellsOf: (column: number) => readonly string[],
  isPage: (cell: string) => boolean,
): void {
  const holds: readonly [SheetField, (cell: string) => boolean][] = [
    ['page', isPage],
    ['date', (cell) => readDate(cell) !== null],
    ['time', (cell) => readTime(cell) !== null],
    ['image', isImageAddress],
    ['link', isAddress],
  ];
  for (const [field, fits] of holds) {
    if (fields.includes(field)) continue;
    const column = fields.findIndex((known, place) => known === null && isMostly(cellsOf(place), fits));
    if (column >= 0) fields[column] = field;
  }
  if (!fields.includes('text')) {
    const lengths = fields.map((known, place) => (known === null ? averageLength(cellsOf(place)) : 0));
    const longest = Math.max(...lengths);
    if (longest > 0) fields[lengths.indexOf(longest)] = 'text';
  }
}

function isMostly(cells: readonly string[], fits: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(fits).length >= cells.length * MOST;
}

function averageLength(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0) / Math.max(cells.length, 1);
}

/** A first row without dates, addresses and pages, above rows that have some. */
function looksLikeHeader(
  first: readonly string[],
  body: readonly TableRow[],
  isPage: (cell: string) => boolean,
): boolean {
  const isValue = (cell: string) =>
    cell.length <= SAMPLE_CHARACTERS && (readDate(cell) !== null || isAddress(cell) || isPage(cell));
  return body.length > 0 && !first.some(isValue) && body.some(({ cells }) => cells.some(isValue));
}

export function isAddress(cell: string): boolean {
  return /^https?:\/\/\S+$/i.test(cell.trim());
}

function isImageAddress(cell: string): boolean {
  return isAddress(cell.trim().split(/\s/)[0] ?? '') && /\.(jpe?g|png|gif|webp|heic|avif)(\?|#|\s|,|$)/i.test(cell);
}

function bare(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase();
}
