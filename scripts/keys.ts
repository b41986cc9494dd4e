/**
 * `npm run keys -- status|rotate|rewrap|retire`: the keys that seal secrets, changed beside the running product. A
 * rotation that ends too early is finished by the product, or by the same command again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { secretKeyOf } from '../api/src/config/config.ts';
import { migrationStatus } from '../api/src/db/migration-status.ts';
import { createLogger } from '../api/src/http/logging.ts';
import { heldKeys } from '../api/src/features/secret-key/held-keys.ts';
import { keysStatus, type KeysStatus } from '../api/src/features/secret-key/keys-status.ts';
import { NoMasterError } from '../api/src/features/secret-key/read-keys.ts';
import { StaleKeysError } from '../api/src/features/secret-key/reseal.ts';
import { advance, beginRotation, retireKey, retireMaster, rewrap } from '../api/src/features/secret-key/rotation.ts';
import { commandLineActor } from './command-line-actor.ts';
import { fail } from './lifecycle.ts';
import { dataDirectory } from './paths.ts';
import { withDatabase, type Database } from './postgres/with-database.ts';

const USAGE = `Usage: npm run keys -- status [--json]
       npm run keys -- rotate [--begin]
       npm run keys -- rewrap
       npm run keys -- retire KEY [--end-links]
rotate makes a new data key and seals everything again with it; --begin leaves that to the running product.
rewrap makes the data keys open with SECRET_KEY, beside SECRET_KEY_PREVIOUS.
retire takes away a data key (its number) or a former secret key (its mark), as status names them.`;
const LOOK_EVERY_MS = 1000;

const { command, key, options } = readArguments();

await withDatabase(async (db) => {
  const { reason } = await migrationStatus(db);
  if (reason !== null) fail(`This release can't change keys: ${reason}`);
  const held = heldKeys({
    config: {
      ...secretKeyOf({ SECRET_KEY: process.env['SECRET_KEY'] || undefined, DATA_DIR: dataDirectory() }),
      SECRET_KEY_PREVIOUS: process.env['SECRET_KEY_PREVIOUS'] || undefined,
    },
    db,
    log: createLogger({ LOG_LEVEL: 'silent' }),
  });
  const deps = { db, masters: held.masters, actor: await commandLineActor(db), keys: held.keys, load: held.load };
  await held.load();
  if (command === 'status') {
    const status = await keysStatus(db);
    console.log(options.json ? JSON.stringify(status, null, 2) : inWords(status));
  } else if (command === 'rewrap') {
    const added = await rewrap(deps);
    console.log(added === 0 ? 'Nothing was missing.' : `The data keys open with every key given here now (${added}).`);
  } else if (command === 'rotate') {
    const isNew = await beginRotation(deps);
    console.log(isNew ? 'A new data key is made.' : 'A rotation is under way: this one continues it.');
    if (!options.begin) await finish(db, held);
  } else if (/^\d+$/.test(key) && key.length < 8) {
    await retireKey(deps, Number(key), { endLinks: options['end-links'] });
    console.log(`The data key ${key} is gone.`);
  } else console.log(`The secret key ${await retireMaster(deps, key)} opens nothing any more.`);
}).catch((error: Error) =>
  fail(
    error instanceof NoMasterError
      ? `${error.message} than SECRET_KEY and SECRET_KEY_PREVIOUS of this command. Nothing was changed.`
      : error.message,
  ),
);
process.exit(0);

async function finish(db: Database, { keys, load }: ReturnType<typeof heldKeys>): Promise<void> {
  let total = 0;
  let signed = 0;
  let said = '';
  const say = (line: string) => {
    if (line !== said) console.log(line);
    said = line;
  };
  const onBatch = (changed: number) => {
    const before = total;
    total += changed;
    if (Math.floor(before / 1000) < Math.floor(total / 1000)) say(`${total} values are sealed again.`);
  };
  for (;;) {
    const step = await advance({ db, keys, load, onBatch }).catch((error: unknown) => {
      if (!(error instanceof StaleKeysError)) throw error;
      return { is: 'waiting', why: 'Another key is current by now.', resealed: null } as const;
    });
    signed += step.resealed?.signed ?? 0;
    if (step.is === 'done') {
      const lost = step.resealed?.lost ?? [];
      if (lost.length > 0)
        say(`${lost.length} values open with no key; they were lost before:\n${lost.slice(0, 20).join('\n')}`);
      return say(
        `Done: ${total} values are sealed again, and ${signed} records of releases are signed again. ` +
          `Everything is sealed with the key ${keys.current().id}.`,
      );
    }
    say(step.why);
    await sleep(LOOK_EVERY_MS);
  }
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        begin: { type: 'boolean', default: false },
        'end-links': { type: 'boolean', default: false },
      },
    });
    const [command, key = '', ...rest] = positionals;
    const needsKey = command === 'retire';
    if (
      (command === 'status' || command === 'rotate' || command === 'rewrap' || command === 'retire') &&
      (key !== '') === needsKey &&
      rest.length === 0
    )
      return { command, key, options: values };
  } catch (error) {
    fail(`${(error as Error).message}\n${USAGE}`);
  }
  return fail(USAGE);
}

function inWords({ keys, masters, processes, first }: KeysStatus): string {
  if (keys.length === 0)
    return [
      `There are no data keys yet: the secret key ${first ?? 'of the first process'} seals everything.`,
      ofProcesses(processes),
    ].join('\n');
  return [
    'Data keys:',
    ...keys.map(({ id, state, madeAt, values, isSealedAnew }) =>
      [
        `  ${id}`,
        state.padEnd(8),
        `made ${madeAt}`,
        `${values} values`,
        state === 'former' && !isSealedAnew ? 'being sealed again' : '',
      ]
        .join('  ')
        .trimEnd(),
    ),
    `Secret keys that open them: ${masters.map(inWordsOf).join(', ')}`,
    ofProcesses(processes),
  ].join('\n');
}

function inWordsOf({ mark, opens }: KeysStatus['masters'][number]): string {
  return opens === 'all' ? mark : `${mark} (some)`;
}

function ofProcesses(processes: KeysStatus['processes']): string {
  if (processes.length === 0) return 'No process runs.';
  return [
    'Processes:',
    ...processes.map(
      ({ host, masters, newestKey, currentKey }) =>
        `  ${host ?? 'starting'}  has ${masters.join(' and ')}, data keys up to ${newestKey ?? 'none'}, seals with ` +
        `${currentKey ?? 'the secret key'}`,
    ),
  ].join('\n');
}
