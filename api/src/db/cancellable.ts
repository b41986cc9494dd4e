import type { Knex } from 'knex';
import type pg from 'pg';

type Client = Knex.Client & {
  acquireConnection(): Promise<pg.Client & { readonly processID: number }>;
  releaseConnection(line: pg.Client): Promise<void>;
};

/**
 * Reads rows for somebody who may go away: the database stops at once when `signal` ends, instead of working for
 * nobody.
 * @param sql with a `?` for each of `values`
 * @throws what `signal` ended with, before anything was asked; the database's own error (57014) when it was
 */
export async function readWhileWanted<Row>(
  db: Knex,
  signal: AbortSignal,
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> {
  signal.throwIfAborted();
  const client = db.client as Client;
  const line = await client.acquireConnection();
  let isDone = false;
  let cancelling: Promise<unknown> = Promise.resolve();
  // Another connection has to say so: this one is busy. It is told by the number of this one, which is ours until both
  // are done. None is waited for with this one in hand: where all are held by reads like this, none would be free.
  const cancel = async () => {
    const other = await client.acquireConnection();
    if (!isDone) cancelling = other.query('select pg_cancel_backend($1)', [line.processID]).catch(() => {});
    await cancelling;
    await client.releaseConnection(other);
  };
  const onAbort = () => void cancel().catch(() => {});
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', onAbort, { once: true });
    const { sql: text, bindings } = db
      .raw(sql, values as Knex.RawBinding[])
      .toSQL()
      .toNative();
    return (await line.query(text, [...bindings])).rows as Row[];
  } finally {
    isDone = true;
    signal.removeEventListener('abort', onAbort);
    await cancelling;
    await client.releaseConnection(line);
  }
}
