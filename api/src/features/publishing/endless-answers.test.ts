import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inWords } from '../../testing/in-words.ts';
import { buildPost } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { personWithPage } from '../../testing/person-with-page.ts';
import { testApi, type TestApi } from '../../testing/test-api.ts';
import { fromNow } from '../../testing/stored.ts';

let { me, page, pageRow } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me, page, pageRow } = scene);
  },
  { role: 'manager', env: { FB_PUBLISH_MODE: 'direct' } },
);

const due = () => buildPost(api.db, me, { content: 'Over and over', facebookPageId: pageRow, scheduledAt: new Date() });
const postOf = async (id: number) => inWords(await api.stored.posts.first({ id }, 'status', 'problem'));
const errorOf = async (id: number) =>
  (await api.stored.publishAttempts.values<Record<string, unknown>>('error', { post_id: id }))[0];
const shown = async () =>
  (await api.sandbox.oracle(page.id)).filter((post) => post.message === 'Over and over' && post.is_published).length;
const calls = async (method: string, path: RegExp) =>
  (await api.sandbox.control<{ method: string; path: string }[]>('GET', '/journal')).filter(
    (call) => call.method === method && path.test(call.path),
  ).length;
const lists = { service: 'graph', method: 'GET', path: '/published_posts$' };
const answer = (body: unknown, http = 200) => ({ name: 'answer', http, body });

