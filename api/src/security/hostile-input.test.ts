import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { buildUser } from '../testing/builders.ts';
import { InvalidInputError } from '../http/errors.ts';
import { parseInput } from '../http/handle.ts';
import { boundedJson } from '../http/json-bounds.ts';
import { NO_BODY, type JsonBody } from '../http/read-json.ts';
import { setUpApi } from '../testing/scene.ts';
import { ENDPOINTS, inputOf, sampleOf } from '../testing/contract-calls.ts';
import { rightCaller } from '../testing/principals.ts';
import { type Caller } from '../testing/test-api.ts';
import { buildFixtures, type Fixtures } from '../testing/person-fixtures.ts';

const api = setUpApi();
let fixtures: Fixtures;
let owner: Caller;
let admin: Caller;
let callerOf: Awaited<ReturnType<typeof rightCaller>>;
beforeAll(async () => {
  fixtures = await buildFixtures(api.db);
  owner = api.as(fixtures.owner);
  admin = api.as(await buildUser(api.db, { role: 'admin' }));
  callerOf = await rightCaller(api, owner);
});

/** What one request may cost the thread that serves everybody. Here it pays for the sender as well. */
const MOST_MS = 50;
/** The collector may have come by: a reading that is too high is taken again. */
const READINGS = 4;

const ALMOST_A_MEGABYTE = 1_000_000;
const OPENING = JSON.stringify('('.repeat(ALMOST_A_MEGABYTE));
const SPACES = JSON.stringify(' '.repeat(ALMOST_A_MEGABYTE));
const BACKSLASHES = JSON.stringify('\\'.repeat(ALMOST_A_MEGABYTE / 2));
const NESTED = `${'['.repeat(ALMOST_A_MEGABYTE / 2)}${']'.repeat(ALMOST_A_MEGABYTE / 2)}`;
const LIST = `[${'{},'.repeat(ALMOST_A_MEGABYTE / 3 - 1)}{}]`;
const KEYS = Array.from({ length: 100_000 }, (_, n) => `"k${n.toString(36)}":1`).join();
const HOSTILE = {
  'opening brackets': OPENING,
  spaces: SPACES,
  backslashes: BACKSLASHES,
  'nested lists': NESTED,
  'a list of objects': LIST,
  'an object of 100,000 fields': `{${KEYS}}`,
};

/** Comes with what our own answers tell of a page, and is read by nobody. */
const UNREAD =
  /^\.pageConfigurations\.0\.(pageName|isAvailable|intervalMinutes|postsThatFit|problem|pause|othersPublishing)$/;
/** Makes no sense, and becomes 1. */
const FORGIVEN = '.pageConfigurations.0.contentCount';
const isUnread = (at: string) => UNREAD.test(at) || at === FORGIVEN;

type PutInto = (value: unknown) => Record<string, unknown>;

/**
 * For each field that the call knows, and one that it does not, what puts a value in its place: all else is as it has
 * to be, so that nothing but that value is what is refused.
 */
function fieldsOf(endpoint: Endpoint, body: Record<string, unknown> = {}): [at: string, put: PutInto][] {
  const { shape = {} } = endpoint.body._zod.def as { shape?: Record<string, unknown> };
  const absent = [...Object.keys(shape), 'unknownField'].filter((field) => !(field in body));
  const walk = (part: unknown, whole: PutInto, at: string): [string, PutInto][] => [
    ...(at === '' ? [] : [[at, whole] satisfies [string, PutInto]]),
    ...(typeof part === 'object' && part !== null
      ? Object.entries(part).flatMap(([key, inner]) =>
          walk(
            inner,
            (other) => whole(Array.isArray(part) ? part.with(Number(key), other) : { ...part, [key]: other }),
            `${at}.${key}`,
          ),
        )
      : []),
  ];
  return [
    ...walk(body, (whole) => whole as Record<string, unknown>, ''),
    ...absent.map((field): [string, PutInto] => [`.${field}`, (value) => ({ ...body, [field]: value })]),
  ];
}

const bodyWith = (put: PutInto, value: string) =>
  Buffer.from(JSON.stringify(put('put it here')).replace('"put it here"', () => value));

/** As they are once an address has been read. */
const namedValues = (of: [key: string, value: unknown][]): Record<string, string> =>
  Object.fromEntries(of.map(([key, value]) => [key, String(value)]));

interface Given {
  readonly params: Record<string, unknown>;
  readonly query?: Record<string, string>;
  readonly given?: JsonBody;
}

