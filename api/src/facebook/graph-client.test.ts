import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { appSecretProof } from './graph-exchange.ts';
import { GraphError, GraphTransportError } from './graph-errors.ts';
import { patience } from './patience.ts';
import { graphAt } from '../testing/graph-at.ts';

let server: Server | null = null;
afterEach(() => server?.close());

async function facebook(listener: RequestListener) {
  server = createServer(listener);
  await new Promise<void>((resolve) => {
    server?.listen(0, '127.0.0.1', resolve);
  });
  return graphAt(server);
}

const app = { appId: '1', appSecret: 'sandbox-app-secret' };
const Id = z.object({ id: z.string() });
const post = { path: 'me/feed', token: 'secret-token', app, answer: Id };

test('the proof of a token is the one that Facebook computes', () => {
  expect(appSecretProof('sandbox-app-secret', 'EAAsandboxtoken1')).toBe(
    'a72f4e2f2a085790e21033adc001230a39d8100802bc4fb9cdc2e3561c708284',
  );
});

test('the token travels in a header and never in the address', async () => {
  const seen: { url?: string | undefined; authorization?: string | undefined } = {};
  const graph = await facebook((request, response) => {
    Object.assign(seen, { url: request.url, authorization: request.headers.authorization });
    response.end('{"id":"7"}');
  });
  await graph.get({ ...post, path: 'me' });
  expect(seen.url).toMatch(/^\/v19\.0\/me\?appsecret_proof=/);
  expect(seen.url).not.toContain('secret-token');
  expect(seen.authorization).toBe('Bearer secret-token');
});

test.each([
  ['an error under 200', 200, '{"error":{"message":"no","code":506}}', GraphError],
  [
    'an error under 400',
    400,
    '{"error":{"message":"no","code":190,"error_subcode":463,"error_user_msg":"Log in again"}}',
    GraphError,
  ],
  ['a success without its field', 200, '{}', GraphTransportError],
  ['an empty success', 200, '', GraphTransportError],
  ['a page of HTML', 502, '<html>Bad gateway</html>', GraphTransportError],
])('%s is told apart by its content', async (_name, status, body, error) => {
  const graph = await facebook((_request, response) => response.writeHead(status).end(body));
  await expect(graph.post(post)).rejects.toBeInstanceOf(error);
});

const ROWS: [code: number, subcode: number | undefined, kind: string][] = [
  [1, undefined, 'transient'],
  [2, undefined, 'transient'],
  [4, undefined, 'rate-limited'],
  [17, 2446079, 'rate-limited'],
  [32, undefined, 'rate-limited'],
  [613, 1996, 'rate-limited'],
  [80001, undefined, 'rate-limited'],
  [10, undefined, 'permission'],
  [200, undefined, 'permission'],
  [100, 33, 'bad'],
  [803, undefined, 'bad'],
  [102, undefined, 'auth'],
  [104, undefined, 'auth'],
  [190, undefined, 'auth'],
  [190, 463, 'auth'],
  [190, 492, 'permission'],
  [368, undefined, 'blocked'],
  [368, 1390008, 'blocked'],
  [368, 1404082, 'duplicate'],
  [506, undefined, 'duplicate'],
  [1609005, undefined, 'bad'],
  [1366046, undefined, 'bad'],
  [1363037, undefined, 'transient'],
  [2500, undefined, 'bad'],
  [987654, undefined, 'unknown'],
];
test.each(ROWS)('error %i/%s means the same in every form and under every status', async (code, subcode, kind) => {
  const forms = [
    { error: { message: 'no', code, error_subcode: subcode } },
    { error: { message: 'no', code: String(code), error_subcode: subcode } },
    { error_code: code, error_msg: 'no', error_subcode: subcode },
    { code, message: 'no', error_subcode: subcode },
    { error: { message: `(#${code}) no`, error_subcode: subcode } },
    { error: `(#${code}${subcode === undefined ? '' : `/${subcode}`}) no` },
  ];
  let answer = { status: 200, body: '' };
  const graph = await facebook((_request, response) => response.writeHead(answer.status).end(answer.body));
  for (const form of forms)
    for (const status of [200, 400, 401, 500]) {
      answer = { status, body: JSON.stringify(form) };
      for (const call of [
        () => graph.post(post),
        () => graph.get(post),
        () => graph.list(post),
        () => graph.delete(post),
      ]) {
        await expect(call()).rejects.toMatchObject({
          kind,
          details: { code, subcode: subcode ?? null, httpStatus: status },
        });
      }
    }
});

