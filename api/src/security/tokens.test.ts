import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import {
  calendarPosts,
  createToken,
  dashboardStats,
  dashboardTrend,
  deletePost,
  deleteToken,
  listNotifications,
  listPages,
  listPosts,
  listWaitingPosts,
  publishPost,
  TOKEN_SCOPES,
  updatePost,
  type TokenScope,
} from '../contract/index.ts';
import { mayNeedAnother } from '../http/token-input.ts';
import { buildPost, buildUser } from '../testing/builders.ts';
import { ENDPOINTS, inputOf, sampleOf } from '../testing/contract-calls.ts';
import { watchDatabase } from '../testing/database-text.ts';
import { buildFixtures, type Fixtures } from '../testing/person-fixtures.ts';
import { setUpApi } from '../testing/scene.ts';
import { fromNow } from '../testing/stored.ts';
import type { Caller } from '../testing/test-api.ts';

const api = setUpApi();
const SECRET = 'Words of the other page.';
let here: Fixtures;
let beyond: Fixtures;
let person: Caller;
/** With every scope, for one of the person's two pages. */
let ofPage: Caller;
beforeAll(async () => {
  here = await buildFixtures(api.db);
  beyond = await buildFixtures(api.db, { of: here.owner, content: SECRET });
  await buildPost(api.db, here.owner, { facebookPageId: here.page.id, content: 'Tomorrow.' });
  await buildPost(api.db, here.owner, { facebookPageId: beyond.page.id, content: SECRET });
  person = api.as(here.owner);
  ofPage = await holder({ pageIds: [here.page.pageId] });
});

async function holder(wanted: object = {}): Promise<Caller> {
  const { status, body, text } = await person.call(createToken, {
    body: { name: 'A program', scopes: [...TOKEN_SCOPES], needsApproval: false, ...wanted },
  });
  if (status !== 201) throw new Error(text);
  return api.withToken(body.token);
}

const calls = [...ENDPOINTS].map(([name, endpoint]) => ({ name, endpoint }));
const open = calls.filter(({ endpoint }) => endpoint.scope !== undefined);
const byPage = open.filter(({ endpoint }) => endpoint.isByPage === true);

/** What every call writes that a program makes, whatever comes of it. */
const ASIDE = new Set(['rate_limits', 'api_tokens']);
async function watched(): Promise<() => Promise<string[]>> {
  const changed = await watchDatabase(api.db);
  return async () => (await changed()).filter((table) => !ASIDE.has(table));
}

/** Words, names and ids that are of the other page alone. */
const tracesOf = (text: string) =>
  [SECRET, beyond.page.name, beyond.page.pageId].filter((trace) => text.includes(trace));

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
      const { status } = await program.call(endpoint, inputOf(sampleOf(name, here)));
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
    ] as const)
      expect(await refused(['draft'], endpoint, input)).toMatchObject({ code: 'forbidden', scope });
    expect(await refused(['draft', 'schedule'], publishPost, { params: { id: draft }, body: {} })).toMatchObject({
      scope: 'publish',
    });
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
      ['changeManyPosts', inputOf(sampleOf('changeManyPosts', here))],
    ] as const) {
      const answer = await program.call(ENDPOINTS.get(name) as Endpoint, input);
      expect([name, answer.status, answer.body]).toMatchObject([name, 403, { proposals: '/api/proposals' }]);
    }
    expect(await changed()).toEqual([]);
  });
});