/**
 * What the call's own parser says of what was read already; null where it takes it. What comes before it, from the line
 * to JSON, costs the same whichever field is meant.
 */
function refusalOf(endpoint: Endpoint, { params, query = {}, given = NO_BODY }: Given): InvalidInputError | null {
  try {
    parseInput(endpoint, namedValues(Object.entries(params)), query, given);
    return null;
  } catch (error) {
    if (error instanceof InvalidInputError) return error;
    throw error;
  }
}

const addressWith = ({ path }: Endpoint, params: Record<string, unknown>) =>
  path.replace(/:(\w+)/g, (_, key: string) => String(params[key]));

/** The least time of this thread that the work took, in ms, as far as is needed to see that it is little. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let reading = 0; reading < READINGS && least >= MOST_MS; reading += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const asks = [...ENDPOINTS]
  .filter(([, { method, takesFile }]) => method !== 'GET' && takesFile !== true)
  .map(([name, endpoint]) => ({ name, endpoint }));

const readAlready = new Map<string, JsonBody | null>();

/** What reading it as JSON leaves of a value: nothing where its nesting is refused, wherever it stands. */
function readOf(value: string): JsonBody | null {
  const known = readAlready.get(value);
  if (known !== undefined) return known;
  const read = readAnew(value);
  readAlready.set(value, read);
  return read;
}

function readAnew(value: string): JsonBody | null {
  try {
    const { text, issues } = boundedJson(value);
    return { value: JSON.parse(text) as unknown, issues };
  } catch {
    return null;
  }
}

describe.each(asks)('a body of $name', ({ name, endpoint }) => {
  test.each(Object.entries(HOSTILE))('%s in any field: refused at once', async (_what, value) => {
    const { params = {}, body: sample } = inputOf(sampleOf(name, fixtures));
    const read = readOf(value);
    const fields = fieldsOf(endpoint, sample);
    for (const [n, [at, put]] of fields.entries()) {
      // The first is sent whatever its parser says, and all where another reader looks for a field in the bytes.
      const isSent = n === 0 || endpoint.carriesMedia === true || !(await isRefusedByParser(at, put));
      if (isSent) await expectRefused(at, bodyWith(put, value));
    }

    async function isRefusedByParser(at: string, put: PutInto): Promise<boolean> {
      if (read === null) return true;
      const given = { value: put(read.value), issues: read.issues };
      const refusals: (InvalidInputError | null)[] = [];
      const ms = await cost(async () => refusals.push(refusalOf(endpoint, { params, given })));
      expect(ms, `${at}, ms of its parser`).toBeLessThan(MOST_MS / 2);
      const [refusal] = refusals;
      if (!refusal) return false;
      expect([at, JSON.stringify(refusal).length < 20_000]).toEqual([at, true]);
      return true;
    }

    async function expectRefused(at: string, body: Buffer): Promise<void> {
      const answered: { status: number; length: number } = { status: 0, length: 0 };
      const ms = await cost(async () => {
        const answer = await callerOf(endpoint).ask(addressWith(endpoint, params), {
          method: endpoint.method,
          headers: { 'content-type': 'application/json' },
          body,
        });
        answered.status = answer.status;
        answered.length = answer.text.length;
      });
      expect([at, answered.status]).toEqual([at, answered.status === 200 && isUnread(at) ? 200 : 400]);
      expect([at, answered.length < 20_000]).toEqual([at, true]);
      expect(ms, `${at}, ms`).toBeLessThan(MOST_MS);
    }
  });
});

