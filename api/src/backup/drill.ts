import type { Knex } from 'knex';
import { openDatabase } from '../db/database.ts';
import { isMigrated } from '../db/migrate.ts';
import { keyring, type Keyring } from '../db/keyring.ts';
import { secretBox } from '../db/secrets.ts';
import { masterKey } from '../features/secret-key/master-keys.ts';
import { readKeys } from '../features/secret-key/read-keys.ts';
import { sealedValues } from '../features/secret-key/sealed-values.repository.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';
import type { BackupPlace } from './place.ts';
import { fill, proveBackup } from './restore-backup.ts';

export interface Drilled {
  readonly rows: number;
  readonly files: number;
  /** Null where there was no key to try. */
  readonly secrets: number | null;
}

/**
 * Puts a backup into a database that is there for this alone, and looks at what comes of it. Nothing is started that
 * could send anything, and no host but the place of the backup is asked anything.
 * @param secretKeys for a backup without one
 * @throws BackupError that says what a restore would have met
 */
export async function drill(
  place: BackupPlace,
  manifest: Manifest,
  { databaseUrl, passphrase, secretKeys }: { databaseUrl: string; passphrase?: string; secretKeys: readonly string[] },
): Promise<Drilled> {
  const proven = await proveBackup(place, manifest, passphrase);
  await fill(proven, { databaseUrl, place, files: null }, undefined).finally(proven.files.close);
  const db = openDatabase(databaseUrl, 'exports');
  try {
    if (!(await isMigrated(db))) throw new BackupError('The database is not as this release needs it.');
    const [key, ...others] = proven.secretKey === null ? secretKeys : [proven.secretKey];
    const sealed = key === undefined ? null : await sealedValues(db, secretBox(await keysOf(db, key, others)));
    const closed = sealed?.filter(({ opens }) => !opens) ?? [];
    if (closed.length > 0)
      throw new BackupError(`${closed.length} of ${sealed?.length ?? 0} secrets don't open with the key.`);
    return {
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: manifest.files.count,
      secrets: sealed?.length ?? null,
    };
  } finally {
    await db.destroy();
  }
}

async function keysOf(db: Knex, secretKey: string, others: readonly string[]): Promise<Keyring> {
  const keys = keyring(secretKey);
  keys.use(
    await readKeys(db, [masterKey(secretKey), ...others.map(masterKey)]).catch((error: Error) => {
      throw new BackupError(`Its secrets don't open with the key: ${error.message}`, { cause: error });
    }),
  );
  return keys;
}
