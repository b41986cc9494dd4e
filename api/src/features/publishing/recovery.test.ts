import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { createPost, publishPost, resolvePost, readStatus } from '../../contract/index.ts';
import { databaseTime } from '../../db/clock.ts';
import { openDatabase } from '../../db/database.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { inWords } from '../../testing/in-words.ts';
import { claimDue } from '../../testing/post-stories.ts';
import { claimsRepository } from './claims.repository.ts';
import { WORKER_CONNECTION } from './claims.sql.ts';
import { markPutBack } from './loop-clock.repository.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { PATIENT_LIMITS } from '../../testing/test-api.ts';
import { beginTransaction, takeTableAway } from '../../testing/database-state.ts';

let { me: manager, page, pageRow } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me: manager, page, pageRow } = scene);
  },
  { role: 'manager' },
);

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const plan = (content: string, facts: object = {}) =>
  buildPost(api.db, manager, { content, facebookPageId: pageRow, scheduledAt: ago(0), ...facts });
const postOf = async (id: number) =>
  inWords(
    (await api.stored.posts.first({ id })) as {
      status: string;
      problem: unknown;
      remote_id: string | null;
      wait_until: Date | null;
    },
  );
const seen = async (content: string) =>
  (await api.sandbox.oracle(page.id)).filter((post) => post.message === content && post.is_published).length;

async function turn(): Promise<void> {
  await api.app.loop.tickJob.run(new Date());
  await api.app.loop.settled();
}

/**
 * The world as it was some minutes ago, and no loop since: what was done meanwhile is forgotten here, not at Facebook.
 */
async function putBackBy(minutes: number): Promise<void> {
  await api.stored.loopHeartbeat.change({ ticked_at: ago(minutes) });
  await api.stored.posts.change({ created_at: ago(minutes + 60) });
}
/** What Facebook shows late is waited for; the tests need not. */
const letReadLagPass = async () => {
  await api.stored.loopGaps.change({ ended_at: new Date(Date.now() - 16_000) });
  await api.stored.posts.expireLeases();
};

/** What a database of before does not know yet. */
const NOT_OUT = { published_at: null, remote_id: null, permalink_url: null, is_late: false };

describe('after the database was put back to an earlier day', () => {
  test('a post that went out since is found on its page and not sent again', async () => {
    const id = await plan("Yesterday's news", { scheduledAt: ago(20) });
    await turn();
    const { remote_id: first } = await postOf(id);
    expect(await seen("Yesterday's news")).toBe(1);
    await api.stored.posts.change({ status: 'scheduled', ...NOT_OUT }, { id });
    await api.stored.publishAttempts.remove();
    await api.stored.pageClock.change({ last_published_at: null });
    await putBackBy(25);

    await turn();
    expect(await postOf(id)).toMatchObject({ status: 'publishing', problem: { code: 'looking_back' } });
    await letReadLagPass();
    await turn();
    expect(await postOf(id)).toMatchObject({ status: 'published', remote_id: first });
    expect(await seen("Yesterday's news")).toBe(1);
  });

  test('a post that its owner had published ahead of its time is not sent again at its time', async () => {
    const id = await plan('Early bird', { scheduledAt: new Date(Date.now() + 3_600_000) });
    expect((await api.as(manager).call(publishPost, { params: { id }, body: {} })).status).toBe(200);
    await api.stored.posts.change({ status: 'scheduled', ...NOT_OUT, scheduled_at: ago(0) }, { id });
    await api.stored.publishAttempts.remove();
    await putBackBy(30);
    await turn();
    await letReadLagPass();
    await turn();
    expect((await postOf(id)).status).toBe('published');
    expect(await seen('Early bird')).toBe(1);
  });

  test('one that had not gone out goes out, once somebody has looked', async () => {
    const id = await plan('Fresh after all');
    await putBackBy(25);
    await turn();
    await letReadLagPass();
    await turn();
    expect((await postOf(id)).status).toBe('published');
    expect(await seen('Fresh after all')).toBe(1);
  });

  test('an equal text that is another post of ours is not taken for it', async () => {
    await plan('Good morning', { scheduledAt: ago(1) });
    await turn();
    await api.stored.pageClock.change({ last_published_at: null });
    // Facebook refuses the very same text twice in a row.
    await api.sandbox.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'In between' });
    const second = await plan('Good morning');
    await putBackBy(25);
    await turn();
    await letReadLagPass();
    await turn();
    expect((await postOf(second)).status).toBe('published');
    expect(await seen('Good morning')).toBe(2);
  });

  test('where Facebook does not let us poll, the owner is asked, and it goes out by their word', async () => {
    const id = await plan('Who knows');
    await putBackBy(25);
    await api.sandbox.fault({
      match: { service: 'graph', method: 'GET', path: '/published_posts' },
      when: 'before',
      action: { type: 'error', http: 400, code: 100 },
    });
    await turn();
    await letReadLagPass();
    await turn();
    expect(await postOf(id)).toMatchObject({ status: 'missed', problem: { code: 'cannot_look' } });
    expect(await seen('Who knows')).toBe(0);
    expect((await api.as(manager).call(publishPost, { params: { id }, body: {} })).status).toBe(409);
    expect(await seen('Who knows')).toBe(0);
    expect((await api.as(manager).call(resolvePost, { params: { id }, body: { as: 'not-out' } })).body).toMatchObject({
      status: 'published',
    });
    expect(await seen('Who knows')).toBe(1);
  });
});

