import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { passMessages, type Held, type Trap } from './postgres-line.ts';

/**
 * A line between an API process and PostgreSQL on which single prepared statements can be stopped, by their name:
 * exactly before the database hears of them, or exactly after they took effect. All lines can be swallowed, as by a
 * firewall that forgot them.
 */
export async function startPostgresProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const traps = new Set<Trap>();
  let isSwallowing = false;
  /**
   * Lines that were open while everything was swallowed: too much is missing on them to go on, and neither end hears
   * that the other has gone.
   */
  const dead = new WeakSet<Socket>();

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {});
      // What is on its way arrives first: a stopped process finds its answer when it goes on, whatever became of the
      // server.
      socket.on('close', () => {
        open.delete(socket);
        if (!dead.has(socket)) other.end();
      });
      if (isSwallowing) dead.add(socket);
    }
    passMessages({ client, upstream, traps, dead });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    /** `databaseUrl` by way of this proxy. */
    url: Object.assign(new URL(databaseUrl), {
      hostname: '127.0.0.1',
      port: String((server.address() as AddressInfo).port),
    }).href,
    /** Resolves when the statement stands still; a reply only where it has rows. */
    hold: (statement: string, hold: Trap['hold']) =>
      new Promise<Held>((spring) => {
        traps.add({ statement, hold, spring });
      }),
    /** From now on nothing arrives on any line, in either direction, and no line is closed. */
    swallow(): void {
      isSwallowing = true;
      for (const socket of open) dead.add(socket);
    },
    /** New lines work again. */
    giveBack(): void {
      isSwallowing = false;
    },
    /** Nothing is held from now on. */
    disarm(): void {
      traps.clear();
    },
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
export type PostgresProxy = Awaited<ReturnType<typeof startPostgresProxy>>;
