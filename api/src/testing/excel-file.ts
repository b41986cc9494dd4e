import { strToU8, zipSync, type Zippable } from 'fflate';

/** A cell of a workbook: text, a number, a number shown as a date, or a formula with its last result. */
export type ExcelCell =
  | string
  | number
  | null
  | { readonly date: number }
  | { readonly formula: string; result: string };

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DATE_STYLE = 1;

/** An Excel file of one sheet. @param parts others in the place of these */
export function excelFile(
  rows: readonly (readonly ExcelCell[])[],
  parts: Readonly<Record<string, string>> = {},
): Buffer {
  return excelOf({ 'xl/worksheets/sheet1.xml': sheetXml(rows.map(rowXml).join('')), ...parts });
}

export const sheetXml = (rows: string) => `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;

const part = (name: string, id = name) => `<Relationship Id="${id}" Type="${RELATIONS}/${name}"`;
/** What a workbook says of its worksheets. @param since the year from which it counts days */
export const workbookXml = (names: readonly string[], { since = 1900 }: { since?: 1900 | 1904 } = {}) =>
  `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${since === 1904 ? ' date1904="1"' : ''}/><sheets>${names
    .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="worksheet${at + 1}"/>`)
    .join('')}</sheets></workbook>`;
const worksheetPart = (number: number) =>
  `${part('worksheet', `worksheet${number}`)} Target="worksheets/sheet${number}.xml"/>`;
const partsOf = (worksheets: number) => `<Relationships xmlns="${PACKAGE}/relationships">
  ${Array.from({ length: worksheets }, (_, at) => worksheetPart(at + 1)).join('')}
  ${part('styles')} Target="styles.xml"/>
  ${part('sharedStrings')} Target="sharedStrings.xml"/></Relationships>`;
const STYLES = `<styleSheet xmlns="${MAIN}">
  <cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** An Excel file of several worksheets, which are among its parts. */
export const excelWorkbook = (names: readonly string[], parts: Readonly<Record<string, string>>): Buffer =>
  excelOf({ 'xl/workbook.xml': workbookXml(names), 'xl/_rels/workbook.xml.rels': partsOf(names.length), ...parts });

/** The parts that every Excel file has, and these. */
export function excelOf(parts: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const all: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"/>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">
      ${part('officeDocument')} Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': workbookXml(['Posts']),
    'xl/_rels/workbook.xml.rels': partsOf(1),
    'xl/styles.xml': STYLES,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}"/>`,
    ...parts,
  };
  const files: Zippable = {};
  for (const [name, content] of Object.entries(all))
    files[name] = typeof content === 'string' ? strToU8(content) : content;
  return Buffer.from(zipSync(files));
}

function rowXml(cells: readonly ExcelCell[], row: number): string {
  const inner = cells.map((cell, column) => cellXml(cell, `${letterOf(column)}${row + 1}`));
  return `<row r="${row + 1}">${inner.join('')}</row>`;
}

function cellXml(cell: ExcelCell, at: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if ('date' in cell) return `<c r="${at}" s="${DATE_STYLE}"><v>${cell.date}</v></c>`;
  return `<c r="${at}" t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.result)}</v></c>`;
}

const letterOf = (column: number) => String.fromCodePoint('A'.codePointAt(0)! + column);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