test('a claim that waited for a connection is not ahead of the database', async () => {
  await plan('Waits');
  const narrow = openDatabase(api.config.DATABASE_URL, 'loop', { ...PATIENT_LIMITS, connections: 1 });
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const busy = await beginTransaction(narrow);
    const claiming = claimsRepository(narrow).claimNextOfPages([pageRow], null);
    vi.advanceTimersByTime(4000);
    await busy.commit();
    const [claim] = await claiming;
    expect(claim?.now().getTime()).toBeLessThanOrEqual((await databaseTime(api.db)).getTime());
  } finally {
    vi.useRealTimers();
    await narrow.destroy();
  }
});

test('a claim that comes before the first heartbeat of a start looks back too', async () => {
  const id = await plan('Faster than the heart');
  await putBackBy(25);
  const [claim] = await claimDue(claimsRepository(api.db));
  expect(claim?.postId).toBe(id);
  expect(claim?.forgotten?.since.getTime()).toBeLessThan(ago(24).getTime());
});

describe('after a promotion that nobody noticed', () => {
  /** Of a standby that had heard of everything up to a second ago. */
  const promote = () =>
    api.stored.loopHeartbeat.change({ history: '7/00000001', ticked_at: new Date(Date.now() - 1000) });
  /** Nobody has looked at the clock since. */
  async function forget(id: number): Promise<void> {
    await api.stored.posts.change({ status: 'scheduled', ...NOT_OUT }, { id });
    await api.stored.publishAttempts.remove();
    await api.stored.pageClock.change({ last_published_at: null });
  }
  async function lookLater(): Promise<void> {
    await letReadLagPass();
    await turn();
  }

  test('a claim looks back, also before the first heartbeat, and what went out is found', async () => {
    const id = await plan('Sent a moment ago');
    await turn();
    await forget(id);
    await promote();
    const [claim] = await claimDue(claimsRepository(api.db));
    expect(claim).toMatchObject({ postId: id, forgotten: { isLoss: true } });
    await api.stored.posts.expireLeases();
    await turn();
    expect(await postOf(id)).toMatchObject({ status: 'publishing', problem: { code: 'looking_back' } });
    await lookLater();
    expect((await postOf(id)).status).toBe('published');
    expect(await seen('Sent a moment ago')).toBe(1);
    expect(await api.stored.loopGaps.rows()).toMatchObject([{ is_loss: true }]);
  });

  test('whoever asks again for what is out, by a key that is gone, gets that', async () => {
    const id = await plan('Asked for twice');
    await turn();
    const { remote_id: first } = await postOf(id);
    await api.stored.posts.remove({ id });
    // Nobody deleted it: it was written when the standby heard nothing any more.
    await api.stored.deletedPosts.remove();
    await promote();
    await turn();
    await letReadLagPass();
    const again = await api
      .as(manager)
      .call(createPost, { body: { content: 'Asked for twice', status: 'published', facebookPageId: pageRow } });
    expect(again.body).toMatchObject({ status: 'published' });
    expect((await postOf(again.body.id)).remote_id).toBe(first);
    expect(await seen('Asked for twice')).toBe(1);
  });

  test('what was made of a post before is not shown where the post was made anew since', async () => {
    const id = await plan('Made anew');
    await turn();
    await forget(id);
    await api.stored.publishAttempts.add({ post_id: id, state: 'created', remote_id: `${page.id}_4711` });
    await promote();
    await turn();
    await lookLater();
    expect((await postOf(id)).status).toBe('published');
    expect(await seen('Made anew')).toBe(1);
  });

  test('a server that has only started anew is looked behind, and has lost nothing', async () => {
    const id = await plan('Restarted');
    await api.stored.loopHeartbeat.change({ server_started_at: ago(60) });
    await turn();
    expect(await postOf(id)).toMatchObject({ status: 'publishing', problem: { code: 'looking_back' } });
    expect(await api.stored.loopGaps.rows()).toMatchObject([{ is_loss: false }]);
    await lookLater();
    expect((await postOf(id)).status).toBe('published');
  });

  test('a backup that is put back says so itself', async () => {
    const id = await plan('From the backup');
    await turn();
    await markPutBack(api.db, ago(30));
    await turn();
    const [gap] = await api.stored.loopGaps.rows();
    expect(gap).toMatchObject({ is_loss: true });
    expect((gap as { started_at: Date }).started_at.getTime()).toBeLessThan(ago(29).getTime());
    expect((await postOf(id)).status).toBe('published');
  });
});

