import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import {
  changeManyPosts,
  createReleaseToken,
  createToken,
  deletePost,
  publishPost,
  TOKEN_SCOPES,
  updatePost,
  type TokenScope,
} from '../contract/index.ts';
import { mailLinks } from '../features/mail/mail-links.ts';
import { mayNeedAnother } from '../http/token-input.ts';
import { buildPost, buildUser } from '../testing/builders.ts';
import { ENDPOINTS, inputOf, sampleOf } from '../testing/contract-calls.ts';
import { watchDatabase } from '../testing/database-text.ts';
import { holdToken } from '../testing/hold-token.ts';
import { buildFixtures, type Fixtures } from '../testing/person-fixtures.ts';
import { setUpApi } from '../testing/scene.ts';
import type { Caller } from '../testing/test-api.ts';

const api = setUpApi();
let here: Fixtures;
let person: Caller;
beforeAll(async () => {
  here = await buildFixtures(api.db);
  person = api.as(here.owner);
});

const holder = (wanted: object = {}) => holdToken(api, person, wanted);

const calls = [...ENDPOINTS].map(([name, endpoint]) => ({ name, endpoint }));
/** The sample deletes a draft, which takes the right to drafts; all else that it does takes more. */
const MOVE = { kind: 'move', days: 1 } as const;
const open = calls.filter(({ endpoint }) => endpoint.scope !== undefined);

/** What every call writes that a program makes, whatever comes of it. */
const ASIDE = new Set(['rate_limits', 'api_tokens']);
async function watched(): Promise<() => Promise<string[]>> {
  const changed = await watchDatabase(api.db);
  return async () => (await changed()).filter((table) => !ASIDE.has(table));
}

