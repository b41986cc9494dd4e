import { beforeEach, expect, test } from 'vitest';
import type { PageId, PostId } from '../../contract/ids.ts';
import * as contract from '../../contract/index.ts';
import { databaseText } from '../../testing/database-text.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { cookieOf, type Caller } from '../../testing/test-api.ts';

let { me, caller, pageRow } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me, caller, pageRow } = scene);
  },
  { role: 'manager' },
);

let [ada, inPlace] = [] as unknown as [TestUser, Caller];
beforeEach(async () => {
  ada = await buildUser(api.db, { name: 'Ada Lim', role: 'admin' });
  const started = await api.as(ada).call(contract.startImpersonation, { body: { facebookId: me.facebookId } });
  inPlace = api.withCookie(cookieOf(started.headers));
});

const HOUR_MS = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms);
const planned = (hours = 2, facebookPageId: PageId = pageRow, status: 'scheduled' | 'draft' = 'scheduled') =>
  buildPost(api.db, me, { content: 'Bread', facebookPageId, scheduledAt: fromNow(hours * HOUR_MS), status });
const told = async () =>
  (await caller.call(contract.listNotifications)).body.notifications.map(({ title, description, path }) => ({
    title,
    description,
    path,
  }));
const facts = async () =>
  (await api.stored.outboxFacts.rows({ user_id: me.userId, kind: 'schedule_changed' }, 'facebook_page_id')).map(
    (fact) => fact['facebook_page_id'],
  );
const pageName = async () => (await api.stored.facebookPages.first({ id: pageRow }, 'name'))['name'] as string;
const deleteMany = (by: Caller, postIds: PostId[]) =>
  by.call(contract.changeManyPosts, { body: { postIds, change: { kind: 'delete' } } });

test('an administrator deletes a planned post in the place of its owner, who is told once', async () => {
  expect((await inPlace.call(contract.deletePost, { params: { id: await planned() } })).status).toBe(200);
  expect(await told()).toEqual([
    {
      title: 'An administrator changed your schedule',
      description: `An administrator, Ada Lim, took a post for ${await pageName()} off your schedule and deleted it.`,
      path: '/scheduled',
    },
  ]);
  expect(await facts()).toEqual([pageRow]);
  expect((await api.stored.outboxFacts.rows({ user_id: me.userId })).length).toBe(1);
});

test('one that is unscheduled or moved is told, and one whose text alone changes is not', async () => {
  const [one, other] = [await planned(2), await planned(4)];
  const update = (id: PostId, body: object) => inPlace.call(contract.updatePost, { params: { id }, body });
  await update(other, { content: 'Kaya toast' });
  expect(await told()).toEqual([]);
  expect((await update(one, { scheduledAt: null })).status).toBe(200);
  expect((await update(other, { scheduledAt: fromNow(6 * HOUR_MS).toISOString() })).status).toBe(200);
  const page = await pageName();
  expect((await told()).map(({ description }) => description)).toEqual([
    `An administrator, Ada Lim, changed the time of a post for ${page}.`,
    `An administrator, Ada Lim, took a post for ${page} off your schedule. It's a draft now.`,
  ]);
  expect(await facts()).toEqual([pageRow, pageRow]);
});

test('many at once are one telling, which counts up as long as it is unread', async () => {
  const { id: otherPage } = await buildPage(api.db, me, { name: 'Kedai Ampang' });
  await deleteMany(inPlace, [await planned(2), await planned(3), await planned(4, pageRow, 'draft')]);
  expect((await told()).map(({ description }) => description)).toEqual([
    `An administrator, Ada Lim, took 2 posts for ${await pageName()} off your schedule and deleted them.`,
  ]);
  await deleteMany(inPlace, [await planned(2, otherPage)]);
  expect((await told()).map(({ description }) => description)).toEqual([
    'An administrator, Ada Lim, took 3 posts off your schedule and deleted them.',
  ]);
  expect(await facts()).toEqual([pageRow, otherPage]);
});

test('a repeating post that is deleted in their place takes its planned posts along, which is told', async () => {
  const { body } = await caller.call(contract.createRecurrence, {
    body: {
      facebookPageId: pageRow,
      rule: 'FREQ=DAILY;COUNT=3',
      timeOfDay: '09:00',
      timeZone: 'UTC',
      startsOn: fromNow(24 * HOUR_MS)
        .toISOString()
        .slice(0, 10),
      texts: [{ content: 'Fresh bread' }],
    },
  });
  await inPlace.call(contract.deleteRecurrence, { params: { id: body.id } });
  expect((await told()).map(({ description }) => description)).toEqual([
    `An administrator, Ada Lim, took 3 posts for ${await pageName()} off your schedule and deleted them.`,
  ]);
});

