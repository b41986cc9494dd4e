import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import Koa from 'koa';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { EVENTS_PATH } from '../../contract/status.ts';
import { clientAddress } from '../../http/client-address.ts';
import { errorMiddleware } from '../../http/error-middleware.ts';
import { httpServer } from '../../http/http-server.ts';
import { SESSION_STATE } from '../../http/session.ts';
import { eventsRoutes } from './events.routes.ts';
import type { LiveEvents } from './live-events.ts';

test('an address with too many streams, as the proxy saw it, gets no more until others close', async () => {
  const app = new Koa();
  app.silent = true;
  app.use(errorMiddleware(pino({ level: 'silent' }))).use(clientAddress(1));
  app.use((ctx, next) => {
    ctx.state[SESSION_STATE] = {};
    return next();
  });
  const open = () => {
    const stream = new PassThrough();
    stream.write('data: {}\n\n');
    return stream;
  };
  app.use(eventsRoutes({ events: { open } as unknown as LiveEvents, streamsOfAnAddress: 2 }).routes() as never);
  const server = httpServer(app.callback(), { proxies: 1 }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${EVENTS_PATH}`;
  const listen = (address: string, closing = new AbortController()) =>
    fetch(url, { headers: { 'x-forwarded-for': address }, signal: closing.signal }).then((answer) => ({
      answer,
      close: () => {
        closing.abort();
      },
    }));
  try {
    const [first] = [await listen('192.0.2.1'), await listen('192.0.2.1')];
    const { answer: refused } = await listen('192.0.2.1');
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
      429,
      '30',
      { message: expect.stringContaining('Too many tabs') },
    ]);
    expect((await listen('192.0.2.2')).answer.status).toBe(200);
    first?.close();
    await expect.poll(async () => (await listen('192.0.2.1')).answer.status).toBe(200);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
