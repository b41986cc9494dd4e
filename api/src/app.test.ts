import { beforeAll, describe, expect, test } from 'vitest';
import * as contract from './contract/index.ts';
import type { Endpoint } from './contract/endpoint.ts';
import { buildUser, type TestUser } from './testing/builders.ts';
import { setUpApi } from './testing/scene.ts';
import { type TestApi } from './testing/test-api.ts';

const ENDPOINTS = Object.values(contract).filter(
  (value): value is Endpoint & typeof value => typeof value === 'object' && 'method' in value && 'path' in value,
) as Endpoint[];
const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
/** Who they let in shows a token, and no session: what they answer is tried beside them. */
const takesToken = ({ access }: Endpoint) => access === 'release-token';
const needsSession = ENDPOINTS.filter((endpoint) => endpoint.access !== 'public' && !takesToken(endpoint));
const params = { id: 1, status: 'scheduled', name: 'mf-history', hash: '0'.repeat(96) };

const api = setUpApi();
let user: TestUser;
let admin: TestUser;
let team: ReturnType<TestApi['as']>;
beforeAll(async () => {
  user = await buildUser(api.db);
  admin = await buildUser(api.db, { role: 'admin' });
  const body = { name: 'CI', area: 'mf-history', rights: [...contract.RELEASE_RIGHTS] };
  team = api.withToken((await api.as(admin).call(contract.createReleaseToken, { body })).body.token);
});

describe('every call of the contract', () => {
  test('the contract has all calls of the product', () => expect(ENDPOINTS.length).toBeGreaterThanOrEqual(49));

  test.each(named(needsSession))('%s answers 401 without a session, whatever is sent', async (_name, endpoint) => {
    const answer = await api
      .as(null)
      .call(endpoint, { params, body: endpoint.method === 'GET' ? undefined : { nonsense: true } });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ message: 'Please log in.', code: 'unauthorized' });
  });

  test.each(named(ENDPOINTS.filter(takesToken)))(
    '%s answers 401 without a token, also to an administrator',
    async (_name, endpoint) => {
      const answer = await api
        .as(admin)
        .call(endpoint, { params, body: endpoint.method === 'GET' ? undefined : { nonsense: true } });
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ code: 'unauthorized' });
    },
  );

  test.each(named(ENDPOINTS.filter(({ access }) => access === 'admin')))(
    '%s answers 403 to who is no administrator',
    async (_name, endpoint) => {
      const answer = await api
        .as(user)
        .call(endpoint, { params, body: endpoint.method === 'GET' ? undefined : { nonsense: true } });
      expect(answer.status).toBe(403);
    },
  );

  test.each(named(ENDPOINTS))('%s refuses a field that it does not know', async (_name, endpoint) => {
    const extra = { nonsense: 'x' };
    const answer = await (takesToken(endpoint) ? team : api.as(admin)).call(endpoint, {
      params,
      ...(endpoint.method === 'GET' || endpoint.takesFile === true ? { query: extra } : { body: extra }),
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'invalid_input',
      issues: expect.arrayContaining([{ path: 'nonsense', message: 'Unknown field' }]),
    });
  });

  test.each(named(ENDPOINTS.filter(({ path }) => path.includes(':id'))))(
    '%s refuses an id that is no whole number',
    async (_name, endpoint) => {
      const answer = await api.as(admin).call(endpoint, { params: { id: '1x' } });
      expect(answer.body).toMatchObject({
        code: 'invalid_input',
        issues: expect.arrayContaining([expect.objectContaining({ path: 'id' })]),
      });
    },
  );
});
