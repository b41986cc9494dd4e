import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import {
  acceptPageInvitation,
  createToken,
  currentUser,
  deleteToken,
  invitePageMember,
  listPages,
  logout,
  startImpersonation,
  TOKEN_SCOPES,
} from '../contract/index.ts';
import { sessionsRepository } from '../features/sessions/sessions.repository.ts';
import { buildUser, type TestUser } from '../testing/builders.ts';
import { ENDPOINTS, inputOf, sampleOf } from '../testing/contract-calls.ts';
import { watchDatabase } from '../testing/database-text.ts';
import { browser, connect, registerAssistant, revoke } from '../testing/oauth-app.ts';
import { buildFixtures, type Fixtures } from '../testing/person-fixtures.ts';
import { setUpApi } from '../testing/scene.ts';
import { fromNow } from '../testing/stored.ts';
import { cookieOf, type Caller } from '../testing/test-api.ts';

const api = setUpApi({}, { isAtPublicUrl: true });
const SECRET = 'Words that the owner alone has.';
const calls = [...ENDPOINTS].map(([name, endpoint]) => ({ name, endpoint }));
const ofPeople = calls.filter(({ endpoint }) => endpoint.access !== 'release-token');
/** Everything that opened a door here, or had opened one. */
const keys: string[] = [];
let here: Fixtures;

beforeAll(async () => {
  here = await buildFixtures(api.db, { content: SECRET });
});

const ASIDE = new Set(['rate_limits', 'api_tokens']);
async function watched(): Promise<() => Promise<string[]>> {
  const changed = await watchDatabase(api.db);
  return async () => (await changed()).filter((table) => !ASIDE.has(table));
}

/** What each call answers where that is not what it should. */
async function wrongOf(
  who: Pick<Caller, 'call'>,
  among: readonly { name: string; endpoint: Endpoint }[],
  isRight: (status: number, name: string, endpoint: Endpoint, text: string) => boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [n, { name, endpoint }] of among.entries()) {
    // Who tries many keys is made to wait, which is proven elsewhere.
    if (n % 20 === 0) await api.stored.rateLimits.remove();
    const { status, text } = await who.call(endpoint, inputOf(sampleOf(name, here)));
    if (!isRight(status, name, endpoint, text)) wrong.push(`${name}: ${status}`);
  }
  return wrong;
}

async function tokenOf(person: TestUser, wanted: object = {}): Promise<{ id: number; token: string }> {
  const { body } = await api.as(person).call(createToken, {
    body: { name: 'A program', scopes: [...TOKEN_SCOPES], needsApproval: false, ...wanted },
  });
  keys.push(body.token);
  return body;
}

async function sessionOf(person: TestUser): Promise<string> {
  const session = await sessionsRepository(api.db).create(person.userId);
  keys.push(session);
  return session;
}
const cookieWith = (session: string) => `pagecast_session=${session}`;

