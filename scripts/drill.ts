/**
 * `npm run drill`: puts the newest backup into a database of its own beside the product, and says how old it is, how
 * long that took, and what would be lost. Nothing is sent.
 */
import { BackupError } from '../api/src/backup/backup-error.ts';
import { drill } from '../api/src/backup/drill.ts';
import { lossesSince, type Losses } from '../api/src/backup/drill.repository.ts';
import { chooseBackup } from '../api/src/backup/restore-backup.ts';
import { ago, backupPlace, failed, readArguments, size } from './backups.ts';
import { fail } from './lifecycle.ts';
import { withDatabase } from './postgres/with-database.ts';

const USAGE = `Usage: npm run drill [-- --from FOLDER|s3://BUCKET/PREFIX] [--backup ID]
DRILL_DATABASE_URL names an empty database to use in place of one that is made for the occasion.`;

const { values, positionals } = readArguments(USAGE, { from: { type: 'string' }, backup: { type: 'string' } });
if (positionals.length > 0) fail(USAGE);

const began = performance.now();
const server = await ownServer().catch(failed);
try {
  const place = backupPlace(values.from);
  const manifest = await chooseBackup(place, values.backup);
  const { rows, files, secrets } = await drill(place, manifest, {
    databaseUrl: server.url,
    ...(process.env['BACKUP_PASSPHRASE'] ? { passphrase: process.env['BACKUP_PASSPHRASE'] } : {}),
    secretKeys: [process.env['SECRET_KEY'] ?? '', process.env['SECRET_KEY_PREVIOUS'] ?? ''].filter(Boolean),
  });
  const took = Math.round((performance.now() - began) / 1000);
  const lost = await withDatabase((db) => lossesSince(db, manifest.takenAt)).catch(() => null);
  console.log(
    [
      `The backup ${manifest.id} can be restored. It is ${ago(Date.now() - Date.parse(manifest.takenAt))} old.`,
      `${rows} rows of ${manifest.tables.length} tables came back, ` +
        `and ${files} files (${size(manifest.files.bytes)}) are whole.`,
      secrets === null
        ? 'It holds no secret key, and SECRET_KEY is not set: nobody tried to open its secrets.'
        : `All ${secrets} secrets open with its key.`,
      `That took ${took} s.`,
      inWords(lost, manifest.takenAt),
    ].join('\n'),
  );
} catch (error) {
  await server.stop();
  failed(error);
}
await server.stop();
process.exit(0);

function inWords(lost: Losses | null, takenAt: string): string {
  if (lost === null)
    return `Everything since ${takenAt} would be lost; the product's database can't be asked how much.`;
  return (
    `Lost would be what came since: ${lost.newPosts} new posts and changes of ${lost.changedPosts}, ` +
    `${lost.files} files, ${lost.people} people. ${lost.publishedPosts} posts went out since; ` +
    'they would be found at their networks, not sent again.'
  );
}

async function ownServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['DRILL_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  const { startThrowawayPostgres } = await import('./postgres/postgres.ts');
  return startThrowawayPostgres().catch((error: Error) => {
    throw new BackupError(`${error.message} Or set DRILL_DATABASE_URL to an empty database.`, { cause: error });
  });
}
