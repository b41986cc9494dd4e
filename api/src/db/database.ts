import knex, { type Knex } from 'knex';
import pg from 'pg';
import { isStalePlan } from './database-errors.ts';
import { DATABASE_LIMITS, type DatabaseLimits, type DatabasePurpose } from './limits.ts';
import { DatabaseLine, lineSettings, type LineSettings } from './line.ts';
import { processLine } from './release-mark.ts';

// Our identity keys stay far below 2^53; Facebook's ids are text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A connection that rests keeps its plans: those of the loop's polls cost more to make than the polls. */
const KEEP_IDLE_MS = 5 * 60_000;
const POLL_FOR_IDLE_MS = 30_000;

/** What knex's own client has, and does not say. */
interface Pooled {
  driver: { Client: typeof DatabaseLine };
  acquireConnection(): Promise<DatabaseLine & { __knex__disposed?: unknown }>;
  releaseConnection(line: DatabaseLine): Promise<void>;
  transacting?: boolean;
  /** Lines that were opened before this reading of `performance.now()` are replaced before they are used again. */
  replaceBefore: number;
}

/**
 * A pool of connections under the limits of its purpose, each of them or some in other terms. `destroy()` it to end.
 * Where one of its lines turns out to be dead, or to lead to a server that only reads, the others of that time are not
 * tried one by one: all are replaced.
 */
export function openDatabase(
  url: string,
  purpose: DatabasePurpose = 'requests',
  others: Partial<DatabaseLimits> = {},
): Knex {
  const limits = { ...DATABASE_LIMITS[purpose], ...others };
  const db = knex({
    client: 'pg',
    connection: lineSettings(url, lineName(purpose), limits),
    pool: {
      min: 0,
      max: limits.connections,
      idleTimeoutMillis: KEEP_IDLE_MS,
      reapIntervalMillis: POLL_FOR_IDLE_MS,
      validate: (line: DatabaseLine) => line.openedAt >= pooled.replaceBefore,
    },
    acquireConnectionTimeout: limits.acquireMs,
    // Else an error's message, which is logged, holds the values: what people wrote, and sealed secrets.
    compileSqlOnError: false,
    // What it has to say comes with the error, or has been met already; else it stands between the lines of our log.
    log: { warn: () => {}, error: () => {} },
  });
  const pooled = db.client as Pooled;
  pooled.replaceBefore = -Infinity;
  pooled.driver = {
    Client: class extends DatabaseLine {
      constructor(settings: LineSettings) {
        super(settings);
        this.on('error', () => {
          pooled.replaceBefore = Math.max(pooled.replaceBefore, this.silentSince ?? -Infinity);
        });
        this.onReadOnly = () => {
          pooled.replaceBefore = performance.now();
        };
      }
    },
  };
  return db;
}

/** By this the server's sessions tell what they are for, and those of the product what their release knows. */
export const lineName = (purpose: DatabasePurpose) =>
  purpose === 'requests' || purpose === 'loop' ? processLine(purpose) : `pagecast ${purpose}`;

/**
 * Runs one of the few hottest reads as a named prepared statement on the same pool: PostgreSQL plans it once a
 * connection.
 * A table that got a column meanwhile may make such a plan useless; outside a transaction that is met by one more try
 * on a new connection.
 * @param name unique for its text, which names its columns
 */
export async function prepared<Row>(db: Knex, name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
  const pooled = db.client as Pooled;
  const run = async () => {
    const line = await pooled.acquireConnection();
    try {
      return (await line.query({ name, text, values: [...values] })).rows as Row[];
    } catch (error) {
      if (isStalePlan(error)) line.__knex__disposed = error;
      throw error;
    } finally {
      await pooled.releaseConnection(line);
    }
  };
  try {
    return await run();
  } catch (error) {
    if (!isStalePlan(error) || pooled.transacting === true) throw error;
    // The other lines hold plans of the same day.
    pooled.replaceBefore = performance.now();
    return run();
  }
}
