import { describe, expect, test } from 'vitest';
import {
  deletePost,
  listNotifications,
  publishPost,
  readNotifications,
  removePage,
  TIME_ZONE_HEADER,
  updatePost,
} from '../../contract/index.ts';
import { secretBox } from '../../db/secrets.ts';
import { buildPage, buildPost, buildUser, TEST_SECRET_KEY } from '../../testing/builders.ts';
import { needsReconnect, needsRole } from '../../problems/page-problems.ts';
import { pagesRepository } from '../pages/pages.repository.ts';
import { notificationsRepository } from './notifications.repository.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me, caller, page, pageRow } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me, caller, page, pageRow } = scene);
  },
  { role: 'manager' },
);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const mine = (facts: object = {}) => buildPost(api.db, me, { facebookPageId: pageRow, ...facts });
const list = async (as = caller) => (await as.call(listNotifications)).body;
const refused = { code: 'refused', message: 'Facebook refused this post.', action: 'edit' };
const end = (ids: readonly number[], status = 'failed', problem: object = refused) =>
  api.stored.posts.change({ status, problem: JSON.stringify(problem), updated_at: api.db.fn.now() }, { id: ids });

describe('a post that does not go out', () => {
  test("is told in the tick in which it ends, with Facebook's own sentence", async () => {
    const id = await mine({ content: 'Kaya toast\nuntil noon', scheduledAt: minutesAgo(0) });
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST' },
      action: { type: 'error', code: 100, error_user_msg: 'Your post has a broken link.' },
    });
    await api.turn();
    expect(await list()).toMatchObject({
      unread: 1,
      notifications: [
        {
          kind: 'failed',
          count: 1,
          postId: id,
          facebookPageId: pageRow,
          isRead: false,
          title: `A post on ${page.name} was not published`,
          description: '“Kaya toast until noon” Your post has a broken link.',
          problem: { action: 'edit', facebook: { code: 100, subcode: null } },
        },
      ],
    });
  });

  test('because it was more than an hour late is told as missed', async () => {
    const id = await mine({ scheduledAt: minutesAgo(61) });
    await api.turn();
    expect((await list()).notifications).toMatchObject([
      { kind: 'missed', postId: id, title: `A post on ${page.name} was missed`, problem: { code: 'missed' } },
    ]);
  });

  test('when its owner asked for it right now is told all the same', async () => {
    const id = await mine({ status: 'draft' });
    await api.sandbox.fault({ match: { service: 'graph', method: 'POST' }, action: { type: 'error', code: 100 } });
    await caller.call(publishPost, { params: { id }, body: {} });
    expect((await list()).notifications).toMatchObject([{ kind: 'failed', postId: id }]);
  });

  test('because its page was removed is told with the others of that page', async () => {
    for (let n = 0; n < 3; n += 1) await mine();
    await caller.call(removePage, { params: { id: pageRow } });
    expect((await list()).notifications).toMatchObject([
      {
        kind: 'failed',
        count: 3,
        title: `3 posts on ${page.name} were not published`,
        problem: { code: 'page_removed' },
      },
    ]);
  });

  test('on the tech site names the tech site', async () => {
    await end([await buildPost(api.db, me, { target: 'fiztech' })]);
    expect((await list()).notifications).toMatchObject([
      { facebookPageId: null, title: 'A post on the tech site was not published' },
    ]);
  });
});

