import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { beforeUpdate } from '../../testing/before-update.ts';
import { waitingStatements } from '../../testing/database-state.ts';
import { setUpSweptApi } from '../../testing/scene.ts';
import { fromNow, newToken, SOMETHING, stored } from '../../testing/stored.ts';
import type { Claim } from './claim.ts';
import { claimsRepository } from './claims.repository.ts';

const api = setUpSweptApi();

/** Posts that a worker has claimed, each on a page of its own. */
async function claimed(count: number) {
  const owner = await buildUser(api.db);
  const pages = await Promise.all(Array.from({ length: count }, () => buildPage(api.db, owner)));
  for (const page of pages)
    await buildPost(api.db, owner, { facebookPageId: page.id, scheduledAt: new Date(Date.now() - 1000) });
  const claims = claimsRepository(api.db);
  const got = await claims.claimNextOfPages(
    pages.map(({ id }) => id),
    null,
  );
  expect(got).toHaveLength(count);
  return { claims, got: got.toSorted((a, b) => a.postId - b.postId) };
}
/** A transaction that holds what it changes, until the test lets go of it or has failed. */
async function holder() {
  const trx = await api.db.transaction();
  onTestFinished(async () => {
    if (!trx.isCompleted()) await trx.rollback();
  });
  return trx;
}
const statuses = () => api.stored.posts.values('status');
const busyPages = async () => (await api.stored.pageClock.rows({ post_id: SOMETHING })).length;

describe('posts that are marked and settled at the same time', () => {
  test('go each its own way: what is lost, too late or out is so for that post alone', async () => {
    const { claims, got } = await claimed(4);
    const [stolen, late, ...good] = got;
    await api.stored.posts.change({ lease_token: newToken(api.db) }, { id: stolen?.postId });
    await api.stored.posts.change({ scheduled_at: fromNow(api.db, '2 hours ago') }, { id: late?.postId });

    expect(await Promise.all(got.map((claim, n) => claims.markSending(claim, `remote_${n}`, 30)))).toEqual([
      'lost',
      'too late',
      'marked',
      'marked',
    ]);
    const attempts = (await api.stored.publishAttempts.rows()).toSorted((a, b) => a.post_id - b.post_id);
    expect(attempts.map(({ state, remote_id }) => [state, remote_id])).toEqual([
      ['started', null],
      ['started', null],
      ['sending', 'remote_2'],
      ['sending', 'remote_3'],
    ]);

    expect(await Promise.all(good.map((claim, n) => claims.settlePublished(claim, `remote_${n + 2}`, null)))).toEqual([
      true,
      true,
    ]);
    expect(await statuses()).toEqual(['publishing', 'publishing', 'published', 'published']);
    expect(await busyPages()).toBe(2);
    expect(await Promise.all(good.map((claim) => claims.settlePublished(claim, 'again', null)))).toEqual([
      false,
      false,
    ]);
  });

  test('are told apart by their leases where a post is there twice: who has lost it may not send it', async () => {
    const { claims, got } = await claimed(2);
    const [former, other] = got as [Claim, Claim];
    await api.stored.posts.change({ lease_token: newToken(api.db) }, { id: former.postId });
    const { lease_token: leaseToken } = await api.stored.posts.first({ id: former.postId }, 'lease_token');
    const present = { ...former, leaseToken: leaseToken as string };
    const all = [former, present, other];
    expect(await Promise.all(all.map((claim, n) => claims.markSending(claim, `remote_${n}`, 30)))).toEqual([
      'lost',
      'marked',
      'marked',
    ]);
    expect(await Promise.all(all.map((claim, n) => claims.settlePublished(claim, `remote_${n}`, null)))).toEqual([
      false,
      true,
      true,
    ]);
    expect((await api.stored.posts.first({ id: former.postId }, 'remote_id')).remote_id).toBe('remote_1');
  });

  test.each(['the post', 'the clock of its page'])('wait for none where somebody holds %s', async (what) => {
    const { claims, got } = await claimed(3);
    const [held, ...others] = got;
    const trx = await holder();
    if (what === 'the post') await stored(trx).posts.change({ tone: 'held' }, { id: held?.postId });
    else await stored(trx).pageClock.change({ paused_until: null }, { facebook_page_id: held?.facebookPageId });
    const marks = got.map((claim) => claims.markSending(claim, null, 30));
    expect(await Promise.all(marks.slice(1))).toEqual(others.map(() => 'marked'));
    const settled = got.map((claim, n) => claims.settlePublished(claim, `remote_${n}`, null));
    expect(await Promise.all(settled.slice(1))).toEqual([true, true]);
    expect(await statuses()).toEqual(['publishing', 'published', 'published']);
    await trx.rollback();
    expect([await marks[0], await settled[0]]).toEqual(['marked', true]);
  });

  test('wait for none that waits for what one of its triggers writes', async () => {
    const { claims, got } = await claimed(3);
    const before = beforeUpdate(api.db, 'posts');
    const gate = await before.gate(`old.id = ${got[0]?.postId}`);
    onTestFinished(async () => {
      await gate.open();
      await before.asAlways();
    });
    const settled = got.map((claim, n) => claims.settlePublished(claim, `remote_${n}`, null));
    expect(await Promise.all(settled.slice(1))).toEqual([true, true]);
    expect(await statuses()).toEqual(['publishing', 'published', 'published']);
    await gate.open();
    expect(await settled[0]).toBe(true);
  });

  test('leave connections to others, however many wait for what one person holds', async () => {
    const db = openDatabase(api.config.DATABASE_URL, 'loop');
    const { got } = await claimed(8);
    const claims = claimsRepository(db);
    const trx = await holder();
    const held = got.slice(1);
    await stored(trx).pageClock.change(
      { paused_until: null },
      { facebook_page_id: held.map(({ facebookPageId }) => facebookPageId) },
    );
    const waiting = held.map((claim, n) => claims.settlePublished(claim, `remote_${n}`, null));
    await expect.poll(() => waitingStatements(api.db)).toBeGreaterThan(0);
    expect(await claims.settlePublished(got[0] as Claim, 'remote', null)).toBe(true);
    expect(await waitingStatements(api.db)).toBeLessThan(4);
    expect((await statuses()).filter((one) => one === 'published')).toHaveLength(1);
    await trx.rollback();
    expect(await Promise.all(waiting)).toEqual(held.map(() => true));
    await db.destroy();
  });

  test('fail for none but the one that fails', async () => {
    const { claims, got } = await claimed(3);
    const before = beforeUpdate(api.db, 'posts');
    await before.failWhen(`old.id = ${got[0]?.postId}`, 'a fault of this one');
    const ends = await Promise.allSettled(got.map((claim, n) => claims.settlePublished(claim, `remote_${n}`, null)));
    await before.asAlways();
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(await statuses()).toEqual(['publishing', 'published', 'published']);
  });
});
