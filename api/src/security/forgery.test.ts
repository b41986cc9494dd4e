import { beforeEach, describe, expect, test } from 'vitest';
import {
  connectPage,
  currentUser,
  facebookLogin,
  listPages,
  PROFILE_PICTURE_PATH,
  syncPage,
} from '../contract/index.ts';
import { buildUser, someId } from '../testing/builders.ts';
import { ENDPOINTS, inputOf, sampleOf } from '../testing/contract-calls.ts';
import { watchDatabase } from '../testing/database-text.ts';
import { rightCaller } from '../testing/principals.ts';
import { cookieOf, type Caller } from '../testing/test-api.ts';
import { buildFixtures, type Fixtures } from '../testing/person-fixtures.ts';
import { setUpSweptApi } from '../testing/scene.ts';

const api = setUpSweptApi({ PUBLIC_URL: 'http://localhost:3000' });

async function letIn(role: string) {
  const { id, name, accessToken, pages } = await api.sandbox.user(role);
  await api.stored.accessEntries.add({ facebook_id: id, name, type: 'whitelist' });
  return { userID: id, accessToken, pages };
}

describe('a login', () => {
  test('with the token of another person is refused, whoever of the two may come in', async () => {
    const [manager, many] = [await letIn('manager'), await letIn('many')];
    for (const body of [
      { userID: many.userID, accessToken: manager.accessToken },
      { userID: manager.userID, accessToken: many.accessToken },
    ]) {
      const answer = await api.as(null).call(facebookLogin, { body });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
    }
    expect(await api.stored.users.rows()).toEqual([]);
  });

  test('with pages that the browser made up connects those that Facebook tells of', async () => {
    const { userID, accessToken } = await letIn('manager');
    const other = (await api.sandbox.user('many')).pages[0];
    const pages = [
      { id: '666', name: 'Forged', access_token: 'forged' },
      { id: other?.id ?? '', name: 'Taken over', access_token: 'forged' },
    ];
    const answer = await api.as(null).call(facebookLogin, { body: { userID, accessToken, pages } });
    const listed = (await api.withCookie(cookieOf(answer.headers)).call(listPages)).body;
    expect(listed.map(({ name }) => name)).toEqual([
      'Bukit Bintang Cycle Works',
      'Kedai Kopi Seri Pagi',
      'Laman Herba Nursery',
    ]);
  });

  test('takes no session id from the browser: not by cookie, query or header', async () => {
    const { userID, accessToken } = await letIn('manager');
    const planted = 'a'.repeat(43);
    const planting = api.withCookie(`pagecast_session=${planted}`);
    const body = { userID, accessToken };
    const answer = await planting.call(facebookLogin, { body });
    // What is sent as a token is taken for one, and is none.
    const byHeader = await planting.call(facebookLogin, { body, headers: { authorization: `Bearer ${planted}` } });
    expect([byHeader.status, byHeader.headers.getSetCookie()]).toEqual([401, []]);
    expect(cookieOf(answer.headers)).not.toContain(planted);
    expect((await api.withCookie(`pagecast_session=${planted}`).call(currentUser)).status).toBe(401);
    const id = cookieOf(answer.headers).split('=')[1] ?? '';
    const without = await api
      .as(null)
      .fetch(`/api/status?pagecast_session=${id}`, { headers: { authorization: `Bearer ${id}` } });
    expect(without.status).toBe(401);
  });

  test.each(['logout', 'logoutEverywhere'])('is over after %s, also for who has kept the cookie', async (name) => {
    const { userID, accessToken } = await letIn('manager');
    const answer = await api.as(null).call(facebookLogin, { body: { userID, accessToken } });
    const caller = api.withCookie(cookieOf(answer.headers));
    const endpoint = ENDPOINTS.get(name);
    if (endpoint === undefined) throw new Error('No such call');
    expect((await caller.call(endpoint)).status).toBe(200);
    expect((await caller.call(currentUser)).status).toBe(401);
    expect((await caller.fetch(PROFILE_PICTURE_PATH)).status).toBe(401);
  });
});

