import { createSocket, type Socket } from 'node:dgram';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookUp } from './look-up.ts';
import { PostFlawError, publicPost } from './post-public.ts';

const HEADER_BYTES = 12;
const TYPE_A = 1;

/** A name server that knows one name, and never says a word about any other. */
let server: Socket;
let servers: string[];
const asked: string[] = [];
beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (question, { port, address }) => {
    const name = nameIn(question);
    asked.push(name);
    if (name === 'well.example') server.send(answerTo(question), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  servers = [`127.0.0.1:${server.address().port}`];
});
afterAll(() => server.close());

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = HEADER_BYTES; question[at] !== 0 && at < question.length; at += (question[at] ?? 0) + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  return labels.join('.').toLowerCase();
}

/** 93.184.215.14 where that is asked for, and nothing else. */
function answerTo(question: Buffer): Buffer {
  const endOfName = question.indexOf(0, HEADER_BYTES);
  const asks = question.subarray(HEADER_BYTES, endOfName + 5);
  const isA = question.readUInt16BE(endOfName + 1) === TYPE_A;
  const head = Buffer.from(question.subarray(0, HEADER_BYTES));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(isA ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 215, 14]);
  return Buffer.concat([head, asks, ...(isA ? [record] : [])]);
}

test('names whose server never answers keep nobody else from theirs, and have an end', async () => {
  const post = publicPost([], lookUp({ servers }));
  let isOver = false;
  const hanging = Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      post.post(`https://n${n}.hangs.example/`, { headers: {}, body: '{}', withinMs: 60_000 }).catch((e: unknown) => e),
    ),
  ).finally(() => {
    isOver = true;
  });
  await expect.poll(() => asked.filter((name) => name.endsWith('hangs.example')).length).toBeGreaterThanOrEqual(40);
  // As a post to Facebook has its name looked up.
  await dns.lookup('localhost');
  const found = await promisify(lookUp({ servers }))('well.example', { all: true });
  expect([found, isOver]).toEqual([[{ address: '93.184.215.14', family: 4 }], false]);
  for (const error of await hanging) expect(error).toMatchObject({ flaw: 'unknown-host' });
});

test('an address is one, and names of one’s own network are known where that may be sent to', async () => {
  expect(await promisify(lookUp({ servers }))('93.184.215.14', { all: true })).toEqual([
    { address: '93.184.215.14', family: 4 },
  ]);
  const one = new Promise((resolve) => {
    lookUp({ servers })('well.example', {}, (...found) => resolve(found));
  });
  expect(await one).toEqual([null, '93.184.215.14', 4]);
  expect(await promisify(lookUp({ knowsOwn: true, servers }))('localhost', { all: true })).toContainEqual(
    expect.objectContaining({ address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) }),
  );
  const refused = publicPost([], lookUp({ servers })).post('https://n.hangs.example/', {
    headers: {},
    body: '{}',
    withinMs: 100,
  });
  await expect(refused).rejects.toEqual(new PostFlawError('timeout'));
});
