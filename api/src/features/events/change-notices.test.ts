import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { emptyTables, freshDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { changeNotifier, readNotice } from './change-notices.ts';
import { AT_TECH_SITE, manyPosts } from '../../testing/many-posts.ts';

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
  await database.db('post_engagement').insert({ post_id: post, likes: 1, comments: 0, shares: 0 });
  await database.db('pending_changes').delete();
  await notified();
});
afterEach(async () => {
  await emptyTables(database.db, 'users');
});

/** What was told since the last time: notices come in the order of their commits, so the end is behind all of them. */
async function notified(): Promise<string[]> {
  await database.db.raw("select pg_notify('changes', 'end')");
  await vi.waitUntil(() => heard.includes('end'), 60_000);
  const since = heard.filter((payload) => payload !== 'end');
  heard = [];
  return since;
}

const row = (table: string, id: number) => database.db(table).where({ id });
const claim = () =>
  row('posts', post).update({ status: 'publishing', scheduled_at: new Date(), lease_expires_at: new Date() });
const pending = () => database.db('pending_changes').pluck('families');

describe('the database tells', () => {
  test.each<[string, () => PromiseLike<unknown>, string[]]>([
    ['a new post', () => buildPost(database.db, me, { facebookPageId: page }), ['posts,dashboard']],
    ['a rewritten post', () => row('posts', post).update({ content: 'Better' }), ['posts,dashboard']],
    [
      'a scheduled post',
      () => row('posts', post).update({ status: 'scheduled', scheduled_at: new Date() }),
      ['posts,dashboard'],
    ],
    [
      'a failed post',
      () => row('posts', post).update({ status: 'failed', scheduled_at: new Date() }),
      ['posts,dashboard,notifications'],
    ],
    ['a deleted post', () => row('posts', post).delete(), ['posts,dashboard']],
    [
      'a page that works no more',
      () => row('facebook_pages', page).update({ problem: '{"code":"x"}' }),
      ['pages,posts,dashboard,automation,notifications'],
    ],
    [
      'a page that was removed',
      () => row('facebook_pages', page).update({ removed_at: new Date() }),
      ['pages,posts,dashboard,automation,notifications'],
    ],
    ['more likes', () => database.db('post_engagement').update({ likes: 2 }), ['dashboard']],
    ['another theme', () => row('users', me.userId).update({ theme: 'dark' }), ['settings']],
    ['another name', () => row('users', me.userId).update({ name: 'Somebody Else' }), ['session']],
    [
      'a session that ended',
      async () => {
        await database.db('sessions').insert({ id_hash: Buffer.from('a'), user_id: me.userId, expires_at: new Date() });
        await database.db('sessions').delete();
      },
      ['session'],
    ],
    ['another role', () => database.db('access_entries').update({ role: 'admin' }), ['session']],
    ['a way in that is closed', () => database.db('access_entries').delete(), ['session']],
    [
      'notifications that were read',
      async () => {
        await database
          .db('notifications')
          .insert({ user_id: me.userId, environment: me.environment, kind: 'failed', group_key: 'x' });
        await database.db('notifications').update({ read_at: new Date() });
      },
      ['notifications', 'notifications'],
    ],
  ])('%s', async (_name, change, families) => {
    await change();
    expect(await notified()).toEqual(families.map((some) => `${me.userId}:${me.environment}:${some}`));
  });

  test('a thousand posts that change together in one notice', async () => {
    await database.db.raw(
      manyPosts({ status: 'draft', values: { content: "'x'", ...AT_TECH_SITE }, count: 1000, of: 'u.id = ?' }),
      [me.userId],
    );
    expect(await notified()).toEqual([`${me.userId}:${me.environment}:posts,dashboard`]);
  });

  test('the screens of somebody whose account is deleted, with all that was theirs', async () => {
    await row('users', me.userId).delete();
    expect(await notified()).toContain(`${me.userId}:${me.environment}:session`);
  });

  test.each<[string, () => PromiseLike<unknown>]>([
    [
      'a lease that is made longer',
      async () => {
        await claim();
        await database.db('pending_changes').delete();
        await row('posts', post).update({ lease_expires_at: new Date(), updated_at: new Date() });
      },
    ],
    [
      'a save that changes nothing',
      () => row('posts', post).update({ content: database.db.ref('content'), problem: null }),
    ],
    [
      'a token that was looked at',
      () =>
        row('facebook_pages', page).update({
          token_checked_at: new Date(),
          next_check_at: new Date(),
          updated_at: new Date(),
        }),
    ],
    ['numbers that were looked at', () => database.db('post_engagement').update({ likes: 1, fetched_at: new Date() })],
    ['a login', () => row('users', me.userId).update({ last_login_at: new Date(), access_token: 'x' })],
    [
      'a call',
      async () => {
        await database.db('sessions').insert({ id_hash: Buffer.from('b'), user_id: me.userId, expires_at: new Date() });
        await database.db('sessions').update({ last_seen_at: new Date() });
      },
    ],
  ])('nothing of %s', async (_name, change) => {
    await change();
    expect([await notified(), await pending()]).toEqual([[], []]);
  });

  test('nothing of a change that is taken back', async () => {
    await database.db
      .transaction(async (trx) => {
        await trx('posts').update({ content: 'Better' });
        throw new Error('no');
      })
      .catch(() => {});
    expect(await notified()).toEqual([]);
  });
});

describe('the moves of the loop', () => {
  const settle = (status: string) =>
    row('posts', post).update({
      status,
      problem: null,
      published_at: status === 'published' ? new Date() : null,
      lease_expires_at: null,
    });

  test('only leave a line each, so that they commit together', async () => {
    await claim();
    await row('posts', post).update({ problem: '{"code":"unclear"}' });
    await settle('published');
    expect([await notified(), await pending()]).toEqual([
      [],
      ['posts,dashboard', 'posts,dashboard', 'posts,dashboard'],
    ]);
  });

  test('uploads ahead leave one for each step that their owner can see', async () => {
    const ahead = { post_id: post, lease_until: new Date() };
    await database.db('uploads_ahead').insert(ahead);
    await database.db('uploads_ahead').update({ progress: '{"share":0.5}' });
    await database.db('uploads_ahead').update({ progress: '{"share":0.5}', lease_until: new Date() });
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
    await database.db.raw('alter table pending_changes rename to gone');
    notifier.soon();
    await notifier.settled();
    await database.db.raw('alter table gone rename to pending_changes');
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
