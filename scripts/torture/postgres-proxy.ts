import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { MessageReader, readBind } from './postgres-messages.ts';

/** A statement that stands still on its way: nothing moves on its connection until it is released. */
export interface Held {
  /** The statement's parameters, as text. */
  readonly values: readonly (string | null)[];
  release(): void;
}

interface Trap {
  readonly statement: string;
  /** `request`: the database has not heard of it yet. `reply`: it has done it, and the caller does not know. */
  readonly hold: 'request' | 'reply';
  spring(held: Held): void;
}

/**
 * A line between an API process and PostgreSQL on which single prepared statements can be stopped, by their name:
 * exactly before the database hears of them, or exactly after they took effect. All lines can be swallowed, as by a
 * firewall that forgot them.
 */
// oxlint-disable-next-line max-lines-per-function -- Every switch of the proxy acts on the same open lines.
export async function startPostgresProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let traps: Trap[] = [];
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
    pass(client, upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  /** One connection: requests are read for their statement's name, and replies only while one of them is wanted. */
  function pass(client: Socket, upstream: Socket): void {
    const requests = new MessageReader({ hasStartup: true });
    let waiting: { trap: Trap; values: Held['values']; replies: MessageReader; rows: number; bytes: Buffer[] } | null =
      null;

    client.on('data', (chunk: Buffer) => {
      if (dead.has(client)) return;
      for (const message of requests.read(chunk)) {
        const bind = message.type === 'B' ? readBind(message.body) : null;
        const trap = bind === null ? undefined : traps.find(({ statement }) => statement === bind.statement);
        if (trap === undefined || bind === null || waiting !== null) {
          upstream.write(message.bytes);
        } else if (trap.hold === 'request') {
          traps = traps.filter((other) => other !== trap);
          // Whatever follows stays behind this one.
          requests.stop();
          trap.spring({
            values: bind.values,
            release() {
              upstream.write(message.bytes);
              for (const later of requests.resume()) upstream.write(later.bytes);
            },
          });
          return;
        } else {
          waiting = {
            trap,
            values: bind.values,
            replies: new MessageReader({ hasStartup: false }),
            rows: 0,
            bytes: [],
          };
          upstream.write(message.bytes);
        }
      }
    });

    upstream.on('data', (chunk: Buffer) => {
      if (dead.has(upstream)) return;
      if (waiting === null) {
        client.write(chunk);
        return;
      }
      const { trap, values, replies, bytes } = waiting;
      bytes.push(chunk);
      let isDone = false;
      for (const { type } of replies.read(chunk)) {
        if (type === 'D') waiting.rows += 1;
        // Sent when the statement's transaction is in.
        if (type === 'Z') isDone = true;
      }
      if (!isDone) return;
      const { rows } = waiting;
      waiting = null;
      const release = () => {
        client.write(Buffer.concat(bytes));
      };
      // A claim that found nothing, or another that was faster: not what is waited for.
      if (rows === 0 || !traps.includes(trap)) return release();
      traps = traps.filter((other) => other !== trap);
      trap.spring({ values, release });
    });
  }

  return {
    /** `databaseUrl` by way of this proxy. */
    url: Object.assign(new URL(databaseUrl), {
      hostname: '127.0.0.1',
      port: String((server.address() as AddressInfo).port),
    }).href,
    /** Resolves when the statement stands still; a reply only where it has rows. */
    hold: (statement: string, hold: Trap['hold']) =>
      new Promise<Held>((spring) => {
        traps.push({ statement, hold, spring });
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
      traps = [];
    },
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
export type PostgresProxy = Awaited<ReturnType<typeof startPostgresProxy>>;