test('a text that Facebook says it has, and that is no other post of ours, is this one', async () => {
  await api.sandbox.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'Said before' });
  const id = await plan('Said before');
  await turn();
  expect((await postOf(id)).status).toBe('published');
  expect(await seen('Said before')).toBe(1);
});

test('a short pause of the loop is no reason to look back', async () => {
  const id = await plan('Just a restart');
  await api.stored.loopHeartbeat.change({ ticked_at: new Date(Date.now() - 8000) });
  await turn();
  expect((await postOf(id)).status).toBe('published');
});

test('a loop that is there but gets nothing out counts as stopped, until it gets through', async () => {
  const isRunning = async () => (await api.as(manager).call(readStatus)).body.loop.isRunning;
  await api.stored.loopHeartbeat.change({ worked_at: ago(1) });
  const putBack = await takeTableAway(api.db, 'pauses');
  await turn();
  expect(await isRunning()).toBe(false);
  await putBack();
  await turn();
  expect(await isRunning()).toBe(true);
});

describe('a worker that dies', () => {
  test('is noticed by its lost connection, and its post is taken over before its lease ends', async () => {
    const worker = randomUUID();
    const connection = new pg.Client({
      connectionString: api.config.DATABASE_URL,
      application_name: `${WORKER_CONNECTION}${worker}`,
    });
    await connection.connect();
    const id = await plan('Orphaned');
    const claims = claimsRepository(api.db);
    await claimDue(claims, 1, worker);
    expect(await claims.expireLeasesOfTheDead()).toBe(false);
    await connection.end();
    await expect.poll(() => claims.expireLeasesOfTheDead()).toBe(true);
    await turn();
    expect((await postOf(id)).status).toBe('published');
    expect(await seen('Orphaned')).toBe(1);
  });
});

test('a page that published thirty reels in a day waits for the first to leave the window, and says so', async () => {
  for (let n = 0; n < 29; n += 1) await plan(`Reel ${n}`, { status: 'published', publishedAt: ago(60 * 22 + n / 60) });
  // Facebook works on this one; it counts there already.
  await api.stored.publishAttempts.add({
    post_id: await plan('Reel under way', { status: 'publishing' }),
    state: 'processing',
    remote_id: '1',
    sent_at: ago(60 * 23),
  });
  const id = await plan('One too many');
  await api.stored.posts.change({ media_type: 'reel' });
  const text = await plan('Text goes on', { scheduledAt: ago(0) });
  await turn();
  await turn();
  expect(await postOf(id)).toMatchObject({ status: 'scheduled', problem: { code: 'reel_limit' } });
  expect((await postOf(id)).wait_until?.getTime()).toBeGreaterThan(Date.now() + 59 * 60_000);
  expect((await postOf(text)).status).toBe('published');
});

