/** How long one piece of work may keep, or wait for, a connection to the database. Milliseconds; 0 for no limit. */
export interface DatabaseLimits {
  /** Connections of a pool. */
  readonly connections: number;
  /** A free connection of the pool is waited for this long. */
  readonly acquireMs: number;
  /** From the first byte until the server is ready for statements. */
  readonly connectMs: number;
  /** The server ends a statement after this. */
  readonly statementMs: number;
  /** The server ends a transaction in which nothing was asked for this long: it holds locks. */
  readonly idleInTransactionMs: number;
  /** Longer than `statementMs`: where no answer comes even then, the line is dead, and is given up. */
  readonly silenceMs: number;
}

/**
 * By what the work is for. A frozen server or a line that swallows everything costs a call `silenceMs` at most, and
 * then `connectMs` while nobody answers: what waits for a person, or for a post's time, is back within 10 s of the
 * database.
 */
export const DATABASE_LIMITS = {
  /** Somebody waits for the answer. */
  requests: {
    connections: 20,
    acquireMs: 5000,
    connectMs: 4000,
    statementMs: 5000,
    idleInTransactionMs: 10_000,
    silenceMs: 6000,
  },
  /** Posts go out by these: connections that no request can take. */
  loop: {
    connections: 4,
    acquireMs: 5000,
    connectMs: 4000,
    statementMs: 5000,
    idleInTransactionMs: 10_000,
    silenceMs: 6000,
  },
  /** A line that hears what processes tell each other. It is asked for a sign of life all the time. */
  listening: {
    connections: 1,
    acquireMs: 0,
    connectMs: 4000,
    statementMs: 3000,
    idleInTransactionMs: 10_000,
    silenceMs: 3000,
  },
  /**
   * Nobody waits for them but the next start, and some rewrite a whole table. On a dead line they let go of what they
   * have locked.
   */
  migrations: {
    connections: 2,
    acquireMs: 10_000,
    connectMs: 10_000,
    statementMs: 0,
    idleInTransactionMs: 60_000,
    silenceMs: 0,
  },
  /**
   * The line that holds the lock of migrations. It is asked for a sign of life all the time, which a dead one does not
   * give.
   */
  migrationLock: {
    connections: 1,
    acquireMs: 10_000,
    connectMs: 10_000,
    statementMs: 5000,
    idleInTransactionMs: 20_000,
    silenceMs: 6000,
  },
  /** Commands of operators, and what reads or sweeps whole tables. */
  exports: {
    connections: 4,
    acquireMs: 10_000,
    connectMs: 10_000,
    statementMs: 300_000,
    idleInTransactionMs: 60_000,
    silenceMs: 310_000,
  },
} as const satisfies Record<string, DatabaseLimits>;

export type DatabasePurpose = keyof typeof DATABASE_LIMITS;
