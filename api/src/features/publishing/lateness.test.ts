import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PageId } from '../../contract/ids.ts';
import { createPost } from '../../contract/index.ts';
import type { TestPage } from '../../../sandbox/testing.ts';
import { pngFile } from '../../testing/media-files.ts';
import { personWithPage } from '../../testing/person-with-page.ts';
import { testApi, type Caller, type TestApi } from '../../testing/test-api.ts';
import { SOMETHING, fromNow, newToken } from '../../testing/stored.ts';

const apis = {} as Record<Mode, TestApi>;
type Mode = 'two-step' | 'direct';
const MODES = ['two-step', 'direct'] as const;
let api: TestApi;
let caller: Caller;
let page: TestPage;
let pageRow: PageId;

beforeAll(async () => {
  [apis['two-step'], apis.direct] = await Promise.all([testApi(), testApi({ FB_PUBLISH_MODE: 'direct' })]);
});
afterAll(() => Promise.all(MODES.map((mode) => apis[mode].close())));

const TEXT = 'On time, or not at all';
const publicPosts = async () =>
  (await api.sandbox.oracle(page.id)).filter((one) => one.is_published && one.message === TEXT).length;
const post = async () =>
  (await api.stored.posts.first()) as {
    id: number;
    status: string;
    is_late: boolean;
    problem: { code: string } | null;
  };

/** As if its time had been so long ago; what holds it is over. */
async function late(minutes: number): Promise<void> {
  await api.stored.posts.change({ scheduled_at: fromNow(api.db, `${minutes} minutes ago`) });
  await api.stored.posts.expireLeases();
}
const heldBy = (isDead: boolean) =>
  isDead
    ? { lease_token: newToken(api.db), lease_expires_at: fromNow(api.db, '1 second ago') }
    : { lease_token: null, lease_expires_at: api.db.fn.now() };

/** The row as a worker leaves it that died, or that is to try again, before anything was visible. */
async function begun(isDead: boolean): Promise<void> {
  const { id } = await post();
  await api.stored.posts.change({ status: 'publishing', ...heldBy(isDead) });
  await api.stored.publishAttempts.add({ post_id: id, state: 'started' });
  await api.stored.pageClock.change({ post_id: id });
}

/** The object is at Facebook, and nobody has asked for it to be shown; in direct mode there is none. */
async function created(): Promise<void> {
  await api.sandbox.fault({
    match: { service: 'graph', method: 'POST', path: '/\\d+_\\d+$' },
    when: 'before',
    action: 'reset',
    times: 1,
  });
  await api.turn();
  await api.stored.publishAttempts.change({
    state: 'started',
    sent_at: null,
    first_sent_at: null,
    sending_deadline: null,
    may_be_out: false,
  });
}

/** The visible call was made, with or without effect, and its answer was lost. */
async function sent(when: 'before' | 'after', mode: Mode): Promise<void> {
  await api.sandbox.fault({
    match: { service: 'graph', method: 'POST', path: mode === 'direct' ? '/feed$' : '/\\d+_\\d+$' },
    when,
    action: 'reset',
    times: 1,
  });
  await api.turn();
  expect(await post()).toMatchObject({ status: 'publishing', problem: { code: 'confirming' } });
}

async function untilEnded(minutes: number): Promise<void> {
  for (let turns = 0; turns < 6; turns += 1) {
    await late(minutes);
    await api.turn();
    if ((await post()).status !== 'publishing') return;
    const ago = fromNow(api.db, '4 minutes ago');
    await api.stored.publishAttempts.change({ sending_deadline: ago }, { sending_deadline: SOMETHING });
    await api.stored.publishAttempts.change({ absent_since: ago }, { absent_since: SOMETHING });
  }
}

const UNSENT: Record<string, (mode: Mode) => Promise<void>> = {
  'a fresh claim': async () => {},
  'a takeover of a preparation': () => begun(true),
  'a postponed try': () => begun(false),
  'a takeover of an object that is not shown yet': (mode) => (mode === 'direct' ? begun(true) : created()),
  'a flip or a call that came to nothing': (mode) => sent('before', mode),
};
const LATENESS = [
  [59, 'published'],
  [61, 'missed'],
  [180, 'missed'],
  [26 * 60, 'missed'],
] as const;

describe.each(MODES)('in %s mode', (mode) => {
  beforeEach(async () => {
    api = apis[mode];
    await api.reset();
    ({ caller, page, pageRow } = await personWithPage(api));
  });
  const plan = () =>
    caller.call(createPost, {
      body: {
        content: TEXT,
        status: 'scheduled',
        scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
        facebookPageId: pageRow,
      },
    });

  test.each(
    Object.entries(UNSENT).flatMap(([state, reach]) =>
      LATENESS.map(([minutes, end]) => ({ state, reach, minutes, end })),
    ),
  )('$state, $minutes min late: $end', async ({ state, reach, minutes, end }) => {
    await plan();
    await late(1);
    await reach(mode);
    await untilEnded(minutes);
    // What was tried and never answered was not simply late.
    const why =
      state === 'a flip or a call that came to nothing'
        ? { status: 'failed', problem: { code: 'unreachable' } }
        : { status: 'missed', problem: { code: 'missed' } };
    expect(await post()).toMatchObject(end === 'published' ? { status: end, is_late: true } : why);
    expect(await publicPosts()).toBe(end === 'published' ? 1 : 0);
  });

  test.each(LATENESS)('what was asked for right now and is taken up %i min later: %s', async (minutes, end) => {
    await plan();
    await api.stored.posts.change({ publish_now: true });
    await begun(true);
    await untilEnded(minutes);
    expect([(await post()).status, await publicPosts()]).toEqual([end, end === 'published' ? 1 : 0]);
  });

  test.each(LATENESS)('a post that is out is seen, not missed, %i min after its time', async (minutes) => {
    await plan();
    await late(1);
    await sent('after', mode);
    await untilEnded(minutes);
    expect(await post()).toMatchObject({ status: 'published' });
    expect(await publicPosts()).toBe(1);
  });

  test('an upload that ends after the hour shows nothing', async () => {
    const body = {
      content: TEXT,
      status: 'scheduled',
      scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
      facebookPageId: pageRow,
      mediaType: 'image',
      mediaData: `data:image/png;base64,${pngFile().toString('base64')}`,
    } as const;
    await caller.call(createPost, { body });
    await late(1);
    await api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/photos$' },
      when: 'before',
      action: { delay: 600 },
    });
    const turn = api.turn();
    await expect
      .poll(
        async () =>
          (await api.sandbox.control<{ id: string; hits: number }[]>('GET', '/faults')).some((fault) => fault.hits > 0),
        { interval: 20 },
      )
      .toBe(true);
    await api.stored.posts.change({ scheduled_at: fromNow(api.db, '61 minutes ago') });
    await turn;
    expect(await post()).toMatchObject({ status: 'missed', problem: { code: 'missed' } });
    expect(await publicPosts()).toBe(0);
  });
});