describe('many of them', () => {
  test('fifty failures of one page are one notification that points at the newest', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 50; n += 1) ids.push(await mine());
    for (const id of ids) await end([id]);
    const { unread, notifications } = await list();
    expect(unread).toBe(1);
    expect(notifications).toMatchObject([
      {
        count: 50,
        postId: ids.at(-1),
        title: `50 posts on ${page.name} were not published`,
        description: 'Facebook refused this post.',
      },
    ]);
  });

  test('that end in one statement are one too', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await mine());
    await end(ids);
    expect((await list()).notifications).toMatchObject([{ count: 20, postId: ids.at(-1) }]);
  });

  test('of other pages and other causes stand apart', async () => {
    const other = (await buildPage(api.db, me, { name: 'Warung' })).id;
    await end([await mine(), await mine({ facebookPageId: other })]);
    await end([await mine()], 'failed', { code: 'duplicate', message: 'Said already.', action: 'edit' });
    await end([await mine()], 'missed', { code: 'missed', message: 'Too late.', action: null });
    const { unread, notifications } = await list();
    expect([unread, notifications.map(({ count }) => count)]).toEqual([4, [1, 1, 1, 1]]);
  });

  test('in two processes at once are counted once each', async () => {
    const pages = [pageRow];
    for (let n = 0; n < 4; n += 1) pages.push((await buildPage(api.db, me)).id);
    for (let n = 0; n < 100; n += 1)
      await mine({ facebookPageId: pages[n % pages.length], scheduledAt: minutesAgo(90) });
    await api.another();
    await Promise.all([api.turn(), api.turn()]);
    expect((await list()).notifications.map(({ kind, count }) => [kind, count])).toEqual(
      pages.map(() => ['missed', 20]),
    );
  });
});

