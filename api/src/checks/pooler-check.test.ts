import net from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase } from '../testing/test-database.ts';
import { poolerTrouble } from './pooler-check.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.close());

test('a server itself, and one behind a balancer, is no pooler', async () => {
  const { hostname, port } = new URL(database.url);
  const balancer = net.createServer((client) => {
    const server = net.connect(Number(port), hostname);
    client.pipe(server).pipe(client);
    for (const socket of [client, server]) socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => {
    balancer.listen(0, '127.0.0.1', resolve);
  });
  const through = Object.assign(new URL(database.url), {
    hostname: '127.0.0.1',
    port: String((balancer.address() as net.AddressInfo).port),
  }).href;
  expect([await poolerTrouble(database.url), await poolerTrouble(through)]).toEqual([null, null]);
  balancer.close();
});

/** Answers as PgBouncer does: it numbers its connections itself, and lends each question a session of the server's. */
async function startPooler(mode: 'session' | 'transaction') {
  const sessions: pg.Client[] = [];
  const free: pg.Client[] = [];
  const server = net.createServer((socket) => serve(socket, mode, { sessions, free }).catch(() => socket.destroy()));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `postgres://pagecast@127.0.0.1:${(server.address() as net.AddressInfo).port}/pagecast`,
    async close() {
      server.close();
      await Promise.all(sessions.map((session) => session.end()));
    },
  };
}

const message = (kind: string, body: Buffer) => {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const numbers = (...values: number[]) => {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) buffer.writeInt32BE(value, 4 * n);
  return buffer;
};
const READY = message('Z', Buffer.from('I'));

async function serve(socket: net.Socket, mode: string, { sessions, free }: Record<'sessions' | 'free', pg.Client[]>) {
  let own: pg.Client | null = null;
  let isOpen = false;
  socket.on('error', () => {});
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    if (!isOpen) {
      isOpen = true;
      socket.write(Buffer.concat([message('R', numbers(0)), message('K', numbers(4711, 0)), READY]));
      continue;
    }
    if (chunk.toString('latin1', 0, 1) !== 'Q') return socket.end();
    const sql = chunk.toString('utf8', 5, chunk.length - 1);
    let session: pg.Client | undefined = own ?? free.pop();
    if (session === undefined) {
      session = new pg.Client({ connectionString: database.url });
      await session.connect();
      sessions.push(session);
    }
    const { rows } = await session.query<{ pid?: number }>(sql);
    if (sql === 'begin' || mode === 'session') own = session;
    else if (sql === 'rollback' || own === null) {
      own = null;
      free.push(session);
    }
    const pid = rows[0]?.pid;
    socket.write(Buffer.concat([...(pid === undefined ? [] : row(pid)), message('C', Buffer.from('OK\0')), READY]));
  }
}

function row(pid: number): Buffer[] {
  const text = Buffer.from(String(pid));
  const column = Buffer.concat([
    Buffer.from('pid\0'),
    numbers(0),
    Buffer.from([0, 0]),
    numbers(23),
    Buffer.from([0, 4]),
    numbers(-1),
    Buffer.from([0, 0]),
  ]);
  const one = Buffer.from([0, 1]);
  return [message('T', Buffer.concat([one, column])), message('D', Buffer.concat([one, numbers(text.length), text]))];
}

test.each([
  ['session', null],
  ['transaction', expect.stringContaining('in transaction mode')],
] as const)('a pooler in %s mode', async (mode, trouble) => {
  const pooler = await startPooler(mode);
  expect(await poolerTrouble(pooler.url)).toEqual(trouble);
  await pooler.close();
});