describe('an address and its headers', () => {
  const ALMOST_ALL = 14_000;
  const shapes: [string, string][] = [
    ['opening brackets', '('.repeat(ALMOST_ALL)],
    ['spaces', `x${' '.repeat(ALMOST_ALL)}x`],
    ['commas', ','.repeat(ALMOST_ALL)],
    ['semicolons', 'a;'.repeat(ALMOST_ALL / 2)],
    ['equals signs', 'a=;'.repeat(ALMOST_ALL / 3)],
    ['quotes', '"\\'.repeat(ALMOST_ALL / 2)],
    ['slashes', 'a/'.repeat(ALMOST_ALL / 2)],
  ];
  const headers = [
    'idempotency-key',
    'x-time-zone',
    'x-request-id',
    'x-unattended',
    'cookie',
    'user-agent',
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'content-type',
    'content-encoding',
    'if-none-match',
    'if-range',
    'range',
    'last-event-id',
    'x-forwarded-for',
    'origin',
    'sec-fetch-site',
    'upload-metadata',
    'upload-length',
    'upload-offset',
    'tus-resumable',
    'x-http-method-override',
  ];
  const places: [string, string, string][] = [
    ['GET', '/api/settings', ''],
    ['GET', '/metrics', ''],
    ['GET', '/remotes/mf_history/1/x.js', ''],
    ['PATCH', '/api/settings', '{"theme":"dark"}'],
    ['POST', '/api/media/uploads', ''],
    ['POST', '/api/media', 'x'],
  ];

  test.each(headers)('a long %s costs next to nothing', async (name) => {
    for (const [what, value] of shapes) {
      for (const [method, address, body] of places) {
        const ms = await cost(async () => {
          const answer = await owner.ask(address, {
            method,
            headers: { 'content-type': 'application/json', [name]: value },
            ...(body === '' ? {} : { body }),
          });
          expect([what, method, address, answer.status]).not.toContain(500);
        });
        expect(ms, `${what} at ${method} ${address}, ms`).toBeLessThan(MOST_MS);
      }
    }
  });

  test.each([...ENDPOINTS].map(([name, endpoint]) => ({ name, endpoint })))(
    'long ones of $name cost next to nothing',
    async ({ name, endpoint }) => {
      const { params = {} } = inputOf(sampleOf(name, fixtures));
      const address = addressWith(endpoint, params);
      const queries = Object.keys((endpoint.query._zod.def as unknown as { shape: object }).shape);
      await expectRefused(`${address}?${'a&'.repeat(ALMOST_ALL / 2)}`);
      for (const [n, [, value]] of shapes.entries()) {
        const firstOf = (length: number) => encodeURIComponent(value).slice(0, length).replace(/%.?$/, '');
        const long = firstOf(ALMOST_ALL);
        const parts = endpoint.path.match(/:\w+/g)?.length ?? 0;
        if (parts > 0) await expectRefused(endpoint.path.replace(/:\w+/g, () => firstOf(ALMOST_ALL / parts)));
        for (const key of [...queries, 'unknown']) {
          // Before the parser all fields are alike: of most shapes it is asked alone.
          const isSent = n === 0 || !(await isRefusedByParser({ [key]: decodeURIComponent(long) }));
          if (isSent) await expectRefused(`${address}?${key}=${long}`);
        }
      }

      async function isRefusedByParser(query: Record<string, string>): Promise<boolean> {
        let isRefused = false;
        const ms = await cost(async () => {
          isRefused = refusalOf(endpoint, { params, query }) !== null;
        });
        expect(ms, `${Object.keys(query).join()}, ms of its parser`).toBeLessThan(MOST_MS / 2);
        return isRefused;
      }

      async function expectRefused(long: string): Promise<void> {
        const ms = await cost(async () => {
          const answer = await callerOf(endpoint).ask(long, { method: endpoint.method });
          expect([long.slice(0, 100), answer.status]).toEqual([expect.any(String), expect.toBeOneOf([400, 404])]);
        });
        expect(ms, `${long.slice(0, 100)}, ms`).toBeLessThan(MOST_MS);
      }
    },
  );
});

test('a hundred thousand unknown fields are told by the first twenty', async () => {
  const answer = await owner.fetch('/api/settings', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: `{"theme":"dark",${KEYS}}`,
  });
  expect(answer.status).toBe(400);
  const { message, issues } = (await answer.json()) as { message: string; issues: { path: string; message: string }[] };
  expect(issues).toEqual(
    Array.from({ length: 20 }, (_, n) => ({ path: `k${n.toString(36)}`, message: 'Unknown field' })),
  );
  expect(message).toMatch(/^k0: Unknown field; .*; kj: Unknown field; and [\d,]+ more$/);
});

test('a field with a name of a megabyte is told by its beginning', async () => {
  const answer = await owner.fetch('/api/settings', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: `{"${'x'.repeat(ALMOST_A_MEGABYTE)}":1}`,
  });
  expect([answer.status, (await answer.text()).length < 2000]).toEqual([400, true]);
});

