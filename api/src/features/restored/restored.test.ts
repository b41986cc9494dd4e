import { expect, test } from 'vitest';
import { readStatus } from '../../contract/status.ts';
import { restoresRepository } from '../backup-marks/restores.repository.ts';
import { buildPost } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

const scene = {} as Scene;
const api = setUpScene((entered) => Object.assign(scene, entered), { role: 'manager' });

const MINUTE = 60_000;
/** As a restore leaves the database. */
const putBack = (minutesAgo: number) => {
  const backup_at = new Date(Date.now() - minutesAgo * MINUTE);
  return Promise.all([
    api.stored.restores.add({ backup_id: 'of a test', backup_at, ended: '{}' }),
    // As the first heartbeat after it notes, here without a wait for what Facebook shows late.
    api.stored.loopGaps.add({ started_at: backup_at, ended_at: new Date(Date.now() - MINUTE), is_loss: true }),
  ]);
};
const check = () => api.app.restored.jobs[0]?.run(new Date());
const report = async () => {
  const restores = restoresRepository(api.db);
  const held = await restores.held();
  return held === null ? null : restores.meanwhile(held);
};

test('nothing goes out until a restored backup is released; what is out stays once, the rest goes out', async () => {
  const { page, pageRow, me, caller, stories } = scene;
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE);
  const plan = (content: string, scheduledAt: Date) =>
    buildPost(api.db, me, { content, facebookPageId: pageRow, scheduledAt });
  const [out, lost, later] = [
    await plan('Out already', at(-200)),
    await plan('Not out', at(-3)),
    await plan('Later', at(600)),
  ];
  await putBack(300);
  await api.stored.posts.change({ created_at: at(-400) }, {});
  await api.sandbox.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'Out already' });

  await api.turn();
  expect([await stories.statusOf(out), await stories.statusOf(lost)]).toMatchObject([
    { status: 'scheduled' },
    { status: 'scheduled' },
  ]);
  expect((await caller.call(readStatus)).body).toMatchObject({ hold: { backupAt: expect.any(String) } });
  expect(await report()).toEqual({ out: 0, notOut: 0, unknown: 0, unchecked: 2, later: 1 });
  await check();
  expect(await report()).toEqual({ out: 1, notOut: 1, unknown: 0, unchecked: 0, later: 1 });
  expect(await api.app.restored.mayRun({ name: 'mails', rule: '', run: async () => {} })).toBe(false);
  expect(await stories.seen('Not out', page.id)).toBe(0);

  const held = await restoresRepository(api.db).held();
  expect(await restoresRepository(api.db).release(held?.id ?? 0)).toBe(true);
  await api.app.holds.find(0);
  expect((await caller.call(readStatus)).body).toMatchObject({ hold: null });
  await stories.untilEnded(out);
  await stories.untilEnded(lost);
  expect([await stories.statusOf(out), await stories.statusOf(lost), await stories.statusOf(later)]).toMatchObject([
    { status: 'published' },
    { status: 'published' },
    { status: 'scheduled' },
  ]);
  expect([await stories.seen('Out already', page.id), await stories.seen('Not out', page.id)]).toEqual([1, 1]);
});
