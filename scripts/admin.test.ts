import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPage, buildUser } from '../api/src/testing/builders.ts';
import { freshDatabase } from '../api/src/testing/test-database.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const admin = (...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'admin.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: database.url, SECRET_KEY: 'a new key of more than sixteen characters' },
  });

test('the command line makes the first administrator, and the log says that it did', async () => {
  expect((await admin('grant', '10215550009', 'Lim', 'Wei')).stdout).toContain(
    'Lim Wei (10215550009) is an administrator now',
  );
  expect((await admin('list')).stdout).toBe('10215550009  Lim Wei\n');
  expect(await database.db('audit_log').select('actor_name', 'action', 'subject')).toEqual([
    { actor_name: 'Command line', action: 'access.added', subject: 'Lim Wei (10215550009)' },
  ]);
});

test('the command line puts a new key in the place of a lost one, and says what that costs', async () => {
  await buildPage(database.db, await buildUser(database.db));
  const { stdout } = await admin('accept-new-key');
  expect(stdout).toContain('the variable SECRET_KEY');
  expect(stdout).toContain('1 page needs to be reconnected');
  expect((await admin('accept-new-key')).stdout).toContain('Nothing was lost');
});

test('the command line writes all data of one person to a zip, on record', async () => {
  const { facebookId } = await buildUser(database.db);
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'export-'));
  const file = path.join(folder, 'person.zip');
  try {
    expect((await admin('export', facebookId, file)).stdout).toContain(`${file} holds their data and 0 files`);
    expect((await fs.readFile(file)).subarray(0, 2).toString()).toBe('PK');
    await expect(admin('export', '404', path.join(folder, 'nobody.zip'))).rejects.toMatchObject({
      stderr: expect.stringContaining('There is no account with this Facebook ID'),
    });
    expect(await fs.readdir(folder)).toEqual(['person.zip']);
    expect(await database.db('audit_log').where({ action: 'accounts.exported' }).pluck('subject')).toEqual([
      `Their data (${facebookId})`,
    ]);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
});

test.each([[['grant', 'me', 'Lim']], [['export', '1021', 'data.txt']], [['grant', '1021']], [['revoke', '1021']]])(
  '%j is answered with how to say it',
  async (args) => {
    await expect(admin(...args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Usage: npm run admin'),
    });
  },
);
