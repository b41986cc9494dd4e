import { describe, expect, test } from 'vitest';
import { createPost, deletePost, listPosts, listPostsByStatus, publishPost, updatePost } from '../../contract/index.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me, caller, page, pageRow } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, caller, page, pageRow } = scene);
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const mine = (facts: object = {}) => buildPost(api.db, me, { facebookPageId: pageRow, ...facts });

describe('creating', () => {
  test('a scheduled post keeps every field and its instant', async () => {
    const scheduledAt = inHours(5);
    const answer = await caller.call(createPost, {
      body: {
        content: 'Kopi at nine',
        contentType: 'promotional',
        tone: 'friendly',
        keywords: 'kopi',
        isAiGenerated: true,
        status: 'scheduled',
        scheduledAt,
        facebookPageId: pageRow,
        publishPlatform: '',
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      content: 'Kopi at nine',
      contentType: 'promotional',
      tone: 'Friendly',
      keywords: 'kopi',
      isAiGenerated: true,
      status: 'scheduled',
      scheduledAt,
      facebookPageId: pageRow,
      pageName: page.name,
      publishPlatform: 'facebook',
      facebookPostId: null,
      publishedAt: null,
      problem: null,
    });
  });

  test('a draft needs no time', async () => {
    expect(
      (await caller.call(createPost, { body: { content: 'Later', status: 'draft', facebookPageId: pageRow } })).body,
    ).toMatchObject({ status: 'draft', scheduledAt: null });
  });

  test.each([
    [
      'no page, to publish',
      { status: 'published' },
      'facebookPageId',
      'Please select a Facebook page to publish this post.',
    ],
    [
      'no page, to schedule',
      { status: 'scheduled', scheduledAt: inHours(1) },
      'facebookPageId',
      'Please select a Facebook page to schedule this post.',
    ],
    ['no time', { status: 'scheduled', page: true }, 'scheduledAt', 'Please select both date and time for scheduling.'],
    [
      'a time that is over',
      { status: 'scheduled', page: true, scheduledAt: inHours(-1) },
      'scheduledAt',
      'Please select a future date and time.',
    ],
  ] as const)(
    'with %s is refused in the words of the screen',
    async (
      _name,
      { page: hasPage, ...body }: { page?: boolean; status: 'published' | 'scheduled'; scheduledAt?: string },
      path,
      message,
    ) => {
      const answer = await caller.call(createPost, {
        body: { content: 'x', ...body, ...(hasPage ? { facebookPageId: pageRow } : {}) },
      });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ message, issues: [{ path, message }] });
      expect(await api.stored.posts.values('id')).toEqual([]);
    },
  );

  test('every issue is listed at once', async () => {
    const answer = await caller.fetch('/api/posts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content: ' ', status: 'maybe', scheduledAt: 'soon', colour: 'red' }),
    });
    expect(answer.status).toBe(400);
    const { issues } = (await answer.json()) as { issues: { path: string }[] };
    expect(issues.map((issue) => issue.path).toSorted()).toEqual(['colour', 'content', 'scheduledAt', 'status']);
  });

  test('for a page of somebody else finds no page', async () => {
    const theirs = await buildPage(api.db, await buildUser(api.db));
    expect(
      (await caller.call(createPost, { body: { content: 'x', status: 'draft', facebookPageId: theirs.id } })).status,
    ).toBe(404);
  });
});

