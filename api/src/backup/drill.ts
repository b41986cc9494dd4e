import { openDatabase } from '../db/database.ts';
import { isMigrated } from '../db/migrate.ts';
import { secretBox } from '../db/secrets.ts';
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
 * @param secretKey for a backup without one
 * @throws BackupError that says what a restore would have met
 */
export async function drill(
  place: BackupPlace,
  manifest: Manifest,
  { databaseUrl, passphrase, secretKey }: { databaseUrl: string; passphrase?: string; secretKey?: string },
): Promise<Drilled> {
  const proven = await proveBackup(place, manifest, passphrase);
  await fill(proven, { databaseUrl, place, files: null }, undefined);
  const db = openDatabase(databaseUrl, 'exports');
  try {
    if (!(await isMigrated(db))) throw new BackupError('The database is not as this release needs it.');
    const key = proven.secretKey ?? secretKey ?? null;
    const sealed = key === null ? null : await sealedValues(db, secretBox(key));
    const closed = sealed?.filter(({ opens }) => !opens) ?? [];
    if (closed.length > 0)
      throw new BackupError(`${closed.length} of ${sealed?.length ?? 0} secrets don't open with the key.`);
    return {
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: proven.files.length,
      secrets: sealed?.length ?? null,
    };
  } finally {
    await db.destroy();
  }
}
