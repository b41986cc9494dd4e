import { describe, expect, test } from 'vitest';
import { createPost, postTimeline, removePage } from '../../contract/index.ts';
import { buildPost } from '../../testing/builders.ts';
import { pngFile } from '../../testing/media-files.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';

let { me, caller, page, pageRow, stories } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me, caller, page, pageRow, stories } = scene);
  },
  { role: 'manager' },
);

const dueNow = (content: string) =>
  buildPost(api.db, me, { content, facebookPageId: pageRow, scheduledAt: new Date(Date.now() - 1000) });
const beginCooldown = () =>
  api.stored.pageClock.change(
    { paused_until: fromNow(api.db, '20 minutes'), pause_reason: 'rate_limited' },
    { facebook_page_id: pageRow },
  );
const cooldownIsOver = () => api.stored.pageClock.change({ paused_until: null }, { facebook_page_id: pageRow });
const asked = async () =>
  (await api.sandbox.control<{ service: string }[]>('GET', '/journal')).filter(({ service }) => service === 'graph')
    .length;
const lose = (path: string, when: 'before' | 'after') =>
  api.sandbox.fault({
    match: { service: 'graph', method: 'POST', path, page: page.id },
    when,
    action: 'reset',
    times: 1,
  });
const objects = async (content: string) =>
  (await api.sandbox.oracle(page.id)).filter((post) => post.message === content);

describe('while a page is cooling down, no call is made', () => {
  test('to look for a post whose answer was lost, and it is found after the beginCooldown', async () => {
    await lose('_\\d+$', 'after');
    const id = await dueNow('Lost before the beginCooldown');
    await api.turn();
    await beginCooldown();
    const before = await asked();
    for (let polls = 0; polls < 3; polls += 1) {
      await stories.endLeases();
      await api.turn();
    }
    expect(await asked()).toBe(before);
    expect((await stories.statusOf(id)).status).toBe('publishing');
    await cooldownIsOver();
    await stories.endLeases();
    await api.turn();
    expect((await stories.statusOf(id)).status).toBe('published');
  });

  test('to try a preparation again', async () => {
    await lose('/feed$', 'before');
    const id = await dueNow('Retried during the beginCooldown');
    await api.turn();
    await beginCooldown();
    const before = await asked();
    await stories.endLeases();
    await api.turn();
    expect(await asked()).toBe(before);
    await cooldownIsOver();
    await api.turn();
    expect((await stories.statusOf(id)).status).toBe('published');
  });

  test('to show a post that was under way when the budget was used up: it is shown after the cooldown', async () => {
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$', page: page.id },
      when: 'before',
      action: { type: 'throttle', page: page.id, minutes: 20, climb: 1 },
      times: 1,
    });
    const id = await dueNow('Under way');
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'publishing', problem: { code: 'rate_limited' } });
    expect((await objects('Under way')).map((post) => post.is_published)).toEqual([false]);
    await api.sandbox.clock(21 * 60_000);
    await cooldownIsOver();
    await stories.endLeases();
    await api.turn();
    expect((await objects('Under way')).map((post) => post.is_published)).toEqual([true]);
    await api.sandbox.clock(0);
  });

  test('between two photos of one post', async () => {
    await api.as(me).call(createPost, {
      body: {
        content: 'Photos',
        status: 'scheduled',
        scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
        facebookPageId: pageRow,
        mediaType: 'image',
        mediaData: `data:;base64,${pngFile().toString('base64')}`,
      },
    });
    await api.stored.posts.change({ scheduled_at: api.db.fn.now() });
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/photos$' },
      when: 'before',
      action: { delay: 400 },
    });
    const turn = api.turn();
    await expect
      .poll(
        async () => (await api.sandbox.control<{ hits: number }[]>('GET', '/faults')).some(({ hits }) => hits > 0),
        { interval: 20 },
      )
      .toBe(true);
    await beginCooldown();
    await turn;
    expect(await objects('Photos')).toEqual([]);
    expect(await api.stored.posts.values('status')).toEqual(['publishing']);
    await cooldownIsOver();
    await stories.endLeases();
    await api.turn();
    expect((await objects('Photos')).map((post) => post.is_published)).toEqual([true]);
  });
});

describe('an orphan', () => {
  const sweep = () => api.app.jobs.find(({ name }) => name === 'remove-orphans')?.run(new Date());
  const story = async (id: number) =>
    (await caller.call(postTimeline, { params: { id } })).body.entries.find((entry) => entry.kind === 'attempt');

  /** A post that went out so many minutes ago, with an invisible object beside it whose answer was lost. */
  async function withOrphan(content: string, minutes: number): Promise<number> {
    await api.sandbox.clock(-minutes * 60_000);
    await lose('/feed$', 'after');
    const id = await dueNow(content);
    await stories.untilEnded(id);
    await api.sandbox.clock(0);
    const ago = fromNow(api.db, `${minutes} minutes ago`);
    await api.stored.publishAttempts.change({ created_at: ago, ended_at: ago });
    expect((await objects(content)).map((post) => post.is_published)).toEqual([false, true]);
    return id;
  }
  const waitIsOver = () => api.stored.publishAttempts.change({ orphans_next_at: api.db.fn.now() });

  test.each([20, 60 * 24 * 3])(
    'whose removal fails is tried again until it is gone, %i min after its post, and the post tells it',
    async (minutes) => {
      const id = await withOrphan('Not gone yet', minutes);
      await api.sandbox.fault({
        match: { service: 'graph', method: 'DELETE' },
        when: 'before',
        action: { type: 'error', http: 500, code: 2 },
      });
      await sweep();
      expect(await story(id)).toMatchObject({
        outcome: 'published',
        orphans: { removed: 0, left: 1, isGivenUp: false },
      });
      await api.sandbox.clearFaults();
      await sweep();
      expect(await objects('Not gone yet')).toHaveLength(2);
      await waitIsOver();
      await sweep();
      expect((await objects('Not gone yet')).map((post) => post.is_published)).toEqual([true]);
      expect(await story(id)).toMatchObject({ orphans: { removed: 1, left: 0, isGivenUp: false } });
    },
  );

  test('is tried less and less often', async () => {
    await withOrphan('Patience', 20);
    await api.sandbox.fault({
      match: { service: 'graph', method: 'DELETE' },
      when: 'before',
      action: { type: 'error', http: 500, code: 2 },
    });
    const waits: number[] = [];
    for (let tries = 0; tries < 10; tries += 1) {
      await waitIsOver();
      await sweep();
      const [next] = await api.stored.publishAttempts.values<Date>('orphans_next_at');
      waits.push(Math.round(((next?.getTime() ?? 0) - Date.now()) / 60_000));
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 640, 640]);
  });

  test('waits while its page is cooling down', async () => {
    await withOrphan('Cooling down', 20);
    await beginCooldown();
    const before = await asked();
    await sweep();
    expect(await asked()).toBe(before);
  });

  test('on a page that is connected no more is given up, and the post tells it', async () => {
    const id = await withOrphan('Left for good', 20);
    expect((await caller.call(removePage, { params: { id: pageRow } })).status).toBe(200);
    await sweep();
    expect(await story(id)).toMatchObject({ orphans: { removed: 0, left: null, isGivenUp: true } });
  });
});