describe('what opens nothing any more, at every call', () => {
  test.each<[string, (person: TestUser) => Promise<Caller>]>([
    [
      'an expired token',
      async (person) => {
        const { id, token } = await tokenOf(person);
        await api.stored.apiTokens.change({ expires_at: fromNow(api.db, '1 second ago') }, { id });
        return api.withToken(token);
      },
    ],
    [
      'a revoked token',
      async (person) => {
        const { id, token } = await tokenOf(person);
        await api.as(person).call(deleteToken, { params: { id } });
        return api.withToken(token);
      },
    ],
    [
      "a blocked person's token",
      async (person) => {
        const { token } = await tokenOf(person);
        await api.stored.accessEntries.change({ type: 'blacklist' }, { facebook_id: person.facebookId });
        return api.withToken(token);
      },
    ],
    [
      'a token of somebody whose access was taken',
      async (person) => {
        const { token } = await tokenOf(person);
        await api.stored.accessEntries.remove({ facebook_id: person.facebookId });
        return api.withToken(token);
      },
    ],
    [
      'an access token of a connection that has ended',
      async (person) => {
        const at = browser(api);
        await at.logIn(person);
        const assistant = await registerAssistant(api, { at: '/api' });
        const { accessToken, refreshToken } = await connect(api, assistant, at);
        keys.push(accessToken, refreshToken);
        await revoke(assistant, refreshToken);
        return api.withToken(accessToken);
      },
    ],
    [
      'an access token for the door of assistants',
      async (person) => {
        const at = browser(api);
        await at.logIn(person);
        const { accessToken } = await connect(api, await registerAssistant(api, { at: '/mcp' }), at);
        keys.push(accessToken);
        return api.withToken(accessToken);
      },
    ],
    ['a session in the place of a token', async (person) => api.withToken(await sessionOf(person))],
  ])('%s', async (_name, make) => {
    const who = await make(await buildUser(api.db));
    const changed = await watched();
    // Also where anybody may call: a program is told that its key is worth nothing.
    expect(await wrongOf(who, ofPeople, (status) => status === 401)).toEqual([]);
    expect((await changed()).filter((table) => table !== 'audit_log')).toEqual([]);
  });

  test.each<[string, (person: TestUser) => Promise<Caller>]>([
    [
      'a session that was logged out',
      async (person) => {
        const session = api.withCookie(cookieWith(await sessionOf(person)));
        await session.call(logout);
        return session;
      },
    ],
    ['a token in the place of a session', async (person) => api.withCookie(cookieWith((await tokenOf(person)).token))],
  ])('%s', async (_name, make) => {
    const who = await make(await buildUser(api.db));
    const asked = ofPeople.filter(({ endpoint }) => endpoint.access !== 'public');
    const changed = await watched();
    expect(await wrongOf(who, asked, (status) => status === 401)).toEqual([]);
    expect((await changed()).filter((table) => table !== 'audit_log')).toEqual([]);
  });
});

describe('what opens some doors, at every call', () => {
  test('a token of an administrator: none of those of administrators', async () => {
    const { token } = await tokenOf(await buildUser(api.db, { role: 'admin' }));
    const ofAdmins = ofPeople.filter(({ endpoint }) => endpoint.access === 'admin');
    expect(await wrongOf(api.withToken(token), ofAdmins, (status) => status === 403)).toEqual([]);
  });

  test('an access token of a connection: what its person chose for it', async () => {
    const at = browser(api);
    await at.logIn(here.owner);
    const { accessToken } = await connect(api, await registerAssistant(api, { at: '/api' }), at);
    keys.push(accessToken);
    // Many drafts are deleted with the right to drafts, though the call is one of plans: see `tokens.test.ts`.
    const reading = ofPeople.filter(
      ({ name, endpoint }) => (endpoint.method === 'GET' || endpoint.scope !== 'draft') && name !== 'changeManyPosts',
    );
    const isOpen = (endpoint: Endpoint) => endpoint.scope === 'read' || endpoint.scope === 'draft';
    const wrong = await wrongOf(api.withToken(accessToken), reading, (status, _name, endpoint) =>
      isOpen(endpoint) ? ![401, 403].includes(status) : status === 403,
    );
    expect(wrong).toEqual([]);
  });

  const NOT_THEIRS = { editor: 403, approver: 403 };
  const SEEN = { editor: 200, approver: 200 };
  /** Where the page that is shared with them is there for them; nothing else of its owner's is. */
  const OF_MEMBERS: Readonly<Record<string, Record<'editor' | 'approver', number>>> = {
    checkClaims: SEEN,
    checkPost: SEEN,
    generateContent: SEEN,
    showPrompt: SEEN,
    rewriteText: SEEN,
    writeVariants: SEEN,
    estimateVariants: SEEN,
    estimateRewriting: SEEN,
    readPageVoice: SEEN,
    savePageVoice: NOT_THEIRS,
    proposePageVoice: NOT_THEIRS,
    writeApprovalRule: NOT_THEIRS,
    endApprovalRule: NOT_THEIRS,
    listPageMembers: SEEN,
    readProposal: SEEN,
    createProposal: { editor: 201, approver: 403 },
    changeProposal: NOT_THEIRS,
    withdrawProposal: NOT_THEIRS,
    approveProposal: { editor: 403, approver: 200 },
    rejectProposal: { editor: 403, approver: 409 },
    invitePageMember: NOT_THEIRS,
    updatePageMember: NOT_THEIRS,
    removePageMember: NOT_THEIRS,
    deletePageInvitation: NOT_THEIRS,
    removePage: NOT_THEIRS,
    createPost: NOT_THEIRS,
    publishMediaPost: NOT_THEIRS,
  };

  test.each(['editor', 'approver'] as const)(
    'a session of an %s: the page that is shared, and nothing else of its owner',
    async (role) => {
      const member = await buildUser(api.db);
      const invited = await api.as(here.owner).call(invitePageMember, { params: { id: here.page.id }, body: { role } });
      await api.as(member).call(acceptPageInvitation, { body: { code: invited.body.code } });
      const ofOthers = ofPeople.filter(({ name }) => (sampleOf(name, here).others ?? 0) >= 400);
      const wanted = (name: string) => OF_MEMBERS[name]?.[role] ?? sampleOf(name, here).others ?? 0;
      const isRight = (status: number, name: string) => status === wanted(name);
      const session = api.withCookie(cookieWith(await sessionOf(member)));
      const changed = await watched();
      const refused = ofOthers.filter(({ name }) => wanted(name) >= 400 && wanted(name) !== 409);
      expect(await wrongOf(session, refused, isRight)).toEqual([]);
      expect(await changed()).toEqual([]);
      const open = ofOthers.filter(({ name }) => wanted(name) < 400 || wanted(name) === 409);
      expect(await wrongOf(session, open, isRight)).toEqual([]);
    },
  );
});

