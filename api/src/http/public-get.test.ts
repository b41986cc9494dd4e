import type dns from 'node:dns';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiver, type Receiver } from '../testing/receiver.ts';
import { publicGet } from './public-get.ts';

let there: Receiver;
beforeAll(async () => {
  there = await receiver();
});
afterAll(() => there.close());

const meaning = (...meanings: string[][]) =>
  ((_host: string, _options: object, found: (error: null, all: object[]) => void) =>
    found(
      null,
      (meanings.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof dns.lookup;

test.each([
  ['our own', ['127.0.0.1']],
  ['our own, as IPv6 writes it', ['::ffff:7f00:1']],
  ['one of our network, beside another one', ['93.184.215.14', '10.0.0.1']],
  ['the one that tells secrets of clouds', ['169.254.169.254']],
])('a name that means %s machine by the time that the line opens gets nothing', async (_which, all) => {
  const { port } = new URL(there.origin);
  const get = publicGet([], { lookup: meaning(all) });
  await expect(get(`http://rebound.example:${port}/`, { headers: {} })).rejects.toMatchObject({ flaw: 'private' });
  expect(there.received).toEqual([]);
});

test('a name that means another machine after a redirect is looked up anew', async () => {
  there.answers((response) => response.writeHead(302, { location: '/next' }).end());
  const { port } = new URL(there.origin);
  const get = publicGet(['127.0.0.1'], { lookup: meaning(['127.0.0.1'], ['10.0.0.1']) });
  await expect(get(`http://rebound.example:${port}/`, { headers: {} })).rejects.toMatchObject({ flaw: 'private' });
  expect(there.received.map(({ path }) => path)).toEqual(['/']);
});

test('what comes a letter at a time has its time and no more', async () => {
  there.answers((response) => {
    const more = setInterval(() => response.write('a'), 5);
    response.writeHead(200).on('close', () => clearInterval(more));
  });
  const deadline = new AbortController();
  const answer = await publicGet(['127.0.0.1'])(there.origin, { headers: {}, signal: deadline.signal });
  const reading = async () => {
    for await (const _chunk of answer.bytes) deadline.abort();
  };
  await expect(reading()).rejects.toMatchObject({ flaw: 'unreachable', tookTooLong: true });
});
