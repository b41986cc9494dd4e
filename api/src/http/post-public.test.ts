import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { receiver, type Receiver } from '../testing/receiver.ts';
import { publicFetch } from './fetch-public.ts';
import { PostFlawError, publicPost } from './post-public.ts';

const LOOPBACK = ['127.0.0.1', '::1'];
const flawOf = async (allowed: string[], address: string, withinMs = 5000) =>
  publicPost(allowed)
    .post(address, { headers: {}, body: '{}', withinMs })
    .then(
      ({ status }) => status,
      (error: unknown) => (error instanceof PostFlawError ? error.flaw : error),
    );
const ANSWERED = 'http.client.response.finish';
/** The same where the time is over as soon as the beginning of an answer is here. */
async function flawBehindAnswer(address: string) {
  const over = new AbortController();
  const deadline = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(over.signal);
  const end = () => void setImmediate(() => over.abort());
  subscribe(ANSWERED, end);
  try {
    return await flawOf(LOOPBACK, address);
  } finally {
    unsubscribe(ANSWERED, end);
    deadline.mockRestore();
  }
}

let there: Receiver;
beforeAll(async () => {
  there = await receiver();
});
afterAll(() => there.close());

describe('an address that leads inside', () => {
  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.1.1:8443/',
    'https://224.0.0.1/',
    'https://0177.0.0.1/',
    'https://0x7f000001/',
    'https://127.1/',
    'https://0.0.0.0/',
    'https://127。0。0。1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://１２７.0.0.1/',
    'https://%31%32%37.0.0.1/',
    'https://127.0.0.1./',
    'https:\\\\127.0.0.1/',
    'https://192.0.0.1/',
    'https://198.18.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:0:7f00:1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:7f00:1::1]/',
    'https://[2001:0:7f00:1::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[fd00:ec2::254]/latest/meta-data',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://metadata.google.internal/',
    'https://printer.local/',
  ])('%s gets nothing', async (address) => {
    expect(await flawOf([], address)).toBe('private');
  });

  test('is found out when the line opens, whatever its name meant before', async () => {
    const meanings = ['93.184.215.14', '127.0.0.1'];
    const lookup = ((_host: string, _options: object, found: (error: null, all: object[]) => void) =>
      found(null, [{ address: meanings.shift(), family: 4 }])) as unknown as typeof dns.lookup;
    const { port } = new URL(there.origin);
    const post = publicPost([], lookup);
    expect(await post.leadsInside(`https://rebound.example:${port}/`)).toBeNull();
    await expect(
      post.post(`https://rebound.example:${port}/`, { headers: {}, body: '{}', withinMs: 5000 }),
    ).rejects.toMatchObject({ flaw: 'private' });
    expect(meanings).toEqual([]);
    expect(there.received).toEqual([]);
  });

  test.each([
    ['the first', ['10.0.0.1', '93.184.215.14']],
    ['the last', ['93.184.215.14', '::ffff:10.0.0.1']],
    ['one that only translates', ['93.184.215.14', '64:ff9b::a00:1']],
    ['one of before IPv6 had its own', ['::7f00:1']],
  ])('is found out among several of one name: %s', async (_which, all) => {
    const lookup = ((_host: string, _options: object, found: (error: null, all: object[]) => void) =>
      found(
        null,
        all.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as typeof dns.lookup;
    const post = publicPost([], lookup);
    expect(await post.leadsInside('https://several.example/')).toBe('private');
    await expect(
      post.post('https://several.example/', { headers: {}, body: '{}', withinMs: 5000 }),
    ).rejects.toMatchObject({ flaw: 'private' });
  });

  test('of the networks that are one’s own may be sent to', async () => {
    expect(await flawOf(LOOPBACK, there.origin)).toBe(200);
    expect(await flawOf(['127.0.0.0/8'], there.origin)).toBe(200);
    expect(await flawOf(['10.0.0.0/8'], there.origin)).toBe('scheme');
  });
});

test.each([
  ['ftp://example.com/', 'scheme'],
  ['http://example.com/', 'scheme'],
  ['https://user@example.com/', 'credentials'],
  ['https://example.com:22/', 'port'],
  ['not an address', 'address'],
])('%s is refused as it is written: %s', (address, flaw) => {
  expect(publicPost([]).flawOf(address)).toBe(flaw);
});

test('a receiver that says nothing, or never ends its answer, has its time and no more', async () => {
  there.answers(() => {});
  expect(await flawOf(LOOPBACK, there.origin, 100)).toBe('timeout');
  there.answers((response) => response.writeHead(200).write('a'));
  expect(await flawBehindAnswer(there.origin)).toBe(200);
});

test('what says it is a gigabyte, or grows to one when it is unpacked, is had as the short answer it is', async () => {
  const zeros = gzipSync(Buffer.alloc(50_000_000));
  there.answers((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(zeros));
  const before = process.memoryUsage().arrayBuffers;
  expect(await flawOf(LOOPBACK, there.origin)).toBe(200);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  there.answers((response) => response.writeHead(200, { 'content-length': '1073741824' }).write('a'));
  expect(await flawBehindAnswer(there.origin)).toBe(200);
});

test.each([
  ['one letter at a time', 'HTTP/1.1 200 OK\r\n'],
  ['nothing but "wait"', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(5)],
])('a receiver that says %s has its time and no more', async (_what, words) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    let n = 0;
    const more = setInterval(() => socket.write(words[n++ % words.length] ?? ''), 1);
    socket.on('close', () => clearInterval(more));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const said = await flawOf(LOOPBACK, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, 150);
  expect(['timeout', 'unreachable']).toContain(said);
  server.close();
});

test('a receiver that goes on to another protocol has not answered, and nobody waits for it', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await flawOf(LOOPBACK, address)).toBe('unreachable');
  await expect(publicFetch(LOOPBACK)(address)).rejects.toMatchObject({ flaw: 'unreachable' });
  server.close();
});

test('a head that never ends is cut', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(await flawOf(LOOPBACK, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toBe('unreachable');
  server.close();
});

test('a door that is shut is told from a name that there is not', async () => {
  expect(await flawOf(LOOPBACK, 'http://127.0.0.1:1/')).toBe('unreachable');
});
