import knex, { type Knex } from 'knex';
import pg from 'pg';

// Our identity keys stay far below 2^53; Facebook's ids are text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const POOL_SIZE = 20;
/** A connection that rests keeps its plans: those of the loop's looks cost more to make than the looks. */
const KEEP_IDLE_MS = 5 * 60_000;
const LOOK_FOR_IDLE_MS = 30_000;

/** A pool of at most so many connections. `destroy()` it to end. */
export function openDatabase(url: string, connections = POOL_SIZE): Knex {
  return knex({
    client: 'pg',
    connection: { connectionString: url, application_name: 'pagecast' },
    pool: { min: 0, max: connections, idleTimeoutMillis: KEEP_IDLE_MS, reapIntervalMillis: LOOK_FOR_IDLE_MS },
    acquireConnectionTimeout: 10_000,
    // Else an error's message, which is logged, holds the values: what people wrote, and sealed secrets.
    compileSqlOnError: false,
  });
}

/**
 * Runs one of the few hottest reads as a named prepared statement on the same pool: PostgreSQL plans it once a connection.
 * @param name unique for its text
 */
export async function prepared<Row>(db: Knex, name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
  const client = db.client as Knex.Client & { acquireConnection(): Promise<pg.Client>; releaseConnection(connection: pg.Client): Promise<void> };
  const connection = await client.acquireConnection();
  try {
    return (await connection.query({ name, text, values: [...values] })).rows as Row[];
  } finally {
    await client.releaseConnection(connection);
  }
}
