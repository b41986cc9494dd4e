import { beforeEach, describe, expect, test } from 'vitest';
import { buildPost } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me, pageRow, stories } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me, pageRow, stories } = scene);
  },
  { role: 'manager' },
);
const listed = (type: 'whitelist' | 'blacklist') =>
  api.stored.accessEntries.change({ type }, { facebook_id: me.facebookId });
const readmit = () => api.app.jobs.find(({ name }) => name === 'release-readmitted')?.run(new Date());

const ARTICLE = { type: 'news', title: 'A phone', body: 'It rings.' };
const PLACES = {
  'a page': async () => buildPost(api.db, me, { ...due(), facebookPageId: pageRow, content: 'Bread at seven.' }),
  'the tech site': async () => {
    const id = await buildPost(api.db, me, { ...due(), target: 'fiztech', content: ARTICLE.title });
    await api.stored.posts.change({ article: JSON.stringify(ARTICLE) }, { id });
    return id;
  },
};
const due = () => ({ scheduledAt: new Date(), status: 'scheduled' as const });

describe.each(Object.entries(PLACES))('a post for %s that came due while its owner was shut out', (_where, build) => {
  let id: Awaited<ReturnType<typeof buildPost>>;
  beforeEach(async () => {
    await listed('blacklist');
    id = await build();
    await api.turn();
  });

  test('stays while they are', async () => {
    expect(await stories.statusOf(id)).toMatchObject({ status: 'scheduled', is_held: true });
    await readmit();
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'scheduled', is_held: true });
  });

  test('goes out when they are let in again', async () => {
    await listed('whitelist');
    await readmit();
    await stories.untilEnded(id);
    expect((await stories.statusOf(id)).status).toBe('published');
  });

  test('is missed when that is too late, and they are told', async () => {
    await listed('whitelist');
    await api.stored.posts.age('3 hours', ['scheduled_at'], { id });
    await readmit();
    await api.turn();
    expect((await stories.statusOf(id)).status).toBe('missed');
    expect(await api.stored.notifications.rows({ user_id: me.userId }, 'kind')).toHaveLength(1);
  });
});
