import { AsyncLocalStorage } from 'node:async_hooks';
import knex, { type Knex } from 'knex';

type Work = (trx: Knex.Transaction) => unknown;

/** What knex's own client has, and does not say: each is a pool, or a connection of one in a transaction. */
interface Client {
  readonly transacting?: boolean;
  transaction(work: Work, config: unknown, outer: unknown): Promise<unknown>;
  acquireConnection(): Promise<unknown>;
  runner(statement: Statement): unknown;
}

interface Statement {
  toString(): string;
}

/** A transaction, and those in which it was begun. */
interface Begun {
  readonly pool: Client;
  readonly at: Error;
  readonly outer: Begun | undefined;
  isOver: boolean;
}

const within = new AsyncLocalStorage<Begun>();
/** The pools that were asked for a connection by who had one of this pool. */
const askedFrom = new WeakMap<Client, Set<Client>>();
const found: Error[] = [];
let isWatching = false;

/**
 * From now on notes whoever asks for a connection within a transaction, where that can't end: of the same pool, or of
 * one whose connections wait for this pool elsewhere. When all have the first, they wait for each other, and everybody
 * else with them.
 */
export function watchForSecondConnections(): void {
  if (isWatching) return;
  isWatching = true;
  const client = knex({ client: 'pg' }).client.constructor.prototype as Client;
  const { transaction, acquireConnection, runner } = client;
  const other = 'another transaction, or a prepared statement';
  let statement: Statement = other;
  client.transaction = function begin(work, config, outer) {
    if (this.transacting === true) return transaction.call(this, work, config, outer);
    const at = new Error('The transaction began here');
    const begun: Begun = { pool: this, at, outer: within.getStore(), isOver: false };
    const inside: Work = (trx) => {
      const done = work(trx);
      // Statements are asked for when somebody waits for them.
      return typeof (done as PromiseLike<unknown> | undefined)?.then === 'function' ? Promise.resolve(done) : done;
    };
    const made = transaction.call(this, (trx) => within.run(begun, inside, trx), config, outer);
    const end = () => {
      begun.isOver = true;
    };
    made.then(end, end);
    return made;
  };
  client.runner = function run(builder) {
    if (this.transacting !== true) statement = builder;
    return runner.call(this, builder);
  };
  client.acquireConnection = function acquire() {
    for (let begun = within.getStore(); begun !== undefined; begun = begun.outer)
      if (!begun.isOver) note(begun, this, statement);
    statement = other;
    return acquireConnection.call(this);
  };
}

/** @returns who did so since this was called last */
export function secondConnections(): Error[] {
  return found.splice(0);
}

function note({ pool, at }: Begun, asked: Client, statement: Statement): void {
  const others = askedFrom.get(pool) ?? new Set();
  askedFrom.set(pool, others.add(asked));
  if (leadsTo(asked, pool, new Set()))
    found.push(
      new Error(`A second connection was asked for within a transaction: ${String(statement)}`, { cause: at }),
    );
}

function leadsTo(from: Client, to: Client, seen: Set<Client>): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...(askedFrom.get(from) ?? [])].some((next) => leadsTo(next, to, seen));
}
