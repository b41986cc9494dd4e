import { beforeAll, describe, expect, test } from 'vitest';
import { RowId } from '../contract/common.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import {
  currentUser,
  finishUpload,
  listNotifications,
  listPages,
  listPosts,
  listPostsByStatus,
  publishPost,
  readNotifications,
  updatePost,
} from '../contract/index.ts';
import { SHEET_READING, buildUser, type TestUser } from '../testing/builders.ts';
import { setUpApi } from '../testing/scene.ts';
import { ENDPOINTS, inputOf, sampleOf } from '../testing/contract-calls.ts';
import { watchDatabase } from '../testing/database-text.ts';
import { type Caller } from '../testing/test-api.ts';
import { buildFixtures, type Fixtures } from '../testing/person-fixtures.ts';

const api = setUpApi();
let me: TestUser;
let mine: Fixtures;
let theirs: Fixtures;
let elsewhere: Fixtures;
let caller: Caller;
let admin: Caller;
beforeAll(async () => {
  mine = await buildFixtures(api.db);
  theirs = await buildFixtures(api.db);
  // The same person, in the environment that is not shown.
  elsewhere = await buildFixtures(api.db, { environment: 'production' });
  me = mine.owner;
  caller = api.as(me);
  admin = api.as(await buildUser(api.db, { role: 'admin' }));
  // Their sessions are made at the first call.
  for (const who of [caller, admin]) await who.call(currentUser);
});

const SENSELESS = [
  '0',
  '-1',
  '9007199254740992',
  '99999999999999999999',
  '1.5',
  '1e3',
  '0x1',
  '1 or 1=1',
  'text',
  '%00',
  'null',
];

const inPath = [...ENDPOINTS].filter(([, { path }]) => path.includes(':id'));
/** Those of administrators and teams name what belongs to nobody, such as the share of a release. */
const inBody = [...ENDPOINTS].filter(([, { access, body }]) => access === 'user' && holdsRowId(body));

/** Whether an id of one of our rows stands somewhere in this shape. */
function holdsRowId(schema: unknown): boolean {
  if (schema === RowId) return true;
  if (Array.isArray(schema)) return schema.some(holdsRowId);
  if (typeof schema !== 'object' || schema === null) return false;
  const def = (schema as { _zod?: { def?: Record<string, unknown> } })._zod?.def;
  return Object.values(def ?? schema).some(holdsRowId);
}

async function expectNothing(
  who: Caller,
  endpoint: Endpoint,
  inputs: readonly object[],
  allowed = [400, 404],
): Promise<void> {
  const changed = await watchDatabase(api.db);
  for (const input of inputs) {
    const answer = await who.call(endpoint, input);
    expect(allowed, `${endpoint.method} ${endpoint.path} ${JSON.stringify(input)}: ${answer.text}`).toContain(
      answer.status,
    );
  }
  expect(await changed()).toEqual([]);
}

describe('an id in an address', () => {
  test.each(inPath.map(([name, endpoint]) => ({ name, endpoint })))(
    '$name: that names no row is a 400 or a 404, and nothing changes',
    async ({ name, endpoint }) => {
      const input = inputOf(sampleOf(name, mine));
      const { params } = sampleOf(name, mine);
      const inputs = [...SENSELESS, '987654321'].map((id) => ({ ...input, params: { ...(params as object), id } }));
      await expectNothing(endpoint.access === 'admin' ? admin : caller, endpoint, inputs);
    },
  );

  test.each(inPath.filter(([, { access }]) => access === 'user').map(([name, endpoint]) => ({ name, endpoint })))(
    '$name: of somebody else, or of another environment, is not there',
    async ({ name, endpoint }) => {
      const input = inputOf(sampleOf(name, mine));
      const unknown = await caller.call(endpoint, {
        ...input,
        params: {
          ...(sampleOf(name, mine).params as object),
          id: endpoint === finishUpload ? '00000000-0000-4000-8000-000000000000' : 987_654_321,
        },
      });
      for (const fixtures of [theirs, elsewhere]) {
        const { params } = sampleOf(name, fixtures);
        // The very answer that an id gets which never was: nobody learns what others have.
        const answer = await caller.call(endpoint, { ...input, params: params as object });
        expect([answer.status, answer.text]).toEqual([404, unknown.text]);
        await expectNothing(caller, endpoint, [{ ...input, params }]);
      }
    },
  );
});

