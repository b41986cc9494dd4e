import http from 'node:http';
import net from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createPost,
  facebookLogin,
  redeemInvitationCode,
  updateSettings,
  validateInvitation,
  type Endpoint,
} from '../contract/index.ts';
import { sessionsRepository } from '../features/sessions/sessions.repository.ts';
import { buildUser, someId } from '../testing/builders.ts';
import { setUpApi } from '../testing/scene.ts';
import { cookieOfStranger } from '../testing/pending-login.ts';
import { PATIENT_LIMITS, testApi, type TestApi } from '../testing/test-api.ts';

const api = setUpApi({ PUBLIC_URL: 'http://localhost:3000' });
let cookie: string;
beforeAll(async () => {
  cookie = `pagecast_session=${await sessionsRepository(api.db).create((await buildUser(api.db)).userId)}`;
});

const MEGABYTE = 1024 * 1024;

/** Sends a body of 100 MB for as long as it is taken. */
async function flood(
  address: string,
  method: string,
  session: string,
  headers: http.OutgoingHttpHeaders = {},
): Promise<{ status: number; sentMegabytes: number }> {
  const chunk = Buffer.alloc(MEGABYTE / 4, 0x20);
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(address, api.url), {
      method,
      headers: { origin: api.config.PUBLIC_URL, 'content-type': 'application/json', cookie: session, ...headers },
    });
    let sent = 0;
    let status = 0;
    request.on('response', (response) => {
      status = response.statusCode ?? 0;
      response.resume().on('end', () => {
        resolve({ status, sentMegabytes: sent / MEGABYTE });
        request.destroy();
      });
    });
    request.on('error', (error) =>
      status === 0 ? reject(error) : resolve({ status, sentMegabytes: sent / MEGABYTE }),
    );
    const more = (): void => {
      if (status !== 0 || request.destroyed) return;
      if (sent >= 100 * MEGABYTE) return void request.end();
      sent += chunk.length;
      request.write(chunk, more);
    };
    more();
  });
}

describe('a body of 100 MB', () => {
  test.each([
    ['one that tells its length', updateSettings, { 'content-length': 100 * MEGABYTE }],
    ['one that does not', updateSettings, {}],
    ['one where media may stand', createPost, { 'content-length': 100 * MEGABYTE }],
    ['one where media may stand, without its length', createPost, {}],
  ] as const)('%s is refused with 413 before much of it has come', async (_name, endpoint: Endpoint, headers) => {
    const before = process.memoryUsage().rss;
    const { status, sentMegabytes } = await flood(endpoint.path, endpoint.method, cookie, headers);
    expect(status).toBe(413);
    expect(sentMegabytes).toBeLessThan(30);
    expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(150);
  });

  test('from nobody is not read at all', async () => {
    const { status, sentMegabytes } = await flood(createPost.path, createPost.method, '');
    expect(status).toBe(401);
    expect(sentMegabytes).toBeLessThan(15);
  });
});

describe('a body that was refused', () => {
  const KILOBYTES_200 = ' '.repeat(200_000);
  const inChunks = (times: number) =>
    `${`${KILOBYTES_200.length.toString(16)}\r\n${KILOBYTES_200}\r\n`.repeat(times)}0\r\n\r\n`;
  const HEAD = 'host: x\r\ncontent-type: application/json\r\n';

  test.each([
    [
      'without a word of where it is from',
      `POST /api/posts HTTP/1.1\r\n${HEAD}content-length: 4000000\r\n\r\n${KILOBYTES_200.repeat(20)}`,
    ],
    [
      'too large, in chunks',
      `PATCH /api/settings HTTP/1.1\r\n${HEAD}COOKIEtransfer-encoding: chunked\r\n\r\n${inChunks(10)}`,
    ],
    [
      "a form of Facebook's, with its length",
      `POST /api/facebook/deauthorize HTTP/1.1\r\nhost: x\r\ncontent-length: 200000\r\n\r\n${KILOBYTES_200}`,
    ],
    [
      "a form of Facebook's, in chunks",
      `POST /api/facebook/deauthorize HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${inChunks(1)}`,
    ],
  ])("stands before nobody else's request: %s", async (_name, request) => {
    const { hostname, port } = new URL(api.url);
    const line = net.connect(Number(port), hostname);
    const received = { text: '', isOver: false };
    line
      .setEncoding('utf8')
      .on('data', (text: string) => {
        received.text += text;
      })
      .on('close', () => {
        received.isOver = true;
      })
      .on('error', () => {});
    line.write(request.replace('COOKIE', `cookie: ${cookie}\r\norigin: ${api.config.PUBLIC_URL}\r\n`));
    await expect.poll(() => received.text).toMatch(/\r\n\r\n\{.*\}$/s);
    // Whoever shares the connection sends theirs as soon as the answer is there, unless it says that this was the last.
    if (!/^connection: close/im.test(received.text)) {
      line.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
      await expect.poll(() => received.text).toContain('"status":"alive"');
    } else await expect.poll(() => received.isOver).toBe(true);
    line.destroy();
  });
});

