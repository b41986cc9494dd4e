import { execFile } from 'node:child_process';
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

test.each([[['grant', 'me', 'Lim']], [['grant', '1021']], [['revoke', '1021']]])(
  '%j is answered with how to say it',
  async (args) => {
    await expect(admin(...args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Usage: npm run admin'),
    });
  },
);
