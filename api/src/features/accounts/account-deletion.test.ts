import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UserId } from '../../contract/ids.ts';
import type { TestPage } from '../../../sandbox/testing.ts';
import {
  addAccessEntry,
  changeAccessRole,
  createPost,
  createRecurrence,
  currentUser,
  deleteAllData,
  facebookLogin,
  listAccessEntries,
  listAuditLog,
  listPosts,
  publishPost,
  startImpersonation,
  updateRecurrence,
} from '../../contract/index.ts';
import { buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { personWithPages, type ConnectedTestPage } from '../../testing/person-with-page.ts';
import { setUpSweptApi } from '../../testing/scene.ts';
import { databaseText } from '../../testing/database-text.ts';
import { cookieOf, type Caller, type TestProcess } from '../../testing/test-api.ts';
import { recurrencesRepository } from '../recurrences/recurrences.repository.ts';
import { scheduleOfOwner } from '../publishing/schedule-of-owner.repository.ts';
import { accountDeletionService } from './account-deletion.service.ts';
import { AT_TECH_SITE, storeManyPosts } from '../../testing/many-posts.ts';
import { countRemovals, forgetPerson, tablesWith } from '../../testing/database-state.ts';
import { fromNow, rowsIn, stored } from '../../testing/stored.ts';

const api = setUpSweptApi();
let second: TestProcess;
let me: TestUser;
let caller: Caller;
let pages: ConnectedTestPage[];

beforeAll(async () => {
  second = await api.another();
});
beforeEach(async () => {
  ({ me, caller, pages } = await personWithPages(api, 'many', 12));
});

const place = () => pages[0] as ConnectedTestPage;
const due = (facts: object = {}) =>
  buildPost(api.db, me, { facebookPageId: place().row, scheduledAt: new Date(), ...facts });
async function publicOn(page: TestPage, content: string): Promise<number> {
  return (await api.sandbox.oracle(page.id)).filter((post) => post.is_published && post.message === content).length;
}
/** Every table that says whose its rows are. */
async function rowsOf(userId: UserId): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tablesWith(api.db, 'user_id')) {
    const { length } = await rowsIn(api.db, table, { user_id: userId });
    if (length > 0 && table !== 'pending_changes') counts[table] = length;
  }
  return counts;
}
/** How many calls Facebook has had. */
const calls = async () => (await api.sandbox.control<unknown[]>('GET', '/journal?service=graph')).length;

