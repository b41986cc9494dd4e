import { beforeEach, describe, expect, test } from 'vitest';
import type { PostId } from '../../contract/ids.ts';
import { FACEBOOK, FIZTECH } from '../../contract/networks.ts';
import { NETWORK_MODULES } from '../../networks/networks.ts';
import { buildPost } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { createPinboard } from '../../testing/pinboard/pinboard.ts';
import { PINBOARD, pinboardNetwork } from '../../testing/pinboard/pinboard.network.ts';
import { claimsRepository } from './claims.repository.ts';

/** What the product has never heard of: one folder, and one line in the registry that is handed in. */
const board = createPinboard();

let { me, page, pageRow, stories } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me, page, pageRow, stories } = scene);
  },
  { role: 'manager', networks: [...NETWORK_MODULES, () => pinboardNetwork(board)] },
);
beforeEach(() => board.clear());

interface Case {
  readonly network: string;
  readonly hasPage: boolean;
  /** How often people see this text there. */
  seen(content: string): Promise<number>;
  /** One answer to the step is lost, before or after it took effect. A network may make nothing that is not seen. */
  readonly cut: {
    readonly prepare: ((when: 'before' | 'after') => Promise<unknown>) | null;
    commit(when: 'before' | 'after'): Promise<unknown>;
  };
  /** The next visible call is refused for good, before it takes effect. */
  refuse(): Promise<unknown>;
  /** The next visible call is told to come back later. */
  limit(): Promise<unknown>;
}

const graph = (path: string, when: 'before' | 'after', action: object | string) =>
  api.sandbox.fault({ match: { service: 'graph', method: 'POST', path, page: page.id }, when, action, times: 1 });
/** @param times a busy machine may lose the answer of the first, and what is refused for good is refused again */
const site = (when: 'before' | 'after', action: object | string, times = 1) =>
  api.sandbox.fault({ match: { service: 'fiztech', method: 'POST' }, when, action, times });
const CREATE = '/feed$';
const SHOW = '_\\d+$';

const CASES: readonly Case[] = [
  {
    network: FACEBOOK,
    hasPage: true,
    seen: (content) => stories.seen(content, page.id),
    cut: { prepare: (when) => graph(CREATE, when, 'reset'), commit: (when) => graph(SHOW, when, 'reset') },
    refuse: () => graph(SHOW, 'before', { type: 'error', http: 400, code: 1_609_005 }),
    limit: () => graph(SHOW, 'before', { type: 'error', http: 400, code: 4 }),
  },
  {
    network: FIZTECH,
    hasPage: false,
    seen: async (content) =>
      (await api.sandbox.control<{ title: string }[]>('GET', '/fiztech/posts')).filter(({ title }) => title === content)
        .length,
    cut: { prepare: null, commit: (when) => site(when, 'reset') },
    refuse: () => site('before', { type: 'error', http: 422 }, 9),
    limit: () => site('before', { type: 'error', http: 429, headers: { 'retry-after': '300' } }),
  },
  {
    network: PINBOARD,
    hasPage: false,
    seen: async (content) => (await board.shown()).filter(({ text }) => text === content).length,
    cut: {
      prepare: async (when) => board.fail('hang', when),
      commit: async (when) => board.fail('turn', when),
    },
    refuse: async () => board.fail('turn', 'before', 'bad'),
    limit: async () => board.fail('turn', 'before', 'rate-limited'),
  },
];

async function plan(of: Pick<Case, 'network' | 'hasPage'>, content: string): Promise<PostId> {
  const id = await buildPost(api.db, me, {
    target: of.network,
    content,
    ...(of.hasPage ? { facebookPageId: pageRow } : {}),
    scheduledAt: new Date(),
  });
  if (of.network === FIZTECH)
    await api.stored.posts.change(
      { article: JSON.stringify({ type: 'news', title: content, body: 'It rings.' }) },
      { id },
    );
  return id;
}

/** How far a worker gets before it dies. */
const DEATHS = ['before it did anything', 'with all prepared', 'about to make the visible call', 'after it'] as const;

/** A worker that dies at this point of its way, of which nothing is left but what it has stored. */
async function dieAt(point: (typeof DEATHS)[number], id: PostId): Promise<void> {
  const claims = claimsRepository(api.db);
  const claim = await claims.claimPost(id, null);
  if (claim === null) throw new Error('Nothing was claimed');
  if (point === DEATHS[0]) return;
  const ready = await api.app.loop.networks.of(claim.target).prepare(claim, []);
  if ('problem' in ready) throw new Error('The post is not ready');
  const remoteId = await ready.target.prepare(ready.post, {}, async () => true);
  if (remoteId === 'lost' || point === DEATHS[1]) return;
  expect(await claims.markSending(claim, remoteId, 20)).toBe('marked');
  if (point === DEATHS[2]) return;
  await ready.target.commit(ready.post, { id: remoteId, checkpoint: {} });
}

describe.each(CASES)('on $network', (given) => {
  test('a post goes out at its time, once, and says where it is', async () => {
    const id = await plan(given, 'Good morning');
    await api.turn();
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({
      status: 'published',
      problem: null,
      remote_id: expect.any(String),
      permalink_url: expect.stringMatching(/^https?:/),
    });
    expect(await given.seen('Good morning')).toBe(1);
  });

  test.each(DEATHS)('a worker that dies %s leaves a post that is out once in the end', async (point) => {
    const id = await plan(given, 'Outlives its worker');
    await dieAt(point, id);
    await stories.endLeases();
    await stories.untilEnded(id);
    expect((await stories.statusOf(id)).status).toBe('published');
    expect(await given.seen('Outlives its worker')).toBe(1);
  });

  test.each(
    (['prepare', 'commit'] as const).flatMap((step) => (['before', 'after'] as const).map((when) => ({ step, when }))),
  )('an answer to $step that is lost $when it took effect costs nothing but time', async ({ step, when }) => {
    const cut = given.cut[step];
    if (cut === null) return;
    await cut(when);
    const id = await plan(given, 'Lost on the way');
    await stories.untilEnded(id);
    expect((await stories.statusOf(id)).status).toBe('published');
    expect(await given.seen('Lost on the way')).toBe(1);
  });

  test('what is refused for good ends with a reason, and is not seen', async () => {
    await given.refuse();
    const id = await plan(given, 'Not like this');
    await stories.untilEnded(id);
    expect(await stories.statusOf(id)).toMatchObject({ status: 'failed', problem: { code: 'refused' } });
    expect(await given.seen('Not like this')).toBe(0);
  });

  test('a limit stops what goes there, and nothing else', async () => {
    await given.limit();
    const id = await plan(given, 'Later then');
    await stories.untilEnded(id);
    expect(await stories.statusOf(id)).toMatchObject({ status: 'scheduled', problem: { code: 'rate_limited' } });
    const [next, ...others] = [given, ...CASES.filter((one) => one !== given)];
    const waiting = await plan(next, 'Waits too');
    const going = await Promise.all(others.map((other) => plan(other, 'Goes on')));
    await api.turn();
    expect((await stories.statusOf(waiting)).status).toBe('scheduled');
    for (const one of going) expect((await stories.statusOf(one)).status).toBe('published');

    await api.stored.pauses.change({ paused_until: api.db.fn.now() });
    await api.turn();
    expect(await given.seen('Later then')).toBe(1);
  });
});
