import { openDatabase } from '../../api/src/db/database.ts';
import { DATABASE_LIMITS } from '../../api/src/db/limits.ts';
import { DatabaseLine, lineSettings } from '../../api/src/db/line.ts';
import { dataDirectory } from '../paths.ts';

export type Database = ReturnType<typeof openDatabase>;

/**
 * Runs `work` on the product's database: that of DATABASE_URL, else the embedded one, which is started for the occasion
 * unless the product runs.
 * @throws Error what `work` throws, or that there is no database
 */
export async function withDatabase<Result>(work: (db: Database, url: string) => Promise<Result>): Promise<Result> {
  const given = process.env['DATABASE_URL'];
  // Where there is another, the embedded one need not be installed.
  const own = given ? null : await (await import('./postgres.ts')).startPostgres(dataDirectory());
  const url = given || own?.url || '';
  await assertUsable(url);
  const db = openDatabase(url, 'exports');
  try {
    return await work(db, url);
  } finally {
    await db.destroy();
    await own?.stop();
  }
}

/** Asked first, since the pool prints its own account of every connection that fails. */
async function assertUsable(url: string): Promise<void> {
  const client = new DatabaseLine(lineSettings(url, 'pagecast command', DATABASE_LIMITS.exports));
  await client.connect().catch((error: Error) => {
    throw new Error(`The database at DATABASE_URL cannot be used: ${error.message}`, { cause: error });
  });
  await client.end();
}
