import { describe, expect, test } from 'vitest';
import type { PostId } from '../../contract/ids.ts';
import { createPost, publishPost, publishToFiztech, updatePost } from '../../contract/index.ts';
import { buildUser } from '../../testing/builders.ts';
import { testApi } from '../../testing/test-api.ts';
import { keyOf } from '../../networks/fiztech/fiztech.target.ts';
import { setUpSweptApi, setUpPerson } from '../../testing/scene.ts';

const api = setUpSweptApi();
const { caller } = setUpPerson(api);

interface SiteArticle {
  id: string;
  type: string;
  title: string;
  body: string;
  tags: string[];
  idempotencyKey: string;
}
const onSite = async (title: string) =>
  (await api.sandbox.control<SiteArticle[]>('GET', '/fiztech/posts')).filter((article) => article.title === title);
const posts = () => api.stored.posts.rows() as Promise<Record<string, unknown>[]>;
const review = {
  content: { title: 'A phone', body: 'It rings.', tags: ['phones'], mood: 'bright' },
  contentType: 'review',
} as const;

describe('publishing an article', () => {
  test('puts it on the tech site once and into the history', async () => {
    const answer = await caller.call(publishToFiztech, { body: review });
    expect([answer.status, answer.body]).toEqual([200, { message: 'Published to Fiztech' }]);
    const [article] = await onSite('A phone');
    expect(article).toMatchObject({ type: 'review', body: 'It rings.', tags: ['phones'] });
    expect(await posts()).toMatchObject([
      {
        target: 'fiztech',
        content_type: 'tech-review',
        content: 'A phone\n\nIt rings.',
        status: 'published',
        remote_id: article?.id,
        facebook_page_id: null,
        is_ai_generated: true,
      },
    ]);
  });

  test.each([
    ['reset', 'after'],
    ['html', 'after'],
    ['bad-json', 'after'],
    ['reset', 'before'],
    ['empty', 'before'],
  ])('an answer lost by %s %s the effect makes no second one', async (action, when) => {
    await api.sandbox.fault({ match: { service: 'fiztech', method: 'POST' }, when, action, times: 1 });
    const answer = await caller.call(publishToFiztech, { body: review });
    expect([answer.status, answer.body.message]).toEqual([200, 'Published to Fiztech']);
    expect(await onSite('A phone')).toHaveLength(1);
  });

  test('that the site refuses is kept with the words of the site', async () => {
    await api.sandbox.fault({
      match: { service: 'fiztech', method: 'POST' },
      when: 'before',
      action: { type: 'error', http: 400, message: 'We take no phones.' },
      times: 1,
    });
    const answer = await caller.call(publishToFiztech, { body: review });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('We take no phones.'),
      problem: { action: 'edit' },
    });
    const [post] = await posts();
    expect(post).toMatchObject({ id: (answer.body as unknown as { postId: PostId }).postId, status: 'failed' });
    expect((await caller.call(publishPost, { params: { id: Number(post?.['id']) }, body: {} })).body).toMatchObject({
      status: 'published',
      publishPlatform: 'fiztech',
    });
    expect(await onSite('A phone')).toHaveLength(1);
  });

  test('with a key that is not accepted sends people to the administrator', async () => {
    await api.sandbox.fault({
      match: { service: 'fiztech' },
      when: 'before',
      action: { type: 'error', http: 401, message: 'Wrong key' },
      times: 1,
    });
    const answer = await caller.call(publishToFiztech, { body: review });
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('Ask your administrator')]);
  });

  test('waits as long as the site asks for when it takes no more, and goes out then', async () => {
    await api.sandbox.fault({
      match: { service: 'fiztech' },
      when: 'before',
      action: { type: 'error', http: 429, headers: { 'retry-after': '90' } },
      times: 1,
    });
    const answer = await caller.call(publishToFiztech, { body: review });
    expect([answer.status, answer.body.message]).toEqual([200, expect.stringContaining('about 2 min')]);
    const next = await caller.call(publishToFiztech, {
      body: { ...review, content: { title: 'Another phone', body: 'It rings too.' } },
    });
    expect([next.status, next.body.message]).toEqual([200, expect.stringContaining('The tech site asked us to wait')]);
    await api.turn();
    expect(await onSite('A phone')).toHaveLength(0);
    await api.stored.pauses.change({ paused_until: api.db.fn.now() });
    await api.turn();
    expect(await onSite('A phone')).toHaveLength(1);
    expect(await posts()).toMatchObject([
      { status: 'published', problem: null },
      { status: 'published', problem: null },
    ]);
  });

  test.each([
    ['no title', { ...review, content: { body: 'It rings.' } }, 'content.title'],
    ['an empty body', { ...review, content: { title: 'A phone', body: ' ' } }, 'content.body'],
    ['another kind', { ...review, contentType: 'poem' }, 'contentType'],
  ])('with %s is refused', async (_name, body, path) => {
    const answer = await caller.call(publishToFiztech, { body: body as typeof review });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ issues: [{ path }] });
    expect(await posts()).toEqual([]);
  });

  test('needs a session', async () => {
    expect((await api.as(null).call(publishToFiztech, { body: review })).status).toBe(401);
  });
});

