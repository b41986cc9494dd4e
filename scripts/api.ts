/**
 * `npm run api`: one API process on PORT, over DATABASE_URL; SANDBOX_URL points everything outside at a running
 * sandbox.
 */
import { migrate } from '../api/src/db/migrate.ts';
import { ensureBuilt } from './build.ts';
import { fail } from './lifecycle.ts';
import { dataDirectory, ROOT } from './paths.ts';
import { sandboxEnvironment, seedAccess } from './sandbox-environment.ts';

const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl)
  fail(
    'DATABASE_URL is not set: it names the PostgreSQL to use. ' +
      '`npm run db` starts one and prints its address; `npm start` does both.',
  );

process.env['DATA_DIR'] = dataDirectory();
const sandboxUrl = process.env['SANDBOX_URL'];
try {
  // Who says where the builds are has made them, and who serves nobody needs none.
  if (!process.env['WEB_ROOT'] && process.env['LOOP'] !== 'only') await ensureBuilt();
  process.env['WEB_ROOT'] ||= ROOT;
  if (sandboxUrl) {
    for (const [name, value] of Object.entries(await sandboxEnvironment(sandboxUrl))) process.env[name] ||= value;
    // Where that cannot be, the process itself says so.
    const isMigrated = await migrate(databaseUrl).then(
      () => true,
      () => false,
    );
    if (isMigrated) await seedAccess(databaseUrl, sandboxUrl);
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
await import('../api/src/main.ts');
