import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import { CSV_MARK, csvLine } from '../../http/csv.ts';
import { NotFoundError } from '../../http/errors.ts';
import { putAside } from '../../processes/rows-aside.ts';
import type { MediaStorage, OpenFile } from '../media/media-storage.ts';
import { exportedDataRepository, type ExportedFile, type ExportedPerson } from './exported-data.repository.ts';
import { EXPORTED, type ExportedTable } from './exported-tables.ts';
import { zipOf, type ZipEntry } from './zip.ts';

type Row = Record<string, unknown>;
type Rows = AsyncIterable<readonly Row[]>;
type Files = Pick<MediaStorage, 'openKept'>;

interface Deps {
  readonly db: Knex;
  readonly files: Files;
}

/** What an export came to. */
export interface ExportSummary {
  readonly files: number;
  /** Hashes of files that are not there as they were kept. */
  readonly missing: readonly string[];
}

interface Taking<Kept> {
  /** Takes the zip as it is made, to its end. */
  take(zip: AsyncIterable<Uint8Array>): Promise<Kept>;
  /** Hears how much of it is made, from 0 to 100. */
  onPercent?(percent: number): void;
  /** Gives it up. */
  readonly signal?: AbortSignal;
}

/**
 * Makes a zip of all that is kept of one person: each table as JSON and as CSV, and their files. Tables show one
 * moment, and nothing is ever held in memory. No transaction is open while files are copied, which may take hours.
 * @throws NotFoundError where nobody has an account with this Facebook ID
 */
export async function exportPerson<Kept>(
  { db, files }: Deps,
  facebookId: string,
  taking: Taking<Kept>,
): Promise<{ readonly kept: Kept; readonly summary: ExportSummary }> {
  const trx = await db.transaction({ isolationLevel: 'repeatable read', readOnly: true });
  try {
    const person = await exportedDataRepository(trx).person(facebookId);
    if (person === null) throw new NotFoundError('There is no account with this Facebook ID.');
    return await makeZip(trx, files, person, taking);
  } finally {
    // Where its tables were not read to their end. A line that is gone has left nothing open.
    if (!trx.isCompleted()) await trx.rollback().catch(() => {});
  }
}

/** The same as a file, which is there whole under its name, or not at all. */
export async function writeExport(deps: Deps, facebookId: string, path: string): Promise<ExportSummary> {
  const part = `${path}.part`;
  try {
    // Whatever is there has an owner, a mode or a place of its own, or leads elsewhere.
    await fs.rm(part, { force: true });
    const take = (zip: AsyncIterable<Uint8Array>) =>
      pipeline(zip, createWriteStream(part, { mode: 0o600, flags: 'wx' }));
    const { summary } = await exportPerson(deps, facebookId, { take });
    await fs.rename(part, path);
    return summary;
  } catch (error) {
    await fs.rm(part, { force: true });
    throw error;
  }
}

async function makeZip<Kept>(
  trx: Knex.Transaction,
  files: Files,
  person: ExportedPerson,
  { take, onPercent = () => {}, signal }: Taking<Kept>,
): Promise<{ kept: Kept; summary: ExportSummary }> {
  const progress = progressOf(await exportedDataRepository(trx).fileBytes(person), onPercent);
  // As of the same moment: once the tables are written, nothing can be asked for any more.
  const theirs = await putAside(exportedDataRepository(trx).files(person));
  const reading = readingFiles(files);
  async function* entries(): AsyncGenerator<ZipEntry, void, void> {
    yield* tableEntries(trx, person, progress.tableDone);
    for await (const file of theirs.read())
      yield { name: `files/${pathOf(file)}`, isPacked: true, bytes: await reading.read(file) };
    yield { name: 'about.json', isPacked: false, bytes: textOf([aboutText(person, reading.missing)]) };
  }
  try {
    const kept = await take(progress.through(zipOf(entries(), signal)));
    return { kept, summary: { files: theirs.count - reading.missing.length, missing: reading.missing } };
  } finally {
    await reading.end();
    await theirs.close();
  }
}

