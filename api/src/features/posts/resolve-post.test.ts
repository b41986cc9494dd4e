import { describe, expect, test } from 'vitest';
import { deletePost, postTimeline, publishPost, removePage, resolvePost } from '../../contract/index.ts';
import type { Resolution } from '../../contract/index.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { claimDue } from '../../testing/post-stories.ts';
import { claimsRepository } from '../publishing/claims.repository.ts';
import { postsRepository } from './posts.repository.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me, caller, page, pageRow, stories } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me, caller, page, pageRow, stories } = scene);
  },
  { role: 'manager' },
);

const READS = { service: 'graph', method: 'GET' } as const;
const resolve = (id: number, as: Resolution, url?: string, who = caller) =>
  who.call(resolvePost, { params: { id }, body: { as, ...(url === undefined ? {} : { url }) } });
const dueNow = (content: string) =>
  buildPost(api.db, me, { content, facebookPageId: pageRow, scheduledAt: new Date(Date.now() - 2000) });
const entryOf = async (id: number) =>
  (await caller.call(postTimeline, { params: { id } })).body.entries.find((entry) => entry.kind === 'attempt');

/** A post whose answer was lost when it was shown, or before, and that nobody may look at. */
async function inDoubt(content: string, when: 'before' | 'after' = 'after'): Promise<number> {
  await api.sandbox.fault({
    match: { service: 'graph', method: 'POST', path: '_\\d+$', page: page.id },
    when,
    action: 'reset',
    times: 1,
  });
  await api.sandbox.fault({
    match: READS,
    when: 'before',
    action: { type: 'error', http: 400, code: 100, subcode: 33 },
  });
  const id = await dueNow(content);
  await api.turn();
  await stories.endLeases();
  await api.turn();
  expect(await stories.statusOf(id)).toMatchObject({ status: 'publishing' });
  return id;
}

