import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { emptyTables, freshDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { changeNotifier, readNotice } from './change-notices.ts';
import { AT_TECH_SITE, storeManyPosts } from '../../testing/many-posts.ts';
import { stored } from '../../testing/stored.ts';
import { notifyChange, takeTableAway } from '../../testing/database-state.ts';

let database: TestDatabase;
let line: pg.Client;
let me: TestUser;
let page: number;
let post: number;
let heard: string[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  line = new pg.Client(database.url);
  await line.connect();
  line.on('notification', ({ payload = '' }) => heard.push(payload));
  await line.query('listen changes');
});
afterAll(async () => {
  await line.end();
  await database.close();
});
beforeEach(async () => {
  me = await buildUser(database.db);
  page = (await buildPage(database.db, me)).id;
  post = await buildPost(database.db, me, { facebookPageId: page, status: 'draft' });
  await stored(database.db).postEngagement.add({ post_id: post, likes: 1, comments: 0, shares: 0 });
  await stored(database.db).pendingChanges.remove();
  await notified();
});
afterEach(async () => {
  await emptyTables(database.db, 'users');
});

/** What was told since the last time: notices come in the order of their commits, so the end is behind all of them. */
async function notified(): Promise<string[]> {
  await notifyChange(database.db, 'end');
  await vi.waitUntil(() => heard.includes('end'), 60_000);
  const since = heard.filter((payload) => payload !== 'end');
  heard = [];
  return since;
}

const claim = () =>
  stored(database.db).posts.change(
    { status: 'publishing', scheduled_at: new Date(), lease_expires_at: new Date() },
    { id: post },
  );
const pending = () => stored(database.db).pendingChanges.values('families');

describe('the database tells', () => {
  test.each<[string, () => PromiseLike<unknown>, string[]]>([
    ['a new post', () => buildPost(database.db, me, { facebookPageId: page }), ['posts,dashboard']],
    [
      'a rewritten post',
      () => stored(database.db).posts.change({ content: 'Better' }, { id: post }),
      ['posts,dashboard'],
    ],
    [
      'a scheduled post',
      () => stored(database.db).posts.change({ status: 'scheduled', scheduled_at: new Date() }, { id: post }),
      ['posts,dashboard'],
    ],
    [
      'a failed post',
      () => stored(database.db).posts.change({ status: 'failed', scheduled_at: new Date() }, { id: post }),
      ['posts,dashboard,notifications'],
    ],
    ['a deleted post', () => stored(database.db).posts.remove({ id: post }), ['posts,dashboard']],
    [
      'a page that works no more',
      () => stored(database.db).facebookPages.change({ problem: '{"code":"x"}' }, { id: page }),
      ['pages,posts,dashboard,automation,notifications'],
    ],
    [
      'a page that was removed',
      () => stored(database.db).facebookPages.change({ removed_at: new Date() }, { id: page }),
      ['pages,posts,dashboard,automation,notifications'],
    ],
    ['more likes', () => stored(database.db).postEngagement.change({ likes: 2 }), ['dashboard']],
    ['another theme', () => stored(database.db).users.change({ theme: 'dark' }, { id: me.userId }), ['settings']],
    ['another name', () => stored(database.db).users.change({ name: 'Somebody Else' }, { id: me.userId }), ['session']],
    [
      'a session that ended',
      async () => {
        await stored(database.db).sessions.add({
          id_hash: Buffer.from('a'),
          user_id: me.userId,
          expires_at: new Date(),
        });
        await stored(database.db).sessions.remove();
      },
      ['session'],
    ],
    ['another role', () => stored(database.db).accessEntries.change({ role: 'admin' }), ['session']],
    ['a way in that is closed', () => stored(database.db).accessEntries.remove(), ['session']],
    [
      'notifications that were read',
      async () => {
        await stored(database.db).notifications.add({
          user_id: me.userId,
          environment: me.environment,
          kind: 'failed',
          group_key: 'x',
        });
        await stored(database.db).notifications.change({ read_at: new Date() });
      },
      ['notifications', 'notifications'],
    ],
  ])('%s', async (_name, change, families) => {
    await change();
    expect(await notified()).toEqual(families.map((some) => `${me.userId}:${me.environment}:${some}`));
  });

  test('a thousand posts that change together in one notice', async () => {
    await storeManyPosts(
      database.db,
      { status: 'draft', values: { content: "'x'", ...AT_TECH_SITE }, count: 1000, of: 'u.id = :user' },
      { user: me.userId },
    );
    expect(await notified()).toEqual([`${me.userId}:${me.environment}:posts,dashboard`]);
  });

  test('the screens of somebody whose account is deleted, with all that was theirs', async () => {
    await stored(database.db).users.remove({ id: me.userId });
    expect(await notified()).toContain(`${me.userId}:${me.environment}:session`);
  });

  test.each<[string, () => PromiseLike<unknown>]>([
    [
      'a lease that is made longer',
      async () => {
        await claim();
        await stored(database.db).pendingChanges.remove();
        await stored(database.db).posts.change({ lease_expires_at: new Date(), updated_at: new Date() }, { id: post });
      },
    ],
    [
      'a save that changes nothing',
      () => stored(database.db).posts.change({ content: database.db.ref('content'), problem: null }, { id: post }),
    ],
    [
      'a token that was looked at',
      () =>
        stored(database.db).facebookPages.change(
          {
            token_checked_at: new Date(),
            next_check_at: new Date(),
            updated_at: new Date(),
          },
          { id: page },
        ),
    ],
    [
      'numbers that were looked at',
      () => stored(database.db).postEngagement.change({ likes: 1, fetched_at: new Date() }),
    ],
    [
      'a login',
      () => stored(database.db).users.change({ last_login_at: new Date(), access_token: 'x' }, { id: me.userId }),
    ],
    [
      'a call',
      async () => {
        await stored(database.db).sessions.add({
          id_hash: Buffer.from('b'),
          user_id: me.userId,
          expires_at: new Date(),
        });
        await stored(database.db).sessions.change({ last_seen_at: new Date() });
      },
    ],
  ])('nothing of %s', async (_name, change) => {
    await change();
    expect([await notified(), await pending()]).toEqual([[], []]);
  });

  test('nothing of a change that is taken back', async () => {
    await database.db
      .transaction(async (trx) => {
        await stored(trx).posts.change({ content: 'Better' });
        throw new Error('no');
      })
      .catch(() => {});
    expect(await notified()).toEqual([]);
  });
});

