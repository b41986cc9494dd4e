/**
 * `npm run restore`: puts a backup into an empty database, or in the place of all that is in one. Nothing is sent until
 * somebody has seen `npm run restore -- report`, and pressed on with `npm run restore -- release`.
 */
import path from 'node:path';
import { assertReplaceable, chooseBackup, fill, proveBackup } from '../api/src/backup/restore-backup.ts';
import { dumpLine } from '../api/src/backup/database-line.ts';
import { loadRepository } from '../api/src/backup/load.repository.ts';
import { bringBackKey, assertSameKey } from '../api/src/backup/restored-key.ts';
import { openMediaStore } from '../api/src/features/media/media-store.ts';
import { ago, backupPlace, failed, productConfig, readArguments } from './backups.ts';
import { fail } from './lifecycle.ts';
import { dataDirectory } from './paths.ts';
import { withDatabase } from './postgres/with-database.ts';
import { releaseRestored, reportRestored } from './restored.ts';

const USAGE = `Usage: npm run restore [-- --from FOLDER|s3://BUCKET/PREFIX] [--backup ID] [--replace DATABASE]
       npm run restore -- report
       npm run restore -- release
The database is that of DATABASE_URL, or the embedded one under DATA_DIR.`;

const { values, positionals } = readArguments(USAGE, {
  from: { type: 'string' },
  backup: { type: 'string' },
  replace: { type: 'string' },
});
const [command, ...others] = positionals;
if ((command !== undefined && command !== 'report' && command !== 'release') || others.length > 0) fail(USAGE);

try {
  if (command === 'report') await withDatabase((db) => reportRestored(db));
  else if (command === 'release') await withDatabase((db) => releaseRestored(db));
  else await restore();
} catch (error) {
  failed(error);
}
process.exit(0);

async function restore(): Promise<void> {
  const began = performance.now();
  const place = backupPlace(values.from);
  const manifest = await chooseBackup(place, values.backup);
  const age = ago(Date.now() - Date.parse(manifest.takenAt));
  console.log(`Backup ${manifest.id}, made ${age} ago: reading all of it before anything is changed.`);
  const proven = await proveBackup(place, manifest, process.env['BACKUP_PASSPHRASE'] || undefined);
  assertSameKey(proven.secretKey, [
    process.env['SECRET_KEY'] || undefined,
    process.env['SECRET_KEY_PREVIOUS'] || undefined,
  ]);
  await withDatabase(async (_db, databaseUrl) => {
    const line = await dumpLine(databaseUrl, 'pagecast restore');
    const target = await loadRepository(line).look();
    await line.end();
    assertReplaceable(target, values.replace);
    const config = productConfig(databaseUrl, process.env);
    if (config.S3_BUCKET !== undefined)
      console.log('Files come back to the disk. Move them with: npm run storage -- move --to s3');
    const scratch = path.join(dataDirectory(), 'media', 'incoming');
    await fill(proven, { databaseUrl, place, files: { disk: openMediaStore(config).disk, scratch } }, values.replace);
  }).finally(proven.files.close);
  if (proven.secretKey !== null)
    console.log(`The secret key is in ${await bringBackKey(dataDirectory(), proven.secretKey, new Date())}.`);
  console.log(
    `Restored in ${Math.round((performance.now() - began) / 1000)} s, as of ${manifest.takenAt}. ` +
      'Start Pagecast: it sends nothing yet, and looks up which posts went out meanwhile. Then:\n' +
      '  npm run restore -- report     what was found\n' +
      '  npm run restore -- release    posts go out again',
  );
}
