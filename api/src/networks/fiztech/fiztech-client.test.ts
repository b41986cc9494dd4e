import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../../sandbox/testing.ts';
import { fiztechClient, type FiztechClient } from './fiztech-client.ts';
import { FiztechError } from './fiztech-error.ts';

let sandbox: TestSandbox;
let site: FiztechClient;
let environment: Record<string, string>;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  environment = await sandbox.control<Record<string, string>>('GET', '/environment');
});
beforeEach(async () => {
  await sandbox.control('POST', '/reset');
  site = clientOf();
});
afterAll(() => sandbox.close());
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const clientOf = (options: Partial<Parameters<typeof fiztechClient>[0]> = {}) =>
  fiztechClient({
    base: environment['FIZTECH_API_URL'] ?? '',
    key: () => environment['FIZTECH_API_KEY'] ?? null,
    ...options,
  });
const article = { type: 'review', title: 'A phone', body: 'It rings.', tags: ['phones'] } as const;
const oracle = () => sandbox.control<{ idempotencyKey: string; title: string }[]>('GET', '/fiztech/posts');
const failure = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('It went well');
    },
    (error: unknown) => {
      if (!(error instanceof FiztechError)) throw error;
      return {
        kind: error.kind,
        message: error.message,
        httpStatus: error.httpStatus,
        retryAfterSeconds: error.retryAfterSeconds,
      };
    },
  );

async function answering(
  listener: RequestListener,
  options: Parameters<typeof clientOf>[0] = {},
): Promise<FiztechClient> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return clientOf({ base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...options });
}

test('an article repeated under its key is one article, and is found by it', async () => {
  const made = await site.create(article, 'key-one');
  expect(made.url).toContain(`#article-${made.id}`);
  expect(await site.create(article, 'key-one')).toEqual(made);
  expect(await site.find('key-one')).toMatchObject(made);
  expect(await site.find('key-two')).toBeNull();
  expect((await oracle()).filter(({ title }) => title === 'A phone')).toHaveLength(1);
});

test('a key that is not accepted is a matter of configuration, in the words of the site', async () => {
  expect(await failure(clientOf({ key: () => 'wrong' }).create(article, 'key-one'))).toMatchObject({
    kind: 'configuration',
    httpStatus: 401,
    message: 'The API key is missing or wrong.',
  });
});

test('an article that the site refuses is bad, in the words of the site', async () => {
  const refused = await failure(site.create({ ...article, title: '' }, 'key-one'));
  expect(refused).toMatchObject({ kind: 'bad', httpStatus: 400 });
  expect(refused.message).toContain('title');
});

test.each([
  ['17', 17],
  ['Tue, 20 Oct 2026 21:38:30 GMT', 90],
  ['soon', null],
  ['99999999999999', 86_400],
])('a rate limit with Retry-After %s waits %s s', async (header, seconds) => {
  await sandbox.fault({
    match: { service: 'fiztech' },
    when: 'before',
    action: { type: 'error', http: 429, headers: { 'retry-after': header, date: 'Tue, 20 Oct 2026 21:37:00 GMT' } },
  });
  const refused = await failure(site.create(article, 'key-one'));
  expect(refused.kind).toBe('rate-limited');
  expect(refused.retryAfterSeconds).toBe(seconds);
});

test.each([
  'reset',
  'half-body',
  'html',
  'empty',
  'bad-json',
  { type: 'error', http: 500 },
  { type: 'error', http: 503 },
])('after %j nobody knows, and the key tells', async (action) => {
  await sandbox.fault({ match: { service: 'fiztech', method: 'POST' }, when: 'after', action, times: 1 });
  expect((await failure(site.create(article, 'key-one'))).kind).toBe('transient');
  expect(await site.find('key-one')).not.toBeNull();
});

test.each<[number, string, string]>([
  [400, '{"error":{"message":"No"}}', 'bad'],
  [413, '{"error":{"message":"No"}}', 'bad'],
  [422, '{"error":{"message":"No"}}', 'bad'],
  [400, '<html>', 'transient'],
  [409, '{"error":{"message":"No"}}', 'transient'],
  [404, '{"error":{"message":"No"}}', 'configuration'],
  [403, '<html>', 'configuration'],
  [200, '{"error":{"message":"No"}}', 'transient'],
  [302, '', 'transient'],
])('HTTP %i %s is %s', async (status, body, kind) => {
  const client = await answering((_request, response) => {
    response.writeHead(status, { location: '/' }).end(body);
  });
  expect((await failure(client.create(article, 'key-one'))).kind).toBe(kind);
});

test('silence ends after its time', async () => {
  const client = await answering(() => {}, { timeoutMs: 300 });
  expect(await failure(client.create(article, 'key-one'))).toMatchObject({ kind: 'transient', httpStatus: null });
});

test('a site that lists everything is not taken at its word', async () => {
  const client = await answering((_request, response) => {
    response.end('{"data":[{"id":"1","idempotencyKey":"another"}]}');
  });
  expect(await client.find('key-one')).toBeNull();
});

test('an answer larger than anything sensible is not read to its end', async () => {
  const client = await answering((_request, response) => {
    response.end(`{"data":[],"more":"${'x'.repeat(9 * 1024 * 1024)}"}`);
  });
  expect(await failure(client.find('key-one'))).toMatchObject({ kind: 'transient', httpStatus: null });
});
