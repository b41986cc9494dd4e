import { afterAll, beforeEach, expect, test } from 'vitest';
import { readMailServer } from '../../contract/index.ts';
import { buildPost, buildUser } from '../../testing/builders.ts';
import { rudeMailServer, type Rudeness } from '../../testing/rude-mail-server.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';

const there = await rudeMailServer();
let { me, pageRow } = {} as Scene;
const api = setUpScene(
  async (scene) => {
    ({ me, pageRow } = scene);
    await api.stored.users.change({ email: 'siti@example.com' }, { id: me.userId });
  },
  { env: { SMTP_URL: there.url } },
);
beforeEach(async () => {
  await api.stored.mailServer.remove();
  const problem = JSON.stringify({ code: 'missed', action: null, params: {} });
  await api.stored.posts.change(
    { status: 'missed', problem },
    { id: await buildPost(api.db, me, { facebookPageId: pageRow }) },
  );
  await api.app.mail.round();
});
afterAll(() => there.close());

/** The time of what waits has come. */
const round = async () => {
  api.app.mail.retryNow();
  await api.stored.mails.change({ due_at: fromNow(api.db, '-1 second') }, { state: 'waiting' });
  await api.app.mail.round();
};
const states = () => api.stored.mails.values('state');
const counts = async () => {
  const admin = await buildUser(api.db, { access: 'whitelist', role: 'admin' });
  return (await api.as(admin).call(readMailServer)).body;
};

const CUTS: readonly [string, Rudeness, number][] = [
  ['after its first bytes', { cutAfterBytes: 1 }, 0],
  ['in the middle of it', { cutAfterBytes: 700 }, 0],
  ['after the final dot', { answer: null }, 1],
  ['in the middle of its answer', { answer: '25' }, 1],
  ['after the first line of its answer', { answer: '250-Taken\r\n25' }, 1],
];

test.each(CUTS)('a mail whose line is cut %s comes again, by its id', async (_when, rudeness, taken) => {
  const before = there.taken().length;
  there.is(rudeness);
  await round();
  expect([there.taken().length - before, await states()]).toEqual([taken, ['waiting']]);
  expect(await counts()).toMatchObject({ waiting: 1, failed: 0 });
  await round();
  const ids = there.taken().slice(before);
  expect([ids.length, new Set(ids).size, await states()]).toEqual([taken + 1, 1, ['sent']]);
  await round();
  expect(there.taken().length - before).toBe(taken + 1);
});

test.each(CUTS)('a mail whose line is cut %s each time ends, and is told of', async (_when, rudeness, taken) => {
  const before = there.taken().length;
  there.is(...Array.from({ length: 4 }, () => rudeness));
  for (let n = 0; n < 6; n += 1) await round();
  const ids = there.taken().slice(before);
  expect([ids.length, new Set(ids).size, await states()]).toEqual([taken * 4, Math.min(taken, 1), ['unclear']]);
  expect(await counts()).toMatchObject({ waiting: 0, failed: 1 });
});