/** Turns of the loop, with the waits between them cut short. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await api.stored.posts.expireLeases();
    await api.turn();
  }
}

describe('while nothing is visible yet', () => {
  let twoStep: TestApi;
  beforeAll(async () => {
    twoStep = await testApi();
  });
  afterAll(() => twoStep.close());

  async function goes(action: unknown, count: number) {
    await twoStep.reset();
    const person = await personWithPage(twoStep, 'manager');
    const id = await buildPost(twoStep.db, person.me, { facebookPageId: person.pageRow, scheduledAt: new Date() });
    await twoStep.sandbox.fault({ match: { service: 'graph', method: 'POST', path: '/feed$' }, action });
    for (let turn = 0; turn < count; turn += 1) {
      await twoStep.stored.posts.expireLeases();
      await twoStep.turn();
    }
    const posted = (await twoStep.sandbox.control<{ method: string; path: string }[]>('GET', '/journal')).filter(
      (call) => call.method === 'POST' && call.path.endsWith('/feed'),
    ).length;
    const [error] = await twoStep.stored.publishAttempts.values<Record<string, unknown>>('error');
    return { post: inWords(await twoStep.stored.posts.first({ id }, 'status', 'problem')), posted, error };
  }

  test.each([
    ['a code that nobody knows', { type: 'error', code: 987654, http: 400 }, 'code 987654'],
    ['a flat one', answer({ error_code: 987654, error_msg: 'who knows' }), 'code 987654'],
    ['an error without a code', answer({ error: 'who knows' }, 400), 'without giving a reason'],
  ])('%s is believed the third time', async (_name, action, words) => {
    expect(await goes(action, 5)).toMatchObject({
      posted: 3,
      post: { status: 'failed', problem: { code: 'refused', message: expect.stringContaining(words) } },
    });
  });

  test.each([
    ['{"error_code":190,"error_msg":"no"}', 'scheduled', 'reconnect'],
    ['{"error_code":506,"error_msg":"no"}', 'failed', 'duplicate'],
    ['{"code":368,"message":"no"}', 'scheduled', 'blocked'],
    ['{"error":"(#200) no"}', 'scheduled', 'no_permission'],
  ])('%s is understood at once', async (body, status, code) => {
    expect(await goes(answer(body), 1)).toMatchObject({
      posted: 1,
      post: { status, problem: { code } },
      error: { httpStatus: 200, raw: body },
    });
  });

  test.each([
    ['null', 200],
    ['[]', 200],
    ['7', 400],
    ['{"id":"12', 200],
    ['<html>Sorry</html>', 502],
    ['', 200],
  ])('%s is tried again, and kept as it came', async (body, http) => {
    expect(await goes(answer(body, http), 4)).toMatchObject({
      posted: 4,
      post: { status: 'publishing', problem: { code: 'retrying' } },
      error: { httpStatus: http, raw: body },
    });
  });

  test.each([
    ['an answer whose thousandth character is an emoji', `${'x'.repeat(999)}😀`, 502],
    ['an answer with a character that the database cannot keep', '<html>Sorry\0</html>', 502],
    ['an error with half of a character', '{"error":{"message":"no \\ud83d","code":1}}', 400],
  ])('%s is tried again like any other', async (_name, body, http) => {
    expect(await goes(answer(body, http), 4)).toMatchObject({ posted: 4, post: { problem: { code: 'retrying' } } });
  });
});

test.each([{ id: '' }, { id: 'null' }, { id: ' 12' }])(
  'a success that names no post, %j, is none, and the post is looked for',
  async (body) => {
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$' },
      action: answer(body),
      times: 1,
    });
    const id = await due();
    await turns(1);
    expect([await postOf(id), await shown()]).toMatchObject([
      { status: 'publishing', problem: { code: 'confirming' } },
      0,
    ]);
  },
);

describe('where the list of what is public always fails', () => {
  test.each([
    ['null', answer('null')],
    ['HTML', 'html 502'],
    ['an error without a code', answer({ error: 'who knows' }, 500)],
    ['a circle', answer({ data: [], paging: { cursors: { after: 'x' }, next: 'https://graph.facebook.com/' } })],
  ])(
    'with %s, its owner is told after three polls, nothing is sent twice, and it is found out as soon as it can be',
    async (_name, action) => {
      await api.sandbox.fault({
        match: { service: 'graph', method: 'POST', path: '/feed$' },
        when: 'after',
        action: 'reset',
        times: 1,
      });
      await api.sandbox.fault({ match: lists, action });
      const id = await due();
      await turns(6);
      expect(await postOf(id)).toMatchObject({
        status: 'publishing',
        problem: {
          code: 'may_be_out',
          action: 'resolve',
          message: expect.stringContaining("isn't giving us a clear answer"),
        },
      });
      expect([await shown(), await calls('POST', /\/feed$/)]).toEqual([1, 1]);
      await api.sandbox.control('DELETE', '/faults');
      await turns(1);
      expect(await postOf(id)).toMatchObject({ status: 'published' });
    },
  );

  /** A post that may have gone out in a time that nobody remembers. */
  async function forgotten(): Promise<number> {
    const id = await due();
    await api.stored.posts.change({ created_at: fromNow(api.db, '1 hour ago') }, { id });
    await api.stored.loopGaps.add({
      started_at: new Date(Date.now() - 1_800_000),
      ended_at: new Date(Date.now() - 16_000),
    });
    return id;
  }

  test('a post that is looked for before it is sent ends after three tries, and its owner decides', async () => {
    await api.sandbox.fault({ match: lists, action: answer('null') });
    const id = await forgotten();
    await turns(2);
    expect(await postOf(id)).toMatchObject({ status: 'publishing', problem: { code: 'looking_back' } });
    await turns(2);
    expect(await postOf(id)).toMatchObject({ status: 'missed', problem: { code: 'cannot_look', action: 'resolve' } });
    expect([await calls('GET', /published_posts$/), await shown()]).toEqual([3, 0]);
    expect(await errorOf(id)).toMatchObject({ httpStatus: 200, raw: 'null' });
  });

  test('but not while the page cannot be seen either: then all of Facebook is away, and comes back', async () => {
    await api.sandbox.fault({
      match: { service: 'graph', method: 'GET', path: `/(published_posts|${page.id})$` },
      action: 'html 502',
    });
    const id = await forgotten();
    await turns(5);
    expect(await postOf(id)).toMatchObject({ status: 'publishing', problem: { code: 'looking_back' } });
    await api.sandbox.control('DELETE', '/faults');
    await turns(1);
    expect([await postOf(id), await shown()]).toMatchObject([{ status: 'published' }, 1]);
  });
});
