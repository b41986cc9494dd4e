import { describe, expect, test } from 'vitest';
import {
  createPost,
  deletePost,
  listWaitingPosts,
  postTimeline,
  readPost,
  removePage,
  resolvePost,
  updatePost,
} from '../../contract/index.ts';
import { buildPage, buildPost } from '../../testing/builders.ts';
import { claimDue } from '../../testing/post-stories.ts';
import { claimsRepository } from '../publishing/claims.repository.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';

let { me, caller, page, pageRow, stories } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me, caller, page, pageRow, stories } = scene);
  },
  { role: 'manager' },
);

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const plan = (content: string, facts: object = {}) =>
  caller.call(createPost, {
    body: { content, status: 'scheduled', scheduledAt: inHours(2), facebookPageId: pageRow, ...facts },
  });
const problemOf = async (id: number) => (await caller.call(readPost, { params: { id } })).body.problem;
const dueNow = (content: string) =>
  buildPost(api.db, me, { content, facebookPageId: pageRow, scheduledAt: new Date(Date.now() - 1000) });

/** A post that may be out, and that nobody may look at. */
async function inDoubt(): Promise<number> {
  await api.sandbox.fault({
    match: { service: 'graph', method: 'POST', path: '_\\d+$', page: page.id },
    when: 'after',
    action: 'reset',
    times: 1,
  });
  await api.sandbox.fault({
    match: { service: 'graph', method: 'GET' },
    when: 'before',
    action: { type: 'error', http: 400, code: 100, subcode: 33 },
  });
  const id = await dueNow('Out or not');
  await api.turn();
  await stories.endLeases();
  await api.turn();
  expect(await stories.statusOf(id)).toMatchObject({ status: 'publishing', problem: { code: 'may_be_out' } });
  return id;
}

describe('behind a post that may be out', () => {
  test('what is planned says so at once, names that post, and says so no longer when the doubt has ended', async () => {
    const before = (await plan('Planned before')).body;
    expect(before.problem).toBeNull();
    const doubtful = await inDoubt();
    const behind = { code: 'behind_doubt', postId: doubtful };
    expect(await problemOf(before.id)).toMatchObject(behind);
    const created = await plan('Planned after');
    expect(created).toMatchObject({ status: 201, body: { problem: behind } });
    const moved = await caller.call(updatePost, { params: { id: before.id }, body: { scheduledAt: inHours(4) } });
    expect(moved.body.problem).toMatchObject(behind);
    expect(
      (await caller.call(listWaitingPosts, { query: { for: 'time' } })).body.posts.filter(
        ({ problem }) => problem?.code === 'behind_doubt',
      ),
    ).toHaveLength(2);

    await caller.call(resolvePost, { params: { id: doubtful }, body: { as: 'out' } });
    expect(await problemOf(before.id)).toBeNull();
    expect(await problemOf(created.body.id)).toBeNull();
  });

  test('what could not go out in time is missed for that reason', async () => {
    await inDoubt();
    const id = await dueNow('Behind it');
    await api.stored.posts.change({ scheduled_at: fromNow(api.db, '30 minutes ago') }, { id });
    await api.app.jobs.find(({ name }) => name === 'explain-overdue')?.run(new Date());
    expect(await problemOf(id)).toMatchObject({ code: 'behind_doubt' });
    await api.stored.posts.change({ scheduled_at: fromNow(api.db, '61 minutes ago') }, { id });
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'missed', problem: { code: 'missed_behind_doubt' } });
  });

  test('on another page nothing waits', async () => {
    await inDoubt();
    const { id } = await buildPage(api.db, me);
    expect((await plan('Elsewhere', { facebookPageId: id })).body.problem).toBeNull();
  });

  test('the page is not removed, and the answer names the post that is in the way', async () => {
    const doubtful = await inDoubt();
    const answer = await caller.call(removePage, { params: { id: pageRow } });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ postId: doubtful });
    expect(answer.text).toContain('may already be published');
    expect((await caller.call(deletePost, { params: { id: doubtful } })).text).toContain('may already be published');
  });
});

