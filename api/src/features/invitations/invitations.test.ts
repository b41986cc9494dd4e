import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createInvitationCode,
  currentUser,
  facebookLogin,
  redeemInvitationCode,
  validateInvitation,
} from '../../contract/index.ts';
import { buildUser } from '../../testing/builders.ts';
import { setUpApi } from '../../testing/scene.ts';
import { cookieOfStranger } from '../../testing/pending-login.ts';
import { cookieOf, testApi, type Caller } from '../../testing/test-api.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { above } from '../../testing/stored.ts';

const api = setUpApi();
let stranger: Caller;
let lastEntry: number;
beforeAll(async () => {
  stranger = api.as(null);
});
beforeEach(async () => {
  await emptyTables(api.db, 'access_entries', 'invitation_codes');
  await addCode('WELCOME');
  lastEntry = (await api.stored.auditLog.latest())?.id ?? 0;
});

const marcus = { facebookId: '1021', name: 'Marcus Lim' };
const addCode = (code: string, facts: Record<string, unknown> = {}) =>
  api.stored.invitationCodes.add({ code, ...facts });
/** By a browser in which somebody has logged in at Facebook. */
const redeem = (code: string, person = marcus) =>
  api.withCookie(cookieOfStranger(person)).call(redeemInvitationCode, { body: { code, ...person } });
const uses = async (code: string) => (await api.stored.invitationCodes.values<number>('current_uses', { code }))[0];
const entries = () => api.stored.accessEntries.rows({}, 'facebook_id', 'name', 'type', 'role');
const audited = () =>
  api.stored.auditLog.rows({ id: above(lastEntry) }, 'actor_facebook_id', 'action', 'subject', 'after');

const unusable: [string, Record<string, unknown>][] = [
  ['switched off', { is_active: false }],
  ['expired', { expires_at: new Date(Date.now() - 1000) }],
  ['used up', { max_uses: 2, current_uses: 2 }],
];

describe('validate', () => {
  test.each(['WELCOME', ' WELCOME ', 'welcome'])('a code that works is valid: %j', async (code) =>
    expect((await stranger.call(validateInvitation, { body: { code } })).body).toEqual({ valid: true }),
  );
  test('an unknown one is not', async () =>
    expect((await stranger.call(validateInvitation, { body: { code: 'welcome!' } })).body).toEqual({ valid: false }));
  test.each(unusable)('one that is %s is not', async (_why, facts) => {
    await addCode('OLD', facts);
    expect((await stranger.call(validateInvitation, { body: { code: 'OLD' } })).body).toEqual({ valid: false });
  });
  test('uses nothing up', async () => {
    await stranger.call(validateInvitation, { body: { code: 'WELCOME' } });
    expect(await uses('WELCOME')).toBe(0);
  });
  test('an empty code is bad input', async () =>
    expect((await stranger.call(validateInvitation, { body: { code: '  ' } })).status).toBe(400));
});

