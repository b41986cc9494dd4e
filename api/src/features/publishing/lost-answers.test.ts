import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretBox } from '../../db/secrets.ts';
import { buildPage, buildPost, buildUser, TEST_SECRET_KEY } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { claimDue } from '../../testing/post-stories.ts';
import { testApi, type TestApi } from '../../testing/test-api.ts';
import { pagesRepository } from '../pages/pages.repository.ts';
import type { Claim } from './claim.ts';
import { claimsRepository, type ClaimsRepository } from './claims.repository.ts';
import { fromNow } from '../../testing/stored.ts';

let { me: manager, page, pageRow, stories } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me: manager, page, pageRow, stories } = scene);
  },
  { role: 'manager' },
);

const dueNow = (content: string) =>
  buildPost(api.db, manager, { content, facebookPageId: pageRow, scheduledAt: new Date() });
const seen = (content: string) => stories.seen(content, page.id);

describe('a worker that dies', () => {
  test('before it created anything leaves a post that the next one brings out', async () => {
    const id = await dueNow('Died first');
    await claimDue(claimsRepository(api.db));
    await stories.endLeases();
    await api.turn();
    expect((await stories.statusOf(id)).status).toBe('published');
    expect(await seen('Died first')).toBe(1);
  });

  test('after it created the unpublished post leaves one object, which the next one shows', async () => {
    const id = await dueNow('Died between');
    const claims = claimsRepository(api.db);
    const [claim] = await claimDue(claims);
    const created = await api.sandbox.graph('POST', `/${page.id}/feed`, page.access_token, {
      message: 'Died between',
      published: false,
    });
    if (claim === undefined) throw new Error('Nothing was claimed');
    await claims.markSending(claim, String(created.body['id']), 20);
    await stories.endLeases();
    await api.turn();
    expect((await stories.statusOf(id)).status).toBe('published');
    expect(
      (await api.sandbox.oracle(page.id))
        .filter((post) => post.message === 'Died between')
        .map((post) => post.is_published),
    ).toEqual([true]);
  });

  test('after it showed the post leaves one that the next one finds published', async () => {
    const id = await dueNow('Died last');
    const claims = claimsRepository(api.db);
    const [claim] = await claimDue(claims);
    const created = await api.sandbox.graph('POST', `/${page.id}/feed`, page.access_token, {
      message: 'Died last',
      published: false,
    });
    const objectId = String(created.body['id']);
    if (claim === undefined) throw new Error('Nothing was claimed');
    await claims.markSending(claim, objectId, 20);
    await api.sandbox.graph('POST', `/${objectId}`, page.access_token, { is_published: true });
    await stories.endLeases();
    await api.turn();
    expect((await stories.statusOf(id)).status).toBe('published');
    expect(await seen('Died last')).toBe(1);
  });
});

describe('when a clear no answers a visible call that took effect all the same', () => {
  test.each([
    [368, 1_404_082, 400],
    [506, undefined, 500],
    [100, undefined, 200],
    [80_001, undefined, 400],
    [190, 463, 401],
    [200, undefined, 403],
    [368, undefined, 403],
  ])('code %i: the post counts as out', async (code, subcode, http) => {
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '_\\d+$', page: page.id },
      when: 'after',
      action: { type: 'error', code, subcode, http },
      times: 1,
    });
    const id = await dueNow(`No, but yes: ${code}`);
    await stories.untilEnded(id);
    expect((await stories.statusOf(id)).status).toBe('published');
    expect(await seen(`No, but yes: ${code}`)).toBe(1);
  });
});

const LOST = [
  ['the line is cut', 'reset'],
  ['HTTP 500 with code 2', { type: 'error', http: 500, code: 2 }],
  ['HTTP 400 with code 1', { type: 'error', http: 400, code: 1 }],
  ['a code that nobody knows', { type: 'error', http: 400, code: 987_654 }],
  ['a page of HTML', 'html 502'],
  ['an empty success', 'empty 200'],
  ['broken JSON', 'bad-json'],
] as const;