describe('while a page is cooling down', () => {
  const beginCooldown = (minutes: number, reason = 'rate_limited') =>
    api.stored.pageClock.change(
      { paused_until: fromNow(api.db, `${minutes} minutes`), pause_reason: reason },
      { facebook_page_id: pageRow },
    );

  test('what is planned within that time says so from the start, and what is planned later does not', async () => {
    await beginCooldown(90);
    expect((await plan('Within', { scheduledAt: inHours(1) })).body.problem).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('about 90 min') as string,
    });
    expect((await plan('Later')).body.problem).toBeNull();
    await beginCooldown(-1);
    expect(
      (await caller.call(listWaitingPosts, { query: { for: 'time' } })).body.posts.map(({ problem }) => problem),
    ).toEqual([null, null]);
  });

  test('that Facebook has stopped, its posts say that', async () => {
    await beginCooldown(300, 'blocked');
    expect((await plan('Stopped', { scheduledAt: inHours(1) })).body.problem).toMatchObject({
      code: 'blocked',
      action: 'open_facebook',
    });
  });

  test('of an app or a person, their posts say so too', async () => {
    await api.stored.pauses.add({
      scope: 'user',
      key: `facebook:${me.userId}`,
      paused_until: fromNow(api.db, '3 hours'),
      reason: 'rate_limited',
    });
    expect((await plan('Mine rest')).body.problem).toMatchObject({ code: 'rate_limited' });
  });
});

describe('a post that is being retried, with nothing visible sent', () => {
  async function retried(content: string): Promise<number> {
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$', page: page.id },
      when: 'before',
      action: 'reset',
    });
    const id = await dueNow(content);
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'publishing', problem: { code: 'retrying' } });
    return id;
  }

  test('can be deleted, and its page takes the next one', async () => {
    const id = await retried('Not any more');
    expect((await caller.call(deletePost, { params: { id } })).status).toBe(200);
    await api.sandbox.clearFaults();
    const next = await dueNow('The next one');
    await api.turn();
    expect((await stories.statusOf(next)).status).toBe('published');
    expect(await stories.seen('Not any more', page.id)).toBe(0);
  });

  test('can be taken off the schedule, and moved, and goes out once at its new time', async () => {
    const id = await retried('Later rather');
    expect((await caller.call(updatePost, { params: { id }, body: { scheduledAt: null } })).body).toMatchObject({
      status: 'draft',
      problem: null,
    });
    const moved = await caller.call(updatePost, { params: { id }, body: { scheduledAt: inHours(1) } });
    expect(moved.body).toMatchObject({ status: 'scheduled', problem: null });
    await api.sandbox.clearFaults();
    await api.stored.posts.makeDue(id);
    await api.turn();
    expect((await stories.statusOf(id)).status).toBe('published');
    expect(await stories.seen('Later rather', page.id)).toBe(1);
  });

  test('straight to another time tells who moved it', async () => {
    const id = await retried('Moved while retried');
    expect((await caller.call(updatePost, { params: { id }, body: { scheduledAt: inHours(1) } })).body.status).toBe(
      'scheduled',
    );
    const { entries } = (await caller.call(postTimeline, { params: { id } })).body;
    expect(entries.filter(({ kind }) => kind === 'scheduled').at(-1)).toMatchObject({ by: { name: me.name } });
    expect(entries.find(({ kind }) => kind === 'attempt')).toMatchObject({ outcome: 'abandoned', sentAt: null });
  });

  test('does not keep its page from being removed', async () => {
    const id = await retried('Without a page');
    expect((await caller.call(removePage, { params: { id: pageRow } })).status).toBe(200);
    expect(await stories.statusOf(id)).toMatchObject({ status: 'failed', problem: { code: 'page_removed' } });
  });

  test("is a worker's while one is at it, and stays its own once it was sent", async () => {
    const id = await dueNow('Under way');
    const claims = claimsRepository(api.db);
    const [claim] = await claimDue(claims);
    if (claim === undefined) throw new Error('Nothing was claimed');
    expect((await caller.call(deletePost, { params: { id } })).text).toContain('right now');
    await claims.markSending(claim, null, 20);
    await stories.endLeases();
    expect((await caller.call(deletePost, { params: { id } })).status).toBe(409);
    expect((await caller.call(updatePost, { params: { id }, body: { scheduledAt: inHours(1) } })).status).toBe(409);
  });

  test('a worker that was about to send finds that it is no longer its own', async () => {
    const id = await dueNow('Just in time');
    const claims = claimsRepository(api.db);
    const [claim] = await claimDue(claims);
    if (claim === undefined) throw new Error('Nothing was claimed');
    await stories.endLeases();
    expect((await caller.call(updatePost, { params: { id }, body: { scheduledAt: null } })).body.status).toBe('draft');
    expect(await claims.markSending(claim, null, 20)).toBe('lost');
  });
});