describe('changing', () => {
  test('what is left out stays, null clears', async () => {
    const id = await mine({ keywords: 'tea', tone: 'Casual' });
    const answer = await caller.call(updatePost, { params: { id }, body: { content: 'New words', keywords: null } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ content: 'New words', keywords: null, tone: 'Casual', status: 'scheduled' });
  });

  test.each(['draft', 'failed', 'missed', 'scheduled'] as const)(
    'a %s post with a new time is on the schedule',
    async (status) => {
      const id = await mine({ status });
      const scheduledAt = inHours(30);
      expect((await caller.call(updatePost, { params: { id }, body: { scheduledAt } })).body).toMatchObject({
        status: 'scheduled',
        scheduledAt,
        problem: null,
      });
    },
  );

  test('without a time it is a draft again', async () => {
    const id = await mine();
    expect((await caller.call(updatePost, { params: { id }, body: { scheduledAt: null } })).body).toMatchObject({
      status: 'draft',
      scheduledAt: null,
    });
  });

  test('to a time that is over is refused, and the old time stays', async () => {
    const id = await mine();
    expect((await caller.call(updatePost, { params: { id }, body: { scheduledAt: inHours(-2) } })).status).toBe(400);
    const [kept] = await api.stored.posts.values<Date>('scheduled_at', { id });
    expect(kept?.getTime()).toBeGreaterThan(Date.now());
  });

  test.each([
    ['publishing', 'This post is being published right now.'],
    ['published', 'This post is already published.'],
  ] as const)('a post that is %s is too late', async (status, message) => {
    const id = await mine({ status });
    for (const answer of [
      await caller.call(updatePost, { params: { id }, body: { content: 'x' } }),
      await caller.call(publishPost, { params: { id }, body: {} }),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'conflict', message });
    }
  });
});

describe('publishing a post that waits', () => {
  test.each(['draft', 'scheduled', 'failed', 'missed'] as const)('brings a %s one out', async (status) => {
    const id = await mine({ status, content: `From ${status}` });
    const answer = await caller.call(publishPost, { params: { id }, body: {} });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'published' });
    expect((await api.sandbox.oracle(page.id)).filter((post) => post.message === `From ${status}`)).toHaveLength(1);
  });

  test('brings out what was waiting for its turn, and looks at the limits anew', async () => {
    const id = await mine();
    await api.stored.posts.change(
      {
        wait_until: new Date(Date.now() + 3_600_000),
        problem: JSON.stringify({ code: 'reel_limit', message: 'Later.', action: 'publish_now' }),
      },
      { id },
    );
    expect((await caller.call(publishPost, { params: { id }, body: {} })).body).toMatchObject({
      status: 'published',
      problem: null,
    });
  });

  test('may name another page', async () => {
    const other = await api.sandbox.page('manager', 1);
    const row = await buildPage(api.db, me, { pageId: other.id, name: other.name, accessToken: other.access_token });
    const id = await mine({ content: 'Moved' });
    expect((await caller.call(publishPost, { params: { id }, body: { pageId: row.id } })).body).toMatchObject({
      facebookPageId: row.id,
      status: 'published',
    });
    expect((await api.sandbox.oracle(other.id)).map((post) => post.message)).toContain('Moved');
  });
});

describe('deleting', () => {
  test('takes a post away for good', async () => {
    const id = await mine();
    expect((await caller.call(deletePost, { params: { id } })).status).toBe(200);
    expect((await caller.call(deletePost, { params: { id } })).status).toBe(404);
  });

  test('a post on its way out is refused', async () => {
    const id = await mine({ status: 'publishing' });
    expect(await caller.call(deletePost, { params: { id } })).toMatchObject({
      status: 409,
      body: { message: 'This post is being published right now.' },
    });
  });

  test('a published one leaves it on Facebook, unless asked to delete it there too', async () => {
    const [kept, gone] = [await mine({ content: 'Stays there' }), await mine({ content: 'Goes there too' })];
    for (const id of [kept, gone]) await caller.call(publishPost, { params: { id }, body: {} });
    await caller.call(deletePost, { params: { id: kept } });
    expect((await caller.call(deletePost, { params: { id: gone }, query: { onFacebook: 'true' } })).status).toBe(200);
    const messages = (await api.sandbox.oracle(page.id)).map((post) => post.message);
    expect(messages).toContain('Stays there');
    expect(messages).not.toContain('Goes there too');
  });

  test('that Facebook does not answer to keeps the post in the history', async () => {
    const id = await mine({ content: 'Stays for now' });
    await caller.call(publishPost, { params: { id }, body: {} });
    await api.sandbox.fault({ match: { service: 'graph', method: 'DELETE' }, action: 'reset', times: 1 });
    expect((await caller.call(deletePost, { params: { id }, query: { onFacebook: 'true' } })).status).toBe(502);
    expect(await api.stored.posts.values('status', { id })).toEqual(['published']);
  });
});

