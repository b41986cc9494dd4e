import { describe, expect, test } from 'vitest';
import {
  deletePost,
  listNotifications,
  listWaitingPosts,
  readPost,
  syncPage,
  updateApiConfig,
  updatePost,
} from '../../contract/index.ts';
import type { PostId } from '../../contract/ids.ts';
import { ownedColumns } from '../../db/owner.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { postsRepository } from './posts.repository.ts';

const RECONNECT = { code: 'reconnect', action: 'reconnect', params: { page: 'Bakery' } };
const REFUSED = {
  code: 'refused',
  action: 'edit',
  params: { target: 'facebook', page: 'Bakery', said: 'Not like this.' },
};

let { me, caller, page, pageRow } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me, caller, page, pageRow } = scene);
  },
  { role: 'manager' },
);

async function notOut(status: 'failed' | 'missed' | 'draft', problem: object | null): Promise<PostId> {
  const scheduledAt = status === 'draft' ? null : new Date();
  const id = await buildPost(api.db, me, { facebookPageId: pageRow, content: 'Kaya toast', status, scheduledAt });
  await api.stored.posts.change({ problem: problem && JSON.stringify(problem) }, { id });
  return id;
}
const problemOf = async (id: PostId) => (await caller.call(readPost, { params: { id } })).body.problem;
const change = (id: PostId, body: object) => caller.call(updatePost, { params: { id }, body });

describe('a post that waits for what an administrator does', () => {
  const READY = { code: 'ready', action: 'publish_now' };

  test.each(['no_app', 'no_tech_site'])('says no more of %s once that is set up', async (code) => {
    const target = code === 'no_app' ? {} : { target: 'fiztech' as const, facebookPageId: null };
    const id = await buildPost(api.db, me, {
      facebookPageId: pageRow,
      status: 'failed',
      scheduledAt: new Date(),
      ...target,
    });
    await api.stored.posts.change({ problem: JSON.stringify({ code, action: null, params: {} }) }, { id });
    expect(await problemOf(id)).toMatchObject(READY);
    expect((await postsRepository(api.db, () => false).find(me, id))?.problem).toMatchObject({ code });
  });

  test('says no more of a key of the tech site that was changed, and on of one that was not', async () => {
    const id = await buildPost(api.db, me, { target: 'fiztech', status: 'failed', scheduledAt: new Date() });
    await api.stored.posts.change(
      { problem: JSON.stringify({ code: 'tech_site_key', action: 'publish_now', params: {} }) },
      { id },
    );
    await api.stored.publishAttempts.add({ post_id: id, state: 'refused', ended_at: new Date(Date.now() - 1000) });
    expect(await problemOf(id)).toMatchObject({ code: 'tech_site_key' });
    const admin = await buildUser(api.db, { role: 'admin', access: 'whitelist' });
    await api.as(admin).call(updateApiConfig, { body: { fiztechApiKey: 'another-key-of-the-site' } });
    // Whoever edits the text since does not bring the old reason back.
    await change(id, { content: 'Other words' });
    expect(await problemOf(id)).toMatchObject(READY);
  });

  test('says no more of a file that is there', async () => {
    const id = await notOut('failed', { code: 'no_file', action: 'edit', params: {} });
    expect(await problemOf(id)).toMatchObject({ code: 'no_file' });
    await api.stored.posts.change({ media_type: 'image' }, { id });
    const file = { position: 0, sha256: 'a'.repeat(64), mime_type: 'image/png', bytes: 9 };
    await api.stored.mediaFiles.add({ ...ownedColumns(me), post_id: id, ...file });
    expect(await problemOf(id)).toMatchObject(READY);
  });
});

test('a notification of several posts says their reason as long as one of them has it', async () => {
  const ids = [await notOut('draft', null), await notOut('draft', null)];
  for (const id of ids)
    await api.stored.posts.change(
      { status: 'failed', scheduled_at: new Date(), problem: JSON.stringify(REFUSED) },
      { id },
    );
  const told = async () => (await caller.call(listNotifications)).body.notifications[0];
  expect(await told()).toMatchObject({ count: 2, description: 'Not like this.', problem: { code: 'refused' } });
  await change(ids[0] as PostId, { content: 'Kaya toast and eggs' });
  expect(await told()).toMatchObject({ count: 2, problem: { code: 'refused' } });
  await change(ids[1] as PostId, { content: 'Kaya toast and tea' });
  expect(await told()).toMatchObject({ count: 2, problem: { code: 'ready', action: 'publish_now' } });
  for (const id of ids) await caller.call(deletePost, { params: { id } });
  expect(await told()).toMatchObject({
    count: 2,
    problem: null,
    description: 'Nothing left to do. They were published, rescheduled or deleted.',
  });
});

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
