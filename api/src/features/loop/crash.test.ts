import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { beforeUpdate } from '../../testing/before-update.ts';
import { buildPost } from '../../testing/builders.ts';
import { claimDue } from '../../testing/post-stories.ts';
import { claimsRepository } from '../publishing/claims.repository.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me: manager, page, pageRow, stories } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me: manager, page, pageRow, stories } = scene);
  },
  { role: 'manager' },
);

const dueNow = (content: string) =>
  buildPost(api.db, manager, { content, facebookPageId: pageRow, scheduledAt: new Date() });
/** Nothing that the code provides for: a value that was never sealed. */
const breakToken = () => api.stored.facebookPages.change({ access_token: 'never sealed' }, { id: pageRow });
const crashCount = async () =>
  Number(
    /^publish_crashes_total\{target="facebook"\} (\d+)$/m.exec(await (await fetch(`${api.url}/metrics`)).text())?.[1] ??
      0,
  );

test('an exception that nobody thought of is tried once more, then ends with a reason, never on the page', async () => {
  const before = await crashCount();
  await breakToken();
  const id = await dueNow('Crashes');
  await api.turn();
  expect(await stories.statusOf(id)).toMatchObject({ status: 'publishing', problem: null });
  await stories.endLeases();
  await api.turn();
  expect(await stories.statusOf(id)).toMatchObject({
    status: 'failed',
    problem: { code: 'crashed', action: 'publish_now' },
  });
  expect((await crashCount()) - before).toBe(2);
  expect(await stories.seen('Crashes', page.id)).toBe(0);
});

test('a deadlock is no fault of the post, which goes out however often it meets one', async () => {
  const before = await crashCount();
  const attempts = beforeUpdate(api.db, 'publish_attempts');
  await attempts.failWhen("new.state = 'sending'", 'two waited for each other', '40P01');
  const id = await dueNow('Goes out');
  for (let turns = 0; turns < 3; turns += 1) {
    await api.turn();
    await stories.endLeases();
  }
  await attempts.asAlways();
  await stories.untilEnded(id);
  expect((await stories.statusOf(id)).status).toBe('published');
  expect(await crashCount()).toBe(before);
});

test('the page goes on with its next post', async () => {
  const { access_token: token } = (await api.stored.facebookPages.first({ id: pageRow })) as { access_token: string };
  await breakToken();
  await stories.untilEnded(await dueNow('Crashes first'));
  await api.stored.facebookPages.change({ access_token: token }, { id: pageRow });
  const next = await dueNow('Goes on');
  await stories.untilEnded(next);
  expect((await stories.statusOf(next)).status).toBe('published');
});

test('where the post may be out it stays open, says so, and is found once that works again', async () => {
  const id = await dueNow('May be out');
  const claims = claimsRepository(api.db);
  const [claim] = await claimDue(claims);
  const created = await api.sandbox.graph('POST', `/${page.id}/feed`, page.access_token, {
    message: 'May be out',
    published: false,
  });
  if (claim === undefined) throw new Error('Nothing was claimed');
  await claims.markSending(claim, String(created.body['id']), 20);
  const { access_token: token } = (await api.stored.facebookPages.first({ id: pageRow })) as { access_token: string };
  await breakToken();
  for (const code of ['confirming', 'crashed', 'crashed']) {
    await stories.endLeases();
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'publishing', problem: { code } });
  }
  await api.stored.facebookPages.change({ access_token: token }, { id: pageRow });
  await stories.untilEnded(id);
  expect((await stories.statusOf(id)).status).toBe('published');
  expect(await stories.seen('May be out', page.id)).toBe(1);
});

test.each([
  ['in its name', true],
  ['without a name', false],
])('what a worker claimed %s and does not know of, after a lost answer, is taken up at once', async (_, isNamed) => {
  const id = randomUUID();
  const worker = isNamed ? id : null;
  const [lost, kept] = [
    await dueNow('Lost claim'),
    await buildPost(api.db, manager, { content: 'On its way', scheduledAt: new Date() }),
  ];
  const claims = claimsRepository(api.db, id);
  // Whoever looks at its page at this moment is not waited for.
  for (const post of [lost, kept]) await expect.poll(() => claims.claimPost(post, worker)).not.toBeNull();
  expect(await claims.disown([kept])).toBe(true);
  expect(await claims.disown([kept])).toBe(false);
  expect((await claims.claimOrphaned(5, worker)).map(({ postId }) => postId)).toEqual([lost]);
  expect(await api.stored.publishAttempts.first({ post_id: lost }, 'takeovers')).toEqual({ takeovers: 0 });
  for (const post of [lost, kept]) await stories.untilEnded(post);
});