/** What a table counts for, beside the bytes of files: nobody knows its length before. */
const TABLE_BYTES = 256 * 1024;

function progressOf(fileBytes: number, onPercent: (percent: number) => void) {
  const tables = Object.keys(EXPORTED).length;
  let tablesDone = 0;
  let sentOfFiles = 0;
  const tell = () => {
    const done = tablesDone * TABLE_BYTES + Math.min(sentOfFiles, fileBytes);
    onPercent(Math.floor((done / (tables * TABLE_BYTES + fileBytes)) * 100));
  };
  return {
    tableDone(): void {
      tablesDone += 1;
      tell();
    },
    async *through(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of bytes) {
        // Files come after the tables, and as they are.
        if (tablesDone === tables) sentOfFiles += chunk.length;
        yield chunk;
        tell();
      }
    },
  };
}

/** One after the other. With the last one the transaction is over: nobody waits for its locks. */
function* tableEntries(trx: Knex.Transaction, person: ExportedPerson, onDone: () => void): Generator<ZipEntry> {
  const read = exportedDataRepository(trx);
  const tables = Object.entries(EXPORTED);
  for (const [name, table] of tables) {
    const rows = () => read.rows(name, table, person);
    yield { name: `json/${name}.json`, isPacked: false, bytes: textOf(asJson(rows())) };
    const isLast = name === tables.at(-1)?.[0];
    yield {
      name: `csv/${name}.csv`,
      isPacked: false,
      bytes: textOf(asCsv(isLast ? thenCommit(trx, rows()) : rows(), table)),
    };
    onDone();
  }
}

const textOf = (text: Iterable<string> | AsyncIterable<string>) => Readable.from(text, { objectMode: false });

async function* thenCommit(trx: Knex.Transaction, rows: Rows): AsyncGenerator<readonly Row[]> {
  yield* rows;
  await trx.commit();
}

/** One line for each row, so that any program reads it piece by piece. */
async function* asJson(rows: Rows): AsyncGenerator<string> {
  let before = '[\n';
  for await (const some of rows) {
    yield before + some.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* asCsv(rows: Rows, { columns }: ExportedTable): AsyncGenerator<string> {
  const names = columns.map((column) => column.split(/\s+as\s+/).at(-1) ?? column);
  yield CSV_MARK + csvLine(names);
  for await (const some of rows) yield some.map((row) => csvLine(names.map((name) => cellOf(row[name])))).join('');
}

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

/** Files, one after the other; one that is gone leaves an empty place, and its hash in `missing`. */
function readingFiles(files: Files) {
  const missing: string[] = [];
  const open = new Set<OpenFile>();
  const close = async (file: OpenFile) => {
    if (open.delete(file)) await file.close();
  };
  return {
    missing,

    async read(file: ExportedFile): Promise<Readable> {
      try {
        const found = await files.openKept(file);
        open.add(found);
        const bytes = found.read({ start: 0, end: file.bytes - 1 });
        // It says that it has ended; that it is closed is said of no stream over a file that stays open.
        finished(bytes)
          .finally(() => close(found))
          .catch(() => {});
        return bytes;
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        missing.push(file.sha256);
        return Readable.from([]);
      }
    },

    /** What was given up in the middle is closed too. */
    async end(): Promise<void> {
      await Promise.all([...open].map(close));
    },
  };
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
};

/** Begins with its hash, as `media_files` has it; of the name that it came with nothing is left that means anything. */
function pathOf({ sha256, name, mimeType }: ExportedFile): string {
  const plain = (name ?? 'file').replace(/\.[^.]*$/, '').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return `${sha256.slice(0, 16)}-${plain.slice(0, 60).toWellFormed()}${ENDINGS[mimeType] ?? '.bin'}`;
}

function aboutText({ facebookId, userIds }: ExportedPerson, missing: readonly string[]): string {
  const about = { facebookId, accounts: userIds, madeAt: new Date().toISOString(), filesMissing: missing };
  return `${JSON.stringify(about, null, 2)}\n`;
}
