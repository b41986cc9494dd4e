/**
 * `npm run migrate -- status|up|down`: the migrations of the database, applied and taken back by hand. The product
 * applies what is missing by itself when it starts.
 */
import { parseArgs } from 'node:util';
import { migrate } from '../api/src/db/migrate.ts';
import { migrationStatus, type MigrationStatus } from '../api/src/db/migration-status.ts';
import { takeBack } from '../api/src/db/take-back.ts';
import { fail } from './lifecycle.ts';
import { withDatabase } from './postgres/with-database.ts';

const USAGE = `Usage: npm run migrate -- status [--json]
       npm run migrate -- up
       npm run migrate -- down [--to MIGRATION] [--lose-data]
down takes back the newest migration, or all after MIGRATION (its name, or the time in it).`;

const { command, options } = readArguments();

await withDatabase(async (db, url) => {
  if (command === 'status') {
    const status = await migrationStatus(db);
    console.log(options.json ? JSON.stringify(status, null, 2) : inWords(status));
  } else if (command === 'up') {
    const names = await migrate(url);
    console.log(names.length === 0 ? 'Nothing was missing.' : `Applied:\n${names.join('\n')}`);
  } else {
    const names = await takeBack(url, { to: options.to, loseData: options['lose-data'] });
    console.log(names.length === 0 ? 'Nothing to take back.' : `Took back:\n${names.join('\n')}`);
  }
}).catch((error: Error) => fail(error.message));
process.exit(0);

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { json: { type: 'boolean' }, to: { type: 'string' }, 'lose-data': { type: 'boolean' } },
    });
    const [command, ...rest] = positionals;
    if ((command === 'status' || command === 'up' || command === 'down') && rest.length === 0)
      return { command, options: values };
  } catch (error) {
    fail(`${(error as Error).message}\n${USAGE}`);
  }
  return fail(USAGE);
}

function inWords({ migrations, running, wayBackTo, reason }: MigrationStatus): string {
  const width = Math.max(...migrations.map(({ name }) => name.length));
  const lines = migrations.map(({ name, state, kind, safeSince, isEdited }) =>
    [
      name.padEnd(width),
      state.padEnd(8),
      kind.padEnd(8),
      safeSince === null ? '' : `needs releases that have ${safeSince}`,
      isEdited ? 'applied from a file that reads otherwise' : '',
    ]
      .join('  ')
      .trimEnd(),
  );
  const processes = running.map(
    ({ count, newestKnown }) => `${count} of the release with ${newestKnown ?? 'no later migration'}`,
  );
  return [
    ...lines,
    '',
    `Processes: ${processes.join(', ') || 'none'}.`,
    `down leads back to ${wayBackTo}.`,
    reason ?? 'This release can run on the database.',
  ].join('\n');
}
