import { describe, expect, test } from 'vitest';
import { secretBox } from '../../db/secrets.ts';
import { buildPage, buildPost, buildUser, TEST_SECRET_KEY } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { stored } from '../../testing/stored.ts';
import { needsReconnect, needsRole } from '../../problems/page-problems.ts';
import { notifyAdministrators } from '../notifications/notify-administrators.repository.ts';
import { pagesRepository } from '../pages/pages.repository.ts';
import { choicesRepository } from './choices.repository.ts';
import { outboxRepository } from './outbox.repository.ts';
import { presentFact } from './present-fact.ts';

let { me, page, pageRow } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me, page, pageRow } = scene);
  },
  { role: 'manager' },
);

const refused = { code: 'duplicate', action: 'edit', params: { target: 'facebook', page: 'Kopi', said: null } };
const mine = (facts: object = {}) => buildPost(api.db, me, { facebookPageId: pageRow, ...facts });
const end = (ids: readonly number[], status = 'failed', problem: object = refused) =>
  api.stored.posts.change({ status, problem: JSON.stringify(problem), updated_at: api.db.fn.now() }, { id: ids });
const take = (channel: 'mail' | 'webhook' | 'push' = 'mail', limit = 100) =>
  api.db.transaction((trx) => outboxRepository(trx).take(channel, limit));
const titles = async () => (await take()).map((fact) => [fact.kind, presentFact(fact, { now: new Date() }).title]);

describe('a fact', () => {
  test('of each post is told by itself, in the words of its day', async () => {
    const ids = [await mine({ content: 'Kaya toast' }), await mine()];
    await end([ids[0] ?? 0]);
    await end([ids[1] ?? 0], 'missed', { code: 'missed', action: null, params: {} });
    const facts = await take();
    expect(facts).toMatchObject([
      { kind: 'post_failed', postId: ids[0], owner: { userId: me.userId }, pageName: page.name },
      { kind: 'post_missed', postId: ids[1] },
    ]);
    expect(facts.map((fact) => presentFact(fact, { now: new Date() }))).toMatchObject([
      {
        title: `A post on ${page.name} was not published`,
        description: expect.stringMatching(/^“Kaya toast” /),
        path: `/scheduled?post=${ids[0]}`,
      },
      { title: `A post on ${page.name} was missed` },
    ]);
  });

  test('is there with what happened, or not at all', async () => {
    const id = await mine();
    const trx = await api.db.transaction();
    await stored(trx).posts.change({ status: 'failed', problem: JSON.stringify(refused) }, { id });
    expect(await stored(trx).outboxFacts.values('id', { post_id: id })).toHaveLength(1);
    await trx.rollback();
    expect(await take()).toEqual([]);
  });

  test('is told once of one end, and again of the next', async () => {
    const id = await mine();
    await end([id]);
    await end([id]);
    await api.stored.posts.change({ status: 'scheduled', problem: null }, { id });
    await end([id]);
    expect(await take()).toHaveLength(2);
  });

  test('of a page is told when it breaks, and when it breaks in another way', async () => {
    const pages = pagesRepository(api.db, secretBox(TEST_SECRET_KEY));
    await pages.setProblem(pageRow, needsReconnect(page.name));
    await pages.setProblem(pageRow, needsReconnect(page.name));
    await pages.setProblem(pageRow, needsRole(page.name));
    await pages.setProblem(pageRow, null);
    expect(await titles()).toEqual([
      ['page_needs_reconnect', `${page.name} needs your attention`],
      ['page_needs_reconnect', `${page.name} needs your attention`],
    ]);
  });

  test('that pages of one login share is told once', async () => {
    const other = await buildPage(api.db, me);
    const problem = JSON.stringify({ ...needsReconnect('Kopi'), params: { page: 'Kopi', ofLogin: true } });
    await api.stored.facebookPages.change({ problem }, { id: [pageRow, other.id] });
    expect(await titles()).toEqual([['page_needs_reconnect', 'Your pages need to be reconnected']]);
  });

  test('of a post in doubt is told once', async () => {
    const id = await mine();
    const problem = JSON.stringify({
      code: 'cannot_look',
      action: 'resolve',
      params: { target: 'facebook', page: null },
    });
    const doubt = { status: 'publishing', lease_expires_at: api.db.fn.now(), problem };
    await api.stored.posts.change(doubt, { id });
    await api.stored.posts.change(doubt, { id });
    expect(await titles()).toEqual([['post_in_doubt', `A post on ${page.name} may already be published`]]);
  });

  test('for administrators goes to each of them once, where they were last', async () => {
    const admin = await buildUser(api.db, { role: 'admin', environment: 'production' });
    await api.stored.users.change({ last_login_at: new Date() }, { id: admin.userId });
    await buildUser(api.db, { facebookId: admin.facebookId, environment: 'test', access: null });
    await api.stored.users.change(
      { last_login_at: new Date(0) },
      { facebook_id: admin.facebookId, environment: 'test' },
    );
    await notifyAdministrators(api.db, [], { code: 'post_set_aside', action: null, params: { postId: 1 } });
    await outboxRepository(api.db).addForAdministrators([], {
      kind: 'release_current',
      params: { area: 'Post Ideas', version: null, isBack: true },
    });
    const facts = (await take()).filter(({ owner }) => owner.userId !== me.userId);
    expect(facts.map(({ kind, owner }) => [kind, owner.userId])).toEqual([
      ['system_problem', admin.userId],
      ['release_current', admin.userId],
    ]);
    expect(facts.map((fact) => presentFact(fact, { now: new Date() }).title)).toContain('Post Ideas was withdrawn');
  });
});

describe('taking', () => {
  test('two at once never take the same, and what was not written down is taken again', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await mine());
    await end(ids);
    const [one, two] = [await api.db.transaction(), await api.db.transaction()];
    const [first, second] = [
      await outboxRepository(one).take('mail', 8),
      await outboxRepository(two).take('mail', 100),
    ];
    await one.rollback();
    await two.commit();
    const third = await take();
    expect([first.length, second.length, third.length]).toEqual([8, 12, 8]);
    expect(new Set([...second, ...third].map(({ postId }) => postId)).size).toBe(20);
  });

  test('is for each channel', async () => {
    await end([await mine()]);
    expect([(await take('mail')).length, (await take('push')).length, (await take('mail')).length]).toEqual([1, 1, 0]);
    await api.stored.outboxFacts.age('31 days', ['at']);
    await outboxRepository(api.db).removeBefore(30);
    expect(await take('webhook')).toEqual([]);
  });
});

test('what was never chosen is wanted, and a choice is of its owner, kind and channel alone', async () => {
  const choices = choicesRepository(api.db);
  await choices.set(me, [{ kind: 'post_failed', channel: 'mail', enabled: true }]);
  await choices.set(me, [{ kind: 'post_failed', channel: 'mail', enabled: false }]);
  const other = await buildUser(api.db);
  expect(
    await Promise.all([
      choices.wants(me, 'post_failed', 'mail'),
      choices.wants(me, 'post_failed', 'push'),
      choices.wants(me, 'post_missed', 'mail'),
      choices.wants(other, 'post_failed', 'mail'),
    ]),
  ).toEqual([false, true, true, true]);
  expect(await choices.read(me)).toEqual([{ kind: 'post_failed', channel: 'mail', enabled: false }]);
});