describe.each(LOST)('when %s', (_name, action) => {
  test.each([
    ['creating', 'before', '/feed$'],
    ['creating', 'after', '/feed$'],
    ['showing', 'before', '_\\d+$'],
    ['showing', 'after', '_\\d+$'],
  ] as const)('in two steps, %s, %s it took effect: one post', async (step, when, path) => {
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path, page: page.id },
      when,
      action,
      times: 1,
    });
    const content = `${step} ${when}`;
    const id = await dueNow(content);
    await stories.untilEnded(id);
    expect((await stories.statusOf(id)).status).toBe('published');
    expect(await seen(content)).toBe(1);
  });
});

describe('when the answer to the visible call is lost, and then the poll is refused', () => {
  const poll = (code: number, subcode: number) =>
    api.sandbox.fault({
      match: { service: 'graph', method: 'GET', path: `${page.id}_\\d+$` },
      when: 'before',
      action: { type: 'error', http: 400, code, subcode },
      times: 1,
    });
  const objects = async (content: string) =>
    (await api.sandbox.oracle(page.id)).filter((post) => post.message === content).map((post) => post.is_published);

  async function losePublished(content: string): Promise<number> {
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '_\\d+$', page: page.id },
      when: 'after',
      action: 'reset',
      times: 1,
    });
    const id = await dueNow(content);
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'publishing', problem: { code: 'confirming' } });
    return id;
  }

  test('for the token, the post waits for the reconnection and is then found out', async () => {
    const id = await losePublished('Out, but who knows');
    await poll(190, 463);
    await stories.endLeases();
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'publishing', problem: { code: 'reconnect' } });
    await pagesRepository(api.db, secretBox(TEST_SECRET_KEY)).setProblem(pageRow, null);
    await stories.untilEnded(id);
    expect((await stories.statusOf(id)).status).toBe('published');
    expect(await objects('Out, but who knows')).toEqual([true]);
  });

  test('because Facebook does not show it yet, it is found on the page', async () => {
    const id = await losePublished('Out, but not shown yet');
    await poll(100, 33);
    await stories.untilEnded(id);
    expect((await stories.statusOf(id)).status).toBe('published');
    expect(await objects('Out, but not shown yet')).toEqual([true]);
  });
});

