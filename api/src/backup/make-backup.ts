import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import * as z from 'zod';
import { text } from 'node:stream/consumers';
import { fingerprintOf } from '../db/secrets.ts';
import type { MediaStorage, OpenFile } from '../features/media/media-storage.ts';
import { putAside, type RowsAside } from '../processes/rows-aside.ts';
import { BackupError } from './backup-error.ts';
import { asLines, copyFiles, filesOf, forgetFiles, type CopiedFile } from './copied-files.ts';
import { dumpLine } from './database-line.ts';
import { dumpRepository } from './dump.repository.ts';
import { BACKUP_LINE, leaseRepository } from '../features/backup-marks/backup-lease.repository.ts';
import { backupId, findBackups, folderOf, isWhole, manifestOf, writeManifest, type Manifest } from './manifest.ts';
import { writePart } from './parts.ts';
import type { BackupPlace } from './place.ts';
import { kept, type Keeping } from './retention.ts';
import { openingAt, sealingAt, type Sealing } from './sealing.ts';

const OWNER = 'owner.json';
const Owner = z.object({ database: z.string() });
const RENEW_EVERY_MS = 20_000;

interface Given {
  readonly db: Knex;
  readonly databaseUrl: string;
  readonly storage: MediaStorage;
  readonly place: BackupPlace;
  /** Those of the product: the one that opens what is copied goes with it. Null where whoever backs up keeps it. */
  readonly secretKeys: readonly string[] | null;
  readonly passphrase: string | undefined;
  readonly isSealed: boolean;
  readonly keeping: Keeping;
  say(line: string): void;
}

export interface MadeBackup {
  readonly manifest: Manifest;
  readonly copied: { readonly count: number; readonly bytes: number };
  readonly removed: { readonly backups: number; readonly files: number };
}

/**
 * Copies the database as it is in one moment, and the files that it needs. Whatever ends it, there is a whole backup
 * more, or none; files that were copied stay for the next one.
 */
export async function makeBackup(given: Given): Promise<MadeBackup> {
  const { db, place } = given;
  const lease = leaseRepository(db);
  const by = randomUUID();
  await proveOwner(place, await lease.identity());
  const sealing = await sealingOf(given);
  const line = await dumpLine(given.databaseUrl, `${BACKUP_LINE}${by}`);
  let isLost = false;
  const renewing = setInterval(() => {
    lease.renew(by).then(
      (ours) => (isLost ||= !ours),
      () => {},
    );
  }, RENEW_EVERY_MS);
  const assertOurs = async () => {
    if (isLost) throw new BackupError('Another backup of this database has begun. This one has stopped.');
  };
  try {
    if (!(await lease.take(by))) throw new BackupError('A backup of this database runs already. Wait for its end.');
    const dumped = await dump(given, dumpRepository(line), sealing.ofParts);
    const { files: listed, secretKey, ...rest } = dumped;
    given.say(`The database is copied: ${rest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows.`);
    const { files, copied } = await withFiles(given, { id: rest.id, listed, sealing: sealing.ofParts, assertOurs });
    const key = await sealedKey(place, secretKey, rest.id, sealing.ofKey);
    await assertOurs();
    if (!(await lease.renew(by))) await assertOurs();
    const manifest: Manifest = { ...rest, finishedAt: new Date().toISOString(), files, key };
    await writeManifest(place, manifest);
    return { manifest, copied, removed: await tidy(given, manifest) };
  } finally {
    clearInterval(renewing);
    await lease.giveBack(by).catch(() => {});
    await line.end();
  }
}

interface Listed {
  readonly id: string;
  readonly listed: RowsAside<CopiedFile>;
  readonly sealing: Sealing | null;
  assertOurs(): Promise<void>;
}

/** Copies the files of a backup, and then lists them in it. */
async function withFiles({ place, storage }: Given, { id, listed, sealing, assertOurs }: Listed) {
  try {
    const copied = await copyFiles(listed.read(), {
      place,
      sealing,
      open: (file) => openKept(storage, file),
      onFile: assertOurs,
    });
    if (copied.lost.length > 0)
      throw new BackupError(
        `${copied.lost.length} files of posts can't be read where they are kept, so there is no whole backup:\n` +
          `${copied.lost.slice(0, 20).join('\n')}`,
      );
    const part = await writePart(place, { id, name: 'files.jsonl', sealing }, asLines(listed.read()));
    return { files: { count: listed.count, bytes: copied.bytesInAll, part }, copied };
  } finally {
    await listed.close();
  }
}

type Dumped = Omit<Manifest, 'files' | 'key' | 'finishedAt'> & {
  /** Whoever has them closes them. */
  files: RowsAside<CopiedFile>;
  secretKey: string | null;
};