describe('a scope', () => {
  test('is on calls of people alone, and never on what is about tokens, accounts, sessions or secrets', () => {
    const never = /token|webhook|push|mail|settings|admin|login|logout|delete-all|invitation|preview-link|\/sync$/;
    expect(open.filter(({ endpoint }) => endpoint.access !== 'user').map(({ name }) => name)).toEqual([]);
    expect(open.filter(({ endpoint }) => never.test(endpoint.path)).map(({ name }) => name)).toEqual([]);
  });

  test.each(TOKEN_SCOPES)('%s opens what needs it and nothing else', async (scope) => {
    const program = await holder({ scopes: [scope] });
    const wrong: string[] = [];
    for (const { name, endpoint } of calls) {
      // What others may do changes what is there; here it is about the door alone.
      if (endpoint.scope === scope && endpoint.method !== 'GET') continue;
      if (endpoint.access === 'release-token') continue;
      const move = { body: { postIds: [here.draft], change: MOVE } };
      const { status } = await program.call(
        endpoint,
        endpoint === changeManyPosts ? move : inputOf(sampleOf(name, here)),
      );
      const isOpen = ![401, 403].includes(status);
      const isRight = mayNeedAnother(endpoint) ? !isOpen : isOpen === (endpoint.scope === scope);
      if (!isRight && status !== 415) wrong.push(`${name}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('what is planned or out already', () => {
  const refused = async (scopes: TokenScope[], endpoint: Endpoint, input: object) =>
    (await (await holder({ scopes })).call(endpoint, input)).body;

  test('needs more than the right to write drafts', async () => {
    const { owner, page } = here;
    const planned = await buildPost(api.db, owner, { facebookPageId: page.id });
    const out = await buildPost(api.db, owner, { facebookPageId: page.id, status: 'published' });
    const draft = await buildPost(api.db, owner, { facebookPageId: page.id, status: 'draft' });
    for (const [endpoint, input, scope] of [
      [updatePost, { params: { id: planned }, body: { content: 'Changed.' } }, 'schedule'],
      [updatePost, { params: { id: draft }, body: { scheduledAt: '2099-01-01T00:00:00Z' } }, 'schedule'],
      [deletePost, { params: { id: planned } }, 'schedule'],
      [deletePost, { params: { id: out } }, 'publish'],
      [deletePost, { params: { id: draft }, query: { onFacebook: 'true' } }, 'publish'],
      [changeManyPosts, { body: { postIds: [planned], change: { kind: 'move', days: 1 } } }, 'schedule'],
      [changeManyPosts, { body: { postIds: [draft, planned], change: { kind: 'delete' } } }, 'schedule'],
    ] as const)
      expect(await refused(['draft'], endpoint, input)).toMatchObject({ code: 'forbidden', scope });
    expect(await refused(['draft', 'schedule'], publishPost, { params: { id: draft }, body: {} })).toMatchObject({
      scope: 'publish',
    });
    const now = { postIds: [planned], change: { kind: 'publish' } };
    expect(await refused(['draft', 'schedule'], changeManyPosts, { body: now })).toMatchObject({ scope: 'publish' });
  });

  test('drafts go out by no change of many posts, with one among others either', async () => {
    const { owner, page } = here;
    const program = await holder({ scopes: ['draft', 'schedule', 'publish'] });
    const [planned, draft, kept] = [
      await buildPost(api.db, owner, { facebookPageId: page.id }),
      await buildPost(api.db, owner, { facebookPageId: page.id, status: 'draft' }),
      await buildPost(api.db, owner, {
        facebookPageId: page.id,
        status: 'draft',
        scheduledAt: new Date('2099-01-01T00:00:00Z'),
      }),
    ] as const;
    const changed = await watched();
    for (const [postIds, change] of [
      [[draft], { kind: 'slots' }],
      [[planned, draft], { kind: 'slots', from: '2099-01-01T00:00:00Z' }],
      [[kept], { kind: 'move', days: 1 }],
      [[planned, draft], { kind: 'publish' }],
    ] as const) {
      const { status, body } = await program.call(changeManyPosts, { body: { postIds: [...postIds], change } });
      expect([change.kind, status, body]).toMatchObject([change.kind, 403, { proposals: '/api/proposals' }]);
    }
    expect((await changed()).filter((table) => table !== 'audit_log')).toEqual([]);
    const filed = await program.call(changeManyPosts, { body: { postIds: [draft], change: { kind: 'delete' } } });
    expect([filed.status, filed.body.postIds]).toEqual([201, [draft]]);
  });
});

describe('how far a token is trusted', () => {
  test.each([
    ['needs approval', { needsApproval: true }],
    ['has limits', { trust: { kinds: null, postsPerDay: 1, hours: null } }],
  ])('one that %s plans and publishes nothing past that', async (_name, wanted) => {
    const program = await holder(wanted);
    const { owner, page } = here;
    const planned = await buildPost(api.db, owner, { facebookPageId: page.id });
    const draft = await buildPost(api.db, owner, { facebookPageId: page.id, status: 'draft' });
    const changed = await watched();
    const at = '2099-01-01T00:00:00Z';
    const post = { content: 'Hello.', facebookPageId: page.id };
    for (const [name, input] of [
      ['createPost', { body: { ...post, status: 'scheduled', scheduledAt: at } }],
      ['createPost', { body: { ...post, status: 'published' } }],
      ['createComposition', { body: { content: 'Hello.', status: 'published', pages: [{ facebookPageId: page.id }] } }],
      ['updatePost', { params: { id: draft }, body: { scheduledAt: at } }],
      ['updatePost', { params: { id: planned }, body: { content: 'Something else.' } }],
      ['duplicatePost', { params: { id: draft }, body: { scheduledAt: at } }],
      ['publishPost', { params: { id: draft }, body: {} }],
      ['publishMediaPost', inputOf(sampleOf('publishMediaPost', here))],
      ['importSheet', inputOf(sampleOf('importSheet', here))],
      ['createRecurrence', inputOf(sampleOf('createRecurrence', here))],
      ['changeManyPosts', { body: { postIds: [planned], change: MOVE } }],
      ['changeManyPosts', { body: { postIds: [planned], change: { kind: 'publish' } } }],
    ] as const) {
      const answer = await program.call(ENDPOINTS.get(name) as Endpoint, input);
      expect([name, answer.status, answer.body]).toMatchObject([name, 403, { proposals: '/api/proposals' }]);
    }
    expect(await changed()).toEqual([]);
  });

  test('one that needs approval is told what its person can do about a sheet', async () => {
    const program = await holder({ needsApproval: true });
    const { status, text } = await program.call(
      ENDPOINTS.get('importSheet') as Endpoint,
      inputOf(sampleOf('importSheet', here)),
    );
    expect([status, text]).toEqual([
      403,
      expect.stringContaining(
        'need approval by a person. Let it propose each post (POST /api/proposals), and approve them in Pagecast. ' +
          'You can also import the file yourself, in Pagecast under Scheduled Posts.',
      ),
    ]);
  });
});

describe('a token that is worth nothing', () => {
  test('is a key to something else, at every call that asks who somebody is', async () => {
    const admin = api.as(await buildUser(api.db, { role: 'admin' }));
    const body = { name: 'CI', area: 'mf_history' as const, rights: ['stage' as const] };
    const links = mailLinks({ keys: api.config.SECRET_KEY, publicUrl: api.config.PUBLIC_URL });
    const keys = {
      'a release token': (await admin.call(createReleaseToken, { body })).body.token,
      'a link of a mail': links.unsubscribe(here.owner, 'siti@example.com').split('?t=')[1] ?? '',
      'a secret of a webhook': `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
      'a code of a device': 'ABCD-EFGH',
      'a token of an app that is made up': `pca_${'x'.repeat(43)}`,
    };
    const asked = calls.filter(({ endpoint }) => endpoint.access !== 'public' && endpoint.access !== 'release-token');
    const changed = await watched();
    const opened: string[] = [];
    for (const [what, key] of Object.entries(keys))
      for (const { name, endpoint } of asked) {
        // Who tries many keys is made to wait, which is proven elsewhere.
        await api.stored.rateLimits.remove();
        const { status } = await api.withToken(key).call(endpoint, inputOf(sampleOf(name, here)));
        if (status !== 401) opened.push(`${name} by ${what}: ${status}`);
      }
    expect(opened).toEqual([]);
    expect((await changed()).filter((table) => table !== 'audit_log' && table !== 'release_tokens')).toEqual([]);
    const said = JSON.stringify(api.logged);
    expect(Object.entries(keys).filter(([, key]) => said.includes(key))).toEqual([]);
  });

  test("is one of another person, for what is not that person's", async () => {
    const other = api.as(await buildUser(api.db));
    const { body } = await other.call(createToken, {
      body: { name: 'A program', scopes: [...TOKEN_SCOPES], needsApproval: false },
    });
    const changed = await watched();
    for (const name of ['readPost', 'updatePost', 'deletePost', 'readComposition', 'readPageMonth', 'publishPost']) {
      const { status } = await api
        .withToken(body.token)
        .call(ENDPOINTS.get(name) as Endpoint, inputOf(sampleOf(name, here)));
      expect([name, status]).toEqual([name, 404]);
    }
    expect((await changed()).filter((table) => table !== 'audit_log')).toEqual([]);
  });
});
