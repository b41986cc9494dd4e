import { describe, expect, test } from 'vitest';
import { setUpSeededSandbox } from './set-up-sandbox.ts';
import { found } from './testing.ts';

const { sandbox, page } = setUpSeededSandbox();

const graph = (method: string, path: string, fields = {}) => sandbox.graph(method, path, page.access_token, fields);
const publish = (message = 'Hello') => graph('POST', `/${page.id}/feed`, { message });
const feed = { service: 'graph', method: 'POST', path: '/feed$' };

describe('states', () => {
  test('read-lag hides a new object from reads for a while', async () => {
    await sandbox.fault({ match: feed, action: 'read-lag 5000' });
    const id = String((await publish('Lagging')).body['id']);
    expect((await graph('GET', `/${id}`)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
    expect(JSON.stringify((await graph('GET', `/${page.id}/published_posts`)).body)).not.toContain('Lagging');
    await sandbox.clock(6000);
    expect((await graph('GET', `/${id}`)).body['message']).toBe('Lagging');
  });

  test.each([
    ['page', 80001],
    ['app', 4],
    ['user', 17],
  ])('throttling a %s answers %i until the clock passes', async (scope, code) => {
    const manager = await sandbox.user('manager');
    const token = scope === 'user' ? manager.accessToken : page.access_token;
    const id = { page: page.id, app: '904417230158842', user: manager.id }[scope];
    await sandbox.fault({ match: {}, action: { type: 'throttle', [scope]: id, minutes: 30 } });
    const answer = await sandbox.graph('GET', '/me', token);
    expect(answer.body.error).toMatchObject({ code });
    const usage = answer.headers.get('x-business-use-case-usage') ?? answer.headers.get('x-app-usage') ?? '';
    expect(usage).toContain('"call_count":100');
    if (scope === 'page') expect(usage).toContain('"estimated_time_to_regain_access":30');
    await sandbox.clock(31 * 60_000);
    expect((await sandbox.graph('GET', '/me', token)).status).toBe(200);
  });

  test('a throttle may climb first', async () => {
    await sandbox.fault({ action: { type: 'throttle', page: page.id, minutes: 5, climb: 2 } });
    const statuses = [await graph('GET', '/me'), await graph('GET', '/me'), await graph('GET', '/me')].map(
      (answer) => answer.status,
    );
    expect(statuses).toEqual([200, 200, 400]);
  });

  test.each([[{ id: 'PAGE' }], [{ page: 'PAGE' }], [{ token: 'TOKEN' }]])('token may be named by %j', async (who) => {
    const named = JSON.parse(
      JSON.stringify(who).replace('PAGE', page.id).replace('TOKEN', page.access_token),
    ) as Record<string, string>;
    await sandbox.fault({ match: {}, action: { type: 'token', ...named, state: 'expired' } });
    expect((await publish()).body.error).toMatchObject({ code: 190, error_subcode: 463 });
  });

  test('token makes later calls answer accordingly', async () => {
    await sandbox.fault({ match: {}, action: { type: 'token', id: page.id, state: 'scope-removed' } });
    expect((await publish()).body.error?.['code']).toBe(200);
    expect((await graph('GET', '/me')).status).toBe(200);
  });

  test('pages can vanish from, be renamed in, and start an empty page of the account list', async () => {
    const { accessToken, pages } = await sandbox.user('manager');
    const [first, second] = [found(pages[0]), found(pages[1])];
    await sandbox.fault({ match: {}, action: 'drop-page-from-accounts', page: first.id });
    await sandbox.fault({ match: {}, action: { type: 'rename-page', page: second.id, name: 'New Name' } });
    const list = async (fields = {}) =>
      (await sandbox.graph('GET', '/me/accounts', accessToken, { fields: 'name', ...fields })).body;
    expect(((await list()).data as { name: string }[]).map((one) => one.name)).toEqual([
      'New Name',
      'Laman Herba Nursery',
    ]);
    await sandbox.control('DELETE', '/faults');
    await sandbox.fault({ match: {}, action: 'paging-empty-with-next' });
    const empty = await list();
    expect(empty.data).toEqual([]);
    const next = (empty['paging'] as { next: string }).next;
    expect((await sandbox.call('GET', next)).body.data).toHaveLength(3);
  });
});

describe('bad control bodies', () => {
  test.each([
    [{ match: {}, action: 'explode' }, /Name an action/],
    [{ match: { path: '(' }, action: 'hang' }, /regular expression/],
    [{ match: { nonsense: 1 }, action: 'hang' }, /nonsense/],
    [{ match: {}, action: 'delay' }, /ms/],
    [{ match: {}, action: 'token', id: 'x', state: 'sad' }, /state/],
    [[], /object/],
    [{ match: {}, when: 'later', action: 'hang' }, /when/],
  ])('%j is refused with a sentence', async (body, sentence) => {
    const answer = await sandbox.call('POST', '/__sandbox/faults', { body });
    expect(answer.status).toBe(400);
    expect(answer.body['message']).toMatch(sentence);
  });
});