describe('what no table can hold', () => {
  const NUMBERS = ['1099511627776', '9223372036854775808', '1e400', '-1', '"99999999999999"'];

  test.each(asks)('as a number in a body of $name is no failure of ours', async ({ name, endpoint }) => {
    const { params = {}, body: sample } = inputOf(sampleOf(name, fixtures));
    // It would end the session of these calls, or the account.
    if (['logout', 'logoutEverywhere', 'deleteAllData', 'startImpersonation', 'stopImpersonation'].includes(name))
      return;
    for (const value of NUMBERS) {
      for (const [at, put] of fieldsOf(endpoint, sample)) {
        // What its parser refuses goes no further.
        const given = { value: put(JSON.parse(value)), issues: [] };
        if (refusalOf(endpoint, { params, given }) !== null) continue;
        const answer = await callerOf(endpoint).ask(addressWith(endpoint, params), {
          method: endpoint.method,
          headers: { 'content-type': 'application/json' },
          body: bodyWith(put, value),
        });
        expect([at, value, answer.status]).not.toContain(500);
      }
    }
  });

  const readers = [...ENDPOINTS]
    .filter(
      ([name]) =>
        !['logout', 'logoutEverywhere', 'deleteAllData', 'startImpersonation', 'stopImpersonation'].includes(name),
    )
    .map(([name, endpoint]) => ({ name, endpoint }));
  test.each(readers)('in the address of $name is no failure of ours', async ({ name, endpoint }) => {
    const { params = {}, query = {} } = inputOf(sampleOf(name, fixtures));
    const caller = callerOf(endpoint);
    const keys = Object.keys((endpoint.query._zod.def as unknown as { shape: object }).shape);
    for (const value of [
      '1099511627776',
      '9223372036854775808',
      '-1',
      '1e400',
      '0',
      '%00',
      'a%00b',
      '%ff',
      '%',
      '%zz',
      '0001-01-01T00:00:00Z',
      '0000-01-01T00:00:00%2B23:59',
      '9999-12-31T23:59:59-23:59',
    ]) {
      const others = (key: string) => Object.entries(query).filter(([of]) => of !== key);
      // What is plain and refused by its parser goes no further.
      const isSent = (key: string) =>
        value.includes('%') ||
        refusalOf(endpoint, { params, query: namedValues([...others(key), [key, value]]) }) === null;
      const addresses = [
        ...(endpoint.path.includes(':') ? [endpoint.path.replace(/:\w+/g, () => value)] : []),
        ...keys.filter(isSent).map((key) => {
          const search = new URLSearchParams(namedValues(others(key))).toString();
          return `${addressWith(endpoint, params)}?${search}&${key}=${value}`;
        }),
      ];
      for (const address of addresses) {
        const { status, text } = await caller.ask(address, { method: endpoint.method });
        expect([address, status, text]).not.toContain(500);
        if (value.includes('%00'))
          expect([address, status, text]).toEqual([address, 400, expect.stringContaining('%00')]);
      }
    }
  });

  test.each([
    '/api/media/%00',
    '/api/media/uploads/%00',
    '/%00',
    '/assets/%00.js',
    '/remotes/mf_history/%00/x.js',
    '/api/events?after=%00',
    '/api/no-such-call/%00',
    '/history?search=%00',
    '/healthz?%00',
  ])('%s is refused with a sentence', async (address) => {
    const answer = await owner.fetch(address);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: 'invalid_input', message: 'The address must not contain the character NUL (%00)' },
    ]);
  });

  test('an instant that its offset takes out of the calendar is refused', async () => {
    const answer = await owner.fetch('/api/posts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        content: 'x',
        status: 'scheduled',
        facebookPageId: fixtures.page.id,
        scheduledAt: '9999-12-31T23:59:59-23:59',
      }),
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path: 'scheduledAt' }] }]);
  });

  test.each([
    ['maxUses', '/api/admin/invitation-codes', { code: 'LARGE-NUMBERS', maxUses: 2 ** 40 }],
    ['revision', '/api/admin/releases/mf_history/current', { version: null, revision: 2 ** 40 }],
  ])('2^40 as %s is refused with a sentence', async (path, address, body) => {
    const answer = await admin.fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { issues: [{ path, message: expect.stringContaining('2147483647') }] },
    ]);
  });
});

test.each([
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  'multipart/form-data; boundary=x',
])('a form that cannot be told apart is refused with a sentence: %s', async (type) => {
  const answer = await owner.fetch('/api/media', {
    method: 'POST',
    headers: { 'content-type': type },
    body: '--y\r\n\r\n',
  });
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { code: 'invalid_input', message: expect.stringMatching(/form/) },
  ]);
});

test('a form that ends in the middle of its file is refused with a sentence, and the product goes on', async () => {
  const form =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nabc';
  const answer = await owner.fetch('/api/media?kind=image', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: form,
  });
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { code: 'invalid_input', message: expect.stringMatching(/arrive completely/) },
  ]);
});