describe('a post that may be out', () => {
  test("is published by its owner's word, since the time at which it was sent", async () => {
    const id = await inDoubt('Out, they say');
    const url = `https://www.facebook.com/${page.id}/posts/123456789`;
    const answer = await resolve(id, 'out', url);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'published',
      permalinkUrl: url,
      facebookPostId: `${page.id}_123456789`,
      problem: null,
      isLate: false,
    });
    const [sent] = await api.stored.publishAttempts.values<Date>('first_sent_at', { post_id: id });
    expect(answer.body.publishedAt).toBe(sent?.toISOString());
    expect(await entryOf(id)).toMatchObject({
      outcome: 'published',
      resolution: { as: 'out', by: { name: me.name, isInPlace: false } },
    });
  });

  test('that is said to be out without a link keeps the address that was about to be shown', async () => {
    const id = await inDoubt('Out, without a link');
    const [object] = (await api.sandbox.oracle(page.id)).filter((post) => post.message === 'Out, without a link');
    expect((await resolve(id, 'out')).body).toMatchObject({ status: 'published', facebookPostId: object?.id });
  });

  test("is published again by its owner's word, and its story says who gave it", async () => {
    const id = await inDoubt('Not out, they say', 'before');
    await api.sandbox.clearFaults();
    const answer = await resolve(id, 'not-out');
    expect(answer.body).toMatchObject({ status: 'published', problem: null });
    expect(await stories.seen('Not out, they say', page.id)).toBe(1);
    const { entries } = (await caller.call(postTimeline, { params: { id } })).body;
    expect(entries.filter(({ kind }) => kind === 'attempt' || kind === 'publish-asked')).toMatchObject([
      { kind: 'attempt', outcome: 'abandoned', resolution: { as: 'not-out', by: { name: me.name } } },
      { kind: 'publish-asked', by: { name: me.name } },
      { kind: 'attempt', outcome: 'published' },
    ]);
  });

  test('is forgotten, and its page takes the next post and can be removed', async () => {
    const id = await inDoubt('Delete it here');
    expect((await caller.call(removePage, { params: { id: pageRow } })).status).toBe(409);
    expect((await resolve(id, 'forget')).body).toMatchObject({ id, status: 'publishing' });
    expect(await api.stored.posts.first({ id }, 'id')).toBeUndefined();
    await api.sandbox.clearFaults();
    const next = await dueNow('The next one');
    await api.turn();
    expect((await stories.statusOf(next)).status).toBe('published');
    expect((await caller.call(removePage, { params: { id: pageRow } })).status).toBe(200);
    expect((await resolve(id, 'forget')).status).toBe(404);
  });

  test('frees its page for the next one whatever was decided', async () => {
    const id = await inDoubt('Decided');
    const next = await dueNow('Behind it');
    await resolve(id, 'out');
    await api.sandbox.clearFaults();
    await api.turn();
    expect((await stories.statusOf(next)).status).toBe('published');
  });

  test.each(['failed', 'missed'] as const)('and is %s is not published by a press on Publish', async (status) => {
    const id = await dueNow('Perhaps out');
    const doubt = { code: 'set_aside', action: 'resolve', params: {} };
    await api.stored.posts.change({ status, problem: JSON.stringify(doubt) }, { id });
    const before = await api.stored.posts.first({ id });
    for (const body of [{}, { pageId: pageRow }, { delaySeconds: 5 }]) {
      const refused = await caller.call(publishPost, { params: { id }, body });
      expect([refused.status, (refused.body as { message?: string }).message]).toEqual([
        409,
        expect.stringMatching(/^This post may already be published\. First tell us whether you see it/),
      ]);
    }
    const owner = { userId: me.userId, environment: me.environment };
    expect(await postsRepository(api.db).keepAsDraft(owner, id, { from: 'failed' })).toBe(false);
    expect(await api.stored.posts.first({ id })).toEqual(before);
    await api.turn();
    expect(await stories.seen('Perhaps out', page.id)).toBe(0);
  });

  test('cannot be decided about while a worker is at it', async () => {
    const id = await dueNow('Under way');
    const claims = claimsRepository(api.db);
    const [claim] = await claimDue(claims);
    if (claim === undefined) throw new Error('Nothing was claimed');
    await claims.markSending(claim, null, 20);
    for (const as of ['out', 'not-out', 'forget'] as const) {
      const answer = await resolve(id, as);
      expect(answer.status).toBe(409);
      expect(answer.text).toContain('right now');
    }
    expect((await stories.statusOf(id)).status).toBe('publishing');
  });

  test('is ended once by two clicks at once', async () => {
    const id = await inDoubt('Twice');
    const answers = await Promise.all([resolve(id, 'out'), resolve(id, 'out')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('a worker that was at it all the same changes nothing any more', async () => {
    const id = await dueNow('Woke up late');
    const claims = claimsRepository(api.db);
    const [claim] = await claimDue(claims);
    if (claim === undefined) throw new Error('Nothing was claimed');
    await claims.markSending(claim, null, 20);
    await stories.endLeases();
    await resolve(id, 'out');
    expect(await claims.settlePublished(claim, '1_2', null)).toBe(false);
    expect(await claims.postpone(claim, { seconds: 1, state: 'unclear', problem: null })).toBe(false);
  });
});

describe('a decision is refused', () => {
  test('about a post that was never sent, or that came to its end', async () => {
    for (const status of ['draft', 'scheduled', 'failed'] as const) {
      const id = await buildPost(api.db, me, {
        status,
        facebookPageId: pageRow,
        scheduledAt: new Date(Date.now() + 3_600_000),
      });
      expect((await resolve(id, 'not-out')).status).toBe(409);
      expect((await resolve(id, 'forget')).status).toBe(409);
    }
    const out = await buildPost(api.db, me, { status: 'published', facebookPageId: pageRow });
    expect((await resolve(out, 'not-out')).text).toContain('already published');
    expect((await resolve(out, 'out')).status).toBe(200);
  });

  test("about somebody else's post", async () => {
    const id = await inDoubt('Not yours');
    const answer = await resolve(id, 'forget', undefined, api.as(await buildUser(api.db)));
    expect(answer.status).toBe(404);
    expect((await stories.statusOf(id)).status).toBe('publishing');
  });

  test.each(['https://evil.example/1', 'http://www.facebook.com/1', 'javascript:alert(1)'])(
    'with the link %s',
    async (url) => {
      const id = await inDoubt('Linked');
      const answer = await resolve(id, 'out', url);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('facebook.com');
      expect((await stories.statusOf(id)).status).toBe('publishing');
    },
  );

  test('with the link of another post, and a page by another number is no reason to', async () => {
    const other = await buildPost(api.db, me, {
      status: 'published',
      facebookPageId: pageRow,
      remoteId: `${page.id}_55555555`,
    });
    const id = await inDoubt('Whose link');
    expect(await resolve(id, 'out', `https://www.facebook.com/${page.id}/posts/55555555`)).toMatchObject({
      status: 400,
    });
    await api.stored.posts.remove({ id: other });
    expect(await resolve(id, 'out', `https://www.facebook.com/${page.id}/posts/55555555`)).toMatchObject({
      status: 400,
    });
    const [object] = (await api.sandbox.oracle(page.id)).filter((post) => post.message === 'Whose link');
    const answer = await resolve(id, 'out', 'https://www.facebook.com/61550000000000/posts/77777777');
    expect(answer.body).toMatchObject({
      status: 'published',
      facebookPostId: object?.id,
      permalinkUrl: 'https://www.facebook.com/61550000000000/posts/77777777',
    });
  });

  test('with the link of the post of somebody else who has the page', async () => {
    const other = await buildUser(api.db);
    const { id: theirs } = await buildPage(api.db, other, { pageId: page.id });
    await buildPost(api.db, other, { status: 'published', facebookPageId: theirs, remoteId: `${page.id}_66666666` });
    const id = await inDoubt('Whose link is this');
    expect(await resolve(id, 'out', `https://www.facebook.com/${page.id}/posts/66666666`)).toMatchObject({
      status: 400,
      body: { message: "This is the address of another post. Enter this post's address, or leave it empty." },
    });
  });

  test('and a post in doubt is not deleted the usual way', async () => {
    const id = await inDoubt('Kept');
    expect((await caller.call(deletePost, { params: { id } })).status).toBe(409);
  });
});
