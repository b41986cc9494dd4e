/** `npm run admin -- grant FACEBOOK_ID NAME`: makes somebody an administrator without anybody's help; `list` says who is one. */
import { migrate } from '../api/src/db/migrate.ts';
import { accessRepository } from '../api/src/features/access/access.repository.ts';
import { accessService } from '../api/src/features/access/access.service.ts';
import { commandLineDoer } from './command-line-doer.ts';
import { fail } from './lifecycle.ts';
import { withDatabase } from './postgres/with-database.ts';

const USAGE = 'Usage: npm run admin -- grant FACEBOOK_ID NAME\n       npm run admin -- list';

const [command, facebookId = '', ...words] = process.argv.slice(2);
const name = words.join(' ').trim();
if (command !== 'list' && command !== 'grant') fail(USAGE);
if (command === 'grant' && (!/^\d{1,32}$/.test(facebookId) || name === '')) {
  fail(`${USAGE}\nFACEBOOK_ID is the number that the Access Required screen shows after a login; NAME is how the panel shows the person.`);
}

await withDatabase(async (db, url) => {
  await migrate(url);
  if (command === 'grant') {
    const entry = await accessService({ db, adminIds: [] }).add(await commandLineDoer(db), { facebookId, name, type: 'whitelist', role: 'admin' });
    console.log(`${entry.name} (${entry.facebookId}) is an administrator now, from their next request on.`);
  } else {
    const admins = (await accessRepository(db).list()).filter((entry) => entry.type === 'whitelist' && entry.role === 'admin');
    console.log(admins.length === 0 ? 'Nobody is an administrator by the list.' : admins.map((entry) => `${entry.facebookId}  ${entry.name}`).join('\n'));
  }
}).catch((error: Error) => fail(error.message));
process.exit(0);