describe('a token of one page', () => {
  test.each(byPage)('$name: shows and changes nothing of another page', async ({ name, endpoint }) => {
    const changed = await watched();
    const answer = await ofPage.call(endpoint, inputOf(sampleOf(name, beyond)));
    const namesPage = JSON.stringify(inputOf(sampleOf(name, beyond))) !== JSON.stringify(inputOf(sampleOf(name, here)));
    if (namesPage && name !== 'postResults' && name !== 'finishUpload') expect([403, 404]).toContain(answer.status);
    expect(tracesOf(answer.text)).toEqual([]);
    if (answer.status >= 400)
      expect((await changed()).filter((table) => answer.status === 403 || table !== 'audit_log')).toEqual([]);
  });

  test.each(byPage.filter(({ endpoint }) => endpoint.method === 'GET'))(
    '$name: answers of its own page',
    async ({ name, endpoint }) => {
      const answer = await ofPage.call(endpoint, inputOf(sampleOf(name, here)));
      expect([answer.status, tracesOf(answer.text)]).toEqual([sampleOf(name, here).owner ?? 200, []]);
    },
  );

  test.each(open.filter(({ endpoint }) => endpoint.isByPage !== true))(
    '$name: is about all pages, and refused',
    async ({ name, endpoint }) => {
      const changed = await watched();
      const answer = await ofPage.call(endpoint, inputOf(sampleOf(name, here)));
      expect([answer.status, tracesOf(answer.text), await changed()]).toEqual([403, [], []]);
    },
  );

  test('counts and lists what is on that page, where its person sees both', async () => {
    const seen = async (who: Caller) => {
      const [pages, posts, sorted, found, waiting, stats, trend, news] = await Promise.all([
        who.call(listPages),
        who.call(listPosts),
        who.call(listPosts, { query: { sort: 'likes' } }),
        who.call(listPosts, { query: { text: 'e' } }),
        who.call(listWaitingPosts, { query: { for: 'time' } }),
        who.call(dashboardStats),
        who.call(dashboardTrend),
        who.call(listNotifications),
      ]);
      const planned = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 30 * 86_400_000) };
      const calendar = await who.call(calendarPosts, {
        query: { from: planned.from.toISOString(), to: planned.to.toISOString() },
      });
      return {
        pages: pages.body.length,
        published: posts.body.pagination.total,
        sorted: sorted.body.pagination.total,
        found: found.body.pagination.total,
        waiting: waiting.body.pagination.total,
        all: waiting.body.pagination.all,
        calendar: calendar.body.posts.length,
        month: stats.body.postsThisMonth,
        scheduled: stats.body.scheduledPosts,
        weeks: trend.body.weeks.reduce((sum, { posts: some }) => sum + some, 0),
        unread: news.body.unread,
      };
    };
    const [all, own] = [await seen(person), await seen(ofPage)];
    expect(Object.entries(own).filter(([, count]) => count === 0)).toEqual([]);
    expect(Object.entries(own).filter(([name, count]) => count >= all[name as keyof typeof all])).toEqual([]);
  });

  test('cannot take a post to another page, or make one for it or for none', async () => {
    const { owner } = here;
    const id = await buildPost(api.db, owner, { facebookPageId: here.page.id, status: 'draft' });
    const changed = await watched();
    const post = { content: 'Hello.', status: 'draft' };
    for (const [name, input] of [
      ['updatePost', { params: { id }, body: { facebookPageId: beyond.page.id } }],
      [
        'duplicatePost',
        { params: { id }, body: { scheduledAt: '2099-01-01T00:00:00Z', facebookPageId: beyond.page.id } },
      ],
      ['publishPost', { params: { id }, body: { pageId: beyond.page.id } }],
      ['createPost', { body: post }],
      [
        'createComposition',
        { body: { ...post, pages: [{ facebookPageId: here.page.id }, { facebookPageId: beyond.page.id }] } },
      ],
    ] as const)
      expect([403, 404]).toContain((await ofPage.call(ENDPOINTS.get(name) as Endpoint, input)).status);
    expect(await changed()).toEqual([]);
  });

  test('does not learn where a post was before', async () => {
    const { owner } = here;
    const id = await buildPost(api.db, owner, { facebookPageId: beyond.page.id, status: 'draft' });
    await person.call(updatePost, { params: { id }, body: { facebookPageId: here.page.id, content: 'Moved.' } });
    const story = await ofPage.call(ENDPOINTS.get('postTimeline') as Endpoint, { params: { id } });
    expect([story.status, tracesOf(story.text)]).toEqual([200, []]);
  });

  test('is of no page at all once its person has it no more', async () => {
    const { owner, page } = await buildFixtures(api.db);
    const { body } = await api.as(owner).call(createToken, {
      body: { name: 'A program', scopes: ['read'], pageIds: [page.pageId], needsApproval: false },
    });
    await api.stored.facebookPages.remove({ id: page.id });
    const program = api.withToken(body.token);
    expect((await program.call(listPages)).body).toEqual([]);
    expect((await program.call(listPosts)).body.pagination.total).toBe(0);
  });
});

describe('a token that is worth nothing', () => {
  const some = calls.filter(({ endpoint }) => endpoint.access !== 'release-token').filter((_, n) => n % 12 === 0);

  test.each<[string, (made: { owner: Fixtures['owner']; id: number }) => Promise<unknown>]>([
    ['expired', ({ id }) => api.stored.apiTokens.change({ expires_at: fromNow(api.db, '1 second ago') }, { id })],
    ['revoked', ({ owner, id }) => api.as(owner).call(deleteToken, { params: { id } })],
    [
      "a blocked person's",
      ({ owner: { facebookId } }) =>
        api.stored.accessEntries.change({ type: 'blacklist' }, { facebook_id: facebookId }),
    ],
    [
      'of somebody whose access was taken',
      ({ owner: { facebookId } }) => api.stored.accessEntries.remove({ facebook_id: facebookId }),
    ],
  ])('%s: is refused at every call, also at those that need none, and changes nothing', async (_name, happen) => {
    const owner = await buildUser(api.db);
    const { body } = await api
      .as(owner)
      .call(createToken, { body: { name: 'A program', scopes: [...TOKEN_SCOPES], needsApproval: false } });
    await happen({ owner, id: body.id });
    const changed = await watched();
    for (const { name, endpoint } of some) {
      const { status } = await api.withToken(body.token).call(endpoint, inputOf(sampleOf(name, here)));
      expect([name, status]).toEqual([name, 401]);
    }
    expect(await changed()).toEqual([]);
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