describe('use', () => {
  test.each(['WELCOME', 'welcome', ' Welcome '])('lets the account in as a user and counts: %j', async (code) => {
    const answer = await redeem(code);
    expect(answer.body).toEqual({ success: true });
    expect(await entries()).toEqual([{ facebook_id: '1021', name: 'Marcus Lim', type: 'whitelist', role: 'user' }]);
    expect(await uses('WELCOME')).toBe(1);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^pagecast_pending_login=;/);
    expect(await audited()).toEqual([
      { actor_facebook_id: '1021', action: 'invitations.redeemed', subject: 'WELCOME', after: null },
    ]);
  });

  test('never lifts a block, and says so without counting', async () => {
    await api.stored.accessEntries.add({ facebook_id: '1021', name: 'Dennis', type: 'blacklist' });
    const answer = await redeem('WELCOME');
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: expect.stringContaining('blocked') });
    expect(await entries()).toMatchObject([{ type: 'blacklist' }]);
    expect(await uses('WELCOME')).toBe(0);
    expect(await audited()).toMatchObject([
      { action: 'invitations.refused', subject: 'WELCOME', after: { reason: 'account is blocked' } },
    ]);
  });

  test('by somebody who is in already changes nothing, not even their role', async () => {
    await api.stored.accessEntries.add({ facebook_id: '1021', name: 'Farid', type: 'whitelist', role: 'admin' });
    expect((await redeem('WELCOME')).status).toBe(200);
    expect(await entries()).toMatchObject([{ name: 'Farid', role: 'admin' }]);
    expect(await uses('WELCOME')).toBe(0);
  });

  test('twenty at once get three uses three times', async () => {
    await addCode('THREE', { max_uses: 3 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => redeem('THREE', { facebookId: String(5000 + index), name: 'A guest' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await uses('THREE')).toBe(3);
    expect(await entries()).toHaveLength(3);
    expect((await audited()).filter(({ action }) => action === 'invitations.redeemed')).toHaveLength(3);
  });

  test('the same account twice at once uses one', async () => {
    const answers = await Promise.all([redeem('WELCOME'), redeem('WELCOME'), redeem('WELCOME')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await uses('WELCOME')).toBe(1);
  });

  test.each([
    ['facebookId', 'abc'],
    ['name', ''],
    ['code', ''],
  ])('a wrong %s is named', async (field, value) => {
    const answer = await stranger.call(redeemInvitationCode, {
      body: { code: 'WELCOME', facebookId: '1021', name: 'Lim', [field]: value },
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ issues: [{ path: field }] });
  });
});

describe('a code that is no good', () => {
  const people: [string, object | null][] = [
    ['unknown', null],
    ['known', { type: 'whitelist' }],
    ['blocked', { type: 'blacklist' }],
  ];
  const codes: [string, Record<string, unknown> | null][] = [...unusable, ['unknown', null]];

  test.each(people.flatMap(([who, entry]) => codes.map(([why, facts]) => [who, why, entry, facts] as const)))(
    'is answered alike to everybody: %s person, %s code',
    async (_who, why, entry, facts) => {
      if (entry !== null)
        await api.stored.accessEntries.add({ facebook_id: marcus.facebookId, name: 'Marcus', ...entry });
      if (facts !== null) await addCode('OLD', facts);
      const before = await entries();
      const answer = await redeem('OLD');
      expect([answer.status, answer.body, answer.headers.getSetCookie()]).toEqual([
        400,
        expect.objectContaining({
          error: 'Invalid or expired invitation code',
          message: 'Invalid or expired invitation code',
        }),
        [],
      ]);
      expect(await entries()).toEqual(before);
      expect(await audited()).toEqual([
        {
          actor_facebook_id: marcus.facebookId,
          action: 'invitations.refused',
          subject: why === 'unknown' ? 'Unknown code' : 'OLD',
          after: { reason: why === 'unknown' ? 'no such code' : 'expired, used up or turned off' },
        },
      ]);
    },
  );
});

describe('whom a code is for', () => {
  const logIn = async (role: 'invitee' | 'blocked' | 'manager', by = stranger) => {
    const { id, name, accessToken } = await api.sandbox.user(role);
    return { id, name, answer: await by.call(facebookLogin, { body: { userID: id, accessToken } }) };
  };

  test('is who has just logged in at Facebook in this browser, from the refusal to the first screen', async () => {
    const { id, name, answer } = await logIn('invitee');
    expect([answer.status, answer.body]).toEqual([
      401,
      expect.objectContaining({ requiresInvitation: true, facebookId: id, name }),
    ]);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^pagecast_pending_login=v1\.[^;]+; path=\/; expires=[^;]+; samesite=lax; httponly$/i,
    );
    const browser = api.withCookie(cookieOf(answer.headers));
    expect((await browser.call(redeemInvitationCode, { body: { code: 'welcome' } })).status).toBe(200);
    expect(await entries()).toEqual([{ facebook_id: id, name, type: 'whitelist', role: 'user' }]);
    const again = await logIn('invitee', browser);
    expect(again.answer.headers.getSetCookie()[1]).toMatch(/^pagecast_pending_login=;/);
    expect((await api.withCookie(cookieOf(again.answer.headers)).call(currentUser)).body).toMatchObject({ id });
  });

  test('is never whom the request names', async () => {
    const { id, answer } = await logIn('invitee');
    const answered = await api
      .withCookie(cookieOf(answer.headers))
      .call(redeemInvitationCode, { body: { code: 'WELCOME', facebookId: '66', name: 'Mallory' } });
    expect(answered.status).toBe(200);
    expect(await entries()).toMatchObject([{ facebook_id: id }]);
  });

  test.each([
    ['no login', ''],
    ['a login that somebody made up', 'pagecast_pending_login=v1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.e30'],
    ['no more than letters', 'pagecast_pending_login=x'],
    ['a login under another key', cookieOfStranger(marcus, 'another key, of more than thirty-two characters')],
  ])('is nobody after %s', async (_what, cookie) => {
    for (const code of ['WELCOME', 'NOT-A-CODE']) {
      const answer = await (cookie === '' ? stranger : api.withCookie(cookie)).call(redeemInvitationCode, {
        body: { code, ...marcus },
      });
      expect([answer.status, answer.body]).toEqual([
        400,
        expect.objectContaining({
          error: 'Log in with Facebook first, so we know which account the code is for.',
        }),
      ]);
    }
    expect([await entries(), await uses('WELCOME')]).toEqual([[], 0]);
    expect(await audited()).toMatchObject([
      {
        actor_facebook_id: 'unknown',
        action: 'invitations.refused',
        subject: 'WELCOME',
        after: { reason: 'not logged in at Facebook' },
      },
      { subject: 'Unknown code', after: { reason: 'not logged in at Facebook' } },
    ]);
  });

  test('is nobody an hour later', async () => {
    const cookie = cookieOfStranger(marcus);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61 * 60_000);
    const answer = await api.withCookie(cookie).call(redeemInvitationCode, { body: { code: 'WELCOME', ...marcus } });
    vi.restoreAllMocks();
    expect(answer.status).toBe(400);
    expect(await entries()).toEqual([]);
  });

  test('is nobody who is blocked: their login leaves nothing to redeem a code with', async () => {
    const { id } = await api.sandbox.user('blocked');
    await api.stored.accessEntries.add({ facebook_id: id, name: 'Dennis', type: 'blacklist' });
    const { answer } = await logIn('blocked');
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  });
});

describe('codes made by hand', () => {
  const make = async (code: string) => {
    const admin = api.as(await buildUser(api.db, { role: 'admin' }));
    return admin.call(createInvitationCode, { body: { code } });
  };

  test.each(['A', 'SEVEN77', ' SEVEN77 '])('have eight characters at least: %j', async (code) => {
    const answer = await make(code);
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ issues: [{ path: 'code', message: 'Must have at least 8 characters' }] }),
    ]);
  });

  test('are not made twice in other letters', async () => {
    expect((await make('Our-Bakery')).status).toBe(201);
    expect((await make('OUR-BAKERY')).status).toBe(409);
  });
});

test('guessing is slowed down: both calls count together, by address', async () => {
  const strict = await testApi({ CODE_RATE_LIMIT: '3' });
  const use = (code: string) => strict.as(null).call(redeemInvitationCode, { body: { code, ...marcus } });
  const guesses = [
    await strict.as(null).call(validateInvitation, { body: { code: 'A' } }),
    await use('B'),
    await strict.as(null).call(validateInvitation, { body: { code: 'C' } }),
    await use('D'),
  ];
  await strict.close();
  expect(guesses.map(({ status }) => status)).toEqual([200, 400, 200, 429]);
  expect(Number(guesses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
});
