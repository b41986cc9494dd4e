import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import { SHEET_LIMIT_BYTES, SHEET_MAX_ROWS } from '../../contract/file-limits.ts';
import { type SheetReading } from '../../contract/sheets.ts';
import type { Owner } from '../../db/owner.ts';
import { PayloadTooLargeError } from '../../http/errors.ts';
import { turns } from '../../http/turns.ts';
import type { Pages } from '../pages/pages.feature.ts';
import { columnsOf } from './columns.ts';
import { pageNames } from './page-names.ts';
import { tableInFile, TOO_LARGE, unreadable } from './read-file.ts';
import { sheetsRepository, type StoredSheet } from './sheets.repository.ts';
import type { Table, TableRow } from './table.ts';

/** Files that are read at once, each by a process of its own. */
const TURNS = {
  atOnce: 2,
  perPerson: 1,
  waiting: 3,
  waitMs: 60_000,
  refusal: () => "We're still reading your other files. Wait until they're done, then choose this one again.",
};
const NAME_CHARACTERS = 255;
const SAMPLES = 3;
const SAMPLE_CHARACTERS = 100;

/** A sheet that has just come in, with what its columns begin with. */
export interface UploadedSheet extends StoredSheet, Pick<Table, 'worksheets' | 'worksheet'> {
  readonly columns: readonly { readonly first: string; readonly samples: readonly string[] }[];
}

interface GivenFile {
  readonly name: string;
  readonly timeZone: string;
  /** Of a workbook, from 1; null for the first one with rows. */
  readonly worksheet: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Takes sheets in. Nothing is made of them yet. */
export function uploadingSheets({ db, pages }: { db: Knex; pages: Pick<Pages, 'repository'> }) {
  const inTurn = turns(TURNS);

  /** @throws InvalidInputError that says what to change in the file; PayloadTooLargeError */
  async function upload(owner: Owner, { name, timeZone, worksheet, bytes }: GivenFile): Promise<UploadedSheet> {
    const { rows: table, sha256, ...where } = await inTurn(owner.userId, () => tableIn(bytes, worksheet));
    const reading = await guessed(owner, table, timeZone);
    if (table.length > SHEET_MAX_ROWS + (reading.hasHeader ? 1 : 0)) throw unreadable('too-many-rows');
    const sheet = { name: name.slice(0, NAME_CHARACTERS), sha256, reading };
    const id = await sheetsRepository(db).add(owner, sheet, table);
    const columns = beginnings(table, reading.columns.length);
    return { ...sheet, ...where, id, rows: table.length, made: null, columns };
  }

  async function guessed(owner: Owner, table: readonly TableRow[], timeZone: string): Promise<SheetReading> {
    const own = await pages.repository.list(owner);
    const { hasHeader, fields } = columnsOf(table, pageNames(own).isPage);
    const [only] = own;
    const isForOne = !fields.includes('page') && own.length === 1 && only !== undefined;
    return { hasHeader, columns: [...fields], timeZone, ...(isForOne ? { facebookPageId: only.id } : {}) };
  }

  return { upload };
}

/** The file lies on the disk while it is read, and is gone after it. */
async function tableIn(
  bytes: AsyncIterable<Uint8Array>,
  worksheet: number | null,
): Promise<Table & { readonly sha256: string }> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pagecast-sheet-'));
  try {
    const file = path.join(folder, 'sheet');
    const hash = createHash('sha256');
    await pipeline(hashed(limited(bytes), hash), createWriteStream(file, { mode: 0o600 }));
    const table = await tableInFile(file, worksheet);
    // Each worksheet is imported by itself.
    if (table.worksheet > 1) hash.update(`worksheet ${table.worksheet}`);
    return { ...table, sha256: hash.digest('hex') };
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > SHEET_LIMIT_BYTES) throw new PayloadTooLargeError(TOO_LARGE);
    yield chunk;
  }
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

function beginnings(table: readonly TableRow[], width: number): UploadedSheet['columns'] {
  const cell = (row: TableRow | undefined, column: number) => (row?.cells[column] ?? '').slice(0, SAMPLE_CHARACTERS);
  return Array.from({ length: width }, (_, column) => ({
    first: cell(table[0], column),
    samples: table.slice(1, 1 + SAMPLES).map((row) => cell(row, column)),
  }));
}