describe('a cooldown that Facebook asks for', () => {
  test('of a person holds all pages of theirs and of nobody else', async () => {
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$', page: page.id },
      when: 'before',
      action: { type: 'error', http: 400, code: 17 },
      times: 1,
    });
    await plan('Too much of me');
    await turn();
    const [mine, theirs] = [await api.sandbox.page('manager', 1), await api.sandbox.page('many', 0)];
    const other = await buildUser(api.db, { facebookId: (await api.sandbox.user('many')).id });
    const waiting = await buildPost(api.db, manager, {
      facebookPageId: (await buildPage(api.db, manager, { pageId: mine.id, accessToken: mine.access_token })).id,
      scheduledAt: ago(0),
    });
    const going = await buildPost(api.db, other, {
      facebookPageId: (await buildPage(api.db, other, { pageId: theirs.id, accessToken: theirs.access_token })).id,
      scheduledAt: ago(0),
    });
    await turn();
    expect([(await postOf(waiting)).status, (await postOf(going)).status]).toEqual(['scheduled', 'published']);
  });

  test('is told by every post that falls due meanwhile', async () => {
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$', page: page.id },
      when: 'before',
      action: { type: 'error', http: 400, code: 80_001 },
      times: 1,
    });
    await plan('First to hear', { scheduledAt: ago(1) });
    const [soon, later] = [
      await plan('Soon', { scheduledAt: new Date(Date.now() + 600_000) }),
      await plan('Much later', { scheduledAt: new Date(Date.now() + 86_400_000) }),
    ];
    await turn();
    expect([(await postOf(soon)).problem?.code, (await postOf(later)).problem]).toEqual(['rate_limited', null]);
  });

  test('by a used-up budget in its headers stops the page before it is refused', async () => {
    await api.app.publishing.beginCooldown({ of: 'page', id: page.id }, 12);
    const answer = await api
      .as(manager)
      .call(createPost, { body: { content: 'Later then', status: 'published', facebookPageId: pageRow } });
    expect(answer.body).toMatchObject({
      status: 'scheduled',
      problem: { message: expect.stringContaining('about 12 min') },
    });
  });
});

test('what Facebook said is kept with the post, with the numbers that its support asks for', async () => {
  await api.sandbox.fault({
    match: { service: 'graph', method: 'POST', path: '/feed$', page: page.id },
    when: 'before',
    times: 1,
    action: { type: 'error', http: 400, code: 1_609_005, subcode: 99, error_user_msg: 'This link cannot be shown.' },
  });
  const id = await plan('Bad link');
  await turn();
  expect(await postOf(id)).toMatchObject({
    status: 'failed',
    problem: {
      message: 'This link cannot be shown.',
      facebook: { code: 1_609_005, subcode: 99, traceId: expect.any(String) },
    },
  });
});

test('an unpublished object that a lost answer left behind is deleted, and nothing else', async () => {
  await api.sandbox.control('PUT', '/clock', { offsetMs: -30 * 60_000 });
  await api.sandbox.graph('POST', `/${page.id}/feed`, page.access_token, {
    message: 'An earlier draft',
    published: false,
  });
  await api.sandbox.control('PUT', '/clock', { offsetMs: -20 * 60_000 });
  await api.sandbox.fault({
    match: { service: 'graph', method: 'POST', path: '/feed$', page: page.id },
    when: 'after',
    action: 'reset',
    times: 1,
  });
  const id = await plan('Left behind');
  await turn();
  await api.stored.posts.change({ lease_expires_at: ago(0) }, { id });
  await turn();
  const objects = async () =>
    (await api.sandbox.oracle(page.id))
      .filter((post) => post.message === 'Left behind')
      .map((post) => post.is_published);
  expect(await objects()).toEqual([false, true]);
  await api.stored.publishAttempts.change({ created_at: ago(20), ended_at: ago(20) });
  await api.sandbox.control('PUT', '/clock', { offsetMs: 0 });
  const job = api.app.jobs.find(({ name }) => name === 'remove-orphans');
  await job?.run(new Date());
  expect(await objects()).toEqual([true]);
  expect((await api.sandbox.oracle(page.id)).some((post) => post.message === 'An earlier draft')).toBe(true);
});
