import { describe, expect, test } from 'vitest';
import {
  calendarPosts,
  createPost,
  createRecurrence,
  duplicatePost,
  readPost,
  updatePost,
} from '../../contract/index.ts';
import { pngFile } from '../../testing/media-files.ts';
import { videoFile } from '../../testing/real-media.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { caller, pageRow } = {} as Scene;
const api = setUpScene((scene) => {
  ({ caller, pageRow } = scene);
});

const dataUrl = (file: Buffer) => `data:;base64,${file.toString('base64')}`;
const IMAGE = dataUrl(pngFile());
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const create = (body: object) =>
  caller.call(createPost, {
    body: {
      placement: 'story',
      status: 'scheduled',
      scheduledAt: TOMORROW,
      facebookPageId: pageRow,
      mediaType: 'image',
      mediaData: IMAGE,
      ...body,
    },
  });

test('a story is called what it is, and ends a day after it was published', async () => {
  const { status, body } = await create({});
  expect(status).toBe(201);
  expect(body).toMatchObject({ content: 'Image story', placement: 'story', mediaType: 'image', storyEndsAt: null });
  await api.stored.posts.change(
    { status: 'published', published_at: '2026-11-20T08:00:00Z', remote_id: '12210000', problem: null },
    { id: body.id },
  );
  const { body: read } = await caller.call(readPost, { params: { id: body.id } });
  expect(read).toMatchObject({ status: 'published', storyEndsAt: '2026-11-21T08:00:00.000Z' });
});

describe('what cannot be a story is refused in words, and nothing of it is dropped', () => {
  test.each([
    ['with a text', { content: 'Half price today' }, 'content', /^A story shows no text\./],
    ['without a file', { mediaData: null }, 'mediaData', /^Please select a media file/],
    ['of text', { mediaType: 'text', mediaData: null }, 'mediaType', /^A story is one image or one video\./],
    ['of a reel', { mediaType: 'reel' }, 'mediaType', /^A story is one image or one video\./],
  ])('%s', async (_name, body, path, words) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: expect.stringMatching(words), issues: [{ path }] });
    expect(await api.stored.posts.values('id')).toEqual([]);
  });

  test.each([
    [
      { seconds: 70, width: 540, height: 960, framesPerSecond: 24 },
      /70 seconds long\. A story can be up to 60 seconds/,
    ],
    [{ seconds: 2 }, /2 seconds long\. A story needs at least 3 seconds/],
    [{ width: 1280, height: 720 }, /1280 × 720\. A story must be upright, 9:16/],
  ])('a video %o', async (shape, words) => {
    const answer = await create({ mediaType: 'video', mediaData: dataUrl(await videoFile(shape)) });
    expect(answer.body).toMatchObject({ message: expect.stringMatching(words) });
  });

  test('again and again', async () => {
    const { body: story } = await create({});
    const again = await caller.call(createRecurrence, {
      body: { facebookPageId: pageRow, rule: 'FREQ=DAILY', timeOfDay: '09:00', texts: [{ postId: story.id }] },
    });
    expect(again.body).toMatchObject({ message: expect.stringContaining('A story cannot repeat.') });
    expect(await api.stored.posts.values('id')).toEqual([story.id]);
  });
});

test('another time or page keeps it a story, and a text cannot be put into it', async () => {
  const { body: story } = await create({});
  const at = new Date(Date.now() + 2 * 86_400_000).toISOString();
  // Pages of a release before send the text that they were given along.
  const moved = await caller.call(updatePost, {
    params: { id: story.id },
    body: { scheduledAt: at, content: story.content },
  });
  expect(moved.body).toMatchObject({ scheduledAt: at, placement: 'story' });
  const { body: shown } = await caller.call(calendarPosts, {
    query: { from: at, to: new Date(Date.parse(at) + 60_000).toISOString() },
  });
  expect(shown.posts).toMatchObject([{ id: story.id, placement: 'story' }]);
  const worded = await caller.call(updatePost, { params: { id: story.id }, body: { content: 'Half price today' } });
  expect(worded.body).toMatchObject({ message: expect.stringMatching(/^A story shows no text\./) });
  const copy = await caller.call(duplicatePost, { params: { id: story.id }, body: { scheduledAt: at } });
  expect(copy.body).toMatchObject({ placement: 'story', content: 'Image story', media: [{ mimeType: 'image/png' }] });
});

test('a post without words is still none', async () => {
  const { status, body } = await create({ placement: 'feed' });
  expect([status, body]).toMatchObject([400, { issues: [{ path: 'content', message: 'Must not be empty' }] }]);
});
