import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCrashSite, type CrashSite } from './crash-site.ts';
import { holdWrites, STANDS, type Stand } from './held-writes.ts';

const OUT_ONCE = { status: 'published', problem: null, out: 1 };
const FLIP = String.raw`/\d+_\d+$`;

describe("a process killed on a post's way out in two steps leaves it to go out exactly once, when it dies", () => {
  let site: CrashSite;
  beforeAll(async () => {
    site = await startCrashSite('two-step');
  });
  afterAll(() => site.close());

  test.each([
    ['with the claim made and not known to it', 'claim_next_of_pages', 'reply'],
    ['with the invisible post made, before it has written that down', 'mark_sending', 'request'],
    ['between the mark and the visible call', 'mark_sending', 'reply'],
    ['with the post out, before it has written that down', 'settle_published', 'request'],
    ['with everything written down and not known to it', 'settle_published', 'reply'],
  ] as const)('%s', async (_, statement, hold) => {
    await site.api.untilReady();
    const held = site.hold(statement, hold);
    const postId = await site.plan();
    await held;
    await site.crash();
    expect(await site.ended(postId)).toEqual(OUT_ONCE);
  });

  test.each([
    ['before Facebook has made the invisible post', '/feed$', 'before'],
    ['after Facebook has made the invisible post', '/feed$', 'after'],
    ['before Facebook has shown the post', FLIP, 'before'],
    ['after Facebook has shown the post', FLIP, 'after'],
  ] as const)('%s', async (_, path, when) => {
    await site.api.untilReady();
    const hangs = await site.hang(path, when);
    const postId = await site.plan();
    await hangs();
    await site.crash();
    expect(await site.ended(postId)).toEqual(OUT_ONCE);
  });

  test.each([
    ["in the middle of a video's parts", 'video', '/videos$', 'after', 2],
    ['after the last byte of a reel', 'reel', '/video-upload/', 'after', 1],
    ['after the end of a reel, which shows it', 'reel', '/video_reels$', 'after', 2],
    ['with the file of a story there', 'story', '/photos$', 'after', 1],
    ['before a story is shown', 'story', '/photo_stories$', 'before', 1],
    ['after a story is shown', 'story', '/photo_stories$', 'after', 1],
    ['after the second of three photos', 'photos', '/photos$', 'after', 2],
  ] as const)('%s', async (_, kind, path, when, nth) => {
    await site.api.untilReady();
    const hangs = await site.hang(path, when, { nth });
    const postId = await site.plan(kind);
    await hangs();
    await site.crash();
    expect(await site.ended(postId)).toEqual(OUT_ONCE);
  });

  test.each(Object.keys(STANDS) as Stand[])('in the middle of a double-clicked approval, %s', async (stand) => {
    const { world, owner, api } = site;
    await api.untilReady();
    const page = owner.pages.at(-1 - Object.keys(STANDS).indexOf(stand));
    const content = `Approved ${stand}`;
    const { body: proposal } = await owner.call('POST', '/api/proposals', { facebookPageId: page?.id, content });
    const press = () =>
      owner.call('POST', `/api/proposals/${proposal.id}/approve`, { contentHash: proposal.contentHash });
    const held = await holdWrites(world, stand);
    const presses = Promise.all([press(), press()]);
    await held.reached();
    await api.kill();
    await held.letGo();
    const [state] = await world.table.rows(
      `select pr.state, (select count(*)::int from posts where content = $1) as posts from proposals pr where id = $2`,
      [content, proposal.id],
    );
    // Approved with its post, or open without one; never one of the two.
    expect([
      { state: 'waiting', posts: 0 },
      { state: 'approved', posts: 1 },
    ]).toContainEqual(state);
    api.start();
    const answers = await presses;
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ body }) => body.postId)).size).toBe(1);
    expect((await site.ended(answers[0]?.body.postId ?? 0)).status).toBe('published');
    const out = await world.control<{ message: string; is_published: boolean }[]>('GET', `pages/${page?.pageId}/posts`);
    expect(out.filter(({ message, is_published: isOut }) => isOut && message === content)).toHaveLength(1);
  });
});