describe('reading', () => {
  test('some, then all, changes nothing but that they are read', async () => {
    await end([await mine()]);
    await end([await mine()], 'missed');
    const [first] = (await list()).notifications;
    expect((await caller.call(readNotifications, { body: { ids: [first?.id ?? 0] } })).body).toEqual({ success: true });
    expect(await list()).toMatchObject({ unread: 1, notifications: [{ isRead: true }, { isRead: false }] });
    await caller.call(readNotifications, { body: {} });
    expect(await list()).toMatchObject({
      unread: 0,
      notifications: [{ isRead: true, at: first?.at }, { isRead: true }],
    });
  });

  test('makes the next failure a new notification', async () => {
    await end([await mine()]);
    await caller.call(readNotifications, { body: {} });
    await end([await mine()]);
    expect(await list()).toMatchObject({
      unread: 1,
      notifications: [
        { isRead: false, count: 1 },
        { isRead: true, count: 1 },
      ],
    });
  });

  test.each([[{ ids: ['x'] }], [{ ids: [0] }], [{ id: 1 }]])('with a body like %j is a 400', async (body) => {
    const answer = await caller.fetch('/api/notifications/read', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
  });

  test('is for those who are logged in', async () => {
    expect((await api.as(null).call(listNotifications)).status).toBe(401);
    expect((await api.as(null).call(readNotifications, { body: {} })).status).toBe(401);
  });

  test('what was read is forgotten after three months', async () => {
    await end([await mine()]);
    await end([await mine()], 'missed');
    await caller.call(readNotifications, { body: {} });
    await api.stored.notifications.change({ read_at: minutesAgo(91 * 24 * 60) }, { kind: 'failed' });
    await notificationsRepository(api.db).removeReadBefore(90);
    expect((await list()).notifications.map(({ kind }) => kind)).toEqual(['missed']);
  });
});

describe('whose they are', () => {
  test('nobody sees or reads those of another person, or of another environment', async () => {
    const strangers = [
      await buildUser(api.db),
      await buildUser(api.db, { facebookId: me.facebookId, environment: 'production', access: null }),
    ];
    for (const stranger of strangers) await end([await buildPost(api.db, stranger)]);
    expect(await list()).toEqual({ unread: 0, notifications: [] });
    await caller.call(readNotifications, { body: { ids: await api.stored.notifications.values<number>('id') } });
    await caller.call(readNotifications, { body: {} });
    for (const stranger of strangers) {
      await api.show(stranger.environment);
      expect((await list(api.as(stranger))).unread).toBe(1);
    }
  });

  test('a person who goes takes theirs along', async () => {
    await end([await mine()]);
    await api.stored.users.remove({ id: me.userId });
    expect(await api.stored.notifications.values('id')).toEqual([]);
  });
});

describe('a notification is over', () => {
  const unread = async () => (await list()).notifications.filter(({ isRead }) => !isRead).map(({ count }) => count);

  test('when its post goes out after all', async () => {
    const id = await mine();
    await end([id]);
    expect((await caller.call(publishPost, { params: { id }, body: {} })).body.status).toBe('published');
    expect(await unread()).toEqual([]);
    expect((await list()).notifications).toMatchObject([
      { description: expect.stringMatching(/ It's published now\.$/), problem: null },
    ]);
  });

  test('when its post gets another time, or is deleted', async () => {
    const [first, second] = [await mine(), await mine()];
    await end([first]);
    await end([second], 'missed');
    await caller.call(updatePost, {
      params: { id: first },
      body: { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() },
    });
    await caller.call(deletePost, { params: { id: second } });
    expect(await list()).toMatchObject({
      unread: 0,
      notifications: [
        { postId: null, description: 'Nothing left to do. It was published, rescheduled or deleted.', problem: null },
        { postId: first, description: expect.stringMatching(/ It's scheduled again\.$/), problem: null },
      ],
    });
  });

  test('is not, and keeps its reason, while another of its posts waits', async () => {
    const [first, newest] = [await mine(), await mine()];
    await end([first, newest]);
    await caller.call(deletePost, { params: { id: newest } });
    expect(await unread()).toEqual([1]);
    expect((await list()).notifications).toMatchObject([{ problem: { action: 'edit' } }]);
  });

  test('for one of several counts one less, and for the last it is over', async () => {
    const ids = [await mine(), await mine(), await mine()];
    await end(ids);
    const [first, ...others] = ids;
    await caller.call(deletePost, { params: { id: first ?? 0 } });
    expect(await unread()).toEqual([2]);
    for (const id of others) await caller.call(deletePost, { params: { id } });
    expect(await unread()).toEqual([]);
  });

  test('but not by a post that was told of in an earlier one', async () => {
    const [earlier, later] = [await mine(), await mine()];
    await end([earlier]);
    await caller.call(readNotifications, { body: {} });
    await end([later]);
    await caller.call(deletePost, { params: { id: earlier } });
    expect(await unread()).toEqual([1]);
  });
});

describe('a page that stands in the way', () => {
  const rows = () => pagesRepository(api.db, secretBox(TEST_SECRET_KEY));

  test("is told once, with how many posts wait and from when, in the viewer's zone", async () => {
    await mine({ scheduledAt: new Date('2036-11-21T08:30:00Z') });
    await mine({ scheduledAt: new Date('2036-11-23T08:30:00Z') });
    await rows().setProblem(pageRow, needsReconnect(page.name));
    await rows().setProblem(pageRow, needsReconnect(page.name));
    const { body } = await caller.call(listNotifications, { headers: { [TIME_ZONE_HEADER]: 'Asia/Kuala_Lumpur' } });
    expect(body).toMatchObject({
      unread: 1,
      notifications: [
        {
          kind: 'page',
          facebookPageId: pageRow,
          postId: null,
          title: `2 posts on ${page.name} will fail from Fri 21 Nov 2036, 16:30 (GMT+8)`,
          description:
            `Pagecast can no longer post to ${page.name}. Reconnect it to continue. ` +
            'Your 2 scheduled posts are kept.',
          problem: { code: 'reconnect', action: 'reconnect' },
        },
      ],
    });
  });

  test('without a post that waits says what it needs', async () => {
    await rows().setProblem(pageRow, needsReconnect(page.name));
    expect((await list()).notifications).toMatchObject([
      {
        title: `${page.name} needs to be reconnected`,
        description: expect.stringContaining('Your scheduled posts are kept'),
      },
    ]);
  });

  test('with another problem says the newest', async () => {
    await rows().setProblem(pageRow, needsReconnect(page.name));
    await rows().setProblem(pageRow, needsRole(page.name));
    expect(await list()).toMatchObject({ unread: 1, notifications: [{ problem: { code: 'no_permission' } }] });
  });

  test('is over when the problem is gone, and when the page is removed', async () => {
    await rows().setProblem(pageRow, needsReconnect(page.name));
    await rows().setProblem(pageRow, null);
    expect(await list()).toMatchObject({
      unread: 0,
      notifications: [{ title: `${page.name} was connected again`, problem: null }],
    });
    await rows().setProblem(pageRow, needsReconnect(page.name));
    expect(await list()).toMatchObject({
      unread: 1,
      notifications: [{ title: `${page.name} needs to be reconnected` }, { title: `${page.name} was connected again` }],
    });
    await caller.call(removePage, { params: { id: pageRow } });
    expect(await list()).toMatchObject({ unread: 0, notifications: [{ title: `${page.name} was removed` }, {}] });
  });
});

describe('a post of which nobody can tell whether it is out', () => {
  const mayBeOut = { code: 'may_be_out', action: 'resolve', message: 'It may be out; tell us whether you see it.' };
  const set = (id: number, facts: object) => api.stored.posts.change({ ...facts, updated_at: api.db.fn.now() }, { id });
  const doubt = (id: number, problem: object = mayBeOut) =>
    set(id, {
      status: 'publishing',
      lease_expires_at: api.db.fn.now(),
      published_at: null,
      problem: JSON.stringify(problem),
    });

  test('is told as soon as polls come to nothing, with the way to it, and not before', async () => {
    const id = await mine({ content: 'Kaya toast' });
    await doubt(id, { ...mayBeOut, code: 'confirming' });
    expect(await list()).toMatchObject({ unread: 0, notifications: [] });
    await doubt(id);
    expect(await list()).toMatchObject({
      unread: 1,
      notifications: [
        {
          kind: 'page',
          path: `/scheduled?post=${id}`,
          postId: id,
          facebookPageId: pageRow,
          title: `A post on ${page.name} may already be published`,
          description: '“Kaya toast” It may be out; tell us whether you see it.',
          problem: { code: 'may_be_out', action: 'resolve' },
        },
      ],
    });
  });

  test('is told once, however polls come and go, also when it was read', async () => {
    const id = await mine();
    await doubt(id);
    await caller.call(readNotifications, { body: {} });
    await doubt(id, { ...mayBeOut, code: 'confirming' });
    await doubt(id);
    await doubt(id, { ...mayBeOut, code: 'reconnect' });
    expect(await list()).toMatchObject({ unread: 0, notifications: [{ isRead: true }] });
  });

  test.each(['published', 'scheduled', 'failed'])(
    'is told no more when the doubt ends as %s, and of the next doubt again',
    async (status) => {
      const id = await mine();
      await doubt(id);
      await set(id, {
        status,
        lease_expires_at: null,
        published_at: status === 'published' ? api.db.fn.now() : null,
        problem: null,
      });
      expect((await list()).notifications.filter(({ title }) => title.endsWith('may already be published'))).toEqual(
        [],
      );
      await doubt(id);
      expect(
        (await list()).notifications.filter(({ title }) => title.endsWith('may already be published')),
      ).toHaveLength(1);
    },
  );

  test.each(['failed', 'missed'])(
    'and at which nobody tries any more, is not told as one that is surely %s',
    async (status) => {
      await end([await mine(), await mine()], status, { ...mayBeOut, code: 'set_aside' });
      expect((await list()).notifications).toMatchObject([
        { kind: status, count: 2, title: `2 posts on ${page.name} may already be published` },
      ]);
    },
  );

  test('is told no more when it is forgotten', async () => {
    const id = await mine();
    await doubt(id);
    await api.stored.posts.remove({ id });
    expect(await list()).toEqual({ unread: 0, notifications: [] });
  });
});