describe('an account that is deleted', () => {
  test('takes everything along, in this environment alone', async () => {
    const elsewhere = await buildUser(api.db, { facebookId: me.facebookId, environment: 'production', access: null });
    const kept = await buildPost(api.db, elsewhere);
    const stranger = await buildPost(api.db, await buildUser(api.db));
    await due({ status: 'published' });
    await due({ status: 'failed' });
    await caller.call(createPost, {
      body: { content: 'Out', status: 'published', facebookPageId: place().row },
      headers: { 'idempotency-key': 'key-0001' },
    });
    expect(Object.keys(await rowsOf(me.userId))).toEqual(
      expect.arrayContaining(['posts', 'facebook_pages', 'sessions', 'idempotency_keys', 'post_summaries']),
    );

    const answer = await caller.call(deleteAllData);
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, confirmationCode: expect.stringMatching(/^[0-9a-z]{24}$/) },
    ]);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^pagecast_session=;/);
    expect(await rowsOf(me.userId)).toEqual({});
    expect(await api.stored.users.values('environment')).toEqual(['production', 'development']);
    expect(await api.stored.posts.values('id')).toEqual([kept, stranger]);
    expect((await caller.call(currentUser)).status).toBe(401);
  });

  test('leaves no trace of its logins, and may be made anew with nothing in it', async () => {
    const person = await api.sandbox.user('many');
    const login = () =>
      api.as(null).call(facebookLogin, { body: { userID: person.id, accessToken: person.accessToken } });
    const mine = api.withCookie(cookieOf((await login()).headers));
    expect((await mine.call(deleteAllData)).status).toBe(200);
    expect(await api.stored.loginActivities.rows()).toEqual([]);
    const again = await login();
    expect(again.status).toBe(200);
    expect((await api.withCookie(cookieOf(again.headers)).call(listPosts)).body.posts).toEqual([]);
  });

  test('leaves a hash where it left a name, by which an administrator can tell whether an id was deleted', async () => {
    const boss = await buildUser(api.db, { name: 'Ana Admin', role: 'admin' });
    const admin = api.as(boss);
    const person = await api.sandbox.user('many');
    await admin.call(addAccessEntry, {
      body: { facebookId: person.id, name: person.name, type: 'whitelist', role: 'admin' },
    });
    await admin.call(addAccessEntry, {
      body: { facebookId: person.id, name: `${person.name} (again)`, type: 'whitelist' },
    });
    const entry = (await admin.call(listAccessEntries)).body.find(({ facebookId }) => facebookId === person.id);
    await admin.call(changeAccessRole, { params: { id: entry?.id ?? 0 }, body: { role: 'user' } });
    await admin.call(startImpersonation, { body: { facebookId: person.id } });
    const login = () =>
      api.as(null).call(facebookLogin, { body: { userID: person.id, accessToken: person.accessToken } });
    expect((await api.withCookie(cookieOf((await login()).headers)).call(deleteAllData)).status).toBe(200);

    const kept = [...(await databaseText(api.db))]
      .filter(([, text]) => text.includes(person.id) || text.includes(person.name))
      .map(([table]) => table);
    expect(kept).toEqual([]);
    const ana = api.as(boss);
    const found = (await ana.call(listAuditLog, { query: { search: person.id } })).body.entries;
    expect(found.slice(0, 5).map(({ action }) => action)).toEqual([
      'accounts.deleted',
      'session.mock-user-set',
      'access.role-changed',
      'access.changed',
      'access.changed',
    ]);
    expect(found[2]).toMatchObject({
      actor: { name: 'Ana Admin' },
      subject: expect.stringMatching(/^Deleted account \(deleted-[0-9a-f]{32}\)$/),
      before: { name: 'Deleted account', role: 'admin' },
    });
    expect((await ana.call(listAuditLog, { query: { search: '999999' } })).body.entries).toEqual([]);
    expect((await ana.call(listAccessEntries)).body).toContainEqual(
      expect.objectContaining({
        name: 'Deleted account',
        facebookId: expect.stringMatching(/^deleted-/),
        type: 'whitelist',
      }),
    );

    expect((await login()).status).toBe(200);
    expect((await api.as(boss).call(listAccessEntries)).body).toContainEqual(
      expect.objectContaining({ name: person.name, facebookId: person.id, role: 'user' }),
    );
  });

  test("of an administrator leaves a hash in what they did, in other people's stories too", async () => {
    const [boss, siti] = [
      await buildUser(api.db, { name: 'Zoe Zander', role: 'admin' }),
      await buildUser(api.db, { name: 'Siti' }),
    ];
    const impersonating = api.withCookie(
      cookieOf((await api.as(boss).call(startImpersonation, { body: { facebookId: siti.facebookId } })).headers),
    );
    const {
      body: { id },
    } = await impersonating.call(createPost, {
      body: { content: 'In her name', status: 'draft', facebookPageId: null, publishPlatform: 'fiztech' },
    });
    expect((await api.as(boss).call(deleteAllData)).status).toBe(200);
    const kept = [...(await databaseText(api.db))]
      .filter(([, text]) => text.includes(boss.facebookId) || text.includes('Zoe Zander'))
      .map(([table]) => table);
    expect(kept).toEqual([]);
    expect(await api.stored.postEvents.first({ post_id: id }, 'actor_name')).toEqual({
      actor_name: 'Deleted account',
    });
    expect(
      await api.stored.auditLog.latest(
        { action: 'posts.create-post' },
        'actor_name',
        'impersonated_name',
        'ip_address',
      ),
    ).toEqual({ actor_name: 'Deleted account', impersonated_name: 'Siti', ip_address: null });
  });

  test('stays blocked when it was blocked before or afterwards', async () => {
    const person = await api.sandbox.user('many');
    const login = () =>
      api.as(null).call(facebookLogin, { body: { userID: person.id, accessToken: person.accessToken } });
    const admin = api.as(await buildUser(api.db, { role: 'admin' }));
    expect((await caller.call(deleteAllData)).status).toBe(200);
    const entry = (await admin.call(listAccessEntries)).body.find(({ name }) => name === 'Deleted account');
    expect(
      (
        await admin.call(addAccessEntry, {
          body: { facebookId: entry?.facebookId ?? '', name: 'Deleted account', type: 'blacklist' },
        })
      ).status,
    ).toBe(201);
    expect((await login()).status).toBe(403);
  });

  test('nobody but a deletion changes a line of the audit log', async () => {
    await api
      .as(await buildUser(api.db, { role: 'admin' }))
      .call(addAccessEntry, { body: { facebookId: '4711', name: 'Somebody', type: 'whitelist' } });
    await expect(api.stored.auditLog.change({ actor_name: 'Nobody' })).rejects.toThrow('only added to');
    await expect(api.stored.auditLog.remove()).rejects.toThrow('only added to');
    await expect(
      api.db.transaction(async (trx) => {
        await forgetPerson(trx);
        await stored(trx).auditLog.remove();
      }),
    ).rejects.toThrow('only added to');
  });

  test('is never heard of at Facebook again', async () => {
    for (const { row } of pages) await due({ facebookPageId: row, content: 'Planned' });
    expect((await caller.call(deleteAllData)).status).toBe(200);
    const before = await calls();
    await api.turn();
    for (const job of api.app.jobs) await job.run(new Date());
    expect(await calls()).toBe(before);
    for (const { page } of pages) expect(await publicOn(page, 'Planned')).toBe(0);
  });

  test('waits for the post that is on its way', async () => {
    const [id, planned] = [await due({ content: 'On its way' }), await due({ content: 'Waits' })];
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST' },
      when: 'before',
      action: 'hold',
      times: 1,
    });
    const publishing = second.as(me).call(publishPost, { params: { id }, body: {} });
    await expect.poll(() => api.stored.posts.values('status', { id })).toEqual(['publishing']);
    const deleting = caller.call(deleteAllData);
    await expect.poll(() => api.stored.posts.values('status', { id: planned })).toEqual(['draft']);
    await api.sandbox.clearFaults();
    expect((await deleting).status).toBe(200);
    const before = await calls();
    expect(await publicOn(place().page, 'On its way')).toBe(1);
    await publishing;
    expect(await calls()).toBe(before);
    expect(await rowsOf(me.userId)).toEqual({});
  });

  test('does not wait for a post that only waits for another poll', async () => {
    await due({ status: 'publishing' });
    await api.stored.posts.change({ lease_token: null }, { status: 'publishing' });
    expect((await caller.call(deleteAllData)).status).toBe(200);
  });

  /** Waits for nothing. @param isQuiet whether nobody is at a post of theirs, at each look */
  const impatient = (isQuiet: readonly boolean[] = []) => {
    const looks = [...isQuiet];
    return accountDeletionService({
      db: api.db,
      goneId: String,
      scheduleOfOwner: (db) => {
        const schedule = scheduleOfOwner(db);
        return { ...schedule, keepWorkersOff: async (owner) => looks.shift() ?? schedule.keepWorkersOff(owner) };
      },
      stopPlanning: (owner) => recurrencesRepository(api.db).pauseAll(owner),
      forgetVisitor: async () => {},
      media: { remove: async () => {} },
      removeExports: async () => {},
      waitMs: 0,
    });
  };

  test.each([
    ['whose visible call still has time, though its worker is dead', { state: 'sending' }, '21 seconds'],
    ['whose answer was lost and may still come', { state: 'unclear' }, '21 seconds'],
    ['that Facebook has taken and still works on', { state: 'processing' }, '11 minutes'],
  ])('waits for a post %s, and for no longer than that', async (_which, attempt, over) => {
    const id = await due({ status: 'publishing' });
    await api.stored.posts.change({ lease_token: null, lease_expires_at: fromNow(api.db, '1 second ago') }, { id });
    const sent = { first_sent_at: api.db.fn.now(), sent_at: api.db.fn.now() };
    await api.stored.publishAttempts.add({
      post_id: id,
      ...attempt,
      ...sent,
      sending_deadline: fromNow(api.db, '20 seconds'),
    });
    await expect(impatient().deleteEverything(me)).rejects.toThrow("haven't deleted your account yet");
    expect((await caller.call(currentUser)).status).toBe(200);
    await api.stored.publishAttempts.age(over, ['sent_at', 'sending_deadline'], { post_id: id });
    expect(await impatient().deleteEverything(me)).toEqual(expect.any(String));
  });

  test('that has to wait too long is still there, and so is the session; what was planned is a draft', async () => {
    await due({ status: 'publishing' });
    const planned = await due();
    const { body: rule } = await caller.call(createRecurrence, {
      body: {
        facebookPageId: place().row,
        rule: 'FREQ=DAILY',
        timeOfDay: '09:00',
        texts: [{ content: 'Fresh bread' }],
      },
    });
    await expect(impatient().deleteEverything(me)).rejects.toThrow(
      "haven't deleted your account yet. Your scheduled posts are now drafts, your repeating posts are paused, and " +
        'automation is off.',
    );
    expect(await api.stored.posts.first({ id: planned }, 'status')).toEqual({ status: 'draft' });
    expect((await caller.call(currentUser)).status).toBe(200);
    const resumed = await caller.call(updateRecurrence, { params: { id: rule.id }, body: { state: 'running' } });
    expect([resumed.status, resumed.body.state]).toEqual([200, 'running']);
  });

  test('that has to wait too long is refused, and says so', async () => {
    await due({ status: 'publishing' });
    const now = performance.now.bind(performance);
    let looks = 0;
    // As if half a minute passed between two looks.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 30_000 * (looks += 1));
    try {
      expect(await caller.call(deleteAllData)).toMatchObject({
        status: 409,
        body: { code: 'conflict', message: expect.stringContaining("haven't deleted your account yet") },
      });
    } finally {
      clock.mockRestore();
    }
    expect((await caller.call(currentUser)).status).toBe(200);
  });

  test('that has to wait once its tokens are gone says what is deleted', async () => {
    await expect(impatient([true, false]).deleteEverything(me)).rejects.toThrow(
      "We've deleted your files and disconnected your pages",
    );
    expect(new Set(await api.stored.facebookPages.values('access_token'))).toEqual(new Set([null]));
    expect(await impatient([true, true]).deleteEverything(me)).toEqual(expect.any(String));
  });

  test('needs a session', async () => {
    expect((await api.as(null).call(deleteAllData)).status).toBe(401);
  });
});

