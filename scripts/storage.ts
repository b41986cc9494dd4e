/**
 * `npm run storage -- move --to s3|disk`: copies all files of posts to S3, or back, while the product runs;
 * `npm run storage -- status` says where they are; `npm run storage -- adopt` takes the folder as it is for theirs.
 */
import { readConfig } from '../api/src/config/config.ts';
import { takeSecretFiles } from '../api/src/config/secret-files.ts';
import { migrate } from '../api/src/db/migrate.ts';
import { mediaObjectsRepository } from '../api/src/features/media/objects/media-objects.repository.ts';
import { openMediaStore } from '../api/src/features/media/media-store.ts';
import { filesMissing, moveFiles, type Moved } from '../api/src/features/media/moving-files.ts';
import { fail } from './lifecycle.ts';
import { dataDirectory } from './paths.ts';
import { withDatabase } from './postgres/with-database.ts';

const USAGE = `Usage: npm run storage -- status
       npm run storage -- adopt [--without-missing]
       npm run storage -- move --to s3|disk`;
const SAY_EVERY_MS = 5000;

const [command, option, place] = process.argv.slice(2);
const to = command === 'move' && option === '--to' && (place === 's3' || place === 'disk') ? place : null;
const isAdopting = command === 'adopt' && (option === undefined || option === '--without-missing');
if (command !== 'status' && !isAdopting && to === null) fail(USAGE);

await withDatabase(async (db, url) => {
  await migrate(url);
  takeSecretFiles(process.env);
  const config = readConfig({ ...process.env, DATABASE_URL: url, DATA_DIR: dataDirectory() });
  const store = openMediaStore(config);
  if (isAdopting) {
    const missing = await filesMissing(db, store);
    if (missing.length > 0 && option === undefined)
      fail(
        `${missing.length} files of posts are not in ${config.DATA_DIR}/media, such as ${missing[0] ?? ''}. ` +
          'Bring them there, or go on without them: npm run storage -- adopt --without-missing',
      );
    await store.ownDisk.adopt(db);
    console.log(`The files of this database lie in ${config.DATA_DIR}/media now. ${missing.length} are missing.`);
    return;
  }
  if (to === null) {
    const trouble = (await store.diskTrouble(db, { isStart: true })) ?? (await store.trouble(db));
    const known = await mediaObjectsRepository(db).readStore();
    console.log(`New files go to ${known?.writes_to === 's3' ? 'S3' : 'the disk'}.`);
    if (trouble !== null) fail(trouble.sentence);
    return;
  }
  const moved = await moveFiles({ db, store, onFile: saying() }, to);
  console.log(
    `${inWords(moved)}\nNew files go to ${to === 's3' ? 'S3' : 'the disk'} now. ` +
      (to === 's3'
        ? `Once every process runs with S3_*, the folder ${config.DATA_DIR}/media may be deleted.`
        : 'S3_* may be taken away, and the processes started anew; then the bucket may be deleted.'),
  );
  if (moved.lost.length > 0) fail(`These files lie nowhere as they were kept:\n${moved.lost.join('\n')}`);
}).catch((error: Error) => fail(error.message));
process.exit(0);

function inWords({ copied, bytes, already }: Moved): string {
  return `${copied} files copied (${Math.round(bytes / 1_000_000)} MB), ${already} were there already.`;
}

function saying(): (moved: Moved) => void {
  let said = performance.now();
  return (moved) => {
    if (performance.now() - said < SAY_EVERY_MS) return;
    said = performance.now();
    console.log(inWords(moved));
  };
}
