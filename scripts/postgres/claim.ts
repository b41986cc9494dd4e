import pg from 'pg';

/** Held, shared, by every command that uses the embedded server; taken alone by the one that stops it. */
const IN_USE = 7_245_031;

export interface PostgresClaim {
  /** Gives the claim back. @returns whether nobody else uses the server now, nor can begin to */
  release(): Promise<boolean>;
}

/**
 * Says that this process uses the server. Waits for a command that is stopping it.
 * @returns null when the server is gone
 */
export async function claimPostgres(url: string): Promise<PostgresClaim | null> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  // A server that was killed is noticed by those who use it.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [IN_USE]);
  } catch {
    await client.end().catch(() => {});
    return null;
  }
  return {
    async release() {
      try {
        await client.query('select pg_advisory_unlock_shared($1)', [IN_USE]);
        const { rows } = await client.query<{ is_alone: boolean }>('select pg_try_advisory_lock($1) as is_alone', [
          IN_USE,
        ]);
        if (rows[0]?.is_alone === true) return true;
      } catch {
        return true;
      }
      await client.end().catch(() => {});
      return false;
    },
  };
}
