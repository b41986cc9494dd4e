import { describe, expect, test } from 'vitest';
import type { PostId } from '../../contract/ids.ts';
import {
  createPost,
  deletePost,
  duplicatePost,
  postPerformance,
  postTimeline,
  publishPost,
  startImpersonation,
  updatePost,
  type TimelineEntry,
} from '../../contract/index.ts';
import { buildPost, buildUser } from '../../testing/builders.ts';
import { postStories } from '../../testing/post-stories.ts';
import { cookieOf } from '../../testing/test-api.ts';
import { aiCallsRepository } from '../ai-calls/ai-calls.repository.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me, caller, page, pageRow } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me, caller, page, pageRow } = scene);
  },
  { env: { ADMIN_FACEBOOK_IDS: '7007' } },
);

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
async function entries(id: number, as = caller): Promise<TimelineEntry[]> {
  const answer = await as.call(postTimeline, { params: { id } });
  expect(answer.status).toBe(200);
  return answer.body.entries;
}
async function schedule(facts: object = {}, as = caller): Promise<number> {
  const answer = await as.call(createPost, {
    body: { content: 'Kopi at nine', status: 'scheduled', scheduledAt: inHours(5), facebookPageId: pageRow, ...facts },
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}
const mine = { name: 'Siti Aminah', isInPlace: false };

describe('before a post goes out', () => {
  test('its page tells who wrote it by hand, and for when', async () => {
    const scheduledAt = inHours(5);
    expect(await entries(await schedule({ scheduledAt }))).toEqual([
      { kind: 'written', at: expect.any(String) as string, by: mine, isAiGenerated: false, generation: null },
      { kind: 'scheduled', at: expect.any(String) as string, by: mine, from: null, to: scheduledAt, problem: null },
    ]);
  });

  test('its page tells the model and the prompt of the words that the AI wrote', async () => {
    const calls = aiCallsRepository(api.db);
    const generationId = await calls.begin(me, {
      purpose: 'post',
      model: 'gpt-4o-mini',
      prompt: 'Three lines on kopi',
      from: { id: 'post', version: 1 },
    });
    await calls.answered(generationId, 'gpt-4o-mini', { inputTokens: 10, outputTokens: 40 });
    const [written] = await entries(await schedule({ isAiGenerated: true, generationId }));
    expect(written).toMatchObject({
      kind: 'written',
      isAiGenerated: true,
      generation: { model: 'gpt-4o-mini', prompt: 'Three lines on kopi', inputTokens: 10, outputTokens: 40 },
    });
  });

  test('an edit says what was there before, and a move from when to when; what stays the same is no news', async () => {
    const [first, second] = [inHours(5), inHours(7)];
    const id = await schedule({ scheduledAt: first, tone: 'Casual' });
    await caller.call(updatePost, { params: { id }, body: { content: 'Kopi at ten', tone: 'Casual' } });
    await caller.call(updatePost, { params: { id }, body: { scheduledAt: second } });
    await caller.call(updatePost, { params: { id }, body: { scheduledAt: second, content: 'Kopi at ten' } });
    expect((await entries(id)).slice(2)).toEqual([
      {
        kind: 'edited',
        at: expect.any(String) as string,
        by: mine,
        edits: [{ field: 'content', before: 'Kopi at nine', after: 'Kopi at ten' }],
      },
      { kind: 'scheduled', at: expect.any(String) as string, by: mine, from: first, to: second, problem: null },
    ]);
  });

  test('text and time changed at once are two entries, and a post taken off the schedule says so', async () => {
    const id = await schedule();
    await caller.call(updatePost, { params: { id }, body: { content: 'Teh at ten', scheduledAt: inHours(9) } });
    await caller.call(updatePost, { params: { id }, body: { scheduledAt: null } });
    expect((await entries(id)).slice(2).map(({ kind }) => kind)).toEqual(['edited', 'scheduled', 'unscheduled']);
  });

  test('a draft that is saved while it is written has one edit, from the first words to the last', async () => {
    const id = await schedule({ status: 'draft', scheduledAt: null });
    for (const content of ['Kopi at t', 'Kopi at te', 'Kopi at ten'])
      await caller.call(updatePost, { params: { id }, body: { content } });
    expect((await entries(id)).slice(1)).toMatchObject([
      { kind: 'edited', edits: [{ field: 'content', before: 'Kopi at nine', after: 'Kopi at ten' }] },
    ]);
  });

  test("what an administrator does while impersonating the owner stands under the administrator's name", async () => {
    const id = await schedule();
    const admin = await buildUser(api.db, { name: 'Ada Lim', role: 'admin' });
    const started = await api.as(admin).call(startImpersonation, { body: { facebookId: me.facebookId } });
    const impersonating = api.withCookie(cookieOf(started.headers));
    await impersonating.call(updatePost, { params: { id }, body: { content: 'Kopi at eleven' } });
    const made = await schedule({}, impersonating);
    const ada = { name: 'Ada Lim', isInPlace: true };
    expect((await entries(id)).at(-1)).toMatchObject({ kind: 'edited', by: ada });
    expect(await entries(made)).toMatchObject([
      { kind: 'written', by: ada },
      { kind: 'scheduled', by: ada },
    ]);
  });

  test('a copy tells who made it', async () => {
    const copy = await caller.call(duplicatePost, {
      params: { id: await schedule() },
      body: { scheduledAt: inHours(30) },
    });
    expect(await entries(copy.body.id)).toMatchObject([
      { kind: 'written', by: mine },
      { kind: 'scheduled', by: mine, from: null },
    ]);
  });

  test('what Pagecast planned by itself is by nobody', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000);
    const id = await buildPost(api.db, me, { facebookPageId: pageRow, isAiGenerated: true, scheduledAt });
    expect(await entries(id)).toMatchObject([
      { kind: 'written', by: null, isAiGenerated: true },
      { kind: 'scheduled', by: null, to: scheduledAt.toISOString() },
    ]);
  });

  test('a change that finds the post gone notes nothing', async () => {
    const id = await schedule();
    await caller.call(deletePost, { params: { id } });
    expect((await caller.call(updatePost, { params: { id }, body: { content: 'Too late' } })).status).toBe(404);
    expect(await api.stored.postEvents.rows()).toEqual([]);
  });

  test("another user's post is not there", async () => {
    const id = await schedule();
    expect((await api.as(await buildUser(api.db)).call(postTimeline, { params: { id } })).status).toBe(404);
  });
});