test.each([0, 5, 20, 60])(
  'two loops at work and a deletion %i ms later: what went out went out before the answer',
  async (ms) => {
    for (const { row } of pages) await due({ facebookPageId: row, content: 'Racing' });
    const turning = api.turn();
    await new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
    const answer = await caller.call(deleteAllData);
    const [before, seen] = [await calls(), await Promise.all(pages.map(({ page }) => publicOn(page, 'Racing')))];
    await turning;
    await api.turn();
    expect(answer.status).toBe(200);
    expect(await calls()).toBe(before);
    expect(await Promise.all(pages.map(({ page }) => publicOn(page, 'Racing')))).toEqual(seen);
    for (const count of seen) expect(count).toBeLessThanOrEqual(1);
    expect(await rowsOf(me.userId)).toEqual({});
    expect(api.logged.filter((line) => line.includes('publish.crashed'))).toEqual([]);
  },
);

test('two windows that delete at once and one that writes leave nothing behind', async () => {
  const [one, other] = [api.as(me), second.as(me)];
  const later = (ms: number) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
  const [deleted, again, ...written] = await Promise.all([
    one.call(deleteAllData),
    other.call(deleteAllData),
    ...pages.map(async ({ row }, n) => {
      await later(n * 3);
      return (n % 2 === 0 ? one : other).call(createPost, {
        body: { content: `Late ${n}`, status: 'published', facebookPageId: row },
        headers: { 'idempotency-key': `key-000${n}` },
      });
    }),
  ] as const);
  expect([deleted.status, again.status]).toContain(200);
  for (const { status } of [deleted, again]) expect([200, 401, 404]).toContain(status);
  for (const { status } of written) expect([201, 401, 404, 409, 422]).toContain(status);
  const before = await calls();
  await api.turn();
  expect([await rowsOf(me.userId), await calls()]).toEqual([{}, before]);
});

test('an account of many posts goes in chunks, since no statement may take long', async () => {
  await storeManyPosts(
    api.db,
    {
      status: 'published',
      values: { content: "'Kaya toast'", ...AT_TECH_SITE },
      count: 4100,
      of: 'u.id = :user',
    },
    { user: me.userId },
  );
  const removals = await countRemovals(api.db, 'posts');
  expect((await caller.call(deleteAllData)).status).toBe(200);
  expect(await removals.sizes()).toEqual([2000, 2000, 100]);
  expect(await rowsOf(me.userId)).toEqual({});
  await removals.stop();
});