describe('the moves of the loop', () => {
  const settle = (status: string) =>
    stored(database.db).posts.change(
      {
        status,
        problem: null,
        published_at: status === 'published' ? new Date() : null,
        lease_expires_at: null,
      },
      { id: post },
    );

  test('only leave a line each, so that they commit together', async () => {
    await claim();
    await stored(database.db).posts.change({ problem: '{"code":"unclear"}' }, { id: post });
    await settle('published');
    expect([await notified(), await pending()]).toEqual([
      [],
      ['posts,dashboard', 'posts,dashboard', 'posts,dashboard'],
    ]);
  });

  test('uploads ahead leave one for each step that their owner can see', async () => {
    const ahead = { post_id: post, lease_until: new Date() };
    await stored(database.db).uploadsAhead.add(ahead);
    await stored(database.db).uploadsAhead.change({ progress: '{"share":0.5}' });
    await stored(database.db).uploadsAhead.change({ progress: '{"share":0.5}', lease_until: new Date() });
    expect([await notified(), await pending()]).toEqual([[], ['posts']]);
  });

  test('are told together, once', async () => {
    const notifier = changeNotifier({ db: database.db, log: { warn: vi.fn<() => void>() } as never });
    await claim();
    notifier.soon();
    await settle('failed');
    notifier.soon();
    await notifier.settled();
    expect((await notified()).sort()).toEqual(
      ['posts,dashboard', 'posts,dashboard,notifications'].map(
        (families) => `${me.userId}:${me.environment}:${families}`,
      ),
    );
    expect(await pending()).toEqual([]);
  });

  test('stay pending when the database fails, and the next run notifies of them', async () => {
    const warn = vi.fn<() => void>();
    const notifier = changeNotifier({ db: database.db, log: { warn } as never });
    await claim();
    const putBack = await takeTableAway(database.db, 'pending_changes');
    notifier.soon();
    await notifier.settled();
    await putBack();
    expect(warn).toHaveBeenCalledOnce();
    await notifier.notify();
    expect(await notified()).toEqual([`${me.userId}:${me.environment}:posts,dashboard`]);
  });
});

test.each([
  ['', null],
  ['1', null],
  ['1:test', null],
  ['1:test:', null],
  ['1:test:unknown', null],
  ['x:test:posts', null],
  ['12:production:posts,unknown,status', { owner: '12:production', families: ['posts', 'status'] }],
])('the notice "%s" is read', (payload, read) => {
  expect(readNotice(payload)).toEqual(read);
});
