import { execFile, type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../paths.ts';
import { lendPackages } from '../testing/sources-of-commit.ts';

const MIGRATIONS = 'api/src/db/migrations';
/** After all that there are. */
export const TOMORROW = '29990101000000_tomorrow';
/** While somebody holds this advisory lock, tomorrow's migration stands still in the middle of its work. */
export const GATE = "hashtext('tomorrow')";

/** To the tables that bring posts out, which every process reads and writes all the time. */
const MIGRATION = `import type { Knex } from 'knex';

export const kind = 'expand';

export async function up(db: Knex): Promise<void> {
  await db.raw("select pg_advisory_xact_lock_shared(${GATE})");
  await db.raw("alter table posts add column tomorrows_mood text not null default 'good'");
  await db.raw('alter table publish_attempts add column tomorrows_number bigint');
}

export async function down(db: Knex): Promise<void> {
  await db.raw("select pg_advisory_xact_lock_shared(${GATE})");
  await db.raw('alter table publish_attempts drop column tomorrows_number');
  await db.raw('alter table posts drop column tomorrows_mood');
}
`;

/** Puts the sources of a later release into `folder`: ours, and one migration more. */
export function writeTomorrow(folder: string): string {
  fs.rmSync(folder, { recursive: true, force: true });
  const isCode = (file: string) => !file.endsWith('.test.ts') && path.basename(file) !== 'node_modules';
  for (const part of ['api/src', 'api/package.json', 'package.json'])
    fs.cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true, filter: isCode });
  lendPackages(['.', 'api'], folder);
  const migrations = path.join(folder, MIGRATIONS);
  fs.writeFileSync(path.join(migrations, `${TOMORROW}.ts`), MIGRATION);
  const index = path.join(migrations, 'index.ts');
  const listed = fs
    .readFileSync(index, 'utf8')
    .replace(/^/, `import * as tomorrow from './${TOMORROW}.ts';\n`)
    .replace(/\n};\n$/, `\n  '${TOMORROW}': tomorrow,\n};\n`);
  if (!listed.includes(`'${TOMORROW}': tomorrow`)) throw new Error(`${index} does not end as it did`);
  fs.writeFileSync(index, listed);
  return folder;
}

/** What `npm run migrate -- up` does, by the code of these sources. */
export const migrateUp = (root: string, databaseUrl: string): ChildProcess =>
  runIn(root, `await (await import('./api/src/db/migrate.ts')).migrate(process.argv[1]);`, databaseUrl);

/** What `npm run migrate -- down --to` does, by the code of these sources. */
export const migrateDown = (root: string, databaseUrl: string, to: string): ChildProcess =>
  runIn(
    root,
    `await (await import('./api/src/db/take-back.ts')).takeBack(process.argv[1], { to: '${to}' });`,
    databaseUrl,
  );

/** By the names of the files. */
export function newestMigration(root: string): string {
  const names = fs.readdirSync(path.join(root, MIGRATIONS)).filter((name) => /^\d+_.*\.ts$/.test(name));
  return path.basename(names.toSorted().at(-1) ?? '', '.ts');
}

/** By the code of these sources, also where that is older than `npm run migrate`. */
export async function migrateAs(root: string, databaseUrl: string): Promise<void> {
  const run = `await (await import('./api/src/db/migrate.ts')).migrate(process.argv[1]); process.exit(0);`;
  await promisify(execFile)(process.execPath, ['--no-warnings', '--input-type=module', '-e', run, databaseUrl], {
    cwd: root,
  });
}

/** @returns the code with which it ended, and what it said */
export async function endOf(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

function runIn(root: string, work: string, databaseUrl: string): ChildProcess {
  const run =
    `try { ${work} process.exit(0); } catch (error) { process.stderr.write(error.message); process.exit(1); ` + '}';
  return spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', run, databaseUrl], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
