import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import { beforeAll, afterAll, describe, expect, test, vi } from 'vitest';
import { deletePost, listNotifications, updatePost } from '../../contract/index.ts';
import { buildPost, buildUser } from '../../testing/builders.ts';
import { beforeUpdate } from '../../testing/before-update.ts';
import { keepPost, pretendHistory } from '../../testing/database-state.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { fromNow, newToken } from '../../testing/stored.ts';
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

type Timing = Parameters<typeof createLostWork>[1];
/** A process that has listened to the database. */
async function listeningLoop(timing: Timing = {}, loopDb = api.db) {
  const errors: unknown[] = [];
  const work = createLostWork(
    {
      loopDb,
      adminIds: [],
      log: {
        warn: vi.fn<() => void>(),
        info: vi.fn<() => void>(),
        error: (what: unknown) => errors.push(what),
      } as never,
      moved: () => {},
    },
    timing,
  );
  const { notified, listening } = work.channels.post_writes;
  const listen = async (meanwhile = (_notified: (payload: string) => void): void => {}) => {
    listening();
    meanwhile(notified);
    await work.settled();
  };
  await listen();
  return { notified, listen, errors };
}

type Loop = Awaited<ReturnType<typeof listeningLoop>>;
/** All of these loops hear what is done. */
async function heardBy(loops: readonly Loop[], act: () => Promise<void>): Promise<void> {
  heard = (payload) => {
    for (const { notified } of loops) notified(payload);
  };
  await act();
  await line.query('select 1');
  heard = () => {};
}

/** They hear what is done before a failover, and nothing of what it loses. */
async function untilFailover(loops: readonly Loop[], before: () => Promise<void>, lose: () => Promise<void>) {
  await heardBy(loops, before);
  await lose();
  return pretendHistory(api.db, '7/00000002');
}

