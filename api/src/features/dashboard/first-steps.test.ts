import { expect, test } from 'vitest';
import { currentUser, firstSteps, updateFirstSteps } from '../../contract/index.ts';
import { ownedColumns } from '../../db/owner.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';

const api = setUpApi();
const { me, caller } = setUpPerson(api);

const steps = async () => (await caller.call(firstSteps)).body;
const asked = (facts: object) =>
  api.stored.aiCalls.add({
    ...ownedColumns(me),
    purpose: 'post',
    model: 'm',
    prompt: 'p',
    status: 'answered',
    ...facts,
  });

test('a newcomer has done nothing yet', async () => {
  expect(await steps()).toEqual({ hasPage: false, hasGenerated: false, hasScheduled: false, isDismissed: false });
});

test('a connected page completes the first step, one that is not does not', async () => {
  const { id } = await buildPage(api.db, me);
  expect((await steps()).hasPage).toBe(true);
  await api.stored.facebookPages.change({ is_connected: false }, { id });
  expect((await steps()).hasPage).toBe(false);
});

test('a text that the AI answered completes the second step; a failed call and one of automation do not', async () => {
  await asked({ status: 'failed' });
  await asked({ purpose: 'automation' });
  expect((await steps()).hasGenerated).toBe(false);
  await asked({});
  expect((await steps()).hasGenerated).toBe(true);
});

test('a post that waits completes the third step, also once it is out; one published at once does not', async () => {
  const { id: facebookPageId } = await buildPage(api.db, me);
  await buildPost(api.db, me, { facebookPageId, status: 'published' });
  expect((await steps()).hasScheduled).toBe(false);
  const id = await buildPost(api.db, me, { facebookPageId });
  expect((await steps()).hasScheduled).toBe(true);
  await api.stored.posts.change({ status: 'published', published_at: new Date() }, { id });
  expect((await steps()).hasScheduled).toBe(true);
});

test("the list stays put away until its owner wants it back, and nobody else's changes", async () => {
  const other = await buildUser(api.db);
  expect((await caller.call(currentUser)).body.areFirstStepsOpen).toBe(true);
  expect((await caller.call(updateFirstSteps, { body: { isDismissed: true } })).body.isDismissed).toBe(true);
  expect((await steps()).isDismissed).toBe(true);
  expect((await caller.call(currentUser)).body.areFirstStepsOpen).toBe(false);
  expect((await api.as(other).call(firstSteps)).body.isDismissed).toBe(false);
  await caller.call(updateFirstSteps, { body: { isDismissed: false } });
  expect((await steps()).isDismissed).toBe(false);
});
