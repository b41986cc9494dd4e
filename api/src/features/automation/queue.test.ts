import { describe, expect, test } from 'vitest';
import * as contract from '../../contract/index.ts';
import { listNotifications, postTimeline, publishPost, updatePost } from '../../contract/index.ts';
import { automationScene } from '../../testing/automation-scene.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { fromNow } from '../../testing/stored.ts';

const scene = automationScene();
const { save, start, queue, cycles, publicTexts, tick, passes } = scene;

describe('a draft', () => {
  const draft = async () => {
    await save({ mode: 'draft' });
    await start();
    await tick();
    const [slot] = await queue();
    expect(slot).toMatchObject({ state: 'draft', mode: 'draft', postId: null });
    return slot as contract.Slot & { contentHash: string; content: string };
  };
  const approve = (id: number, contentHash: string, by = scene.here) =>
    by.call(contract.approveSlot, { params: { id }, body: { contentHash } });
  const edit = (id: number, contentHash: string, content: string) =>
    scene.here.call(contract.editSlot, { params: { id }, body: { content, contentHash } });

  test('waits, and goes out with exactly the text that was approved', async () => {
    const { id, contentHash, content } = await draft();
    await scene.api.turn();
    expect(await publicTexts()).toEqual([]);
    const edited = await edit(id, contentHash, 'Bread at seven.');
    expect(edited.body).toMatchObject({ state: 'draft', content: 'Bread at seven.' });
    // The first text was read in another window.
    expect(await approve(id, contentHash)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has changed') },
    });
    expect((await edit(id, contentHash, content)).status).toBe(409);
    const answers = await Promise.all(
      [scene.here, scene.there, scene.here].map((by) => approve(id, edited.body.contentHash ?? '', by)),
    );
    expect(answers.map(({ status, body }) => [status, body.state])).toEqual([
      [200, 'ready'],
      [200, 'ready'],
      [200, 'ready'],
    ]);
    const {
      body: { entries },
    } = await scene.here.call(postTimeline, { params: { id: answers[0]?.body.postId ?? 0 } });
    expect(entries).toContainEqual(
      expect.objectContaining({
        kind: 'edited',
        edits: [{ field: 'content', before: content, after: 'Bread at seven.' }],
      }),
    );
    await scene.api.turn();
    expect(await publicTexts()).toEqual(['Bread at seven.']);
  });

  test('for a page that was removed meanwhile is not approved', async () => {
    const { id, contentHash } = await draft();
    await scene.here.call(contract.removePage, { params: { id: scene.pageId } });
    expect(await approve(id, contentHash)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/remove/) },
    });
    expect(await scene.api.stored.posts.rows()).toEqual([]);
  });

  test('that is skipped never goes out; a scheduled post can be edited and skipped as well', async () => {
    const { id, contentHash } = await draft();
    await approve(id, contentHash);
    const edited = await edit(id, contentHash, 'Bread at eight.');
    expect(edited.body).toMatchObject({ state: 'ready', content: 'Bread at eight.' });
    expect((await edit(id, contentHash, 'Bread at nine.')).status).toBe(409);
    // Its page tells whose word it went by.
    const { body: story } = await scene.here.call(postTimeline, { params: { id: edited.body.postId ?? 0 } });
    const by = { name: scene.me.name, isInPlace: false };
    expect(story.entries).toMatchObject([
      { kind: 'written', generation: { purpose: 'automation' } },
      { kind: 'scheduled', by },
      { kind: 'edited', by },
    ]);
    expect((await scene.here.call(contract.skipSlot, { params: { id }, body: {} })).status).toBe(200);
    expect((await scene.here.call(contract.skipSlot, { params: { id }, body: {} })).status).toBe(404);
    await scene.api.turn();
    expect(await publicTexts()).toEqual([]);
    expect((await cycles())[0]?.skipped).toMatchObject([{ reason: { code: 'skipped' } }]);
  });
});

