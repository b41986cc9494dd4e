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
  let cancelling: Promise<unknown> = Promise.resolve();
  // Another connection has to say so: this one is busy. It is told by the number of this one, which is ours until both
  // are done.
  const cancel = () => {
    cancelling = db.raw('select pg_cancel_backend(?)', [line.processID]).then(undefined, () => undefined);
  };
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', cancel, { once: true });
    const { sql: text, bindings } = db
      .raw(sql, values as Knex.RawBinding[])
      .toSQL()
      .toNative();
    return (await line.query(text, [...bindings])).rows as Row[];
  } finally {
    signal.removeEventListener('abort', cancel);
    await cancelling;
    await client.releaseConnection(line);
  }
}
