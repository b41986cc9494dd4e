import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pMap from 'p-map';
import { openDatabase } from '../db/database.ts';
import { hashOf } from '../db/applied-migrations.ts';
import { migrateTo } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import { fingerprintOf } from '../db/secrets.ts';
import type { DiskStorage } from '../features/media/disk-storage.ts';
import { markPutBack } from '../features/publishing/loop-clock.repository.ts';
import { putAside, type RowsAside } from '../processes/rows-aside.ts';
import { BackupError } from './backup-error.ts';
import { filesOf, openFile, verifyFile, type CopiedFile } from './copied-files.ts';
import { dumpLine } from './database-line.ts';
import { loadRepository, type Target } from './load.repository.ts';
import { findBackups, isWhole, type Found, type Manifest } from './manifest.ts';
import { openPart, verifyPart } from './parts.ts';
import type { BackupPlace } from './place.ts';
import { settleRestored } from './restore.repository.ts';
import { openingAt, type Opening } from './sealing.ts';

const AT_ONCE = 4;

/** A backup that was read to its end: every part and file lies there as it was written. */
export interface Proven {
  readonly manifest: Manifest;
  readonly opening: Opening | null;
  /** Whoever fills with it closes them. */
  readonly files: RowsAside<CopiedFile>;
  /** Null where whoever made it keeps the key. */
  readonly secretKey: string | null;
}

/** @throws BackupError where there is none that could be used */
export async function chooseBackup(place: BackupPlace, id: string | undefined): Promise<Manifest> {
  const found = await findBackups(place);
  const chosen = id === undefined ? found.find(isWhole) : found.find((one) => one.id === id);
  if (chosen === undefined) throw new BackupError(whyNone(found, place, id));
  if (!isWhole(chosen)) throw new BackupError(`The backup ${chosen.id} ${troubleOf(chosen.manifest)}.`);
  return chosen.manifest;
}

function whyNone([newest]: readonly Found[], { label }: BackupPlace, id: string | undefined): string {
  if (id !== undefined) return `There is no backup ${id} at ${label}.`;
  if (newest === undefined) return `There is no backup at ${label}.`;
  return `There is no whole backup at ${label}. ${newest.id} ${troubleOf(newest.manifest)}.`;
}

const troubleOf = (manifest: { trouble: string } | Manifest) => ('trouble' in manifest ? manifest.trouble : '');

/** @throws BackupError where this release cannot read it, or anything of it is not as it was written */
export async function proveBackup(
  place: BackupPlace,
  manifest: Manifest,
  passphrase: string | undefined,
): Promise<Proven> {
  assertKnown(manifest);
  const { id, isSealed, key } = manifest;
  const opening = isSealed || key !== null ? await openingAt(place, passphrase) : null;
  const ofParts = isSealed ? opening : null;
  const parts = [...manifest.tables.map(({ part }) => part), manifest.files.part, ...(key === null ? [] : [key.part])];
  await pMap(parts, (part) => verifyPart(place, id, part), { concurrency: AT_ONCE });
  const files = await putAside(filesOf(place, manifest, ofParts));
  try {
    if (files.count !== manifest.files.count)
      throw new BackupError(`The list of files of the backup ${id} is damaged.`);
    await pMap(files.read(), (file) => verifyFile(place, file, isSealed, ofParts), { concurrency: AT_ONCE });
    const secretKey = key === null ? null : await text(await openPart(place, { id, opening }, key.part));
    if (secretKey !== null && fingerprintOf(secretKey) !== key?.fingerprint)
      throw new BackupError(`The secret key in the backup ${id} is another than its manifest says.`);
    return { manifest, opening: ofParts, files, secretKey };
  } catch (error) {
    await files.close();
    throw error;
  }
}

function assertKnown({ id, migrations: applied }: Manifest): void {
  const unknown = applied.find(({ name }) => !(name in migrations));
  if (unknown !== undefined)
    throw new BackupError(
      `The backup ${id} was made by a later release: it has ${unknown.name}. ` +
        'Restore it with that release or a later one.',
    );
  const other = applied.find(({ name, sha256 }) => sha256 !== null && sha256 !== hashOf(name));
  if (other !== undefined)
    throw new BackupError(`The backup ${id} comes from another Pagecast: its ${other.name} reads otherwise than ours.`);
}