describe('the distance of 30 minutes', () => {
  const automatic = async (owner: TestUser, row: number, content: string, minutesAgo = 1) => {
    const id = await buildPost(scene.api.db, owner, {
      facebookPageId: row,
      content,
      scheduledAt: new Date(Date.now() - minutesAgo * 60_000),
    });
    await scene.api.stored.posts.change({ is_automatic: true }, { id });
    return id;
  };

  test('is kept to what has gone out, and to what a person has planned', async () => {
    const id = await automatic(scene.me, scene.pageId, 'Automatic');
    const planned = await buildPost(scene.api.db, scene.me, {
      facebookPageId: scene.pageId,
      content: 'Mine',
      scheduledAt: new Date(Date.now() + 20 * 60_000),
    });
    await scene.api.turn();
    expect(await publicTexts()).toEqual([]);
    // What a person picked goes at its time, and pushes the automatic one further.
    await scene.here.call(publishPost, { params: { id: planned }, body: {} });
    await scene.api.turn();
    expect(await publicTexts()).toEqual(['Mine']);
    await scene.api.stored.pageClock.change({ last_published_at: fromNow(scene.api.db, '31 minutes ago') });
    await scene.api.turn();
    expect((await publicTexts()).toSorted()).toEqual(['Automatic', 'Mine']);
    expect(await scene.api.stored.posts.values('status', { id })).toEqual(['published']);
  });

  test("is the page's, also where two people have connected it", async () => {
    const colleague = await buildUser(scene.api.db);
    const theirs = (
      await buildPage(scene.api.db, colleague, {
        pageId: scene.page.id,
        name: scene.page.name,
        accessToken: scene.page.access_token,
      })
    ).id;
    for (let round = 0; round < 5; round += 1) {
      await scene.api.stored.posts.remove();
      await scene.api.stored.automationTurns.remove();
      await scene.api.stored.pageClock.change({ last_published_at: null });
      await Promise.all([
        automatic(scene.me, scene.pageId, `Mine ${round}`),
        automatic(colleague, theirs, `Theirs ${round}`),
      ]);
      await scene.api.turn();
      await scene.api.turn();
      expect((await scene.api.stored.posts.values<string>('status')).toSorted()).toEqual(['published', 'scheduled']);
    }
  });

  test('is in the times that the queue shows', async () => {
    await save();
    await start();
    await tick();
    await scene.api.stored.pageClock.change({ last_published_at: fromNow(scene.api.db, '5 minutes ago') });
    const [slot] = await queue();
    expect(Math.round((Date.parse(slot?.dueAt ?? '') - Date.now()) / 60_000)).toBe(25);
  });

  test('no longer holds for a time that its owner picked', async () => {
    const id = await automatic(scene.me, scene.pageId, 'Automatic');
    await buildPost(scene.api.db, scene.me, {
      facebookPageId: scene.pageId,
      content: 'Mine',
      scheduledAt: new Date(Date.now() + 20 * 60_000),
    });
    await scene.here.call(updatePost, {
      params: { id },
      body: { scheduledAt: new Date(Date.now() + 1000).toISOString() },
    });
    await scene.api.stored.posts.makeDue(id);
    await scene.api.turn();
    expect(await publicTexts()).toEqual(['Automatic']);
  });
});

test('a draft that its owner has edited is not thrown away with its cycle', async () => {
  const forgetOldCycles = () => scene.api.app.jobs.find(({ name }) => name === 'forget-old-cycles')?.run(new Date());
  await save({ mode: 'draft' });
  await start();
  await tick();
  const [slot] = await queue();
  await scene.here.call(contract.editSlot, {
    params: { id: slot?.id ?? 0 },
    body: { content: 'My own words.', contentHash: slot?.contentHash ?? '' },
  });
  await scene.here.call(contract.stopAutomation);
  await passes('200 days');
  await forgetOldCycles();
  const waiting = await queue();
  expect(waiting.map(({ content }) => content)).toContain('My own words.');
  await scene.here.call(contract.skipSlot, { params: { id: slot?.id ?? 0 } });
  await forgetOldCycles();
  expect(await scene.api.stored.automationCycles.rows({}, 'id')).toEqual([]);
});

test('a post that is an hour late is dropped, not missed, and the cycle says why', async () => {
  await save();
  await start();
  await tick();
  await passes('61 minutes');
  await scene.api.turn();
  await tick();
  expect(await scene.api.stored.posts.rows()).toEqual([]);
  expect((await cycles())[0]).toMatchObject({ made: 1, published: 0, skipped: [{ reason: { code: 'too_late' } }] });
  expect((await scene.here.call(listNotifications)).body.notifications).toEqual([]);
});

describe('a post that may be out', () => {
  const sentOnce = async () => {
    await save();
    await start();
    await tick();
    const [slot] = await queue();
    const postId = slot?.postId ?? 0;
    const sent = { post_id: postId, state: 'refused', sent_at: new Date(), ended_at: new Date(), may_be_out: true };
    await scene.api.stored.publishAttempts.add(sent);
    return slot as contract.Slot;
  };
  const kept = () => scene.api.stored.posts.rows({}, 'content', 'status', 'is_automatic');

  test('is not forgotten when the queue is cleared, nor when it alone is skipped', async () => {
    const { id, content } = await sentOnce();
    expect((await scene.here.call(contract.clearAutomationQueue)).status).toBe(200);
    expect(await scene.here.call(contract.skipSlot, { params: { id } })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('may already be published') },
    });
    expect(await kept()).toEqual([{ content, status: 'scheduled', is_automatic: true }]);
  });

  test('is not dropped when it is late: its owner is asked', async () => {
    const { content } = await sentOnce();
    await passes('61 minutes');
    await tick();
    expect(await kept()).toEqual([{ content, status: 'missed', is_automatic: false }]);
    expect((await scene.here.call(listNotifications)).body.notifications).toMatchObject([{ kind: 'missed' }]);
  });
});

test("with somebody's own words in it, it is missed and waits for them", async () => {
  await save();
  await start();
  await tick();
  const [slot] = await queue();
  await scene.here.call(contract.editSlot, {
    params: { id: slot?.id ?? 0 },
    body: { content: 'My own words.', contentHash: slot?.contentHash ?? '' },
  });
  await passes('61 minutes');
  await tick();
  expect(await scene.api.stored.posts.rows({}, 'content', 'status', 'is_automatic')).toEqual([
    { content: 'My own words.', status: 'missed', is_automatic: false },
  ]);
  expect((await cycles())[0]).toMatchObject({
    waiting: 0,
    skipped: [{ isFailure: false, reason: { code: 'missed' } }],
  });
  expect((await scene.here.call(listNotifications)).body.notifications).toMatchObject([{ kind: 'missed' }]);
  await scene.here.call(publishPost, { params: { id: slot?.postId ?? 0 }, body: {} });
  expect(await publicTexts()).toEqual(['My own words.']);
  expect((await cycles())[0]).toMatchObject({ published: 1, skipped: [] });
});
