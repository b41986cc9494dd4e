import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../src/testing/builders.ts';
import { testApi, type TestApi } from '../src/testing/test-api.ts';
import { withoutIntents } from '../src/testing/without-intents.ts';
import type { AgentWorld } from './agent-world.ts';
import { playAgents } from './harness.ts';
import { startImageSite } from './image-site.ts';

const ROLE = 'many';
let api: TestApi;
let world: AgentWorld;
let images: Awaited<ReturnType<typeof startImageSite>>;

/** Two processes over one database, and a person of the sandbox who may log in. */
beforeAll(async () => {
  api = await testApi({ LOG_LEVEL: 'warn', IMAGE_NETWORKS: '127.0.0.1', CODE_RATE_LIMIT: '1000' });
  const { url } = await api.another();
  for (const role of [ROLE, 'nopages', 'manager']) {
    const { id, name } = await api.sandbox.user(role);
    await buildUser(api.db, { facebookId: id, name });
  }
  images = await startImageSite();
  world = {
    urls: [api.url, url],
    origin: api.config.PUBLIC_URL,
    imageAt: images.imageAt,
    control: (method, call, body) => api.sandbox.control(method, `/${call}`, body),
    async letTimePass() {
      for (let turns = 0; turns < 200; turns += 1) {
        const scheduled = await api.stored.posts.rows({ status: 'scheduled' });
        if (scheduled.length + (await api.stored.posts.rows({ status: 'publishing' })).length === 0) return;
        await api.stored.posts.change({ scheduled_at: api.db.fn.now() }, { status: 'scheduled' });
        await api.turn();
      }
      throw new Error('Posts are still on their way');
    },
  };
});
afterAll(async () => {
  images.close();
  await api.close();
});

test('agents make no post twice, none that nobody approved, and none out of their scope', async () => {
  const { counts, violations } = await playAgents(world, { seed: 7, runs: 45, roles: [ROLE] });
  expect(violations).toEqual([]);
  expect(counts.get('posts out')).toBeGreaterThan(12);
  for (const what of ['attacks', 'sheets imported', 'images by address', 'with the agent of an editor'])
    expect([what, counts.get(what) ?? 0]).toEqual([what, expect.toSatisfy((n: number) => n > 0)]);
});

test('without the memory of intents the same harness finds posts that are out twice', async () => {
  await withoutIntents(api.db);
  // A time of its own would be taken by the first of two: the distance between posts is another guard.
  const { violations } = await playAgents(world, { seed: 8, runs: 12, roles: [ROLE], timed: 0 });
  expect(violations.filter(({ kind }) => kind === 'double').length).toBeGreaterThan(1);
  expect(violations.filter(({ kind }) => kind !== 'double')).toEqual([]);
});
