import pg from 'pg';
import { isReadOnly, LineLostError } from './database-errors.ts';
import type { DatabaseLimits } from './limits.ts';
import { statementName } from '../tracing/statement-name.ts';
import { isTracing, traced } from '../tracing/tracing.ts';

/** The system asks for a sign of life after this, then every second, ten times. */
const PROBE_AFTER_MS = 10_000;
/** A goodbye that nobody answers. */
const END_WITHIN_MS = 1000;

/** How a connection for work under these limits is opened. */
export function lineSettings(connectionString: string, name: string, limits: DatabaseLimits) {
  return {
    connectionString,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_AFTER_MS,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    silenceMs: limits.silenceMs,
  };
}

export type LineSettings = ReturnType<typeof lineSettings>;

/**
 * What an operator may have set otherwise for the database or its role, and what our statements mean by it: the driver
 * reads days and spans of time as these styles write them, and a statement sees what others have committed by then.
 */
const MEANINGS = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set default_transaction_isolation = 'read committed'`;

const POSTGRESQL = { 'db.system.name': 'postgresql' } as const;

type Call = (...args: unknown[]) => unknown;
type Answered = (error: Error | null, result?: unknown) => void;

/**
 * One connection to PostgreSQL that knows when it is dead. The limits of the server help only while its answers arrive:
 * a line on which a statement stays without an answer for `silenceMs` is cut, and everything on it fails with a
 * `LineLostError`.
 */
export class DatabaseLine extends pg.Client {
  /** Readings of `performance.now()`. */
  openedAt = Infinity;
  /** When the question was sent that nobody answered; null while the line is good. */
  silentSince: number | null = null;
  /** It leads to a server that takes no writes. */
  onReadOnly: () => void = () => {};
  readonly #silenceMs: number;
  #lost: Error | null = null;

  constructor({ silenceMs, ...settings }: LineSettings) {
    super(settings);
    this.#silenceMs = silenceMs;
    this.on('error', (error) => {
      this.#lost ??= error;
    });
    this.on('end', () => {
      this.#lost ??= new Error('The connection has ended');
    });
    // The driver has many signatures of each; the pool uses them with a callback, everybody else with a promise.
    const [connect, query, end] = [super.connect, super.query, super.end].map((method) => (method as Call).bind(this));
    if (connect === undefined || query === undefined || end === undefined)
      throw new Error('The driver has no such methods');
    this.connect = async (...args: unknown[]) => this.#opened(connect, query, args);
    this.query = ((...args: unknown[]) =>
      isTracing() && !isStream(args[0]) ? this.#traced(query, args) : this.#answered(query, args)) as typeof this.query;
    this.end = ((...args: unknown[]) => {
      const cut = setTimeout(() => this.connection.stream.destroy(), END_WITHIN_MS);
      this.once('end', () => clearTimeout(cut));
      return end(...args);
    }) as typeof this.end;
  }

  async #opened(connect: Call, query: Call, args: unknown[]): Promise<this> {
    try {
      await connect(...args);
      await this.#answered(query, [MEANINGS]);
    } catch (error) {
      this.connection.stream.destroy();
      throw error instanceof pg.DatabaseError
        ? error
        : new LineLostError(`The database cannot be reached: ${(error as Error).message}`, { cause: error });
    }
    this.openedAt = performance.now();
    return this;
  }

  /** A statement with a callback is one of knex's: it goes on where that is called, whether it is traced or not. */
  #traced(query: Call, args: unknown[]): unknown {
    const callback = args.at(-1);
    const step = () =>
      ({ name: statementName(args[0]), kind: 'client', isPart: true, attributes: POSTGRESQL }) as const;
    if (typeof callback !== 'function') return traced(step, async () => this.#answered(query, args));
    const answer = traced(
      step,
      () =>
        new Promise<unknown>((resolve, reject) => {
          const told: Answered = (error, result) => (error === null ? resolve(result) : reject(error));
          this.#answered(query, [...args.slice(0, -1), told]);
        }),
    );
    answer.then(
      (result) => (callback as Answered)(null, result),
      (error: Error) => (callback as Answered)(error),
    );
    return undefined;
  }

  #answered(query: Call, args: unknown[]): unknown {
    const sentAt = performance.now();
    const heard = afterSilence(this.#silenceMs, () => {
      this.silentSince = sentAt;
      this.connection.stream.destroy(new Error(`The database has not answered for ${this.#silenceMs} ms`));
    });
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      return query(...args.slice(0, -1), (error: Error | null, result: unknown) => {
        heard();
        (callback as Answered)(error && this.#explained(error), result);
      });
    }
    return (query(...args) as Promise<unknown>).then(
      (result) => {
        heard();
        return result;
      },
      (error: Error) => {
        heard();
        throw this.#explained(error);
      },
    );
  }

  /** What the server itself says stands, unless it said that and hung up. */
  #explained(error: Error): Error {
    if (isReadOnly(error)) this.onReadOnly();
    if (this.#lost === null || error instanceof pg.DatabaseError) return error;
    return new LineLostError(`The line to the database is lost: ${this.#lost.message}`, { cause: this.#lost });
  }
}

/**
 * Says that nothing was heard for so long; never where `ms` is 0. What has arrived by then is heard first: a process
 * that stood still comes to its timers before that.
 * @returns what ends the wait
 */
function afterSilence(ms: number, isOver: () => void): () => void {
  if (ms === 0) return () => {};
  let last: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    last = setImmediate(isOver);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(last);
  };
}

/** What the driver hands back as it is: rows come from it one by one. */
const isStream = (query: unknown) => typeof (query as { submit?: unknown } | null)?.submit === 'function';