describe('two keys at once', () => {
  const beside = (who: Caller, cookie: string): Pick<Caller, 'call'> => ({
    call: (endpoint, input) => who.call(endpoint, { ...input, headers: { cookie } }),
  });

  test('a token beside the session of somebody else: the token alone counts, at every call', async () => {
    const other = await buildUser(api.db);
    const { token } = await tokenOf(other, { scopes: ['read'] });
    const both = beside(api.withToken(token), cookieWith(await sessionOf(here.owner)));
    const changed = await watched();
    const wrong = await wrongOf(both, ofPeople, (status, _name, endpoint, text) =>
      endpoint.access === 'admin' || endpoint.scope !== 'read'
        ? status === 403 && !text.includes(SECRET)
        : !text.includes(SECRET),
    );
    expect(wrong).toEqual([]);
    expect(await changed()).toEqual([]);
  });

  test('a token beside an administrator who acts for its person: no more than the token', async () => {
    const { token } = await tokenOf(here.owner, { scopes: ['read'] });
    const admin = api.as(await buildUser(api.db, { role: 'admin' }));
    const acting = await admin.call(startImpersonation, { body: { facebookId: here.owner.facebookId } });
    const cookie = cookieOf(acting.headers);
    keys.push(cookie.split('=')[1] ?? '');
    const both = beside(api.withToken(token), cookie);
    expect((await both.call(listPages)).status).toBe(200);
    const wrong = await wrongOf(
      both,
      ofPeople.filter(({ endpoint }) => endpoint.scope !== 'read'),
      (status) => status === 403,
    );
    expect(wrong).toEqual([]);
    expect((await api.withCookie(cookie).call(currentUser)).body).toMatchObject({ id: here.owner.facebookId });
  });
});

test('none of these keys is in a line of the log', async () => {
  expect(keys.length).toBeGreaterThan(10);
  const said = api.logged.join('\n');
  expect(keys.filter((key) => said.includes(key))).toEqual([]);
});
