import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { listNotifications } from '../../contract/index.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import type { Claim } from './claim.ts';
import { claimsRepository } from './claims.repository.ts';
import { WORKER_CONNECTION } from './claims.sql.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me, page, pageRow } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, page, pageRow } = scene);
});

const plan = (content: string, facebookPageId = pageRow) =>
  buildPost(api.db, me, { content, facebookPageId, scheduledAt: new Date(Date.now() - 60_000) });
const postOf = (id: number) =>
  api.stored.posts.first({ id }, 'status', 'problem') as Promise<{
    status: string;
    problem: { code: string; action: string } | null;
  }>;
const seen = async (content: string) =>
  (await api.sandbox.oracle(page.id)).filter((post) => post.message === content && post.is_published).length;

/** Whatever is there to do comes to a process, which dies of it after `work`. @returns what it had claimed */
async function dies(
  work: (claim: Claim, claims: ReturnType<typeof claimsRepository>) => Promise<unknown> = async () => {},
  processId = randomUUID(),
): Promise<number[]> {
  const claims = claimsRepository(api.db, processId);
  const claimed = [
    ...(await claims.claimOrphaned(9, processId)),
    ...(await claims.claimNextOfPages(await claims.duePages(9), processId)),
  ];
  for (const claim of claimed) await work(claim, claims);
  await api.stored.posts.expireLeases();
  return claimed.map(({ postId }) => postId);
}

test('a post at which three processes died is set aside and told of, and others go on', async () => {
  const admin = await buildUser(api.db, { role: 'admin' });
  const poison = await plan('Poison');
  for (let times = 0; times < 3; times += 1) expect(await dies()).toEqual([poison]);
  const other = await plan('Harmless');
  await api.turn();
  await api.turn();
  expect(await postOf(poison)).toMatchObject({ status: 'failed', problem: { code: 'set_aside', action: 'edit' } });
  expect(await postOf(other)).toMatchObject({ status: 'published' });
  expect([await seen('Poison'), await seen('Harmless')]).toEqual([0, 1]);
  const notificationsOf = async (user: TestUser) => (await api.as(user).call(listNotifications)).body.notifications;
  expect(await notificationsOf(me)).toMatchObject([{ kind: 'failed', postId: poison, problem: { code: 'set_aside' } }]);
  expect(await notificationsOf(admin)).toMatchObject([
    { problem: { code: 'set_aside' }, description: expect.stringContaining(`post ${poison}`) as string },
  ]);
});

test('one that may be out is looked for once more', async () => {
  const id = await plan('Out all the same');
  await api.sandbox.fault({
    match: { service: 'graph', method: 'POST', path: '/\\d+_\\d+$' },
    when: 'after',
    action: 'reset',
    times: 1,
  });
  await api.turn();
  await api.stored.posts.change({ lease_expires_at: api.db.fn.now() }, { id });
  for (let times = 0; times < 3; times += 1) expect(await dies()).toEqual([id]);
  await api.turn();
  expect(await postOf(id)).toMatchObject({ status: 'published' });
  expect(await seen('Out all the same')).toBe(1);
});

test('one that may be out, and of which looking ends processes too, is for its owner to resolve', async () => {
  const id = await plan('Nobody knows');
  for (let times = 0; times < 4; times += 1) await dies((claim, claims) => claims.markSending(claim, null, 20));
  await api.turn();
  expect(await postOf(id)).toMatchObject({ status: 'failed', problem: { code: 'set_aside', action: 'resolve' } });
});

test('a post that was only beside it when processes died goes out', async () => {
  const { id: pageId, access_token: accessToken } = await api.sandbox.page('manager', 1);
  const beside = await buildPage(api.db, me, { pageId, accessToken });
  const [poison, innocent] = [await plan('Poison'), await plan('Beside it', beside.id)];
  for (let times = 0; times < 2; times += 1) expect(new Set(await dies())).toEqual(new Set([poison, innocent]));
  // From here on they come one at a time.
  const [alone, ...more] = await dies();
  expect(more).toEqual([]);
  await api.turn();
  await api.stored.posts.expireLeases();
  await api.turn();
  const statuses = { poison: (await postOf(poison)).status, innocent: (await postOf(innocent)).status };
  expect(statuses).toEqual(
    alone === poison ? { poison: 'failed', innocent: 'published' } : { poison: 'published', innocent: 'failed' },
  );
});

test('nobody counts as dead who lives, or who ended as it should', async () => {
  const id = await plan('Slow, not poison');
  const [living, leaving] = [randomUUID(), randomUUID()];
  const line = new pg.Client({
    connectionString: api.config.DATABASE_URL,
    application_name: `${WORKER_CONNECTION}${living}`,
  });
  await line.connect();
  for (let times = 0; times < 2; times += 1) await dies(undefined, living);
  for (let times = 0; times < 3; times += 1) await dies((_, claims) => claims.letGo(), leaving);
  await dies();
  await dies();
  await api.turn();
  await line.end();
  expect(await postOf(id)).toMatchObject({ status: 'published' });
});
