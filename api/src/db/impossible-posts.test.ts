import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPage, buildPost, buildUser } from '../testing/builders.ts';
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts';
import { down, up } from './migrations/20261122220100_refuse_impossible_posts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const WHEN = new Date('2026-01-01T09:00:00Z');
const PROBLEM = { code: 'reconnect' };

/** Every status with everything that one of its posts can wrongly have, in each combination. */
const LEFT_BEHIND = ['draft', 'scheduled', 'publishing', 'published', 'failed', 'missed'].flatMap((status) =>
  Array.from({ length: 64 }, (_, bits) => {
    const has = (bit: number) => Math.floor(bits / 2 ** bit) % 2 === 1;
    return {
      status,
      is_held: has(0),
      publish_now: has(1),
      wait_until: has(2) ? WHEN : null,
      problem: has(3) ? JSON.stringify(PROBLEM) : null,
      lease_owner: has(4) ? '00000000-0000-4000-8000-000000000001' : null,
      lease_token: has(5) ? '00000000-0000-4000-8000-000000000002' : null,
      lease_expires_at: status === 'publishing' ? WHEN : null,
      scheduled_at: status === 'scheduled' ? WHEN : null,
      published_at: status === 'published' || has(5) ? WHEN : null,
      is_late: has(4),
      remote_id: has(3) ? '1_2' : null,
    };
  }),
);

test('whatever earlier versions left is set right, and what is possible stays as it was', async () => {
  const { db } = database;
  const owner = await buildUser(db);
  const { id: page } = await buildPage(db, owner);
  const broken = await buildPage(db, owner, { problem: PROBLEM as never });
  await down(db);
  const fine = await buildPost(db, owner, { facebookPageId: page });
  for (const row of LEFT_BEHIND) {
    const id = await buildPost(db, owner, { facebookPageId: row.publish_now ? broken.id : page });
    await db('posts').where({ id }).update(row);
  }
  const untouched = () => db('posts').where({ id: fine }).first();
  const before: unknown = await untouched();

  await up(db);
  // A start that was cut off begins again.
  await up(db);
  expect(await untouched()).toEqual(before);
  expect(await db('posts').count('* as n').first()).toEqual({ n: LEFT_BEHIND.length + 1 });
  const proved = await db('pg_constraint')
    .whereRaw("conrelid = 'posts'::regclass and contype = 'c'")
    .pluck<boolean[]>('convalidated');
  expect(new Set(proved)).toEqual(new Set([true]));
  // What waits for its owner goes on waiting for them, and says why.
  const held = await db('posts').where({ is_held: true });
  expect(held.length).toBeGreaterThan(0);
  expect(
    held.every((post: { problem: unknown; publish_now: boolean }) => post.problem !== null && !post.publish_now),
  ).toBe(true);
});
