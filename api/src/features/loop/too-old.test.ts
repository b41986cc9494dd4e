import { expect, test } from 'vitest';
import { buildPost } from '../../testing/builders.ts';
import { setLaterMigration, TOMORROW } from '../../testing/later-release.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me: manager, page, pageRow, stories } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me: manager, page, pageRow, stories } = scene);
  },
  { role: 'manager' },
);

const readiness = async () =>
  (await fetch(`${api.url}/readyz`)).json() as Promise<{ status?: string; message?: string }>;

test('a process that a later release left behind publishes nothing, and goes on once that is taken back', async () => {
  expect(await readiness()).toEqual({ status: 'ready' });
  const takeBack = await setLaterMigration(api.db, { kind: 'contract', safeSince: TOMORROW });
  expect((await readiness()).message).toContain('too old for the database');
  const id = await buildPost(api.db, manager, { content: 'Waits', facebookPageId: pageRow, scheduledAt: new Date() });
  await api.turn();
  expect((await stories.statusOf(id)).status).toBe('scheduled');
  expect(await stories.seen('Waits', page.id)).toBe(0);
  expect(api.logged.join('\n')).toContain('migrations.not-fit');

  await takeBack();
  expect(await readiness()).toEqual({ status: 'ready' });
  await stories.untilEnded(id);
  expect(await stories.seen('Waits', page.id)).toBe(1);
});

test('it publishes beside what a later release has only added', async () => {
  const takeBack = await setLaterMigration(api.db, { kind: 'expand', safeSince: null });
  expect(await readiness()).toEqual({ status: 'ready' });
  const id = await buildPost(api.db, manager, { content: 'Goes', facebookPageId: pageRow, scheduledAt: new Date() });
  await stories.untilEnded(id);
  expect(await stories.seen('Goes', page.id)).toBe(1);
  await takeBack();
});