describe('in one step', () => {
  let direct: TestApi;
  beforeAll(async () => {
    direct = await testApi({ FB_PUBLISH_MODE: 'direct' });
  });
  afterAll(() => direct.close());

  async function lose(when: 'before' | 'after') {
    const owner = await buildUser(direct.db);
    const shop = await direct.sandbox.page('manager', when === 'before' ? 1 : 0);
    const row = (await buildPage(direct.db, owner, { pageId: shop.id, accessToken: shop.access_token })).id;
    await direct.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$', page: shop.id },
      when,
      action: { type: 'error', http: 500, code: 2 },
      times: 1,
    });
    const id = await buildPost(direct.db, owner, {
      content: `Lost ${when}`,
      facebookPageId: row,
      scheduledAt: new Date(),
    });
    const poll = async () => {
      await direct.turn();
      const [status] = await direct.stored.posts.values<string>('status', { id });
      const count = (await direct.sandbox.oracle(shop.id)).filter((post) => post.message === `Lost ${when}`).length;
      await direct.stored.posts.expireLeases();
      return { status, count };
    };
    return { poll };
  }

  test('an answer that was lost after the post went out is found on the page', async () => {
    const { poll } = await lose('after');
    expect(await poll()).toEqual({ status: 'publishing', count: 1 });
    expect(await poll()).toEqual({ status: 'published', count: 1 });
  });

  test('a post that did not go out is sent again only after two clean polls, the later three minutes on', async () => {
    const { poll } = await lose('before');
    expect(await poll()).toEqual({ status: 'publishing', count: 0 });
    for (let polls = 0; polls < 3; polls += 1) expect(await poll()).toEqual({ status: 'publishing', count: 0 });
    const longAgo = fromNow(direct.db, '181 seconds ago');
    // Long after the call, and just after the first poll: that is one poll.
    await direct.stored.publishAttempts.change({ sending_deadline: longAgo }, { ended_at: null });
    expect(await poll()).toEqual({ status: 'publishing', count: 0 });
    await direct.stored.publishAttempts.change({ absent_since: longAgo }, { ended_at: null });
    expect(await poll()).toEqual({ status: 'published', count: 1 });
  });

  describe('two posts with the same words, of two people who have the same page', () => {
    async function same(content: string) {
      const shop = await direct.sandbox.page('manager', 2);
      const write = async () => {
        const owner = await buildUser(direct.db);
        const facts = { pageId: shop.id, accessToken: shop.access_token };
        const facebookPageId = (await buildPage(direct.db, owner, facts)).id;
        return buildPost(direct.db, owner, { content, facebookPageId, scheduledAt: new Date() });
      };
      const claims = claimsRepository(direct.db);
      /** It is sent, and its answer is not there yet. */
      const send = async () => {
        const claim = await claims.claimPost(await write(), null);
        if (claim === null || !(await claims.markSending(claim, null, 20))) throw new Error('It was not sent');
        return claim;
      };
      const show = async () =>
        String(
          (await direct.sandbox.graph('POST', `/${shop.id}/feed`, shop.access_token, { message: content })).body['id'],
        );
      const stored = async ({ postId }: { postId: number }) =>
        (await direct.stored.posts.first({ id: postId }, 'status', 'remote_id')) as {
          status: string;
          remote_id: string;
        };
      return { claims, send, show, stored };
    }

    /** As if its answer was lost. */
    const doubt = async (claims: ClaimsRepository, claim: Claim) => {
      await claims.postpone(claim, { seconds: 0, state: 'unclear', problem: null });
      const taken = await claims.claimPost(claim.postId, null);
      if (taken === null) throw new Error('It was not taken up');
      return taken;
    };

    test('which find the same one at the same moment: it is one of them', async () => {
      const { claims, send, show, stored } = await same('Twice at once');
      const both = [await send(), await send()];
      const found = await show();
      const lost = [];
      for (const claim of both) lost.push(await doubt(claims, claim));
      const ends = await Promise.all(lost.map((claim) => claims.settleFound(claim, found, null)));
      expect(new Set(ends)).toEqual(new Set([true, 'anothers']));
      expect((await Promise.all(both.map(stored))).filter(({ status }) => status === 'published')).toHaveLength(1);
    });

    test('one of which is deleted here once it is out: the other is not told to be that one', async () => {
      const { claims, send, show, stored } = await same('Deleted meanwhile');
      const lost = await send();
      await claims.postpone(lost, { seconds: 0, state: 'unclear', problem: null });
      const shown = await send();
      await claims.settlePublished(shown, await show(), null);
      await direct.stored.posts.remove({ id: shown.postId });
      await direct.turn();
      expect(await stored(lost)).toEqual({ status: 'publishing', remote_id: null });
    });

    test('the id of one that was deleted here goes after 70 days', async () => {
      const { claims, send, show } = await same('Deleted long ago');
      const ids = [];
      for (const interval of ['69 days', '71 days']) {
        const shown = await send();
        ids.push(await show());
        await claims.settlePublished(shown, ids.at(-1) ?? '', null);
        await direct.stored.posts.remove({ id: shown.postId });
        await direct.stored.deletedPosts.age(interval, ['deleted_at'], { remote_id: ids.at(-1) });
      }
      await claims.forgetDeletedPosts();
      expect(await direct.stored.deletedPosts.values('remote_id', { remote_id: ids })).toEqual([ids[0]]);
    });

    test('one of which is shown before it is told of: the other is not told to be that one', async () => {
      const { claims, send, show, stored } = await same('Not told yet');
      const lost = await send();
      await claims.postpone(lost, { seconds: 0, state: 'unclear', problem: null });
      const shown = await send();
      const found = await show();
      await direct.turn();
      expect(await stored(lost)).toEqual({ status: 'publishing', remote_id: null });
      await claims.settlePublished(shown, found, null);
      await direct.stored.posts.expireLeases();
      await direct.turn();
      expect([await stored(lost), await stored(shown)]).toEqual([
        { status: 'publishing', remote_id: null },
        { status: 'published', remote_id: found },
      ]);
    });
  });
});
