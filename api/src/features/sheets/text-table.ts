import Papa from 'papaparse';
import { SHEET_MAX_ROWS } from '../../contract/file-limits.ts';
import { FlawError } from './table.ts';

/** Empty rows between those with something in them, at most; what is beyond is not read. */
const EMPTY_ROWS = 5000;
/** Signs of what is no text: controls but for tab, line feed and carriage return. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000E-\u001B]/;
/** Read to find out how it is encoded. */
const SAMPLE_BYTES = 4096;
const DELIMITERS = ['\t', ';', '|', ','];
const BEGINNING_ROWS = 20;
const BEGINNING_CHARACTERS = 200_000;

/** Rows of a CSV, whatever stands between its cells and at the ends of its lines. @throws FlawError */
export function rowsOfText(bytes: Uint8Array): readonly string[][] {
  const text = decoded(bytes);
  if (CONTROLS.test(text)) throw new FlawError('binary');
  const { data } = Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    preview: SHEET_MAX_ROWS + EMPTY_ROWS + 2,
  });
  return data;
}

/** What splits every row of the beginning into the most cells; where several do, texts hold the first ones least. */
function delimiterOf(text: string): string {
  const beginning = text.slice(0, BEGINNING_CHARACTERS);
  const widths = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(beginning, { delimiter, preview: BEGINNING_ROWS, skipEmptyLines: true });
    const cells = data.map(({ length }) => length);
    return { delimiter, least: Math.min(...cells, Infinity), first: cells[0] ?? 0 };
  });
  const [best] = widths.toSorted((a, b) => b.least - a.least || b.first - a.first);
  return best?.delimiter ?? ',';
}

/** As its mark says, or its bytes; what is no UTF-8 comes from an older Excel. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const unmarked = utf16Of(bytes.subarray(0, SAMPLE_BYTES));
  if (unmarked !== null) return new TextDecoder(unmarked).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Western text in UTF-16 has a zero beside nearly every letter. */
function utf16Of(sample: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const half = sample.length / 2;
  const zerosAt = (odd: 0 | 1) => sample.reduce((sum, byte, at) => sum + (byte === 0 && at % 2 === odd ? 1 : 0), 0);
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  const [most, least] = [Math.max(even, odd), Math.min(even, odd)];
  if (half < 2 || most < half * 0.7 || least > half * 0.1) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}