describe('guessing', () => {
  test('codes ends after a few however many processes are asked', async () => {
    const strict = await testApi({ CODE_RATE_LIMIT: '4' });
    const other = await strict.another();
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        (index % 2 === 0 ? strict : other).as(null).call(validateInvitation, { body: { code: someId() } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    await strict.close();
  });

  test('codes ends after a few however many addresses an IPv6 line makes up', async () => {
    const strict = await testApi({ CODE_RATE_LIMIT: '3', TRUST_PROXY: '1' });
    const addresses = Array.from({ length: 8 }, (_, index) => `2001:db8:0:1:${index}::${index}`);
    expect(await statuses(strict, [...addresses, '2001:db8:0:2::1'])).toEqual([
      200, 200, 200, 429, 429, 429, 429, 429, 200,
    ]);
    await strict.close();
  });

  const guess = (on: TestApi, address?: string) =>
    on.as(null).call(validateInvitation, {
      body: { code: someId() },
      headers: address === undefined ? {} : { 'x-forwarded-for': address },
    });
  const statuses = async (on: TestApi, addresses: readonly string[]) => {
    const answered: number[] = [];
    for (const address of addresses) answered.push((await guess(on, address)).status);
    return answered;
  };

  test("codes ends after a few, and a header of the caller's own makes nobody new", async () => {
    const strict = await testApi({ CODE_RATE_LIMIT: '3' });
    expect(await statuses(strict, ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4', '5.5.5.5, 6.6.6.6'])).toEqual([
      200, 200, 200, 429, 429,
    ]);
    const redeemed = await strict
      .as(null)
      .call(redeemInvitationCode, { body: { code: 'x', facebookId: '1', name: 'x' } });
    expect([redeemed.status, Number(redeemed.headers.get('retry-after')) > 0]).toEqual([429, true]);
    await strict.close();
  });

  test('behind proxies it is the address that they saw, not what the caller puts before it', async () => {
    const [one, two] = await Promise.all([
      testApi({ CODE_RATE_LIMIT: '2', TRUST_PROXY: '1' }),
      testApi({ CODE_RATE_LIMIT: '2', TRUST_PROXY: '2' }),
    ]);
    expect(
      await statuses(one, [
        '6.6.6.1, 10.0.0.1',
        '6.6.6.2, 10.0.0.1',
        '6.6.6.3, 6.6.6.4, 10.0.0.1',
        '10.0.0.1, 10.0.0.2',
      ]),
    ).toEqual([200, 200, 429, 200]);
    expect(
      await statuses(two, [
        '6.6.6.1, 10.0.0.1, 172.16.0.1',
        '6.6.6.2, 10.0.0.1, 172.16.0.2',
        '6.6.6.3, 10.0.0.1, 172.16.0.1',
      ]),
    ).toEqual([200, 200, 429]);
    await Promise.all([one.close(), two.close()]);
  });

  test('other headers that name an address are not believed', async () => {
    const strict = await testApi({ LOGIN_RATE_LIMIT: '1', TRUST_PROXY: '1' });
    const tryWith = (headers: Record<string, string>) =>
      strict
        .as(null)
        .call(facebookLogin, { body: { userID: '1', accessToken: 'x' }, headers })
        .then(({ status }) => status);
    expect([
      await tryWith({ 'x-real-ip': '1.1.1.1' }),
      await tryWith({ 'x-real-ip': '2.2.2.2', forwarded: 'for=3.3.3.3', 'cf-connecting-ip': '4.4.4.4' }),
    ]).toEqual([401, 429]);
    await strict.close();
  });
});

test('fifty people who use a code with three uses at once: three come in', async () => {
  await api.stored.invitationCodes.add({ code: 'THREE-USES', max_uses: 3 });
  const people = Array.from({ length: 50 }, () => someId());
  const [one, other] = [await api.another({}, PATIENT_LIMITS), await api.another({}, PATIENT_LIMITS)];
  const answers = await Promise.all(
    people.map((facebookId, index) =>
      (index % 2 === 0 ? one : other)
        .withCookie(cookieOfStranger({ facebookId }))
        .call(redeemInvitationCode, { body: { code: 'three-uses' } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
  expect(await api.stored.invitationCodes.values('current_uses', { code: 'THREE-USES' })).toEqual([3]);
  expect(await api.stored.accessEntries.rows({ facebook_id: people })).toHaveLength(3);
});
