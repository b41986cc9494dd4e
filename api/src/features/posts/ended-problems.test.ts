import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listNotifications, listWaitingPosts, readPost, syncPage, updatePost } from '../../contract/index.ts';
import type { PageId, PostId } from '../../contract/ids.ts';
import type { TestPage } from '../../../sandbox/testing.ts';
import { buildPage, buildPost, type TestUser } from '../../testing/builders.ts';
import { personWithPage } from '../../testing/person-with-page.ts';
import { testApi, type Caller, type TestApi } from '../../testing/test-api.ts';

const RECONNECT = { code: 'reconnect', action: 'reconnect', params: { page: 'Bakery' } };
const REFUSED = {
  code: 'refused',
  action: 'edit',
  params: { target: 'facebook', page: 'Bakery', said: 'Not like this.' },
};

let api: TestApi;
let me: TestUser;
let caller: Caller;
let page: TestPage;
let pageRow: PageId;

beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  ({ me, page, pageRow } = await personWithPage(api, 'manager'));
  caller = api.as(me);
});

async function notOut(status: 'failed' | 'missed' | 'draft', problem: object | null): Promise<PostId> {
  const scheduledAt = status === 'draft' ? null : new Date();
  const id = await buildPost(api.db, me, { facebookPageId: pageRow, content: 'Kaya toast', status, scheduledAt });
  await api.stored.posts.change({ problem: problem && JSON.stringify(problem) }, { id });
  return id;
}
const problemOf = async (id: PostId) => (await caller.call(readPost, { params: { id } })).body.problem;
const change = (id: PostId, body: object) => caller.call(updatePost, { params: { id }, body });

describe('a post that did not go out', () => {
  test.each(['failed', 'missed', 'draft'] as const)(
    'and is %s says no more of a page that is connected again',
    async (status) => {
      const id = await notOut(status, RECONNECT);
      await api.stored.facebookPages.change({ problem: JSON.stringify(RECONNECT) }, { id: pageRow });
      expect(await problemOf(id)).toMatchObject({ code: 'reconnect' });
      await caller.call(syncPage, {
        body: { name: page.name, pageId: page.id, accessToken: page.access_token },
      });
      expect(await problemOf(id)).toMatchObject({ code: 'ready', action: 'publish_now' });
      const { posts } = (await caller.call(listWaitingPosts, { query: { for: 'owner' } })).body;
      expect(posts[0]?.problem?.message).toMatch(/ is connected again, and this post isn't published yet/);
    },
  );

  test.each(['failed', 'draft'] as const)('and is %s says no more of a text that was changed', async (status) => {
    const id = await notOut(status, REFUSED);
    await change(id, { content: 'Kaya toast' });
    await change(id, { keywords: 'kaya' });
    expect(await problemOf(id)).toMatchObject({ code: 'refused' });
    const { body } = await change(id, { content: 'Kaya toast and eggs' });
    expect(body).toMatchObject({ status, problem: { code: 'ready', action: 'publish_now' } });
    expect(body.problem?.message).toContain('You changed the text');
  });

  test('says on of a file that a new text does not mend', async () => {
    const id = await notOut('failed', { ...REFUSED, params: { ...REFUSED.params, flaw: 'gone' } });
    await change(id, { content: 'Other words' });
    expect(await problemOf(id)).toMatchObject({ code: 'refused' });
  });

  test.each([
    ['failed', REFUSED],
    ['failed', null],
    ['missed', null],
  ] as const)('and is %s with %j says what is left to do when it gets another page', async (status, problem) => {
    const id = await notOut(status, problem);
    const other = await buildPage(api.db, me);
    const { body } = await change(id, { facebookPageId: other.id });
    expect(body).toMatchObject({ status, problem: { code: 'ready', action: 'publish_now' } });
    expect(body.problem?.message).toContain('You chose another page');
  });

  test('and may be out all the same stays in doubt, whatever is changed', async () => {
    const doubt = { code: 'crashed', action: 'resolve', params: {} };
    const id = await notOut('failed', doubt);
    await change(id, { content: 'Other words' });
    await change(id, { facebookPageId: (await buildPage(api.db, me)).id });
    expect(await problemOf(id)).toMatchObject({ code: 'crashed', action: 'resolve' });
  });

  test('says nothing at all once it has a new time', async () => {
    const id = await notOut('failed', REFUSED);
    const { body } = await change(id, { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect(body).toMatchObject({ status: 'scheduled', problem: null });
  });

  test('is told of with what is left to do', async () => {
    const id = await buildPost(api.db, me, { facebookPageId: pageRow, content: 'Kaya toast', scheduledAt: new Date() });
    await api.stored.posts.change({ status: 'failed', problem: JSON.stringify(REFUSED) }, { id });
    const told = async () => (await caller.call(listNotifications)).body.notifications[0]?.description;
    expect(await told()).toContain('Not like this.');
    await change(id, { content: 'Kaya toast and eggs' });
    expect(await told()).toContain('You changed the text');
  });
});
