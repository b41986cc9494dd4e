import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { setUpSeededSandbox } from '../set-up-sandbox.ts';
import type { JournalEntry } from '../journal.ts';
import { found, newPosts, startTestSandbox } from '../testing.ts';

const { sandbox } = setUpSeededSandbox();

test('there are six people with their pages, and fresh tokens at each call', async () => {
  const users = await sandbox.users();
  expect(users.map((user) => [user.role, user.pages.length])).toEqual([
    ['admin', 1],
    ['manager', 3],
    ['invitee', 2],
    ['blocked', 1],
    ['many', 60],
    ['nopages', 0],
  ]);
  expect(found(users[2]?.pages[1]).tasks).not.toContain('CREATE_CONTENT');
  expect((await sandbox.user('manager')).accessToken).not.toBe(users[1]?.accessToken);
  for (const user of users)
    expect([user.id, ...user.pages.map((page) => page.id)].every((id) => /^\d{15,}$/.test(id))).toBe(true);
});

test('the environment points a product at this sandbox, without a version', async () => {
  const environment = await sandbox.control<Record<string, string>>('GET', '/environment');
  expect(environment).toMatchObject({
    FB_GRAPH_BASE: sandbox.url,
    FB_SDK_URL: `${sandbox.url}/sdk.js`,
    OPENAI_BASE_URL: `${sandbox.url}/v1`,
    FIZTECH_API_URL: `${sandbox.url}/fiztech`,
  });
  expect(environment['ADMIN_FACEBOOK_IDS']).toBe((await sandbox.user('admin')).id);
  expect(
    Object.values(environment).every(
      (value) => typeof value === 'string' && value !== '' && !/\/v\d+\.\d+/.test(value),
    ),
  ).toBe(true);
});

test('the journal tells every call, whether it had an effect, and no token', async () => {
  const page = await sandbox.page();
  await sandbox.fault({ match: { path: '/feed$' }, action: 'error', times: 1 });
  await sandbox.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'a' });
  await sandbox.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'b' });
  await sandbox.graph('GET', '/me', null, { access_token: page.access_token });
  const journal = await sandbox.control<JournalEntry[]>('GET', '/journal');
  expect(
    journal.map(({ method, path, effect, status, page: of }) => [
      method,
      path.replace(page.id, 'P'),
      effect,
      status,
      of,
    ]),
  ).toEqual([
    ['POST', '/v19.0/P/feed', false, 500, page.id],
    ['POST', '/v19.0/P/feed', true, 200, page.id],
    ['GET', '/v19.0/me', false, 200, page.id],
  ]);
  expect(JSON.stringify(journal)).not.toContain(page.access_token);
  expect(await sandbox.control('GET', `/journal?since=${found(journal[1]).n}`)).toHaveLength(1);
});

test('reset goes back to the seed and keeps handed-out tokens good', async () => {
  const page = await sandbox.page();
  await sandbox.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'a' });
  await sandbox.control('PUT', '/tokens', { user: 'manager', state: 'revoked' });
  await sandbox.clock(86_400_000);
  await sandbox.control('POST', '/reset');
  expect(newPosts(await sandbox.oracle(page.id))).toHaveLength(0);
  expect((await sandbox.graph('GET', '/me', page.access_token)).status).toBe(200);
  expect(await sandbox.control('GET', '/journal')).toHaveLength(1);
});

test('a restarted sandbox finds its posts, tokens and clock again, and gives no id twice', async () => {
  const first = await startTestSandbox({ snapshot: true });
  const page = await first.page();
  const { body } = await first.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'Kept' });
  await first.clock(60_000);
  await first.close();
  const second = await startTestSandbox({ snapshot: true, dataDir: first.dataDir });
  try {
    expect(newPosts(await second.oracle(page.id))).toMatchObject([
      { id: body['id'], message: 'Kept', is_published: true },
    ]);
    expect(await second.control('GET', '/clock')).toMatchObject({ offsetMs: 60_000 });
    const again = await second.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'Next' });
    expect(again.status).toBe(200);
    expect(again.body['id']).not.toBe(body['id']);
    expect(
      (await second.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'Next' })).body.error?.['code'],
    ).toBe(506);
  } finally {
    await second.close();
  }
});

test('a signed callback reaches the product, and a tampered one differs', async () => {
  const seen: string[] = [];
  const product = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      seen.push(new URLSearchParams(text).get('signed_request') ?? '');
      response.end('{"confirmation_code":"abc"}');
    });
  });
  await new Promise<void>((resolve) => {
    product.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(product.address() as AddressInfo).port}/callback`;
  const manager = await sandbox.user('manager');
  expect(
    await sandbox.control('POST', '/send-callback', { kind: 'data_deletion', user: manager.id, url, tamper: true }),
  ).toMatchObject({ status: 200 });
  expect((await sandbox.graph('GET', '/me', manager.accessToken)).status).toBe(200);
  expect(await sandbox.control('POST', '/send-callback', { kind: 'data_deletion', user: 'manager', url })).toEqual({
    status: 200,
    body: { confirmation_code: 'abc' },
  });
  expect((await sandbox.graph('GET', '/me', manager.accessToken)).body.error?.['error_subcode']).toBe(458);
  product.close();
  const [tampered = '', good = ''] = seen;
  const payload = JSON.parse(Buffer.from(good.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  expect(payload).toMatchObject({ algorithm: 'HMAC-SHA256', user_id: manager.id });
  expect(tampered.split('.')[0]).not.toBe(good.split('.')[0]);
});

test.each([
  ['PUT', '/clock', { offset: 1 }],
  ['PUT', '/tokens', { state: 'expired' }],
  ['PUT', '/tokens', { page: '1', state: 'expired' }],
  ['PUT', '/next-login', { role: 'nobody' }],
  ['PUT', '/switches', { nonsense: true }],
  ['POST', '/send-callback', { kind: 'x' }],
  ['GET', '/pages/1/posts', undefined],
])('%s %s with %j is refused with a sentence', async (method, path, body) => {
  const answer = await sandbox.call(method, `/__sandbox${path}`, body === undefined ? {} : { body });
  expect(answer.status).toBe(400);
  expect(answer.body['message']).toMatch(/\.$/);
});

test('control calls from other sites are refused', async () => {
  expect((await sandbox.call('POST', '/__sandbox/reset', { headers: { origin: 'https://evil.example' } })).status).toBe(
    403,
  );
  expect(
    (await sandbox.call('POST', '/__sandbox/reset', { headers: { origin: 'http://localhost:3000' } })).status,
  ).toBe(200);
});
