import pg from 'pg';
import { beforeAll, afterAll, expect, test, vi } from 'vitest';
import { deletePost, listNotifications, updatePost } from '../../contract/index.ts';
import { buildPost, buildUser } from '../../testing/builders.ts';
import { keepPost, pretendHistory } from '../../testing/database-state.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { createLostWork } from './lost-work.feature.ts';
import { tellOfLossesJob } from './tell-of-losses.job.ts';
import { toldPosts } from './told-posts.ts';

let { me, pageRow } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me, pageRow } = scene);
  },
  { role: 'manager' },
);

let line: pg.Client;
let heard = (_payload: string): void => {};
beforeAll(async () => {
  line = new pg.Client(api.config.DATABASE_URL);
  await line.connect();
  line.on('notification', ({ payload = '' }) => heard(payload));
  await line.query('listen post_writes');
});
afterAll(() => line.end());

const later = () => new Date(Date.now() + 3600_000);
const plan = (content: string) => buildPost(api.db, me, { content, facebookPageId: pageRow, scheduledAt: later() });
const postOf = (id: number) => api.stored.posts.first({ id });
const notes = async (person = me) => (await api.as(person).call(listNotifications, {})).body.notifications;

/** A process that has listened to the database, and what is done before and after a failover. */
async function failOver(before: () => Promise<void>, lose: () => Promise<void>): Promise<void> {
  const work = createLostWork({
    loopDb: api.db,
    adminIds: [],
    log: { warn: vi.fn<() => void>(), info: vi.fn<() => void>(), error: vi.fn<(what: unknown) => void>() } as never,
    moved: () => {},
  });
  heard = work.channels.post_writes.notified;
  work.channels.post_writes.listening();
  await work.settled();
  await before();
  await line.query('select 1');
  heard = () => {};
  await lose();
  const putBack = await pretendHistory(api.db, '7/00000002');
  work.channels.post_writes.listening();
  await work.settled();
  await putBack();
}

const keep = (id: number) => keepPost(api.db, id);

test('a post whose deletion or change was lost goes nowhere, and its owner is told', async () => {
  const [deleted, changed, kept, drafted] = [
    await plan('Goes'),
    await plan('Was'),
    await plan('Stays'),
    await plan('D'),
  ];
  const back = [await keep(deleted), await keep(changed), await keep(drafted)];
  await failOver(
    async () => {
      await api.as(me).call(deletePost, { params: { id: deleted } });
      await api.as(me).call(updatePost, { params: { id: changed }, body: { content: 'Is' } });
      await api.as(me).call(updatePost, { params: { id: kept }, body: { content: 'Stays so' } });
    },
    async () => {
      for (const one of back) await one();
    },
  );
  expect(await postOf(deleted)).toMatchObject({
    status: 'missed',
    problem: { code: 'changes_lost', params: { change: 'deleted' } },
  });
  expect(await postOf(changed)).toMatchObject({ status: 'missed', problem: { params: { change: 'changed' } } });
  expect(await postOf(kept)).toMatchObject({ status: 'scheduled', content: 'Stays so' });
  expect(await postOf(drafted)).toMatchObject({ status: 'scheduled' });
  const told = (await notes()).filter(({ problem }) => problem?.code === 'work_lost');
  expect(told).toMatchObject([{ path: '/scheduled', problem: { params: { stopped: 2, gone: 0, older: 0 } } }]);
  expect(told[0]?.description).toContain('We stopped 2 posts because your last change to them is gone.');
});

test('what waits for its turn after the failover is taken back from the loop too', async () => {
  const id = await plan('Waits');
  const back = await keep(id);
  await failOver(
    async () => void (await api.as(me).call(deletePost, { params: { id } })),
    async () => {
      await back();
      await api.stored.posts.change({ status: 'publishing', lease_expires_at: later() }, { id });
      await api.stored.publishAttempts.add({ post_id: id, state: 'started' });
    },
  );
  expect((await postOf(id))?.['status']).toBe('missed');
  expect(await api.stored.publishAttempts.rows({ post_id: id })).toMatchObject([{ state: 'abandoned' }]);
});

test('a new post that is gone is told, and a post that changed since is its newer word', async () => {
  const other = await plan('First');
  let made = 0;
  const back = await keep(other);
  await failOver(
    async () => {
      made = await plan('New');
      await api.as(me).call(updatePost, { params: { id: other }, body: { content: 'Second' } });
    },
    async () => {
      await api.stored.posts.remove({ id: made });
      await back();
      await api.as(me).call(updatePost, { params: { id: other }, body: { content: 'Third' } });
    },
  );
  expect(await postOf(other)).toMatchObject({ status: 'scheduled', content: 'Third' });
  expect((await notes())[0]).toMatchObject({ problem: { params: { stopped: 0, gone: 1 } } });
});

test('everybody who worked at that time is told once, administrators in their own words, and nobody else', async () => {
  const idle = await buildUser(api.db);
  const admin = await buildUser(api.db, { role: 'admin' });
  await api.as(me).call(listNotifications, {});
  const [since, until] = [new Date(Date.now() - 60_000), new Date(Date.now() - 50_000)];
  await api.stored.sessions.change({ last_seen_at: new Date(Date.now() - 3600_000) }, { user_id: idle.userId });
  await api.stored.loopGaps.add({ started_at: since, ended_at: until, is_loss: true, history: '7/00000003' });
  await api.stored.loopGaps.add({ started_at: since, ended_at: until, is_loss: false });
  const job = tellOfLossesJob({ loopDb: api.db, adminIds: [] });
  await Promise.all([job.run(new Date()), job.run(new Date())]);
  await job.run(new Date());
  const of = async (userId: number) =>
    (await api.stored.notifications.rows({ user_id: userId, group_key: 'loss:7/00000003' })) as {
      problem: { params: { isForAll: boolean } };
    }[];
  expect((await of(me.userId)).map(({ problem }) => problem.params.isForAll)).toEqual([false]);
  expect((await of(admin.userId)).map(({ problem }) => problem.params.isForAll)).toEqual([true]);
  expect(await of(idle.userId)).toEqual([]);
});

test('what was told is remembered for a while, the newest of each post, and not without end', () => {
  const told = toldPosts();
  const mark = 'a'.repeat(32);
  for (const payload of ['', '1', '1:2:test', 'x:2:test:draft:' + mark, '1:2:test:draft', `1:2:test:gone:${mark}`])
    told.hear(payload);
  told.hear(`1:2:test:draft:${mark}`, 0);
  told.hear(`2:2:test:draft:${mark}`, 0);
  told.hear('1:2:test:gone', 500_000);
  expect(told.take(700_000)).toEqual([{ id: 1, userId: 2, environment: 'test', status: 'gone', mark: null }]);
  expect(told.take(700_000)).toEqual([]);
  for (let id = 1; id <= 30_000; id += 1) told.hear(`${id}:2:test:gone`, 1);
  expect(told.take(1)).toHaveLength(20_000);
});
