import pg from 'pg';
import { SESSION } from './session.sql.ts';

const CONNECT_MS = 5000;
/** How often it is tried to be given another session; a pooler hands out the one that was used last. */
const TRIES = 3;

const SENTENCE =
  'DATABASE_URL leads through a pooler, such as PgBouncer in transaction mode, that gives one session of PostgreSQL ' +
  'to several connections. Pagecast listens for notices, holds locks and keeps prepared statements in its sessions. ' +
  'Let DATABASE_URL lead to PostgreSQL itself.';

/**
 * Whether connections share sessions of the server. A connection of its own knows the process that serves it; one
 * through a pooler is told a number of the pooler's, and in transaction mode its session changes when somebody else
 * takes it meanwhile.
 * @returns what to do about that, or null
 */
export async function poolerTrouble(connectionString: string): Promise<string | null> {
  const [mine, other] = [open(connectionString), open(connectionString)];
  try {
    await mine.connect();
    const first = await sessionOf(mine);
    if (first === (mine as unknown as { processID: number }).processID) return null;
    await other.connect();
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await sessionOf(mine);
      await other.query('begin');
      const taken = await sessionOf(other);
      // Where there is one session for all, this waits for the other's end, and says as much.
      const after = taken === before ? taken : await sessionOf(mine);
      await other.query('rollback');
      if (taken === before || after !== before) return SENTENCE;
    }
    return null;
  } catch (error) {
    if (isPooler(error)) return SENTENCE;
    throw error;
  } finally {
    await Promise.all([mine, other].map((client) => client.end().catch(() => {})));
  }
}

function open(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS });
  client.on('error', () => {});
  return client;
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(SESSION);
  return rows[0]?.pid ?? 0;
}

/** It refuses what PostgreSQL takes. */
const isPooler = (error: unknown) => /unsupported startup parameter/.test((error as Error).message);
