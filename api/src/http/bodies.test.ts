import { once } from 'node:events';
import type { Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import Koa from 'koa';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { bodies } from './bodies.ts';
import { errorMiddleware } from './error-middleware.ts';
import { UnauthorizedError } from './errors.ts';
import { httpServer } from './http-server.ts';
import { bytesOf } from './incoming-file.ts';
import { readJson } from './read-json.ts';

const servers: Server[] = [];
const sockets: net.Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(
    servers.splice(0).map(
      (server) =>
        new Promise((resolve) => {
          server.close(resolve);
          server.closeAllConnections();
        }),
    ),
  );
});

const IDLE_LIMIT_MS = 800;

/**
 * `/refused` reads nothing, `/json` reads JSON up to its limit, `/file` takes whatever comes, `/half` stops reading in
 * the middle.
 */
async function serve(): Promise<number> {
  const app = new Koa();
  app.use(bodies({ idleLimitMs: IDLE_LIMIT_MS }));
  app.use(errorMiddleware(pino({ level: 'silent' })));
  app.use(async (ctx) => {
    if (ctx.path === '/refused') throw new UnauthorizedError('Please log in.');
    if (ctx.path === '/json') ctx.body = (await readJson(ctx, ctx.method)).value as object;
    if (ctx.path === '/half') {
      for await (const _ of bytesOf(ctx.req)) {
        ctx.body = { half: true };
        break;
      }
    }
    if (ctx.path === '/file') {
      let bytes = 0;
      for await (const chunk of bytesOf(ctx.req)) bytes += chunk.length;
      ctx.body = { bytes };
    }
  });
  const server = httpServer(app.callback(), { proxies: 0 }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A line to the server, and everything that came back on it. */
async function lineTo(port: number) {
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  await once(socket, 'connect');
  const line = { socket, heard: '', failure: null as Error | null, hasEnded: false };
  socket
    .setEncoding('utf8')
    .on('data', (text: string) => {
      line.heard += text;
    })
    .on('end', () => {
      line.hasEnded = true;
    })
    .on('error', (error) => {
      line.failure = error;
    });
  return line;
}

const MEGABYTE = 1024 * 1024;
const head = (path: string, length: number | 'chunked') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ` +
  `application/json\r\n${length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`}\r\n\r\n`;
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;

/** Cases of a body that is not read to its end, and what it is answered. */
const UNREAD: [name: string, head: string, send: (line: net.Socket) => void, status: number][] = [
  [
    'refused, with its length',
    head('/refused', 3 * MEGABYTE),
    (socket) => {
      socket.write(' '.repeat(3 * MEGABYTE));
    },
    401,
  ],
  [
    'refused, in chunks',
    head('/refused', 'chunked'),
    (socket) => {
      for (let n = 0; n < 30; n += 1) socket.write(chunk(100_000));
      socket.write('0\r\n\r\n');
    },
    401,
  ],
  [
    'too large, with its length',
    head('/json', 3 * MEGABYTE),
    (socket) => {
      socket.write(' '.repeat(3 * MEGABYTE));
    },
    413,
  ],
  [
    'too large, in chunks',
    head('/json', 'chunked'),
    (socket) => {
      for (let n = 0; n < 30; n += 1) socket.write(chunk(100_000));
      socket.write('0\r\n\r\n');
    },
    413,
  ],
  [
    'left in the middle',
    head('/half', 3 * MEGABYTE),
    (socket) => {
      socket.write(' '.repeat(3 * MEGABYTE));
    },
    200,
  ],
  ['announced, and never sent', head('/refused', 3 * MEGABYTE), () => {}, 401],
  [
    'without an end',
    head('/refused', 'chunked'),
    (socket) => {
      socket.write(chunk(100_000));
    },
    401,
  ],
];

describe('a body that is not read to its end', () => {
  test.each(UNREAD)('%s: is answered whole, and takes its connection with it', async (_name, begins, send, status) => {
    const line = await lineTo(await serve());
    line.socket.write(begins);
    send(line.socket);
    await expect.poll(() => line.heard).toMatch(/\r\n\r\n\{.*\}$/s);
    expect(line.heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(line.heard.toLowerCase()).toContain('connection: close');
    await expect.poll(() => line.hasEnded || line.failure !== null).toBe(true);
    expect(line.heard.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('that was already there leaves its connection as it is', async () => {
    const line = await lineTo(await serve());
    line.socket.write(`${head('/json', 2)}{}`);
    await expect.poll(() => line.heard).toContain('{}');
    line.socket.write(`${head('/json', 7)}{"a":1}`);
    await expect.poll(() => line.heard).toContain('{"a":1}');
    expect([line.heard.toLowerCase().includes('connection: close'), line.hasEnded]).toEqual([false, false]);
  });
});

describe('a body that comes slowly', () => {
  test.each([
    ['/json', '{"a"'],
    ['/file', 'a part'],
    ['/file', ''],
  ])('and stops is answered 408 and ends its connection: %s after "%s"', async (path, sent) => {
    const line = await lineTo(await serve());
    line.socket.write(`${head(path, 1000)}${sent}`);
    await expect.poll(() => line.heard).toMatch(/^HTTP\/1\.1 408 .*Send it again\..*\}$/s);
    await expect.poll(() => line.hasEnded || line.failure !== null).toBe(true);
  });

  test('and never stops may take as long as it does', async () => {
    const line = await lineTo(await serve());
    line.socket.write(head('/file', 8));
    for (let n = 0; n < 8; n += 1) {
      await sleep(IDLE_LIMIT_MS / 5);
      line.socket.write('x');
    }
    await expect.poll(() => line.heard).toMatch(/^HTTP\/1\.1 200 .*\{"bytes":8\}$/s);
  });

  test('and waits for a process that stood still is not taken for one that stops', async () => {
    const line = await lineTo(await serve());
    line.socket.write(head('/file', 2));
    await sleep(IDLE_LIMIT_MS / 2);
    // Behind this moment timers come first, and what has arrived only after them.
    await turn();
    line.socket.write('x');
    standStill(2 * IDLE_LIMIT_MS);
    await sleep(IDLE_LIMIT_MS / 2);
    line.socket.write('x');
    await expect.poll(() => line.heard).toMatch(/^HTTP\/1\.1 200 .*\{"bytes":2\}$/s);
  });
});

/** The whole process, as on a machine that has no time for it. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('of connections from one address there is an end, and then room again', async () => {
  const app = new Koa();
  app.use((ctx) => {
    ctx.body = 'here';
  });
  const server = httpServer(app.callback(), { proxies: 0, connectionsOfAnAddress: 3 }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const first = await Promise.all([lineTo(port), lineTo(port), lineTo(port)]);
  const refused = await lineTo(port);
  await expect.poll(() => refused.heard).toMatch(/^HTTP\/1\.1 429 .*Too many connections are open from this address/s);
  await expect.poll(() => refused.hasEnded).toBe(true);
  first[0]?.socket.destroy();
  await expect
    .poll(async () => {
      const line = await lineTo(port);
      line.socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      await sleep(20);
      return line.heard;
    })
    .toContain('here');
});
