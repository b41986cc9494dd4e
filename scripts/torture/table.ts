import pRetry from 'p-retry';
import pg from 'pg';

/** Two minutes: as long as a busy machine may need to start the server anew. */
const TRIES = 600;
const WAIT_MS = 200;

/** Queries of the run itself, which must survive the restarts that it causes. */
export function openTable(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, application_name: 'torture' });
  // Connections are lost on purpose.
  pool.on('error', () => {});

  /** For statements that may be repeated. */
  async function rows<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return pRetry(async () => (await pool.query(sql, [...values])).rows as Row[], {
      retries: TRIES - 1,
      minTimeout: WAIT_MS,
      factor: 1,
      shouldRetry: ({ error }) => isLostConnection(error),
    });
  }

  return {
    rows,
    async one<Row>(sql: string, values: readonly unknown[] = []): Promise<Row> {
      const [row] = await rows<Row>(sql, values);
      if (row === undefined) throw new Error(`No row: ${sql}`);
      return row;
    },
    close: () => pool.end(),
  };
}
export type Table = ReturnType<typeof openTable>;

/** The server is away, going away or coming back, or the line was cut. */
function isLostConnection(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code === undefined) return /terminated|Connection/.test(message ?? '');
  return /^(ECONN|EPIPE)/.test(code) || code.startsWith('08') || code.startsWith('57P');
}