describe('a post for the tech site', () => {
  const scheduled = () =>
    caller.call(createPost, {
      body: {
        content: 'A phone\nIt rings.',
        contentType: 'tech-review',
        status: 'scheduled',
        scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
        publishPlatform: 'fiztech',
      },
    });

  test('goes out at its time with the first line as its title', async () => {
    const {
      status,
      body: { id },
    } = await scheduled();
    expect(status).toBe(201);
    await api.stored.posts.makeDue(id);
    await api.turn();
    expect(await onSite('A phone')).toMatchObject([{ type: 'review', body: 'It rings.' }]);
  });

  test('goes out as it was last edited', async () => {
    const {
      body: { id },
    } = await scheduled();
    await caller.call(updatePost, {
      params: { id },
      body: { content: 'A better phone\nIt sings.', contentType: 'tech-news' },
    });
    expect((await caller.call(publishPost, { params: { id }, body: {} })).status).toBe(200);
    expect(await onSite('A phone')).toHaveLength(0);
    expect(await onSite('A better phone')).toMatchObject([{ type: 'news', body: 'It sings.' }]);
  });

  test('whose answer is lost says who has not confirmed it', async () => {
    const {
      body: { id },
    } = await scheduled();
    await api.stored.posts.makeDue(id);
    await api.sandbox.fault({ match: { service: 'fiztech' }, when: 'after', action: 'reset' });
    await api.turn();
    expect(await posts()).toMatchObject([
      {
        status: 'publishing',
        problem: { code: 'confirming', params: { target: 'fiztech' } },
      },
    ]);
  });

  test('cannot be moved to a Facebook page', async () => {
    const {
      body: { id },
    } = await scheduled();
    expect((await caller.call(updatePost, { params: { id }, body: { facebookPageId: 1 } })).status).toBe(400);
    expect((await caller.call(publishPost, { params: { id }, body: { pageId: 1 } })).status).toBe(400);
  });

  test('that a restored database brings back keeps its key, and a new post under an old id gets another', () => {
    const POST = 7 as PostId;
    const createdAt = new Date('2026-03-05T10:00:00Z');
    expect(keyOf({ postId: POST, createdAt })).toBe(keyOf({ postId: POST, createdAt: new Date(createdAt) }));
    expect(keyOf({ postId: POST, createdAt })).not.toBe(
      keyOf({ postId: POST, createdAt: new Date(createdAt.getTime() + 1) }),
    );
  });
});

test('without an address of the tech site nothing is lost and the administrator is named', async () => {
  const bare = await testApi({ FIZTECH_API_URL: '' });
  try {
    const answer = await bare.as(await buildUser(bare.db)).call(publishToFiztech, { body: review });
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('Ask your administrator')]);
    expect(await bare.stored.posts.values('status')).toEqual(['failed']);
  } finally {
    await bare.close();
  }
});