test('a list that goes on for ever, or in a circle, ends with a failure', async () => {
  let calls = 0;
  const page = (after: string) =>
    JSON.stringify({ data: [], paging: { cursors: { after }, next: 'https://graph.facebook.com/next' } });
  const circle = await facebook((_request, response) => {
    calls += 1;
    response.end(page('same'));
  });
  await expect(circle.list(post)).rejects.toMatchObject({
    name: 'GraphTransportError',
    message: expect.stringContaining('circle'),
  });
  expect(calls).toBe(2);
  server?.close();
  calls = 0;
  const endless = await facebook((_request, response) => {
    calls += 1;
    response.end(page(String(calls)));
  });
  await expect(endless.list(post)).rejects.toMatchObject({
    name: 'GraphTransportError',
    message: expect.stringContaining('does not end'),
  });
  expect(calls).toBe(200);
});

test('a list by time is followed by time, and one whose next page cannot be found is not taken for whole', async () => {
  const asked: (string | null)[] = [];
  const byTime = await facebook((request, response) => {
    const until = new URL(request.url ?? '', 'http://x').searchParams.get('until');
    asked.push(until);
    response.end(
      JSON.stringify({
        data: [{ id: until ?? 'now' }],
        paging:
          until === '5'
            ? {}
            : { next: 'https://graph.facebook.com/v19.0/1/feed?access_token=t&until=5&__paging_token=p' },
      }),
    );
  });
  expect((await byTime.list(post)).map(({ id }) => id)).toEqual(['now', '5']);
  expect(asked).toEqual([null, '5']);
  server?.close();
  const lost = await facebook((_request, response) =>
    response.end('{"data":[{"id":"1"}],"paging":{"next":"https://graph.facebook.com/v19.0/1/feed?access_token=t"}}'),
  );
  await expect(lost.list(post)).rejects.toMatchObject({
    name: 'GraphTransportError',
    message: expect.stringContaining('cannot be found'),
  });
});

test('what somebody waits for is tried again while they wait, and not after', async () => {
  let calls = 0;
  const graph = await facebook((_request, response) => {
    calls += 1;
    response.writeHead(calls < 3 ? 502 : 200).end(calls < 3 ? '<html>Bad gateway</html>' : '{"id":"7"}');
  });
  expect(await graph.get({ ...post, patience: patience() })).toEqual({ id: '7' });
  calls = 0;
  await expect(graph.get({ ...post, patience: patience(0) })).rejects.toMatchObject({
    httpStatus: 502,
    raw: '<html>Bad gateway</html>',
  });
  expect(calls).toBe(1);
});

test('a body without an end is not read to its end', async () => {
  const graph = await facebook((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  });
  await expect(graph.get(post)).rejects.toMatchObject({ name: 'GraphTransportError', httpStatus: 200 });
  server?.closeAllConnections();
});

test('a line that is cut, and a server that hangs, leave the outcome open', async () => {
  const cut = await facebook((request) => request.socket.destroy());
  await expect(cut.post(post)).rejects.toBeInstanceOf(GraphTransportError);
  server?.close();
  const hanging = await facebook(() => {});
  await expect(hanging.post({ ...post, timeoutMs: 50 })).rejects.toBeInstanceOf(GraphTransportError);
  server?.closeAllConnections();
});

test('a write is sent once, a read again when asked to', async () => {
  let calls = 0;
  const graph = await facebook((_request, response) => {
    calls += 1;
    response.writeHead(500).end('{"error":{"message":"later","code":2}}');
  });
  await expect(graph.post(post)).rejects.toBeInstanceOf(GraphError);
  expect(calls).toBe(1);
  await expect(graph.get({ ...post, retries: 1 })).rejects.toBeInstanceOf(GraphError);
  expect(calls).toBe(3);
});

test('a list is read to its last page, over an empty one in the middle', async () => {
  const graph = await facebook((request, response) => {
    const after = Number(new URL(request.url ?? '', 'http://x').searchParams.get('after') ?? 0);
    const data = after === 1 ? [] : [{ id: String(after) }];
    response.end(
      JSON.stringify({
        data,
        paging: after < 3 ? { next: `https://facebook.example/?access_token=t&after=${after + 1}` } : {},
      }),
    );
  });
  expect((await graph.list(post)).map(({ id }) => id)).toEqual(['0', '2', '3']);
});

test('an error keeps what support will ask for, and how long to wait', async () => {
  const graph = await facebook((_request, response) =>
    response
      .writeHead(400, {
        'x-business-use-case-usage':
          '{"5":[{"type":"pages","call_count":100,"total_cputime":1,"total_time":1,' +
          '"estimated_time_to_regain_access":12}]}',
      })
      .end('{"error":{"message":"slow down","code":80001,"fbtrace_id":"Fz5"}}'),
  );
  await expect(graph.post(post)).rejects.toMatchObject({
    kind: 'rate-limited',
    scope: 'page',
    details: { code: 80001, fbtraceId: 'Fz5', regainMinutes: 12, httpStatus: 400 },
  });
});
