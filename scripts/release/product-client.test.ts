import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { productClient } from './product-client.ts';
import { settledMove } from './settled-move.ts';
import { settledRelease } from './settled-release.ts';

type Answer = object | number | 'hang up';
let close = () => {};
afterEach(() => close());

/** @returns its origin; the end of the test ends it */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A product that gives these answers in turn. @returns its client, and what it was asked */
async function product(...answers: Answer[]) {
  const asked: string[] = [];
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    let length = 0;
    request.on('data', (chunk: Buffer) => (length += chunk.length));
    request.on('end', () => {
      asked.push(`${request.method} ${request.url?.replace('/api/releases/mf_history', '')} ${length}`);
      const answer = answers.shift() ?? 500;
      if (answer === 'hang up') return request.socket.destroy();
      const { status, body } = whole(answer);
      response.writeHead(status, { location: 'https://elsewhere.example' }).end(JSON.stringify(body));
    });
  };
  const server = createServer(serve);
  const origin = await listening(server);
  return { client: productClient({ origin, token: 'pcr_1_x', area: 'mf_history' }), asked };
}

function whole(answer: object | number): { status: number; body: object } {
  if (typeof answer === 'number') return { status: answer, body: { message: `It says ${answer}.` } };
  return 'status' in answer && 'body' in answer
    ? (answer as { status: number; body: object })
    : { status: 200, body: answer };
}

const HASH = '0a'.repeat(48);
const WANTED = { files: [], as: 'current', revision: 1 } as const;

test('a file goes on where the line dropped', async () => {
  const { client, asked } = await product('hang up', { missing: [{ hash: HASH, offset: 4 }] }, { offset: 10 });
  await client.send({ hash: HASH, bytes: 10 }, Buffer.from('0123456789'), 0);
  expect(asked).toEqual([
    `PATCH /files/${HASH}?offset=0&bytes=10 10`,
    expect.stringContaining('POST /files?'),
    `PATCH /files/${HASH}?offset=4&bytes=10 6`,
  ]);
});

test('a file that arrived before the line dropped is not sent again', async () => {
  const { client, asked } = await product('hang up', { missing: [] });
  await client.send({ hash: HASH, bytes: 10 }, Buffer.from('0123456789'), 0);
  expect(asked).toHaveLength(2);
});

test.each([400, 401, 403])('what is refused with %d is not tried again', async (status) => {
  const { client, asked } = await product(status);
  await expect(client.area()).rejects.toThrow(`It says ${status}.`);
  expect(asked).toHaveLength(1);
});

test('a release whose answer is lost is looked for, and not made twice', async () => {
  const before = { revision: 1, current: '1.0.0', versions: ['1.0.0'] };
  const after = { revision: 2, current: '1.1.0', versions: ['1.1.0', '1.0.0'] };
  const { client, asked } = await product('hang up', before, after);
  expect(await settledRelease(client, { ...WANTED, files: [] }, '1.1.0')).toMatchObject({
    version: '1.1.0',
    from: '1.0.0',
  });
  expect(asked.filter((call) => call.startsWith('POST'))).toHaveLength(1);
});

test('a release whose process died is made again, and not while the first may go on still', async () => {
  const before = { revision: 1, current: '1.0.0', versions: ['1.0.0'] };
  const made = { version: '1.1.0', from: '1.0.0', checkedFiles: 5 };
  const underWay = { status: 409, body: { message: 'Somebody else.', isUnderWay: true } };
  const { client } = await product('hang up', before, before, underWay, before, made);
  expect(await settledRelease(client, { ...WANTED, files: [] }, '1.1.0')).toEqual(made);
});

test('a release waits while somebody else is at it for a moment', async () => {
  const before = { revision: 1, current: '1.0.0', versions: ['1.0.0'] };
  const made = { version: '1.1.0', from: '1.0.0', checkedFiles: 5 };
  const underWay = { status: 409, body: { message: 'Somebody else.', isUnderWay: true } };
  const { client } = await product(underWay, before, before, made);
  expect(await settledRelease(client, { ...WANTED, files: [] }, '1.1.0')).toEqual(made);
});

test('who is sent on to another address is told to name that one, and the token goes nowhere', async () => {
  const { client, asked } = await product(301);
  await expect(client.area()).rejects.toThrow('sends its callers on to https://elsewhere.example: name that address');
  expect(asked).toHaveLength(1);
});