describe('lists', () => {
  const day = (days: number) => new Date(Date.now() - days * 86_400_000);

  test('the history comes in pages of ten, newest first, also from its far end', async () => {
    for (let n = 1; n <= 34; n += 1) await mine({ status: 'published', content: `Post ${n}`, publishedAt: day(n) });
    const numbers = async (pageNumber: number) => {
      const { body } = await caller.call(listPosts, { query: { page: pageNumber, limit: 10, status: 'published' } });
      expect(body.pagination).toEqual({ page: pageNumber, limit: 10, total: 34, pages: 4 });
      return body.posts.map((post) => Number(post.content.slice(5)));
    };
    expect(await numbers(1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await numbers(2)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    expect(await numbers(3)).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
    expect(await numbers(4)).toEqual([31, 32, 33, 34]);
    expect(await numbers(9)).toEqual([]);
  });

  test('posts that share an instant appear on one page each', async () => {
    const at = day(1);
    for (let n = 0; n < 25; n += 1) await mine({ status: 'published', publishedAt: at });
    const seen: number[] = [];
    for (const pageNumber of [1, 2, 3])
      seen.push(...(await caller.call(listPosts, { query: { page: pageNumber } })).body.posts.map((post) => post.id));
    expect(new Set(seen).size).toBe(25);
  });

  test('scheduled posts come earliest first, and each status has its own list', async () => {
    const [late, early] = [
      await mine({ scheduledAt: new Date(inHours(9)) }),
      await mine({ scheduledAt: new Date(inHours(2)) }),
    ];
    const failed = await mine({ status: 'failed' });
    expect(
      (await caller.call(listPostsByStatus, { params: { status: 'scheduled' } })).body.map((post) => post.id),
    ).toEqual([early, late]);
    expect(
      (await caller.call(listPostsByStatus, { params: { status: 'failed' } })).body.map((post) => post.id),
    ).toEqual([failed]);
    expect((await caller.call(listPosts, { query: { status: 'failed' } })).body.pagination.total).toBe(1);
  });

  test.each([[{ page: '0' }], [{ page: 'one' }], [{ limit: '101' }], [{ status: 'gone' }], [{ sort: 'up' }]])(
    '%j is refused',
    async (query) => {
      expect((await caller.call(listPosts, { query })).status).toBe(400);
    },
  );
});

describe('a stranger', () => {
  test('sees and touches nothing of mine, also in another environment', async () => {
    const ids = [await mine(), await mine({ status: 'published' })];
    const strangers = [
      await buildUser(api.db),
      await buildUser(api.db, { facebookId: me.facebookId, environment: 'production', access: null }),
    ];
    for (const stranger of strangers) {
      await api.show(stranger.environment);
      const other = api.as(stranger);
      for (const status of ['scheduled', 'published'] as const)
        expect((await other.call(listPostsByStatus, { params: { status } })).body).toEqual([]);
      for (const id of ids) {
        expect((await other.call(updatePost, { params: { id }, body: { content: 'Mine now' } })).status).toBe(404);
        expect((await other.call(publishPost, { params: { id }, body: {} })).status).toBe(404);
        expect((await other.call(deletePost, { params: { id } })).status).toBe(404);
      }
    }
    expect(await api.stored.posts.values('content', { id: ids })).toEqual([
      'Fresh kaya toast until noon.',
      'Fresh kaya toast until noon.',
    ]);
  });
});
