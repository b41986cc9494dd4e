import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate as applyAll } from '../api/src/db/migrate.ts';
import type { MigrationStatus } from '../api/src/db/migration-status.ts';
import { migrations } from '../api/src/db/migrations/index.ts';
import { takeBack } from '../api/src/db/take-back.ts';
import { setUpProcesses } from '../api/src/testing/api-processes.ts';
import { asTomorrow, setLaterMigration, TOMORROW } from '../api/src/testing/later-release.ts';
import { freshDatabase } from '../api/src/testing/test-database.ts';

const { ready, run, started } = setUpProcesses();
const NEWEST = Object.keys(migrations).at(-1) ?? '';

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const migrate = (...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'migrate.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: database.url },
  });

async function newestStatus() {
  const status = JSON.parse((await migrate('status', '--json')).stdout) as MigrationStatus;
  return { ...status.migrations.at(-1), reason: status.reason };
}

test('the command line takes the newest migration back and applies it again', async () => {
  expect(await newestStatus()).toMatchObject({ name: NEWEST, state: 'applied', reason: null });
  // The processes that need it are gone; this test's own line is one of theirs.
  await database.db.destroy();
  expect((await migrate('down')).stdout).toBe(`Took back:\n${NEWEST}\n`);
  expect(await newestStatus()).toMatchObject({
    name: NEWEST,
    state: 'pending',
    reason: expect.stringContaining('not migrated'),
  });
  expect((await migrate('up')).stdout).toBe(`Applied:\n${NEWEST}\n`);
  expect((await migrate('up')).stdout).toBe('Nothing was missing.\n');
  database.db.initialize();
});

test('it says what is of a later release, what kind it is, and why this release cannot run on it', async () => {
  const takeBack = await setLaterMigration(database.db, { kind: 'contract', safeSince: TOMORROW });
  expect(await newestStatus()).toMatchObject({
    name: TOMORROW,
    state: 'unknown',
    kind: 'contract',
    safeSince: TOMORROW,
  });
  const { stdout } = await migrate('status');
  expect(stdout).toMatch(new RegExp(`${TOMORROW} +unknown +contract +needs releases that have ${TOMORROW}`));
  expect(stdout).toContain('This release is too old for the database');
  await expect(migrate('down')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('A later release') });
  await takeBack();
});

test('neither a contract migration nor the way back goes past a process that runs and would break', async () => {
  const BREAKS = { kind: 'contract', safeSince: TOMORROW } as const;
  const later = <Result>(work: () => Promise<Result>) => asTomorrow(work, BREAKS);
  // This test's own line would be one of theirs.
  await database.db.destroy();
  const env = { DATABASE_URL: database.url };
  const older = await started({ env });
  await expect(later(() => applyAll(database.url))).rejects.toThrow(
    `${TOMORROW} can't be applied while 1 process runs of an earlier release: it needs releases that have ${TOMORROW}`,
  );
  await expect(migrate('down')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${NEWEST} can't be undone while 1 process runs whose release needs it`),
  });
  expect(await ready(older.port)).toBe(200);

  older.child.kill('SIGKILL');
  await older.exit;
  // The database may take a moment to notice.
  await expect.poll(() => later(() => applyAll(database.url)).catch(String)).toEqual([TOMORROW]);
  // It comes again all the same: it waits, and touches nothing.
  run({ ...env, PORT: String(older.port) });
  await expect.poll(() => ready(older.port)).toBe(503);
  const { message } = (await (await fetch(`http://127.0.0.1:${older.port}/readyz`)).json()) as { message: string };
  expect(message).toContain(`too old for the database: ${TOMORROW}`);
  expect(await later(() => takeBack(database.url, {}))).toEqual([TOMORROW]);
  await expect.poll(() => ready(older.port)).toBe(200);
  database.db.initialize();
});

test.each([[[]], [['sideways']], [['down', '--lose']], [['up', 'now']]])(
  '%j is answered with how to say it',
  async (args) => {
    await expect(migrate(...args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Usage: npm run migrate'),
    });
  },
);
