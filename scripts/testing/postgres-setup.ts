import { startThrowawayPostgres, type Postgres } from '../postgres/postgres.ts';

let own: Postgres | null = null;

/**
 * One PostgreSQL server for the whole run, named to the tests by TEST_DATABASE_URL: that of DATABASE_URL, or a
 * throw-away one.
 * Tests make databases of their own on it.
 */
export async function setup(): Promise<void> {
  if (process.env['TEST_DATABASE_URL']) return;
  const given = process.env['DATABASE_URL'];
  if (!given) own = await startThrowawayPostgres();
  process.env['TEST_DATABASE_URL'] = given || own?.url;
}

export async function teardown(): Promise<void> {
  await own?.stop();
}