test('a line that swallows everything is given up after some questions, not after the longest call', async () => {
  const asked: string[] = [];
  const hole = createServer(({ method, url }) => void asked.push(`${method} ${url}`));
  const origin = await listening(hole);
  const client = productClient({ origin, token: 'pcr_1_x', area: 'mf_history', probeMs: 20 });
  await expect(client.area()).rejects.toThrow(`${origin} does not answer.`);
  expect(asked.filter((call) => call.startsWith('GET /api/releases'))).toHaveLength(2);
});

test('a call that takes long is waited for as long as others are answered', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/healthz') {
      probes += 1;
      response.end();
      if (probes === 6) waiting?.end('{"revision":1,"current":null,"versions":[]}');
    } else waiting = response;
  });
  let [probes, waiting]: [number, ServerResponse | null] = [0, null];
  const origin = await listening(server);
  const client = productClient({ origin, token: 'pcr_1_x', area: 'mf_history', probeMs: 100 });
  expect(await client.area()).toMatchObject({ revision: 1 });
});

const refusal = (...fields: string[]) => ({
  status: 400,
  body: { message: 'Unknown field', issues: fields.map((path) => ({ path, message: 'Unknown field' })) },
});

test('an older product gets the release without what it does not know of its origin', async () => {
  const made = { version: '1.1.0', from: '1.0.0', checkedFiles: 0 };
  const { client, asked } = await product(refusal('parts', 'lockfile'), made);
  const papers = { commit: '0a1b2c3', lockfile: '0a'.repeat(32), parts: '{}' };
  expect(await client.release({ ...WANTED, files: [], ...papers })).toEqual(made);
  const length = JSON.stringify({ ...WANTED, files: [], commit: papers.commit }).length;
  expect(asked.at(-1)).toBe(`POST /versions? ${length}`);
});

test.each([
  ['what says how it is released', refusal('parts', 'as')],
  ['anything else', { status: 400, body: { message: 'Too long', issues: [{ path: 'parts', message: 'Too long' }] } }],
])('a product that refuses %s is not asked again', async (_, answer) => {
  const { client, asked } = await product(answer);
  await expect(client.release({ ...WANTED, files: [], parts: '{}' })).rejects.toThrow(answer.body.message);
  expect(asked).toHaveLength(1);
});

const BEFORE = { revision: 7, current: '1.3.0' };
const standing = (revision: number, current: string) => ({ revision, current, versions: ['1.3.0', '1.2.0', '1.1.0'] });

test('a step back whose answer is lost is looked for, and not taken twice', async () => {
  const { client, asked } = await product('hang up', standing(8, '1.2.0'));
  expect(await settledMove(client, BEFORE, { version: null })).toEqual({ from: '1.3.0', to: '1.2.0' });
  expect(asked.filter((call) => call.startsWith('POST'))).toHaveLength(1);
});

test('a step back that came to nothing is taken again, from where it was seen', async () => {
  const moved = { from: '1.3.0', to: '1.2.0' };
  const { client, asked } = await product('hang up', standing(7, '1.3.0'), moved);
  expect(await settledMove(client, BEFORE, { version: null })).toEqual(moved);
  const { length } = JSON.stringify({ version: null, revision: 7 });
  expect(asked.filter((call) => call.startsWith('POST'))).toEqual(Array(2).fill(`POST /current? ${length}`));
});

test('a refusal of the second try is none where the first one landed meanwhile', async () => {
  const moved = { status: 409, body: { message: 'mf_history was moved to 1.2.0 while you worked.' } };
  const { client } = await product('hang up', standing(7, '1.3.0'), moved, standing(8, '1.2.0'));
  expect(await settledMove(client, BEFORE, { version: null })).toEqual({ from: '1.3.0', to: '1.2.0' });
});

test('what somebody else did meanwhile is not taken for a step of ours', async () => {
  const { client } = await product({ status: 409, body: { message: 'It was moved.' } }, standing(8, '1.4.0'));
  await expect(settledMove(client, BEFORE, { version: null })).rejects.toThrow('It was moved.');
  const lost = await product('hang up', standing(9, '1.1.0'), { status: 409, body: { message: 'It was moved.' } });
  await expect(settledMove(lost.client, BEFORE, { version: null })).rejects.toThrow('It was moved.');
});

test('a move waits while somebody else is at it for a moment', async () => {
  const underWay = { status: 409, body: { message: 'Somebody else.', isUnderWay: true } };
  const { client } = await product(underWay, standing(7, '1.3.0'), { from: '1.3.0', to: '1.1.0' });
  expect(await settledMove(client, BEFORE, { version: '1.1.0' })).toEqual({ from: '1.3.0', to: '1.1.0' });
});
