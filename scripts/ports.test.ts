import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { freePort, quietPort, samePort } from './ports.ts';

// A port is not given again for seconds, which here do not pass, however slow the machine.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] }));
afterAll(() => void vi.useRealTimers());

async function listening(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('a wanted port is given where it is free, and another where somebody listens', async () => {
  const taken = await listening();
  const free = await freePort([taken]);
  expect(free).not.toBe(taken);
  const server = createServer().listen(free, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
});

test('ports asked for at once are all different, though nobody listens yet', async () => {
  const wanted = await listening();
  const ports = await Promise.all(Array.from({ length: 200 }, () => freePort([wanted])));
  expect(new Set(ports).size).toBe(200);
});

test('a server that starts again at once keeps its port', async () => {
  const port = await quietPort();
  expect(await samePort(port)).toBe(port);
});

test('workers that look for quiet ports at the same time find others, which no system gives out', async () => {
  const sharesOf = async (worker: string) => {
    vi.stubEnv('VITEST_POOL_ID', worker);
    return Promise.all(Array.from({ length: 100 }, quietPort));
  };
  const [first, second] = [await sharesOf('1'), await sharesOf('2')];
  vi.unstubAllEnvs();
  expect(Math.max(...first)).toBeLessThan(Math.min(...second));
  expect(Math.max(...second)).toBeLessThan(32_000);
});