describe('an id in a body', () => {
  /** Where the id stands; a call of the contract with one must be here. */
  const bodies: Readonly<Record<string, (id: unknown) => Record<string, unknown>>> = {
    checkClaims: (id) => ({ content: 'Mine.', brief: '', facebookPageId: id }),
    generateContent: (id) => ({ prompt: 'Mine.', facebookPageId: id }),
    addFeed: (id) => ({ facebookPageId: id, address: 'http://127.0.0.1/' }),
    generateFiztechContent: (id) => ({ contentType: 'news', newsCategory: 'Startups', sourceId: id }),
    showPrompt: (id) => ({ prompt: 'Mine.', facebookPageId: id }),
    writeVariants: (id) => ({ prompt: 'Mine.', facebookPageId: id }),
    estimateVariants: (id) => ({ prompt: 'Mine.', facebookPageId: id }),
    rewriteText: (id) => ({ rewriting: 'shorten', text: 'Mine.', facebookPageId: id }),
    estimateRewriting: (id) => ({ rewriting: 'shorten', text: 'Mine.', facebookPageId: id }),
    checkPost: (id) => ({ content: 'Mine.', facebookPageId: id }),
    changeManyPosts: (id) => ({ postIds: [id], change: { kind: 'page', facebookPageId: id } }),
    createComposition: (id) => ({ content: 'Mine.', status: 'draft', pages: [{ facebookPageId: id }] }),
    updateComposition: (id) => ({ media: [{ id }] }),
    replacePagePlans: (id) => ({ pages: [{ facebookPageId: id, revision: 0 }], timeZone: null, slots: [] }),
    createRecurrence: (id) => ({
      facebookPageId: id,
      rule: 'FREQ=DAILY',
      timeOfDay: '09:00',
      texts: [{ content: 'Mine.' }],
    }),
    updateRecurrence: (id) => ({ facebookPageId: id }),
    ...Object.fromEntries(
      ['previewSheet', 'checkSheetImages', 'importSheet'].map((call) => [
        call,
        (id: unknown) => ({ reading: { ...SHEET_READING, facebookPageId: id } }),
      ]),
    ),
    createPageGroup: (id) => ({ name: 'Mine', pageIds: [id] }),
    updatePageGroup: (id) => ({ pageIds: [id] }),
    createProposal: (id) => ({ facebookPageId: id, content: 'Mine.' }),
    changeProposal: (id) => ({ facebookPageId: id }),
    createPost: (id) => ({ content: 'Mine.', status: 'draft', facebookPageId: id }),
    updatePost: (id) => ({ facebookPageId: id }),
    duplicatePost: (id) => ({ scheduledAt: '2099-01-01T00:00:00Z', facebookPageId: id }),
    publishPost: (id) => ({ pageId: id }),
    publishMediaPost: (id) => ({ content: 'Mine.', mediaType: 'text', pageId: id }),
    publishToFiztech: (id) => ({ content: { title: 'Mine.', body: 'Mine.' }, contentType: 'news', generationId: id }),
    updateMailSettings: (id) => ({ mutedPageIds: [id] }),
    readNotifications: (id) => ({ ids: [id] }),
    saveAutomationSettings: (id) => ({
      pageConfigurations: [{ pageId: id, isEnabled: true, contentCount: 1, contentScope: '' }],
    }),
  };

  test('is tried in every call that takes one', () =>
    expect(inBody.map(([name]) => name).sort()).toEqual(Object.keys(bodies).sort()));

  test.each(inBody.map(([name, endpoint]) => ({ name, endpoint })))(
    '$name: without sense it is a 400',
    async ({ name, endpoint }) => {
      const params = sampleOf(name, mine).params;
      const ids = [0, -1, 2 ** 53, 1.5, ...SENSELESS, true, {}, [1]];
      const inputs = ids.map((id) => ({ ...(params && { params }), body: bodies[name]?.(id) }));
      await expectNothing(caller, endpoint, inputs, [400]);
    },
  );

  test.each(inBody.map(([name, endpoint]) => ({ name, endpoint })))(
    '$name: of somebody else, or of another environment, it does nothing',
    async ({ name, endpoint }) => {
      const params = sampleOf(name, mine).params;
      for (const fixtures of [theirs, elsewhere]) {
        const id = name === 'readNotifications' ? fixtures.notification : fixtures.page.id;
        // Marking what is not there as read is done as soon as it is asked for.
        await expectNothing(
          caller,
          endpoint,
          [{ ...(params && { params }), body: bodies[name]?.(id) }],
          name === 'readNotifications' ? [200] : [400, 404],
        );
      }
    },
  );
});

test('lists hold what is mine alone, whatever a query names', async () => {
  const foreign = [theirs, elsewhere].flatMap(({ draft, published }) => [draft, published]);
  const posts = [
    ...(await caller.call(listPosts, { query: { limit: 100 } })).body.posts,
    ...(await caller.call(listPostsByStatus, { params: { status: 'draft' } })).body,
  ];
  expect(posts.map(({ id }) => id)).toEqual(expect.arrayContaining([mine.draft]));
  expect(posts.filter(({ id }) => foreign.includes(id))).toEqual([]);
  expect((await caller.call(listPages)).body.map(({ id }) => id)).toEqual([mine.page.id]);
  expect((await caller.call(listNotifications)).body.notifications.map(({ id }) => id)).toEqual([mine.notification]);
  expect((await caller.call(listPosts, { query: { userId: theirs.owner.userId } })).status).toBe(400);
});

test("a field that would make a row somebody else's is refused", async () => {
  for (const field of ['userId', 'user_id', 'environment', 'id', 'remoteId']) {
    await expectNothing(
      caller,
      updatePost,
      [{ params: { id: mine.draft }, body: { content: 'Mine.', [field]: theirs.owner.userId } }],
      [400],
    );
    await expectNothing(caller, publishPost, [{ params: { id: mine.draft }, body: { [field]: 1 } }], [400]);
    await expectNothing(caller, readNotifications, [{ body: { [field]: 1 } }], [400]);
  }
});
