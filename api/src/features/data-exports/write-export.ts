import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import { ZipFile } from 'yazl';
import { CSV_MARK, csvLine } from '../../http/csv.ts';
import { NotFoundError } from '../../http/errors.ts';
import type { MediaStorage } from '../media/media-storage.ts';
import { dataExportsRepository, type ExportedFile, type ExportedPerson } from './data-exports.repository.ts';
import { EXPORTED, type ExportedTable } from './exported-tables.ts';

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

/**
 * Writes a zip of all that is kept of one person: each table as JSON and as CSV, and their files. It is there whole
 * under its name, or not at all, and is never held in memory.
 * @throws NotFoundError where nobody has an account with this Facebook ID
 */
export async function writeExport({ db, files }: Deps, facebookId: string, path: string): Promise<ExportSummary> {
  const part = `${path}.part`;
  return db.transaction(
    async (trx) => {
      const person = await dataExportsRepository(trx).person(facebookId);
      if (person === null) throw new NotFoundError('There is no account with this Facebook ID.');
      try {
        const summary = await writeZip(trx, files, person, part);
        await fs.rename(part, path);
        return summary;
      } catch (error) {
        await fs.rm(part, { force: true });
        throw error;
      }
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

async function writeZip(trx: Knex, files: Files, person: ExportedPerson, path: string): Promise<ExportSummary> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const writing = pipeline(output, createWriteStream(path, { mode: 0o600, flags: 'w' }));
  // Also where it fails before anybody waits for it.
  writing.catch(() => {});
  const missing: string[] = [];
  let count = 0;
  addTables(zip, trx, person);
  for await (const file of dataExportsRepository(trx).files(person)) {
    count += 1;
    const options = { compress: false };
    zip.addReadStreamLazy(`files/${pathOf(file)}`, options, (give) => {
      openFile(files, file, missing).then((bytes) => give(null, bytes), give as (error: unknown) => void);
    });
  }
  zip.addReadStreamLazy('about.json', (give) => give(null, Readable.from([aboutText(person, missing)])));
  zip.end();
  await writing;
  return { files: count - missing.length, missing };
}

function addTables(zip: ZipFile, trx: Knex, person: ExportedPerson): void {
  const read = dataExportsRepository(trx);
  for (const [name, table] of Object.entries(EXPORTED))
    for (const [kind, write] of [['json', asJson] as const, ['csv', asCsv] as const])
      zip.addReadStreamLazy(`${kind}/${name}.${kind}`, (give) =>
        give(null, Readable.from(write(read.rows(name, table, person), table), { objectMode: false })),
      );
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

/** One that is gone leaves an empty place, and its hash in `missing`. */
async function openFile(files: Files, file: ExportedFile, missing: string[]): Promise<Readable> {
  try {
    const open = await files.openKept(file);
    const bytes = open.read({ start: 0, end: file.bytes - 1 });
    void once(bytes, 'close').then(
      () => open.close(),
      () => open.close(),
    );
    return bytes;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    missing.push(file.sha256);
    return Readable.from([]);
  }
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