test.each<[string, (by: Caller) => Promise<{ status: number }>, string]>([
  [
    'plans a new post',
    (by) =>
      by.call(contract.createPost, {
        body: { content: 'Rye', facebookPageId: pageRow, scheduledAt: fromNow(9 * HOUR_MS).toISOString(), ...NEW },
      }),
    'put a post for $page on your schedule.',
  ],
  [
    'plans a draft',
    async (by) =>
      by.call(contract.updatePost, {
        params: { id: await planned(2, pageRow, 'draft') },
        body: { scheduledAt: fromNow(9 * HOUR_MS).toISOString() },
      }),
    'put a post for $page on your schedule.',
  ],
  [
    'publishes a planned post early',
    async (by) =>
      by.call(contract.changeManyPosts, {
        body: { postIds: [await planned()], change: { kind: 'publish', delaySeconds: 30 } },
      }),
    'chose to publish a post for $page right away.',
  ],
  [
    'skips what automation is about to write',
    async (by) => {
      await automate('draft');
      const { body } = await caller.call(contract.automationQueue);
      return by.call(contract.skipSlot, { params: { id: body[0]!.id } });
    },
    "skipped a post for $page in your automation. It won't be published.",
  ],
  [
    'turns review off',
    async (by) => {
      await automate('draft');
      return automate('publish', by);
    },
    'turned off review for $page. Automation publishes there without it now.',
  ],
  [
    'withdraws a proposal',
    async (by) => by.call(contract.withdrawProposal, { params: { id: (await proposed()).id } }),
    'withdrew a proposed post for $page.',
  ],
  [
    'rejects a proposal',
    async (by) => by.call(contract.rejectProposal, { params: { id: (await proposed()).id }, body: {} }),
    'rejected a proposed post for $page.',
  ],
  [
    'approves a proposal',
    async (by) => {
      const { id, contentHash } = await proposed();
      return by.call(contract.approveProposal, { params: { id }, body: { contentHash } });
    },
    'put a post for $page on your schedule.',
  ],
  [
    'removes a page',
    (by) => by.call(contract.removePage, { params: { id: pageRow } }),
    "removed $page. Posts scheduled there won't be published.",
  ],
])('an administrator %s in the place of its owner, who is told', async (_, work, words) => {
  expect((await work(inPlace)).status).toBeLessThan(300);
  expect((await told()).map(({ description }) => description)).toEqual([
    `An administrator, Ada Lim, ${words.replace('$page', await pageName())}`,
  ]);
  expect(await facts()).toEqual([pageRow]);
});

const NEW = { contentType: 'promotional', status: 'scheduled' } as const;
const proposed = async () =>
  (
    await caller.call(contract.createProposal, {
      body: { facebookPageId: pageRow, content: 'Rye at noon', scheduledAt: fromNow(30 * HOUR_MS).toISOString() },
    })
  ).body;
async function automate(mode: contract.AutomationMode, by = caller) {
  const page = { pageId: pageRow, isEnabled: true, contentCount: 1, contentScope: 'Bread', mode };
  const saved = await by.call(contract.saveAutomationSettings, {
    body: { regenerationFrequency: 6, pageConfigurations: [page] },
  });
  await caller.call(contract.startAutomation, { body: {} });
  return saved;
}

test('an administrator undoes what its owner did to many posts, who is told', async () => {
  const { body } = await deleteMany(caller, [await planned(2), await planned(3)]);
  expect((await inPlace.call(contract.undoBulkChange, { params: { id: body.id } })).status).toBe(200);
  expect((await told()).map(({ description }) => description)).toEqual([
    `An administrator, Ada Lim, put 2 posts for ${await pageName()} on your schedule.`,
  ]);
});

test('what its owner does, and what was not planned, is no news', async () => {
  await caller.call(contract.deletePost, { params: { id: await planned() } });
  await deleteMany(caller, [await planned()]);
  await inPlace.call(contract.deletePost, { params: { id: await planned(2, pageRow, 'draft') } });
  await caller.call(contract.withdrawProposal, { params: { id: (await proposed()).id } });
  await caller.call(contract.removePage, { params: { id: pageRow } });
  expect([await told(), await facts()]).toEqual([[], []]);
});

test('nothing is told of a deletion that does not come about', async () => {
  const id = await planned();
  await api.stored.posts.change(
    { status: 'publishing', lease_token: LEASE, lease_expires_at: fromNow(90_000) },
    { id },
  );
  expect((await inPlace.call(contract.deletePost, { params: { id } })).status).toBe(409);
  expect([await told(), await facts()]).toEqual([[], []]);
});

const LEASE = '00000000-0000-4000-8000-000000000001';

test("with the administrator's account their name goes from what was told", async () => {
  await deleteMany(inPlace, [await planned()]);
  expect((await api.as(ada).call(contract.deleteAllData)).status).toBe(200);
  expect([await told(), await facts()]).toEqual([[], []]);
  // The log has other administrators of this name.
  const named = [...(await databaseText(api.db))]
    .filter(([, text]) => text.includes('Ada Lim'))
    .map(([table]) => table);
  expect(named.filter((table) => table !== 'audit_log')).toEqual([]);
});
