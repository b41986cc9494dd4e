import { beforeEach, expect, test } from 'vitest';
import { DEVELOPMENT_APP, PRODUCTION_APP } from '../../../sandbox/seed.ts';
import { addFacebookApp, listFacebookApps, updateFacebookApp } from '../../contract/index.ts';
import type { Environment } from '../../contract/common.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { setUpSweptApi } from '../../testing/scene.ts';

const api = setUpSweptApi();
beforeEach(async () => {
  await api.stored.facebookApps.remove();
  const chief = api.as(await buildUser(api.db, { role: 'admin' }));
  await chief.call(addFacebookApp, {
    body: { appId: PRODUCTION_APP.id, appSecret: PRODUCTION_APP.secret, appMode: 'production', isActive: true },
  });
});

/** A post of the manager's that is due, under the app and with the tokens of its environment. */
async function due(environment: Environment, appId: string, content: string) {
  const person = await api.sandbox.user('manager', appId);
  const shop = person.pages[0];
  if (shop === undefined) throw new Error('There is no page');
  // The list is global: one line for all environments that know them by this id.
  const owner = await buildUser(api.db, {
    facebookId: person.id,
    environment,
    ...(environment === 'test' ? { access: null } : {}),
  });
  const page = await buildPage(api.db, owner, { pageId: shop.id, name: shop.name, accessToken: shop.access_token });
  return {
    id: await buildPost(api.db, owner, { content, facebookPageId: page.id, scheduledAt: new Date() }),
    pageId: shop.id,
  };
}
const statusOf = async ({ id }: { id: number }) => (await api.stored.posts.values<string>('status', { id }))[0];

test('posts of two environments go out in one turn, each by the app of its own', async () => {
  const [ours, theirs] = [
    await due('development', DEVELOPMENT_APP.id, 'From development'),
    await due('production', PRODUCTION_APP.id, 'From production'),
  ];
  await api.turn();
  expect([await statusOf(ours), await statusOf(theirs)]).toEqual(['published', 'published']);
  const oracle = (await api.sandbox.oracle(ours.pageId)) as unknown as {
    message: string;
    app_id: string;
    is_published: boolean;
  }[];
  const appOf = (message: string) =>
    oracle.filter((post) => post.message === message && post.is_published).map((post) => post.app_id);
  expect([appOf('From development'), appOf('From production')]).toEqual([[DEVELOPMENT_APP.id], [PRODUCTION_APP.id]]);
});

test('an app that has to cool down keeps only the posts of its environments waiting', async () => {
  await api.app.publishing.beginCooldown({ of: 'app', id: DEVELOPMENT_APP.id }, 12);
  const [cooling, going] = [
    await due('development', DEVELOPMENT_APP.id, 'Cools down'),
    await due('production', PRODUCTION_APP.id, 'Goes out'),
  ];
  const alike = await due('test', DEVELOPMENT_APP.id, "Cools down too: the server's app serves it");
  await api.turn();
  expect([await statusOf(cooling), await statusOf(alike), await statusOf(going)]).toEqual([
    'scheduled',
    'scheduled',
    'published',
  ]);
});

test('a post whose app has another secret than Facebook knows fails for that, and not for its text', async () => {
  const chief = api.as(await buildUser(api.db, { role: 'admin' }));
  const [app] = (await chief.call(listFacebookApps)).body;
  const change = (appSecret: string) =>
    chief.call(updateFacebookApp, { params: { id: app?.id ?? 0 }, body: { appSecret } });
  await change('mistyped-secret');
  const post = await due('production', PRODUCTION_APP.id, 'Nothing wrong here');
  await api.turn();
  expect((await api.stored.posts.values('problem', { id: post.id }))[0]).toMatchObject({
    code: 'app_secret',
    action: 'publish_now',
  });
  await change(PRODUCTION_APP.secret);
  await api.stored.posts.change({ status: 'scheduled', problem: null }, { id: post.id });
  await api.turn();
  expect(await statusOf(post)).toBe('published');
});
