import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyring } from '../api/src/db/keyring.ts';
import type { KeysStatus } from '../api/src/features/secret-key/keys-status.ts';
import { masterKey } from '../api/src/features/secret-key/master-keys.ts';
import { readKeys } from '../api/src/features/secret-key/read-keys.ts';
import { proveKey } from '../api/src/features/secret-key/secret-key.ts';
import { buildPage, buildUser, TEST_SECRET_KEY } from '../api/src/testing/builders.ts';
import { setUpProcesses } from '../api/src/testing/api-processes.ts';
import { openedValues, sealedInDatabase } from '../api/src/testing/sealed-values.ts';
import { freshDatabase } from '../api/src/testing/test-database.ts';

const NEW_KEY = 'a new key of more than thirty-two characters';
const PAGES = 400;

const { children, started } = setUpProcesses();
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
  await proveKey(database.db, [masterKey(TEST_SECRET_KEY)], '', { adminIds: [], holdPage: async () => {} });
  const owner = await buildUser(database.db);
  await Promise.all(Array.from({ length: PAGES }, () => buildPage(database.db, owner)));
});
afterAll(() => database.close());

const program = path.join(import.meta.dirname, 'keys.ts');
const environment = (env: NodeJS.ProcessEnv) => ({ ...process.env, DATABASE_URL: database.url, ...env });
const keys = (args: string[], env: NodeJS.ProcessEnv = { SECRET_KEY: TEST_SECRET_KEY }) =>
  promisify(execFile)(process.execPath, [program, ...args], { env: environment(env) });
const status = async () => JSON.parse((await keys(['status', '--json'])).stdout) as KeysStatus;

/** Every program that runs, as anybody on the machine sees it. */
const commandLines = () =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    });

test('a rotation beside two processes is killed in the middle, and ends all the same', async () => {
  const env = { DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY, LOOP: 'within' };
  const both = [await started({ env }), await started({ env })];
  expect((await status()).processes).toHaveLength(2);

  const rotation = spawn(process.execPath, [program, 'rotate'], {
    env: environment({ SECRET_KEY: NEW_KEY, SECRET_KEY_PREVIOUS: TEST_SECRET_KEY }),
    stdio: 'ignore',
  });
  children.push(rotation);
  const ended = once(rotation, 'exit');
  const isSealedAnew = async () =>
    [...(await sealedInDatabase(database.db)).values()].flat().some((value) => value.startsWith('v2.'));
  await expect.poll(isSealedAnew, { interval: 5 }).toBe(true);
  expect(commandLines().some((line) => line.includes(TEST_SECRET_KEY) || line.includes(NEW_KEY))).toBe(false);
  rotation.kill('SIGKILL');
  await ended;

  // The product finishes it; who orders it again goes on with it, or, where it is finished by then, begins another.
  const { stdout } = await keys(['rotate'], { SECRET_KEY: NEW_KEY, SECRET_KEY_PREVIOUS: TEST_SECRET_KEY });
  expect(stdout).toContain('Done:');
  const sealed = [...(await sealedInDatabase(database.db)).values()].flat();
  expect(sealed.filter((value) => !value.startsWith('v2.'))).toEqual([]);
  const ring = keyring('');
  ring.use(await readKeys(database.db, [masterKey(NEW_KEY)]));
  expect(await openedValues(database.db, ring)).toHaveLength(PAGES);
  const rings = (await status()).keys.map(({ state, values }) => [state, values]);
  expect(rings.pop()).toEqual(['current', PAGES]);
  expect(rings).toEqual(rings.map(() => ['former', 0]));

  // One host after the other takes the new key, and only then the former goes.
  const mark = masterKey(TEST_SECRET_KEY).fingerprint.slice(0, 8);
  await expect(keys(['retire', mark], { SECRET_KEY: NEW_KEY })).rejects.toThrow('2 running processes have no other');
  for (const one of both) {
    one.child.kill('SIGTERM');
    expect(await one.exit).toMatchObject({ code: 0 });
    await started({ env: { ...env, SECRET_KEY: NEW_KEY } });
  }
  expect((await keys(['retire', mark], { SECRET_KEY: NEW_KEY })).stdout).toContain('opens nothing any more');
  await expect(keys(['status'])).rejects.toThrow('other secret keys than SECRET_KEY');
  const said = both.map(({ output }) => output()).join('\n');
  expect(said).not.toContain(TEST_SECRET_KEY);
  expect(said).not.toContain('KeyNotHere');
});

test.each([[['rotate', 'now']], [['retire']], [['forget', '3']], [['status', '--loud']]])(
  '%j is answered with how to say it',
  async (args) => {
    await expect(keys(args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Usage: npm run keys') });
  },
);
