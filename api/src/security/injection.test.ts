import { beforeAll, describe, expect, test } from 'vitest';
import * as contract from '../contract/index.ts';
import { buildPage, buildUser, type TestUser } from '../testing/builders.ts';
import { setUpApi } from '../testing/scene.ts';
import { buildShell } from '../testing/web-root.ts';
import { ENDPOINTS, inputOf, sampleOf } from '../testing/contract-calls.ts';
import { rightCaller } from '../testing/principals.ts';
import { type Caller } from '../testing/test-api.ts';
import { buildFixtures, type Fixtures } from '../testing/person-fixtures.ts';

const api = setUpApi();
let fixtures: Fixtures;
let me: TestUser;
let caller: Caller;
let admin: Caller;
let callerOf: Awaited<ReturnType<typeof rightCaller>>;
beforeAll(async () => {
  fixtures = await buildFixtures(api.db);
  me = fixtures.owner;
  caller = api.as(me);
  admin = api.as(await buildUser(api.db, { role: 'admin' }));
  callerOf = await rightCaller(api, caller);
});

const SCRIPT = '</script><img src=x onerror=alert(1)><script>alert(1)</script>';

describe('markup in a text', () => {
  test('comes back letter by letter, as JSON that no browser shows as a page', async () => {
    const page = await buildPage(api.db, me, { name: SCRIPT });
    await caller.call(contract.createPost, {
      body: { content: SCRIPT, keywords: SCRIPT, status: 'draft', facebookPageId: page.id },
    });
    await admin.call(contract.addFacebookApp, {
      body: { appId: '4242', appSecret: 'secret', appMode: 'test', isActive: false, description: SCRIPT },
    });
    await admin.call(contract.addAccessEntry, { body: { facebookId: '4343', name: SCRIPT, type: 'whitelist' } });
    await admin.call(contract.createInvitationCode, { body: { code: SCRIPT, description: SCRIPT } });
    const answers = [
      await caller.call(contract.listPages),
      await caller.call(contract.listPosts, { query: { status: 'draft' } }),
      await admin.call(contract.listFacebookApps),
      await admin.call(contract.listAccessEntries),
      await admin.call(contract.listInvitationCodes),
      await admin.call(contract.listAuditLog),
    ];
    for (const { headers, text } of answers) {
      expect(text).toContain(JSON.stringify(SCRIPT).slice(1, -1));
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
    }
  });

  test.each(['/api/no-such-call', '/api/posts/', '/remotes/mf_history/1/', '/user-data-deletion.svg?code='])(
    'in an address is not shown as a page: %s',
    async (address) => {
      const answer = await caller.fetch(`${address}${encodeURIComponent(SCRIPT)}`);
      expect(answer.headers.get('content-type') ?? '').not.toMatch(/html|svg/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  test('in an address of a screen is not in the page that comes', async () => {
    buildShell(api.config.WEB_ROOT);
    const answer = await caller.fetch(
      `/unauthorized?name=${encodeURIComponent(SCRIPT)}&facebookId=${encodeURIComponent(SCRIPT)}`,
    );
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain('alert(1)');
  });
});

/** Every text of an input, one at a time, with `probe` in its place. */
function withProbe(input: Record<string, unknown>, probe: string): Record<string, unknown>[] {
  return Object.entries(input).flatMap(([key, value]) => {
    if (typeof value === 'string') return [{ ...input, [key]: probe }];
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? withProbe(value as Record<string, unknown>, probe).map((inner) => ({ ...input, [key]: inner }))
      : [];
  });
}

const PROBES = [
  "' or '1'='1",
  "'; drop table users; --",
  "\\'; select pg_sleep(5); --",
  '%_%',
  '$1',
  '?',
  '??',
  ':id',
  '{"$ne":null}',
];

describe('SQL in a text', () => {
  const inputs = [...ENDPOINTS]
    .filter(
      ([name]) => !['logout', 'logoutEverywhere', 'deleteAllData', 'startImpersonation', 'testApiKey'].includes(name),
    )
    .map(([name, endpoint]) => ({ name, endpoint }));

  test.each(inputs)('$name: no probe breaks a query or lasts', async ({ name, endpoint }) => {
    const sample = inputOf(sampleOf(name, fixtures));
    const who = callerOf(endpoint);
    for (const probe of PROBES) {
      const tries = (['params', 'query', 'body'] as const).flatMap((part) =>
        withProbe(sample[part] ?? {}, probe).map((changed) => ({ ...sample, [part]: changed })),
      );
      for (const input of tries) {
        const answer = await who.call(endpoint, input);
        expect(answer.status, `${JSON.stringify(input)}: ${answer.text}`).not.toBe(500);
        // The probe itself may come back, and a token may spell anything; nothing of the database may.
        expect(answer.text.replaceAll(/pg_sleep|[\w-]{40,}/g, '')).not.toMatch(
          /syntax error|pg_|knex|from "|relation "/i,
        );
      }
    }
    expect(await api.stored.users.values('id', { id: me.userId })).toEqual([me.userId]);
  });

  test('half of a character is refused, a whole one is kept', async () => {
    for (const text of ['\ud800', 'a\udc00b']) {
      expect((await caller.call(contract.createPost, { body: { content: text, status: 'draft' } })).body).toMatchObject(
        { code: 'invalid_input', message: 'Must not contain half of a character' },
      );
    }
    const whole = await caller.fetch('/api/posts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"status":"draft","facebookPageId":${fixtures.page.id},"content":"\\ud83c\\udf5e \\\\ud800"}`,
    });
    expect(await whole.json()).toMatchObject({ content: '🍞 \\ud800' });
  });

  test('in a search finds what has it in its name, and nothing else', async () => {
    await api.stored.loginActivities.add([
      { action: 'login', name: "O'Brien 100%", facebook_id: '5151', access_control_type: 'whitelist' },
      { action: 'login', name: 'Somebody_else', facebook_id: '5252', access_control_type: 'whitelist' },
    ]);
    const found = async (search: string) =>
      (await admin.call(contract.listLoginActivity, { query: { search } })).body.activities.map(
        ({ facebookId }) => facebookId,
      );
    expect([
      await found("o'brien"),
      await found('100%'),
      await found('%'),
      await found('y_e'),
      await found("' or true --"),
    ]).toEqual([['5151'], ['5151'], ['5151'], ['5252'], []]);
  });
});

describe('a prototype in a body', () => {
  // A file is no JSON, whatever it holds.
  const writes = [...ENDPOINTS]
    .filter(([, { method, takesFile }]) => takesFile !== true && (method === 'POST' || method === 'PATCH'))
    .map(([name, endpoint]) => ({ name, endpoint }));

  test.each(writes)('$name: is refused or left out, and nobody inherits from it', async ({ name, endpoint }) => {
    const { params, body = {} } = inputOf(sampleOf(name, fixtures));
    const who = callerOf(endpoint);
    const address = endpoint.path.replace(':id', String(params?.['id']));
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const text = JSON.stringify({ ...body, nonsense: 1 }).replace(
        '"nonsense":1',
        `${JSON.stringify(key)}:{"isAdmin":true,"prototype":{"isAdmin":true}}`,
      );
      const answer = await who.fetch(address, {
        method: endpoint.method,
        headers: { 'content-type': 'application/json' },
        body: text,
      });
      expect([key, answer.status]).toEqual([key, 400]);
    }
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});