/** A process that has listened to the database, and what is done before and after a failover. */
async function failOver(
  before: () => Promise<void>,
  lose: () => Promise<void>,
  { meanwhile, ...timing }: Timing & { meanwhile?: (notified: (payload: string) => void) => void } = {},
): Promise<void> {
  const loop = await listeningLoop(timing);
  const putBack = await untilFailover([loop], before, lose);
  await loop.listen(meanwhile);
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

test('what its owner says of a post that waits for its next try is told too', async () => {
  const id = await plan('Waits for its try');
  await api.stored.posts.change({ status: 'publishing', lease_expires_at: later() }, { id });
  await api.stored.publishAttempts.add({ post_id: id, state: 'started' });
  const back = await keep(id);
  await failOver(
    async () => {
      const scheduledAt = new Date(Date.now() + 24 * 3600_000).toISOString();
      expect((await api.as(me).call(updatePost, { params: { id }, body: { scheduledAt } })).status).toBe(200);
    },
    async () => {
      await back();
      await api.stored.publishAttempts.add({ post_id: id, state: 'started' });
    },
  );
  expect(await postOf(id)).toMatchObject({ status: 'missed', problem: { params: { change: 'changed' } } });
});

test('what somebody else does after the failover does not make the newer word of an owner the older one', async () => {
  const id = await plan('First');
  const back = await keep(id);
  await failOver(
    async () => void (await api.as(me).call(updatePost, { params: { id }, body: { content: 'Second' } })),
    async () => {
      await back();
      await api.as(me).call(updatePost, { params: { id }, body: { content: 'Third' } });
    },
    { meanwhile: (notified) => notified(`999999:1:test:gone`) },
  );
  expect(await postOf(id)).toMatchObject({ status: 'scheduled', content: 'Third' });
});

describe('two posts whose deletion was lost', () => {
  const lossOf = async () =>
    (await notes()).flatMap(({ problem, description }) =>
      problem?.code === 'work_lost' ? [{ ...problem.params, description }] : [],
    );
  async function twoLost() {
    const posts = [await plan('One'), await plan('Two')] as const;
    const back = [await keep(posts[0]), await keep(posts[1])];
    return {
      posts,
      drop: async () => {
        for (const id of posts) await api.as(me).call(deletePost, { params: { id } });
      },
      lose: async () => {
        for (const one of back) await one();
      },
    };
  }

  test('are two: where one cannot be stopped, the other is, and their owner is told of both', async () => {
    const { posts, drop, lose } = await twoLost();
    const before = beforeUpdate(api.db, 'posts');
    await failOver(
      drop,
      async () => {
        await lose();
        await before.failWhen(`old.id = ${posts[0]}`, 'a fault of this one');
      },
      { lagMs: 0, againAfterMs: 1, looks: 2 },
    );
    await before.asAlways();
    expect((await postOf(posts[0]))?.['status']).toBe('scheduled');
    expect((await postOf(posts[1]))?.['status']).toBe('missed');
    expect(await lossOf()).toMatchObject([{ stopped: 1, unstopped: 1 }]);
  });

  test('are told of in the same way by a process that stood still before it looked once more', async () => {
    const { posts, drop, lose } = await twoLost();
    const before = beforeUpdate(api.db, 'posts');
    let looks = 0;
    const ask = async (...question: [string, Knex.ValueDict]): Promise<unknown> => {
      looks += Number(question[0].includes('mark_of_post'));
      if (looks === 2) await sleep(1000);
      return Reflect.apply(api.db.raw, api.db, question);
    };
    const sluggish = new Proxy(api.db, {
      get: (db, key) => (key === 'raw' ? ask : (Reflect.get(db, key) as unknown)),
    });
    const loop = await listeningLoop({ lagMs: 0, againAfterMs: 1, looks: 2 }, sluggish);
    const putBack = await untilFailover([loop], drop, lose);
    await before.failWhen(`old.id = ${posts[0]}`, 'a fault of this one');
    await loop.listen();
    await before.asAlways();
    await putBack();
    expect(await lossOf()).toMatchObject([{ stopped: 1, unstopped: 1, older: 0 }]);
  });

  test('are remembered where the database goes away once more', async () => {
    const { posts, drop, lose } = await twoLost();
    const before = beforeUpdate(api.db, 'posts');
    const loop = await listeningLoop({ againAfterMs: 1, looks: 2 });
    const putBack = await untilFailover([loop], drop, lose);
    await before.failWhen('true', 'the database is starting up', '57P03');
    await loop.listen();
    expect(loop.errors).not.toEqual([]);
    await before.asAlways();
    await loop.listen();
    await putBack();
    expect([(await postOf(posts[0]))?.['status'], (await postOf(posts[1]))?.['status']]).toEqual(['missed', 'missed']);
    expect(await lossOf()).toMatchObject([{ stopped: 2 }]);
  });

  test('are told of where a worker is at one of them all the time: it may go out as it was', async () => {
    const { posts, drop, lose } = await twoLost();
    await failOver(
      drop,
      async () => {
        await lose();
        await api.stored.posts.change(
          { status: 'publishing', lease_token: newToken(api.db), lease_expires_at: later() },
          { id: posts[0] },
        );
      },
      { lagMs: 0 },
    );
    const [loss] = await lossOf();
    expect(loss).toMatchObject({ stopped: 1, unstopped: 1 });
    expect(loss?.description).toContain(
      "We couldn't stop 1 post in time. It may be published without your last change.",
    );
  });

  test('are stopped in the order in which they would go out', async () => {
    const { posts, drop, lose } = await twoLost();
    await failOver(drop, async () => {
      await lose();
      await api.stored.posts.change({ scheduled_at: fromNow(api.db, '30 minutes') }, { id: posts[1] });
    });
    const events = await api.stored.postEvents.rows({ post_id: posts.map(Number), kind: 'missed' });
    expect(events.map(({ post_id: id }) => id)).toEqual([posts[1], posts[0]]);
  });

  test('are told of outside of the app by an account that is not the last that its person used', async () => {
    const { facebook_id: facebookId } = (await api.stored.users.first({ id: me.userId })) as { facebook_id: string };
    const other = await buildUser(api.db, { environment: 'production' });
    await api.stored.users.change(
      { facebook_id: facebookId, last_login_at: fromNow(api.db, '1 minute') },
      { id: other.userId },
    );
    const { drop, lose } = await twoLost();
    await failOver(drop, lose);
    expect(await factsOfLoss(me.userId)).toBe(1);
  });
});

const factsOfLoss = async (userId: number) =>
  ((await api.stored.outboxFacts.rows({ user_id: userId })) as { params: { problem?: { code: string } } }[]).filter(
    ({ params }) => params.problem?.code === 'work_lost',
  ).length;

test('what another loop has stopped counts, whoever tells of it', async () => {
  const posts = [await plan('Of both'), await plan('Of one')];
  const back = await Promise.all(posts.map(keep));
  const [one, both] = [await listeningLoop(), await listeningLoop()];
  const drop = (id: number | undefined) => async () =>
    void (await api.as(me).call(deletePost, { params: { id: Number(id) } }));
  await heardBy([one, both], drop(posts[0]));
  const putBack = await untilFailover([both], drop(posts[1]), async () => {
    for (const restore of back) await restore();
  });
  await one.listen();
  await both.listen();
  await putBack();
  const told = (await notes()).filter(({ problem }) => problem?.code === 'work_lost');
  expect(told).toMatchObject([{ problem: { params: { stopped: 2 } } }]);
});

test('two loops that stop the same posts tell of all of them, once', async () => {
  const posts: number[] = [];
  for (let n = 0; n < 5; n += 1) posts.push(await plan(`Post ${n}`));
  const back = await Promise.all(posts.map(keep));
  const loops = [await listeningLoop(), await listeningLoop()];
  const putBack = await untilFailover(
    loops,
    async () => {
      for (const id of posts) await api.as(me).call(deletePost, { params: { id } });
    },
    async () => {
      for (const one of back) await one();
    },
  );
  await Promise.all(loops.map(({ listen }) => listen()));
  await putBack();
  const told = (await notes()).filter(({ problem }) => problem?.code === 'work_lost');
  expect(told).toMatchObject([{ problem: { params: { stopped: 5 } } }]);
  expect(await factsOfLoss(me.userId)).toBe(1);
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
  const known = told.all(700_000);
  expect(known).toMatchObject([{ id: 1, userId: 2, environment: 'test', status: 'gone', mark: null }]);
  told.hear(`1:2:test:draft:${mark}`, 700_000);
  told.forget(known);
  expect(told.all(700_000)).toMatchObject([{ id: 1, status: 'draft' }]);
  told.forget(told.all(700_000));
  expect(told.all(700_000)).toEqual([]);
  for (let id = 1; id <= 30_000; id += 1) told.hear(`${id}:2:test:gone`, 1);
  expect(told.all(1)).toHaveLength(20_000);
});
