import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { MigrationRefusedError } from './db/migration-steps.ts';
import { migrate } from './db/migrate.ts';

const TRY_AGAIN_MS = 2000;

/**
 * Brings the database up to this release. Where that cannot be as things are, such as beside processes that it would
 * break, this process says why, in its log and to who asks whether it is ready, until it can.
 * @param onError of the port
 * @throws what the database says
 */
export async function waitForDatabase(
  config: Config,
  log: Logger,
  onError: (error: NodeJS.ErrnoException) => void,
): Promise<void> {
  let reason = '';
  const server = createServer(({ url }, response) => {
    const isAlive = url === '/healthz';
    response
      .writeHead(isAlive ? 200 : 503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '5' })
      .end(JSON.stringify(isAlive ? { status: 'alive' } : { message: reason, code: 'not_ready' }));
  }).on('error', onError);
  const end = () => process.exit(0);
  const signals = ['SIGTERM', 'SIGINT', 'disconnect'];
  try {
    for (;;) {
      // Started by a launcher that was gone before anybody listened for its end.
      if (process.send !== undefined && !process.connected) end();
      const refused = await migrate(config.DATABASE_URL, { log }).then(() => null, refusalOrThrow);
      if (refused === null) return;
      if (reason === '') {
        server.listen(config.PORT, config.HOST);
        for (const signal of signals) process.on(signal, end);
      }
      if (refused !== reason) log.error({ reason: refused }, 'migrations.refused');
      reason = refused;
      await sleep(TRY_AGAIN_MS);
    }
  } finally {
    for (const signal of signals) process.off(signal, end);
    await closed(server);
  }
}

function refusalOrThrow(error: unknown): string {
  if (error instanceof MigrationRefusedError) return error.message;
  throw error;
}

async function closed(server: ReturnType<typeof createServer>): Promise<void> {
  if (!server.listening) return;
  const ended = new Promise((resolve) => {
    server.close(resolve);
  });
  server.closeAllConnections();
  await ended;
}
