import { beforeEach, describe, expect, test } from 'vitest';
import type { Access, Endpoint } from '../contract/endpoint.ts';
import { loopClockRepository } from '../features/publishing/loop-clock.repository.ts';
import { ENDPOINTS, inputOf, sampleOf, SAMPLES, type Sample } from '../testing/contract-calls.ts';
import { watchDatabase } from '../testing/database-text.ts';
import { enterAs, PRINCIPALS, type Principal } from '../testing/principals.ts';
import { emptyTables } from '../testing/test-database.ts';
import { setUpApi } from '../testing/scene.ts';
import type { Caller } from '../testing/test-api.ts';
import { buildFixtures, type Fixtures } from '../testing/person-fixtures.ts';

const api = setUpApi();
beforeEach(async () => {
  // What earlier calls left would be read again at each look at the tables.
  await emptyTables(api.db, 'users', 'access_entries', 'facebook_apps', 'invitation_codes', 'release_tokens');
  // As of a loop that runs: after a time in which none did, a post is looked for before it goes out.
  await loopClockRepository(api.db).beat();
});

/** What an administrator tries while impersonating is noted, also in vain. */
const NOTED: Principal = 'admin impersonating the owner';

type Outcome = 'as owner' | 'as others' | 401 | 403;

/** What each access class means for each of those at the door. */
const RULES: Record<Access, Record<Principal, Outcome>> = {
  public: {
    nobody: 'as others',
    owner: 'as owner',
    'another user': 'as others',
    blocked: 'as others',
    admin: 'as others',
    'demoted admin': 'as others',
    'admin impersonating the owner': 'as owner',
  },
  user: {
    nobody: 401,
    owner: 'as owner',
    'another user': 'as others',
    blocked: 401,
    admin: 'as others',
    'demoted admin': 'as others',
    'admin impersonating the owner': 'as owner',
  },
  admin: {
    nobody: 401,
    owner: 403,
    'another user': 403,
    blocked: 401,
    admin: 'as owner',
    'demoted admin': 403,
    'admin impersonating the owner': 403,
  },
  // The token counts, and nobody here has one; who is logged in does not.
  'release-token': {
    nobody: 401,
    owner: 401,
    'another user': 401,
    blocked: 401,
    admin: 401,
    'demoted admin': 401,
    'admin impersonating the owner': 401,
  },
};

/** Where a call differs from its class, and why. */
const EXCEPTIONS: Readonly<Record<string, Partial<Record<Principal, number>>>> = {
  // Secrets, the account and its sessions are the person's own.
  facebookLogin: { 'admin impersonating the owner': 403 },
  syncPage: { 'admin impersonating the owner': 403 },
  writeApprovalRule: { 'admin impersonating the owner': 403 },
  connectPage: { 'admin impersonating the owner': 403 },
  changeMailAddress: { 'admin impersonating the owner': 403 },
  removeMailAddress: { 'admin impersonating the owner': 403 },
  createWebhook: { 'admin impersonating the owner': 403 },
  updateWebhook: { 'admin impersonating the owner': 403 },
  subscribeToPush: { 'admin impersonating the owner': 403 },
  invitePageMember: { 'admin impersonating the owner': 403 },
  acceptPageInvitation: { 'admin impersonating the owner': 403 },
  createDataExport: { 'admin impersonating the owner': 403 },
  deleteDataExport: { 'admin impersonating the owner': 403 },
  createToken: { 'admin impersonating the owner': 403 },
  rotateWebhookSecret: { 'admin impersonating the owner': 403 },
  deleteAllData: { 'admin impersonating the owner': 403 },
  logoutEverywhere: { 'admin impersonating the owner': 403 },
  // Nobody else has anything to step back out of.
  stopImpersonation: { 'admin impersonating the owner': 200 },
};

function expected(name: string, endpoint: Endpoint, principal: Principal, sample: Sample): number {
  const outcome = EXCEPTIONS[name]?.[principal] ?? RULES[endpoint.access][principal];
  const owner = sample.owner ?? endpoint.success ?? 200;
  if (outcome === 'as owner') return owner;
  return outcome === 'as others' ? (sample.others ?? owner) : outcome;
}

test('every call of the contract has its row, and every row its call', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual([...ENDPOINTS.keys()].sort());
  expect(Object.keys(EXCEPTIONS).filter((name) => !ENDPOINTS.has(name))).toEqual([]);
});

describe.each([...ENDPOINTS].map(([name, endpoint]) => ({ name, endpoint, access: endpoint.access })))(
  '$name ($access)',
  ({ name, endpoint }) => {
    const statusOf = (principal: Principal, fixtures: Fixtures) =>
      expected(name, endpoint, principal, sampleOf(name, fixtures));

    test('answers everybody as its access says, and who is refused changes nothing', async () => {
      const answered: Partial<Record<Principal, number>> = {};
      let fixtures = await buildFixtures(api.db);
      const wanted = Object.fromEntries(PRINCIPALS.map((principal) => [principal, statusOf(principal, fixtures)]));
      const isRefused = (principal: Principal) =>
        name !== 'facebookLogin' && [401, 403, 404].includes(statusOf(principal, fixtures));
      const callers = new Map<Principal, Caller>();
      for (const principal of PRINCIPALS.filter(isRefused))
        callers.set(principal, await enterAs(api, principal, fixtures.owner));

      // To look at every table takes longer than many calls: those that leave no trace make theirs in a row.
      const changedTables = callers.size > 0 ? await watchDatabase(api.db) : null;
      for (const principal of [...callers.keys()].filter((one) => one !== NOTED)) await expectRefusal(principal);
      expect((await changedTables?.()) ?? [], `changed by ${[...callers.keys()].join()}`).toEqual([]);
      if (callers.has(NOTED)) {
        await expectRefusal(NOTED);
        expect((await changedTables?.())?.filter((table) => table !== 'audit_log')).toEqual([]);
      }
      let isUsed = false;
      for (const principal of PRINCIPALS.filter((one) => !callers.has(one))) {
        if (isUsed) fixtures = await buildFixtures(api.db);
        isUsed = endpoint.method !== 'GET';
        const caller = await enterAs(api, principal, fixtures.owner);
        answered[principal] = (await caller.call(endpoint, inputOf(sampleOf(name, fixtures)))).status;
      }
      expect(answered).toEqual(wanted);

      async function expectRefusal(principal: Principal): Promise<void> {
        const answer = await callers.get(principal)?.call(endpoint, inputOf(sampleOf(name, fixtures)));
        answered[principal] = answer?.status ?? 0;
        expect(answer?.body).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/\w.*\.$/) });
      }
    });
  },
);
