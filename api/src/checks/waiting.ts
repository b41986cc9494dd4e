import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';

const TRY_AGAIN_MS = 2000;

interface Deps {
  /** Where it answers; null for a process that nobody asks. */
  readonly at: Pick<Config, 'PORT' | 'HOST'> | null;
  readonly log: Logger;
  /** In the log, with the reason. */
  readonly event: string;
  /** Of the port. */
  onError(error: NodeJS.ErrnoException): void;
}

/**
 * Asks again and again what hinders this process. Until nothing does, the process says why, in its log and to who asks
 * whether it is ready.
 * @throws what `find` throws
 */
export async function untilNothingHinders(
  find: () => Promise<string | null>,
  { at, log, event, onError }: Deps,
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
      const found = await find();
      if (found === null) return;
      if (reason === '') {
        if (at !== null) server.listen(at.PORT, at.HOST);
        for (const signal of signals) process.on(signal, end);
      }
      if (found !== reason) log.error({ reason: found }, event);
      reason = found;
      await sleep(TRY_AGAIN_MS);
    }
  } finally {
    for (const signal of signals) process.off(signal, end);
    await closed(server);
  }
}

async function closed(server: ReturnType<typeof createServer>): Promise<void> {
  if (!server.listening) return;
  const ended = new Promise((resolve) => {
    server.close(resolve);
  });
  server.closeAllConnections();
  await ended;
}