/**
 * @param replace the name of the database, said by whoever knows that all in it goes
 * @throws BackupError unless it is empty, or that was said, and nothing runs on it
 */
export function assertReplaceable(target: Target, replace: string | undefined): void {
  if (target.isInUse)
    throw new BackupError(
      `Pagecast runs on the database ${target.database}. Stop every process of it, and try again. Nothing was changed.`,
    );
  if (target.tables === 0 || target.isUnfinished || replace === target.database) return;
  throw new BackupError(
    `The database ${target.database} is not empty: it has ${target.posts} posts of ${target.people} people. ` +
      `To replace all that is in it, add --replace ${target.database}. Nothing was changed.`,
  );
}

interface Filling {
  readonly databaseUrl: string;
  readonly place: BackupPlace;
  /** Null for a trial, which reads them and leaves them. */
  readonly files: { readonly disk: DiskStorage; readonly scratch: string } | null;
}

/**
 * Fills the database and the folder of files. Until its last statement no process starts on the database, and doing it
 * again begins anew.
 */
export async function fill(
  { manifest, opening, files }: Proven,
  to: Filling,
  replace: string | undefined,
): Promise<void> {
  const line = await dumpLine(to.databaseUrl, 'pagecast restore');
  try {
    const rows = loadRepository(line);
    assertReplaceable(await rows.look(), replace);
    await rows.clear();
    if (to.files !== null) {
      const { files: kept } = to;
      await pMap(files.read(), (file) => bringBack(file, manifest, opening, { ...kept, place: to.place }), {
        concurrency: AT_ONCE,
      });
    }
    await migrateTo(to.databaseUrl, new Set(manifest.migrations.map(({ name }) => name)));
    await loadTables(rows, manifest, opening, to.place);
    await migrateTo(to.databaseUrl, new Set(Object.keys(migrations)));
    await forgetSince(to.databaseUrl, manifest);
    await rows.finish(() => settleRestored(line, { backupId: manifest.id, backupAt: manifest.takenAt }));
  } finally {
    await line.end();
  }
}

/** What went out since is looked for before anything is sent. */
async function forgetSince(databaseUrl: string, { takenAt }: Manifest): Promise<void> {
  const db = openDatabase(databaseUrl, 'exports');
  await markPutBack(db, new Date(takenAt)).finally(() => db.destroy());
}

async function loadTables(
  rows: ReturnType<typeof loadRepository>,
  { id, tables, sequences }: Manifest,
  opening: Opening | null,
  place: BackupPlace,
): Promise<void> {
  const columns = await rows.columns();
  for (const { name, columns: theirs } of tables) {
    const ours = columns.get(name);
    if (ours === undefined || theirs.some((column) => !ours.includes(column)))
      throw new BackupError(`The table ${name} of the backup ${id} is another than its release makes.`);
  }
  const taken = await rows.open(tables);
  for (const table of tables) {
    const loaded = await rows.copy(table, await openPart(place, { id, opening }, table.part));
    if (loaded !== table.rows)
      throw new BackupError(`${loaded} of ${table.rows} rows of ${table.name} came back from the backup ${id}.`);
  }
  await rows.close(tables, taken);
  await rows.advance(sequences);
}

async function bringBack(
  file: CopiedFile,
  { isSealed }: Manifest,
  opening: Opening | null,
  { place, disk, scratch }: { place: BackupPlace; disk: DiskStorage; scratch: string },
): Promise<void> {
  const there = await fs.stat(disk.pathOf(file.sha256)).catch(() => null);
  if (there?.size === file.bytes) return;
  await fs.mkdir(scratch, { recursive: true, mode: 0o700 });
  const aside = path.join(scratch, randomUUID());
  try {
    await pipeline(await openFile(place, file, isSealed, opening), createWriteStream(aside, { mode: 0o600 }));
    await disk.put({ path: aside, ...file });
  } finally {
    await fs.rm(aside, { force: true });
  }
}
