/**
 * `npm run backup`: copies the database, the files of posts and the sealed secret key to a folder or a bucket, while
 * the product runs; `npm run backup -- list` says what lies there.
 */
import { makeBackup } from '../api/src/backup/make-backup.ts';
import { findBackups, isWhole } from '../api/src/backup/manifest.ts';
import { secretKeyOf } from '../api/src/config/config.ts';
import { openMediaStore } from '../api/src/features/media/media-store.ts';
import { migrationStatus } from '../api/src/db/migration-status.ts';
import { backupPlace, failed, productConfig, readArguments, size } from './backups.ts';
import { fail } from './lifecycle.ts';
import { dataDirectory } from './paths.ts';
import { withDatabase } from './postgres/with-database.ts';

const USAGE = `Usage: npm run backup [-- --to FOLDER|s3://BUCKET/PREFIX] [--sealed] [--without-key]
                       [--keep-daily 7] [--keep-weekly 4]
       npm run backup -- list [--to FOLDER|s3://BUCKET/PREFIX]
BACKUP_TO says the place, too, and BACKUP_PASSPHRASE (or BACKUP_PASSPHRASE_FILE) what seals the secret key.`;

const { values, positionals } = readArguments(USAGE, {
  to: { type: 'string' },
  sealed: { type: 'boolean', default: process.env['BACKUP_SEALED'] === 'on' },
  'without-key': { type: 'boolean', default: false },
  'keep-daily': { type: 'string', default: '7' },
  'keep-weekly': { type: 'string', default: '4' },
});
const [command, ...others] = positionals;
if ((command !== undefined && command !== 'list') || others.length > 0) fail(USAGE);
const keeping = { daily: count('keep-daily'), weekly: count('keep-weekly') };

try {
  const place = backupPlace(values.to);
  if (command === 'list') {
    const found = await findBackups(place);
    for (const one of found)
      console.log(
        isWhole(one)
          ? `${one.id}  ${one.manifest.takenAt}  ${rowsIn(one.manifest)} rows, ${one.manifest.files.count} files`
          : `${one.id}  ${'trouble' in one.manifest ? one.manifest.trouble : ''}`,
      );
    if (found.length === 0) console.log(`There is no backup at ${place.label}.`);
  } else {
    const began = performance.now();
    const { manifest, copied, removed } = await withDatabase(async (db, databaseUrl) => {
      const { reason } = await migrationStatus(db);
      if (reason !== null) fail(`This release can't back the database up: ${reason}`);
      const config = productConfig(databaseUrl, process.env);
      const key = secretKeyOf({ SECRET_KEY: process.env['SECRET_KEY'] || undefined, DATA_DIR: dataDirectory() });
      return makeBackup({
        db,
        databaseUrl,
        storage: openMediaStore(config).over(db),
        place,
        secretKeys: values['without-key'] ? null : [key.SECRET_KEY, ...previousKey()],
        passphrase: process.env['BACKUP_PASSPHRASE'] || undefined,
        isSealed: values.sealed,
        keeping,
        say: (line) => console.log(line),
      });
    });
    console.log(
      `Backup ${manifest.id} at ${place.label}: ${rowsIn(manifest)} rows, ${manifest.files.count} files ` +
        `(${copied.count} of them new, ${size(copied.bytes)}), in ${Math.round((performance.now() - began) / 1000)} s.`,
    );
    if (removed.backups > 0) console.log(`${removed.backups} old backups and ${removed.files} files are gone.`);
    if (manifest.key === null) console.log('It holds no secret key: keep SECRET_KEY yourself.');
  }
} catch (error) {
  failed(error);
}
process.exit(0);

/** While the secret key is being changed. */
function previousKey(): string[] {
  const previous = process.env['SECRET_KEY_PREVIOUS'];
  return previous ? [previous] : [];
}

function count(name: 'keep-daily' | 'keep-weekly'): number {
  const said = Number(values[name]);
  return Number.isInteger(said) && said >= 0 && said <= 1000 ? said : fail(USAGE);
}

function rowsIn({ tables }: { tables: readonly { rows: number }[] }): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