describe('a page', () => {
  test.each([
    ['connectPage', connectPage],
    ['syncPage', syncPage],
  ] as const)('that the token does not open is not connected: %s', async (_name, endpoint) => {
    const caller = api.as(await buildUser(api.db));
    await caller.call(currentUser);
    const [mine, other] = [await api.sandbox.page('manager'), await api.sandbox.page('many')];
    const changed = await watchDatabase(api.db);
    for (const body of [
      { name: 'Forged', pageId: other.id, accessToken: mine.access_token },
      { name: 'Forged', pageId: someId(), accessToken: mine.access_token },
      { name: 'Forged', pageId: other.id, accessToken: 'made up' },
    ])
      expect((await caller.call(endpoint, { body })).status).toBe(400);
    expect(await changed()).toEqual([]);
  });
});

describe('a write from elsewhere', () => {
  const writes = [...ENDPOINTS]
    .filter(([, { method }]) => method !== 'GET')
    .map(([name, endpoint]) => ({ name, endpoint }));
  const elsewhere: Readonly<Record<string, Record<string, string>>> = {
    'a foreign page': { origin: 'https://evil.example', 'content-type': 'application/json' },
    'a page whose name begins like ours': {
      origin: 'http://localhost:3000.evil.example',
      'content-type': 'application/json',
    },
    'a frame without an origin': { origin: 'null', 'content-type': 'application/json' },
    'a foreign page that tells no origin': {
      origin: '',
      'sec-fetch-site': 'cross-site',
      'content-type': 'application/json',
    },
    'a form': { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    'a fetch that asks nobody': { origin: 'https://evil.example', 'content-type': 'text/plain' },
  };
  let fixtures: Fixtures;
  let caller: Caller;
  beforeEach(async () => {
    fixtures = await buildFixtures(api.db);
    await api.stored.accessEntries.change({ role: 'admin' }, { facebook_id: fixtures.owner.facebookId });
    caller = api.as(fixtures.owner);
    await caller.call(currentUser);
  });

  test.each(writes)('$name is refused and changes nothing', async ({ name, endpoint }) => {
    const { params, body = {} } = inputOf(sampleOf(name, fixtures));
    const address = endpoint.path.replace(':id', String(params?.['id']));
    const changed = await watchDatabase(api.db);
    for (const [from, headers] of Object.entries(elsewhere)) {
      const answer = await caller.fetch(address, { method: endpoint.method, headers, body: JSON.stringify(body) });
      expect([from, answer.status]).toEqual([from, 403]);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(await changed()).toEqual([]);
  });

  test.each(writes.filter(({ endpoint }) => endpoint.method === 'POST' || endpoint.method === 'PATCH'))(
    '$name takes JSON alone, or a file where it takes one, even from our own page',
    async ({ name, endpoint }) => {
      const { params, query, body = {} } = inputOf(sampleOf(name, fixtures));
      const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => String(params?.[key]));
      const search = Object.entries(query ?? {}).map(([key, value]) => `${key}=${String(value)}`);
      const address = `${path}?${search.join('&')}`;
      const right = (await rightCaller(api, caller))(endpoint);
      await right.call(currentUser);
      const changed = await watchDatabase(api.db);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const answer = await right.fetch(address, {
          method: endpoint.method,
          headers: { 'content-type': type },
          body: JSON.stringify({ ...body, padding: 1 }),
        });
        // A file may come in a form, from our own pages; this form has none.
        expect([type, answer.status]).toEqual([
          type,
          endpoint.takesFile === true && type.startsWith('multipart') ? 400 : 415,
        ]);
      }
      // The use of a token is written down.
      const ofToken = endpoint.access === 'release-token' ? ['rate_limits', 'release_tokens'] : [];
      expect((await changed()).filter((table) => !ofToken.includes(table))).toEqual([]);
    },
  );

  test('a preflight gives nothing away', async () => {
    const answer = await fetch(new URL('/api/settings', api.url), {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type',
      },
    });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