describe('on its way out', () => {
  test('a post that is published at once tells who asked, the effort, its address and its numbers', async () => {
    const made = await caller.call(createPost, {
      body: { content: 'Out now', status: 'published', facebookPageId: pageRow },
    });
    await caller.call(postPerformance, { params: { id: made.body.id } });
    expect(await entries(made.body.id)).toMatchObject([
      { kind: 'written', by: mine },
      { kind: 'publish-asked', by: mine },
      { kind: 'attempt', number: 1, outcome: 'published', answers: [], fault: null, problem: null },
      { kind: 'published', isLate: false, remoteId: made.body.facebookPostId, permalinkUrl: made.body.permalinkUrl },
      { kind: 'engagement', likes: 0, comments: 0, shares: 0 },
    ]);
  });

  test('every answer of an attempt is kept, equal ones in a row as one, and its end with its numbers', async () => {
    const stories = postStories(api);
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$', page: page.id },
      when: 'before',
      action: { type: 'error', http: 500, code: 2 },
      times: 2,
    });
    const id = await buildPost(api.db, me, { facebookPageId: pageRow, scheduledAt: new Date() });
    await api.turn();
    await stories.endLeases();
    await api.turn();
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$', page: page.id },
      when: 'before',
      action: { type: 'error', http: 400, code: 368, subcode: 1_404_102 },
      times: 1,
    });
    await stories.untilEnded(id);
    const [, , attempt, ...more] = await entries(id);
    expect(more).toEqual([]);
    expect(attempt).toMatchObject({
      kind: 'attempt',
      outcome: 'refused',
      answers: [{ kind: 'retried', times: 2, fault: { code: 2, httpStatus: 500 } }],
      fault: { code: 368, subcode: 1_404_102, traceId: expect.any(String) as string },
      problem: { code: 'refused' },
    });
  });

  test('a second effort is a second entry, after who asked for it', async () => {
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$', page: page.id },
      when: 'before',
      action: { type: 'error', http: 400, code: 368, subcode: 1_404_102 },
      times: 1,
    });
    const refused = await caller.call(createPost, {
      body: { content: 'Try twice', status: 'published', facebookPageId: pageRow },
    });
    const id = Number((refused.body as unknown as { postId: PostId }).postId);
    expect((await caller.call(publishPost, { params: { id }, body: {} })).status).toBe(200);
    expect(
      (await entries(id)).map((entry) =>
        entry.kind === 'attempt' ? `attempt ${entry.number} ${entry.outcome}` : entry.kind,
      ),
    ).toEqual(['written', 'publish-asked', 'attempt 1 refused', 'publish-asked', 'attempt 2 published', 'published']);
  });

  test('a post that was missed says so, and a page that lost its access holds its posts', async () => {
    const missed = await buildPost(api.db, me, {
      facebookPageId: pageRow,
      scheduledAt: new Date(Date.now() - 61 * 60_000),
    });
    await api.turn();
    expect((await entries(missed)).at(-1)).toMatchObject({
      kind: 'not-out',
      status: 'missed',
      problem: { code: 'missed' },
    });

    const waiting = await schedule();
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$', page: page.id },
      when: 'before',
      action: { type: 'error', http: 400, code: 190 },
      times: 1,
    });
    await buildPost(api.db, me, { facebookPageId: pageRow, scheduledAt: new Date() });
    await api.turn();
    expect((await entries(waiting)).at(-1)).toMatchObject({ kind: 'held', problem: { action: 'reconnect' } });
  });
});

describe('after it went out', () => {
  test('a post that Facebook no longer shows is told as gone, and as there again when it is back', async () => {
    const made = await caller.call(createPost, {
      body: { content: 'Out now', status: 'published', facebookPageId: pageRow },
    });
    const { id } = made.body;
    await api.sandbox.fault({
      match: { service: 'graph', method: 'GET', path: `${page.id}_\\d+$` },
      when: 'before',
      action: { type: 'error', http: 400, code: 100, subcode: 33 },
      times: 1,
    });
    expect((await caller.call(postPerformance, { params: { id } })).status).toBe(404);
    // Nobody has seen any numbers yet: none are told.
    expect((await entries(id)).map(({ kind }) => kind).slice(-2)).toEqual(['published', 'gone']);
    await caller.call(postPerformance, { params: { id } });
    expect((await entries(id)).at(-1)).toMatchObject({ kind: 'engagement' });
  });
});