async function dump(
  { place, isSealed, secretKeys }: Given,
  rows: ReturnType<typeof dumpRepository>,
  sealing: Sealing | null,
): Promise<Dumped> {
  const { takenAt, postgres, openers } = await rows.begin();
  const secretKey = secretKeys === null ? null : openerOf(secretKeys, openers);
  const id = backupId(takenAt, randomUUID());
  const tables: Manifest['tables'] = [];
  for (const table of await rows.tables()) {
    const content = rows.copy(table);
    const part = await writePart(place, { id, name: `${table.name}.copy.zst`, sealing }, content);
    tables.push({ name: table.name, columns: [...table.columns], rows: content.rowCount, part });
  }
  const [migrations, sequences] = [await rows.migrations(), await rows.sequences()];
  const files = await putAside(rows.files());
  await rows.end();
  return {
    format: 1,
    id,
    takenAt: takenAt.toISOString(),
    postgres,
    migrations,
    isSealed,
    tables,
    sequences,
    files,
    secretKey,
  };
}

/** What seals the parts, where that is wanted, and the key. */
async function sealingOf({ place, passphrase, isSealed, secretKeys }: Given) {
  const sealing = isSealed || secretKeys !== null ? await sealingAt(place, passphrase) : null;
  return { ofParts: isSealed ? sealing : null, ofKey: secretKeys === null ? null : sealing };
}

/** While the secret key is being changed there are two: only one may open what this copy has. */
function openerOf(secretKeys: readonly string[], openers: readonly string[]): string {
  const opener =
    openers.length === 0 ? secretKeys[0] : secretKeys.find((secretKey) => openers.includes(fingerprintOf(secretKey)));
  if (opener !== undefined) return opener;
  throw new BackupError(
    'The database goes by another secret key than SECRET_KEY and SECRET_KEY_PREVIOUS of this command. ' +
      'Use the key of the product, or keep it yourself and add --without-key.',
  );
}

async function sealedKey(
  place: BackupPlace,
  secretKey: string | null,
  id: string,
  sealing: Sealing | null,
): Promise<Manifest['key']> {
  if (secretKey === null || sealing === null) return null;
  const part = await writePart(place, { id, name: 'secret-key.zst.age', sealing }, Readable.from([secretKey]));
  return { part, fingerprint: fingerprintOf(secretKey) };
}

async function openKept(storage: MediaStorage, file: CopiedFile): Promise<Readable> {
  const opened = await storage.openKept({ ...file, mimeType: '' });
  return Readable.from(readToEnd(opened, file.bytes), { objectMode: false });
}

async function* readToEnd({ read, close }: OpenFile, bytes: number): AsyncGenerator<Uint8Array> {
  try {
    if (bytes > 0) yield* read({ start: 0, end: bytes - 1 }) as AsyncIterable<Uint8Array>;
  } finally {
    await close();
  }
}

/** Two databases that shared a place would take each other's backups away. */
async function proveOwner(place: BackupPlace, database: string): Promise<void> {
  const content = await place.read(OWNER);
  if (content === null) return place.put(OWNER, Readable.from([JSON.stringify({ database })]));
  const owner = Owner.safeParse(JSON.parse((await text(content)) || 'null'));
  if (owner.data?.database !== database)
    throw new BackupError(`At ${place.label} lie the backups of another Pagecast. Choose another place.`);
}

/** Old backups go, those that were cut off, and the files that none of the others needs. */
async function tidy({ place, keeping, passphrase }: Given, made: Manifest): Promise<MadeBackup['removed']> {
  const found = await findBackups(place);
  const whole = found.filter(isWhole).map(({ manifest }) => manifest);
  const stay = kept(whole, keeping);
  const ids = new Set(stay.map(({ id }) => id));
  const gone = found.filter(
    ({ id, manifest }) => !ids.has(id) && (!('trouble' in manifest) || wasCutOff(manifest, id, made)),
  );
  for (const { id } of gone) {
    // First what makes it whole.
    await place.remove(manifestOf(id));
    for await (const { name } of place.list(folderOf(id))) await place.remove(name);
  }
  const needed = await neededBy(stay, place, passphrase);
  return {
    backups: gone.length,
    files: needed === null || found.some((one) => isDamaged(one)) ? 0 : await forgetFiles(place, needed, new Date()),
  };
}

const isDamaged = ({ manifest }: { manifest: Manifest | { trouble: string } }) =>
  'trouble' in manifest && !manifest.trouble.startsWith('was cut off');
const wasCutOff = (manifest: { trouble: string }, id: string, made: Manifest) =>
  manifest.trouble.startsWith('was cut off') && id < made.id;

/** Null where the lists are sealed and nobody said the passphrase: then every file stays. */
async function neededBy(
  stay: readonly Manifest[],
  place: BackupPlace,
  passphrase: string | undefined,
): Promise<Set<string> | null> {
  const isNeeded = passphrase !== undefined && stay.some(({ isSealed }) => isSealed);
  const opening = isNeeded ? await openingAt(place, passphrase) : null;
  const needed = new Set<string>();
  for (const manifest of stay) {
    if (manifest.isSealed && opening === null) return null;
    for await (const { sha256 } of filesOf(place, manifest, manifest.isSealed ? opening : null)) needed.add(sha256);
  }
  return needed;
}
