import { SHEET_LIMIT_BYTES, SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../../contract/file-limits.ts';
import { InvalidInputError, UnavailableError } from '../../http/errors.ts';
import { askProcess } from '../../processes/ask-process.ts';
import type { Flaw, Table } from './table.ts';

const WITHIN_MS = 120_000;

/** What the process that reads a file tells: its rows, why it has none, or what went wrong with it. */
export type FileReading = { readonly table: Table } | { readonly flaw: Flaw } | { readonly problem: string };

const ROWS = SHEET_MAX_ROWS.toLocaleString('en');
const WORDS: Readonly<Record<Flaw, string>> = {
  binary: "We can't read this file as a table. Save it as CSV or Excel (.xlsx), then choose it again.",
  empty: 'This file is empty. Fill in a row for each post, then choose it again.',
  'old-excel':
    'This file is from an old Excel (.xls) or has a password. ' +
    'Save it as .xlsx without a password, then choose it again.',
  'open-document': 'This is an OpenDocument file. Save it as CSV or Excel (.xlsx), then choose it again.',
  'broken-excel': 'This Excel file is damaged or incomplete. Save it again as .xlsx or CSV, then choose it again.',
  'no-worksheet': 'This workbook has no such sheet any more. Choose the file again.',
  'too-many-rows': `This file has more than ${ROWS} rows. Split it into files of up to ${ROWS} rows.`,
  'too-many-columns': `This file has more than ${SHEET_MAX_COLUMNS} columns. Delete those that posts don't need.`,
  'too-much-text': 'This file holds more text than we can import at once. Split it into smaller files.',
  'too-complex': 'This file takes too much to open. Copy its rows into a new file, then choose that one.',
};

/**
 * The rows of a file, CSV or XLSX.
 * What reads it is a process of its own with bounded memory and time, after everybody else's turn, and without our
 * secrets: whatever a file does to it ends there.
 * @param worksheet of a workbook, from 1; null for the first one with rows
 * @throws InvalidInputError that says what to change; UnavailableError when this machine has no room for it
 */
export async function tableInFile(file: string, worksheet: number | null = null): Promise<Table> {
  const module = new URL('./read-file.process.ts', import.meta.url);
  const { said } = await askProcess<FileReading>(module, [file, String(worksheet ?? '')], {
    withinMs: WITHIN_MS,
  }).catch((error: unknown) => {
    throw noRoom(error);
  });
  return tableIn(said);
}

function tableIn(reading: FileReading | null): Table {
  if (reading === null) throw noRoom();
  if ('problem' in reading) throw unreadable('broken-excel', new Error(reading.problem));
  if ('flaw' in reading) throw unreadable(reading.flaw);
  return reading.table;
}

export function unreadable(flaw: Flaw, cause?: unknown): InvalidInputError {
  const message = WORDS[flaw];
  return new InvalidInputError(message, { issues: [{ path: 'file', message }] }, { cause });
}

function noRoom(cause?: unknown): UnavailableError {
  return new UnavailableError("We can't read this file right now. Choose it again in a minute.", {}, { cause });
}

export const TOO_LARGE = `This file is larger than ${SHEET_LIMIT_BYTES / 1024 / 1024} MB. Split it into smaller files.`;
