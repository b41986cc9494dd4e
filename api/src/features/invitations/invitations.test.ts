import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { redeemInvitationCode, validateInvitation } from '../../contract/index.ts';
import { testApi, type Caller, type TestApi } from '../../testing/test-api.ts';

vi.setConfig({ testTimeout: 20_000 });

let api: TestApi;
let stranger: Caller;
beforeAll(async () => {
  api = await testApi();
  stranger = api.as(null);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.raw('truncate access_entries, invitation_codes restart identity');
  await addCode('WELCOME');
});

const addCode = (code: string, facts: Record<string, unknown> = {}) => api.db('invitation_codes').insert({ code, ...facts });
const redeem = (code: string, facebookId = '1021', on = stranger) => on.call(redeemInvitationCode, { body: { code, facebookId, name: 'Marcus Lim' } });
const uses = async (code: string) => (await api.db('invitation_codes').where({ code }).pluck<number[]>('current_uses'))[0];
const entries = () => api.db('access_entries').orderBy('facebook_id').select('facebook_id', 'name', 'type', 'role');

const unusable: [string, Record<string, unknown>][] = [
  ['switched off', { is_active: false }], ['expired', { expires_at: new Date(Date.now() - 1000) }], ['used up', { max_uses: 2, current_uses: 2 }],
];

describe('validate', () => {
  test.each(['WELCOME', ' WELCOME '])('a code that works is valid: %j', async (code) => expect((await stranger.call(validateInvitation, { body: { code } })).body).toEqual({ valid: true }));
  test('an unknown one is not', async () => expect((await stranger.call(validateInvitation, { body: { code: 'welcome!' } })).body).toEqual({ valid: false }));
  test.each(unusable)('one that is %s is not', async (_why, facts) => {
    await addCode('OLD', facts);
    expect((await stranger.call(validateInvitation, { body: { code: 'OLD' } })).body).toEqual({ valid: false });
  });
  test('uses nothing up', async () => {
    await stranger.call(validateInvitation, { body: { code: 'WELCOME' } });
    expect(await uses('WELCOME')).toBe(0);
  });
  test('an empty code is bad input', async () => expect((await stranger.call(validateInvitation, { body: { code: '  ' } })).status).toBe(400));
});

describe('use', () => {
  test('lets the account in as a user and counts', async () => {
    expect((await redeem('WELCOME')).body).toEqual({ success: true });
    expect(await entries()).toEqual([{ facebook_id: '1021', name: 'Marcus Lim', type: 'whitelist', role: 'user' }]);
    expect(await uses('WELCOME')).toBe(1);
  });

  test.each([...unusable, ['unknown', null] as const])('a code that is %s lets nobody in', async (_why, facts) => {
    if (facts !== null) await addCode('OLD', facts);
    const answer = await redeem('OLD');
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'Invalid or expired invitation code', message: 'Invalid or expired invitation code' });
    expect(await entries()).toEqual([]);
  });

  test('never lifts a block, and says so without counting', async () => {
    await api.db('access_entries').insert({ facebook_id: '1021', name: 'Dennis', type: 'blacklist' });
    const answer = await redeem('WELCOME');
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: expect.stringContaining('blocked') });
    expect(await entries()).toMatchObject([{ type: 'blacklist' }]);
    expect(await uses('WELCOME')).toBe(0);
  });

  test('by somebody who is in already changes nothing, not even their role', async () => {
    await api.db('access_entries').insert({ facebook_id: '1021', name: 'Farid', type: 'whitelist', role: 'admin' });
    expect((await redeem('WELCOME')).status).toBe(200);
    expect(await entries()).toMatchObject([{ name: 'Farid', role: 'admin' }]);
    expect(await uses('WELCOME')).toBe(0);
  });

  test('twenty at once get three uses three times', async () => {
    await addCode('THREE', { max_uses: 3 });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => redeem('THREE', String(5000 + index))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await uses('THREE')).toBe(3);
    expect(await entries()).toHaveLength(3);
  });

  test('the same account twice at once uses one', async () => {
    const answers = await Promise.all([redeem('WELCOME'), redeem('WELCOME'), redeem('WELCOME')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await uses('WELCOME')).toBe(1);
  });

  test.each([['facebookId', 'abc'], ['name', ''], ['code', '']])('a wrong %s is named', async (field, value) => {
    const answer = await stranger.call(redeemInvitationCode, { body: { code: 'WELCOME', facebookId: '1021', name: 'Lim', [field]: value } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ issues: [{ path: field }] });
  });
});

test('guessing is slowed down: both calls count together, by address', async () => {
  const strict = await testApi({ CODE_RATE_LIMIT: '3' });
  const guesses = [
    await strict.as(null).call(validateInvitation, { body: { code: 'A' } }), await redeem('B', '1', strict.as(null)),
    await strict.as(null).call(validateInvitation, { body: { code: 'C' } }), await redeem('D', '1', strict.as(null)),
  ];
  await strict.close();
  expect(guesses.map(({ status }) => status)).toEqual([200, 400, 200, 429]);
  expect(Number(guesses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
});
