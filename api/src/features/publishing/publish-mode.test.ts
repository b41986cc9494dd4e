import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPost } from '../../contract/index.ts';
import { pngFile } from '../../testing/media-files.ts';
import { personWithPage, type PersonWithPage } from '../../testing/person-with-page.ts';
import { postStories } from '../../testing/post-stories.ts';
import { videoFile } from '../../testing/real-media.ts';
import { SOMETHING } from '../../testing/stored.ts';
import { testApi, type TestApi } from '../../testing/test-api.ts';

/** With `FB_PUBLISH_MODE` changed while posts are on their way. */
const MODES = ['two-step', 'direct'] as const;
type Mode = (typeof MODES)[number];
const MOST_TURNS = 30;

let api: TestApi;
let processes: Record<Mode, Pick<TestApi, 'app'>>;
let scene: PersonWithPage;

beforeAll(async () => {
  api = await testApi();
  processes = { 'two-step': api, direct: await api.another({ FB_PUBLISH_MODE: 'direct' }) };
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  await api.sandbox.control('PUT', '/switches', { processingMs: 20, chunkBytes: 4000 });
  scene = await personWithPage(api);
});

const FILES = { text: null, image: pngFile(), video: await videoFile() };

/** A post that is due now. */
async function plan(kind: keyof typeof FILES): Promise<number> {
  const { body } = await api.as(scene.me).call(createPost, {
    body: {
      content: 'Here',
      status: 'scheduled',
      scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
      facebookPageId: scene.pageRow,
      mediaType: kind,
      ...(FILES[kind] !== null && { mediaData: `data:;base64,${FILES[kind].toString('base64')}` }),
    },
  });
  await api.stored.posts.makeDue(body.id);
  return body.id;
}

async function turnIn(mode: Mode): Promise<void> {
  const { loop } = processes[mode].app;
  await api.stored.posts.expireLeases();
  await loop.tickJob.run(new Date());
  await loop.settled();
}

/** As if the time had passed that a post is given to show itself. */
async function letTimePass(id: number): Promise<void> {
  const longAgo = new Date(Date.now() - 4 * 60_000);
  for (const at of ['sending_deadline', 'absent_since'])
    await api.stored.publishAttempts.change({ [at]: longAgo }, { post_id: id, [at]: SOMETHING });
}

/** Turns in both modes, one after the other; the first one gets no answer to these calls. */
async function untilEnded(id: number, begun: Mode, lost: { path: string; when: 'before' | 'after' }): Promise<void> {
  const { statusOf } = postStories(api);
  const { path, when } = lost;
  await api.sandbox.fault({ match: { service: 'graph', method: 'POST', path }, when, action: 'reset' });
  await turnIn(begun);
  expect((await statusOf(id)).status).toBe('publishing');
  await api.sandbox.clearFaults();
  for (let turns = 1; turns < MOST_TURNS && (await statusOf(id)).status === 'publishing'; turns += 1) {
    await letTimePass(id);
    await turnIn((turns % 2 === 0) === (begun === 'two-step') ? 'two-step' : 'direct');
  }
}

const LOST: readonly (readonly [keyof typeof FILES, Mode | null, string])[] = [
  ['text', null, '/feed$'],
  ['text', 'two-step', '/\\d+_\\d+$'],
  ['image', null, '/photos$'],
  ['image', null, '/feed$'],
  ['image', 'two-step', '/\\d+_\\d+$'],
  ['video', null, '/videos$'],
  ['video', 'two-step', '/v19.0/\\d+$'],
];

describe.each(MODES)('begun in %s mode and gone on with in the other', (begun) => {
  test.each(
    LOST.filter(([, of]) => of === null || of === begun).flatMap(([kind, , path]) =>
      (['before', 'after'] as const).map((when) => [kind, path, when] as const),
    ),
  )('%s: with answers of %s lost %s the effect, a post is out once and said to be', async (kind, path, when) => {
    const id = await plan(kind);
    await untilEnded(id, begun, { path, when });
    const out = (await api.sandbox.oracle(scene.page.id)).filter((one) => one.message === 'Here' && one.is_published);
    const [post] = await api.stored.posts.rows({ id });
    expect(post).toMatchObject({ status: 'published', problem: null });
    expect(out.map((one) => one.id)).toEqual([post?.['remote_id']]);
  });
});
