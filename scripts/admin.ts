/**
 * `npm run admin -- grant FACEBOOK_ID NAME`: makes somebody an administrator without anybody's help; `list` says who is
 * one; `accept-new-key` gives up what a lost secret key had sealed; `export` writes all data of one person to a zip.
 */
import path from 'node:path';
import { readConfig, secretKeyOf } from '../api/src/config/config.ts';
import { takeSecretFiles } from '../api/src/config/secret-files.ts';
import { openDatabase } from '../api/src/db/database.ts';
import { migrate } from '../api/src/db/migrate.ts';
import { accessRepository } from '../api/src/features/access/access.repository.ts';
import { accessService } from '../api/src/features/access/access.service.ts';
import { auditRepository } from '../api/src/features/audit/audit.repository.ts';
import { writeExport } from '../api/src/features/data-exports/write-export.ts';
import { openMediaStore } from '../api/src/features/media/media-store.ts';
import { pausesRepository } from '../api/src/features/publishing/pauses.repository.ts';
import { lostSecretsWords } from '../api/src/problems/english/system-words.ts';
import { acceptNewKey } from '../api/src/features/secret-key/secret-key.ts';
import { commandLineActor } from './command-line-actor.ts';
import { fail } from './lifecycle.ts';
import { dataDirectory } from './paths.ts';
import { withDatabase } from './postgres/with-database.ts';

const USAGE =
  'Usage: npm run admin -- grant FACEBOOK_ID NAME\n       npm run admin -- list\n' +
  '       npm run admin -- accept-new-key\n       npm run admin -- export FACEBOOK_ID FILE.zip';

const [command, facebookId = '', ...words] = process.argv.slice(2);
const name = words.join(' ').trim();
if (command !== 'list' && command !== 'grant' && command !== 'accept-new-key' && command !== 'export') fail(USAGE);
if (command === 'export' && (!/^\d{1,32}$/.test(facebookId) || !name.endsWith('.zip'))) fail(USAGE);
if (command === 'grant' && (!/^\d{1,32}$/.test(facebookId) || name === '')) {
  fail(
    `${USAGE}\nFACEBOOK_ID is the number that the Access Required screen shows after a login; ` +
      'NAME is how the panel shows the person.',
  );
}

await withDatabase(async (db, url) => {
  await migrate(url);
  if (command === 'grant') {
    const entry = await accessService({ db, adminIds: [] }).add(await commandLineActor(db), {
      facebookId,
      name,
      type: 'whitelist',
      role: 'admin',
    });
    console.log(`${entry.name} (${entry.facebookId}) is an administrator now, from their next request on.`);
  } else if (command === 'export') {
    await exportPerson(url);
  } else if (command === 'accept-new-key') {
    const { SECRET_KEY, SECRET_KEY_FROM } = secretKeyOf({
      SECRET_KEY: process.env['SECRET_KEY'] || undefined,
      DATA_DIR: dataDirectory(),
    });
    const loss = await acceptNewKey(db, SECRET_KEY, await commandLineActor(db), {
      adminIds: process.env['ADMIN_FACEBOOK_IDS']?.split(',').map((id) => id.trim()) ?? [],
      holdPage: (trx, page, problem) => pausesRepository(trx).holdPage(page, problem),
    });
    console.log(
      `This database goes with the key from ${SECRET_KEY_FROM} now.\n` +
        `${loss.pages === 0 && loss.secrets.length === 0 ? 'Nothing was lost.' : lostSecretsWords(loss)}`,
    );
  } else {
    const admins = (await accessRepository(db).list()).filter(
      (entry) => entry.type === 'whitelist' && entry.role === 'admin',
    );
    console.log(
      admins.length === 0
        ? 'Nobody is an administrator by the list.'
        : admins.map((entry) => `${entry.facebookId}  ${entry.name}`).join('\n'),
    );
  }
}).catch((error: Error) => fail(error.message));
process.exit(0);

async function exportPerson(url: string): Promise<void> {
  takeSecretFiles(process.env);
  const config = readConfig({ ...process.env, DATABASE_URL: url, DATA_DIR: dataDirectory() });
  const db = openDatabase(url, 'exports');
  try {
    const file = path.resolve(name);
    const { files, missing } = await writeExport({ db, files: openMediaStore(config).over(db) }, facebookId, file);
    // Of nobody the log keeps an ID: with an account it is forgotten.
    await auditRepository(db).record(await commandLineActor(db), {
      action: 'accounts.exported',
      subject: `Their data (${facebookId})`,
    });
    console.log(
      `${file} holds their data and ${files === 1 ? '1 file' : `${files} files`}.` +
        (missing.length === 0 ? '' : ` ${missing.length} could not be read: see about.json in it.`),
    );
  } finally {
    await db.destroy();
  }
}
