import { randomUUID } from 'node:crypto';
import type { PageId, PostId } from '../../contract/ids.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { freshDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { slotsRepository } from '../automation/slots.repository.ts';
import type { Claim } from '../publishing/claim.ts';
import { claimsRepository, type Unpublished } from '../publishing/claims.repository.ts';
import { doubtsRepository } from '../publishing/doubts.repository.ts';
import { pausesRepository } from '../publishing/pauses.repository.ts';
import { scheduleOfOwner } from '../publishing/schedule-of-owner.repository.ts';
import { takeBack } from '../publishing/take-back.repository.ts';
import type { PostStatus } from './post.ts';
import { KEPT, GIVEN, type Move } from './post-move.ts';
import { ANY, EDITABLE, MOVES } from './post-states.ts';
import { moveByName, moveOfOwner, storePost } from '../../testing/post-writes.ts';
import { movingOf, removingOf } from './post-writes.sql.ts';
import { postsRepository } from './posts.repository.ts';
import { stored } from '../../testing/stored.ts';

const WALKS = 30;
const STEPS = 60;
const STATUSES: readonly PostStatus[] = ['draft', 'scheduled', 'publishing', 'published', 'failed', 'missed'];
/** A problem of any kind: what it says is of no matter to the state. */
const PROBLEM = { code: 'reconnect', action: null, params: { page: 'Bakery' }, message: 'Reconnect it.' } as never;

interface State {
  id: number;
  status: PostStatus;
  scheduled_at: Date | null;
  publish_now: boolean;
  publish_now_at: Date | null;
  publish_now_by: object | null;
  is_held: boolean;
  wait_until: Date | null;
  problem: object | null;
  lease_token: string | null;
  lease_owner: string | null;
  lease_expires_at: Date | null;
  published_at: Date | null;
  is_late: boolean;
  remote_id: string | null;
  permalink_url: string | null;
}

/** What holds of every post, said once more without the database. */
function isPossible(post: Omit<State, 'id' | 'publish_now_at' | 'publish_now_by'>): boolean {
  const isOnItsWay = post.status === 'publishing';
  const isPlanned = post.status === 'scheduled';
  const isOut = post.status === 'published';
  return [
    !post.is_held || (isPlanned && !post.publish_now && post.problem !== null),
    !post.publish_now || isPlanned || isOnItsWay,
    post.wait_until === null || ((isPlanned || isOnItsWay) && !post.publish_now),
    isOnItsWay === (post.lease_expires_at !== null),
    post.lease_token === null || isOnItsWay,
    post.lease_owner === null || post.lease_token !== null,
    post.scheduled_at !== null || post.status === 'draft' || isOut,
    isOut === (post.published_at !== null),
    isOut || (post.remote_id === null && post.permalink_url === null && !post.is_late),
    !isOut || post.problem === null,
  ].every(Boolean);
}

/**
 * Only what its owner may still change waits for a moment that they asked for. The database lets it stand, as earlier
 * releases left it.
 */
const mayBeAsked = ({ status, publish_now_at: at, publish_now_by: by }: State) =>
  at === null ? by === null : EDITABLE.some((one) => one === status);

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const statesOf = (owner: TestUser): PromiseLike<State[]> => stored(database.db).posts.rows({ user_id: owner.userId });

/** One person with two pages and whatever posts they come to have, and a worker that holds some of them. */
function walkOf(owner: TestUser, pages: readonly PageId[]) {
  const { db } = database;
  const worker = randomUUID();
  const held: Claim[] = [];
  return {
    db,
    owner,
    worker,
    held,
    posts: postsRepository(db),
    claims: claimsRepository(db, worker),
    pauses: pausesRepository(db),
    page: (n: number) => pages[n % pages.length] ?? (0 as PageId),
    at: (minutes: number) => new Date(Date.now() + minutes * 60_000),
    /** One of their posts; 0 where there are none. */
    async post(n: number): Promise<PostId> {
      const ids = await stored(db).posts.values<PostId>('id', { user_id: owner.userId });
      return ids[n % (ids.length || 1)] ?? (0 as PostId);
    },
    async withClaim(n: number, work: (claim: Claim) => Promise<unknown>): Promise<void> {
      // The newest one most of the time, and now and then one that is lost by now.
      const claim = n % 5 === 0 ? held[0] : held.at(-1);
      if (claim !== undefined) await work(claim);
    },
  };
}
type Walk = ReturnType<typeof walkOf>;

/** Everything that may happen to the posts of one person, each with a number to choose by and some minutes. */
const STEPS_OF: Record<string, (walk: Walk, n: number, minutes: number) => Promise<unknown>> = {
  create: ({ posts, owner, page, at }, n, minutes) =>
    posts.create(owner, {
      target: 'facebook',
      facebookPageId: page(n),
      article: null,
      mediaType: 'text',
      content: 'Kaya toast',
      contentType: 'story',
      tone: null,
      keywords: null,
      isAiGenerated: false,
      aiCallId: null,
      ...(
        [
          { status: 'draft', scheduledAt: null, publishNow: false },
          { status: 'scheduled', scheduledAt: at(minutes), publishNow: false },
          { status: 'scheduled', scheduledAt: null, publishNow: true },
        ] as const
      )[n % 3]!,
    }),
  createAutomatic: ({ db, owner, page, at }, n, minutes) =>
    storePost(
      db,
      {
        user_id: ':user',
        environment: ':environment',
        target: "'facebook'",
        facebook_page_id: ':page',
        content: "'By itself'",
        content_type: "'story'",
        scheduled_at: ':at',
        is_automatic: 'true',
      },
      { user: owner.userId, environment: owner.environment, page: page(n), at: at(minutes) },
    ),
  duplicate: async (walk, n, minutes) => {
    const id = await walk.post(n);
    if (id !== 0) await walk.posts.duplicate(walk.owner, id, { scheduledAt: walk.at(minutes) });
  },
  edit: async (walk, n) => walk.posts.change(walk.owner, await walk.post(n), EDITABLE, { content: `Text ${n}` }),
  changePage: async (walk, n) =>
    walk.posts.change(walk.owner, await walk.post(n), EDITABLE, { facebookPageId: walk.page(n) }),
  schedule: async (walk, n, minutes) =>
    walk.posts.change(walk.owner, await walk.post(n), EDITABLE, {
      status: 'scheduled',
      scheduledAt: walk.at(minutes),
      ...(n % 2 === 0 ? {} : { facebookPageId: walk.page(n) }),
    }),
  takeOff: async (walk, n) =>
    walk.posts.change(walk.owner, await walk.post(n), EDITABLE, { status: 'draft', scheduledAt: null }),
  publishNow: async (walk, n) =>
    walk.posts.change(walk.owner, await walk.post(n), EDITABLE, { status: 'scheduled', publishNow: true }),
  askForNow: async (walk, n) => walk.posts.askForNow(walk.owner, await walk.post(n), 5),
  unaskForNow: async (walk, n) => walk.posts.unaskForNow(walk.owner, await walk.post(n)),
  takeBack: async (walk, n, minutes) => {
    const id = await walk.post(n);
    await walk.db.transaction(async (trx) => {
      if (!(await takeBack(trx, walk.owner, id))) return;
      const posts = postsRepository(trx);
      if (n % 3 === 0) await posts.removeTakenBack(walk.owner, id);
      else
        await posts.change(
          walk.owner,
          id,
          ['publishing'],
          n % 3 === 1 ? { status: 'scheduled', scheduledAt: walk.at(minutes) } : { status: 'draft', scheduledAt: null },
        );
    });
  },
  keepFailed: async (walk, n) => walk.posts.keepAsDraft(walk.owner, await walk.post(n), { from: 'failed' }),
  keepWaiting: async (walk, n) =>
    walk.posts.keepAsDraft(walk.owner, await walk.post(n), { from: 'scheduled', problem: PROBLEM }),
  remove: async (walk, n) => walk.posts.remove(walk.owner, await walk.post(n), ANY),
  takeAllOff: ({ db, owner }) => scheduleOfOwner(db).takeOff(owner),
  endWithPage: ({ db, owner, page }, n) =>
    movingOf(db, owner, { endWithPage: { problem: JSON.stringify(PROBLEM) } })
      .where({ facebook_page_id: page(n) })
      .whereNull('lease_token'),
  decideDoubt: async (walk, n) => {
    const id = await walk.post(n);
    await walk.db.transaction(async (trx) => {
      const doubts = doubtsRepository(trx);
      const doubt = await doubts.lock(walk.owner, id);
      if (doubt === null || typeof doubt === 'string') return;
      if (n % 3 === 0) await doubts.settle(doubt, { remoteId: n % 2 === 0 ? '1_2' : null, permalinkUrl: null });
      else await (n % 3 === 1 ? doubts.sendAgain(doubt) : doubts.forget(doubt));
    });
  },

  claim: async (walk, n) => {
    const claim = await walk.claims.claimPost(await walk.post(n), walk.worker);
    if (claim !== null) walk.held.push(claim);
  },
  beginAsked: ({ claims }) => claims.beginAsked(),
  takeOver: async (walk) => walk.held.push(...(await walk.claims.claimOrphaned(5, walk.worker))),
  renew: (walk, n) => walk.withClaim(n, (claim) => walk.claims.renew(claim)),
  note: (walk, n) => walk.withClaim(n, (claim) => walk.claims.saveCheckpoint(claim, {}, n % 2 === 0 ? PROBLEM : null)),
  send: (walk, n) => walk.withClaim(n, (claim) => walk.claims.markSending(claim, null, 30)),
  settle: (walk, n) => walk.withClaim(n, (claim) => walk.claims.settlePublished(claim, `1_${n}`, 'https://x.example')),
  settleUnpublished: (walk, n) =>
    walk.withClaim(n, (claim) => {
      const ends: readonly Unpublished[] = [
        { status: 'failed', problem: PROBLEM },
        { status: 'missed', problem: PROBLEM, mayBeOut: true },
        { status: 'scheduled', problem: PROBLEM },
        ...(claim.publishNow
          ? []
          : ([
              { status: 'scheduled', problem: PROBLEM, isHeld: true },
              { status: 'scheduled', problem: PROBLEM, waitUntil: walk.at(n) },
            ] as const)),
      ];
      return walk.claims.settleUnpublished(claim, ends[n % ends.length]!);
    }),
  postpone: (walk, n) =>
    walk.withClaim(n, (claim) =>
      walk.claims.postpone(claim, {
        seconds: n % 60,
        state: n % 2 === 0 ? 'unclear' : 'started',
        problem: n % 2 === 0 ? ({ code: 'may_be_out', action: 'resolve', params: {} } as never) : null,
      }),
    ),
  disown: ({ claims }) => claims.disown([]),
  letGo: ({ claims }) => claims.letGo(),
  expire: ({ claims }) => claims.expireLeasesOfTheDead(),
  miss: ({ claims }) => claims.markMissed(),
  dropLate: ({ db }) => slotsRepository(db).sweep(),
  hold: ({ pauses, page }, n) => pauses.holdPage(page(n), PROBLEM),
  release: ({ pauses, page }, n) => pauses.releasePages([page(n)]),
  releaseForgotten: ({ pauses }) => pauses.releaseForgotten(),
  releaseReadmitted: ({ pauses }) => pauses.releaseReadmitted([]),
  explainOverdue: ({ pauses }) => pauses.explainOverdue(),
  /** The page turns out to be broken, or works again. */
  pageBreaks: ({ db, page }, n) =>
    stored(db).facebookPages.change({ problem: n % 2 === 0 ? JSON.stringify(PROBLEM) : null }, { id: page(n) }),
  /** What is planned for later is due. */
  timePasses: ({ db, owner }, _n, minutes) =>
    stored(db).posts.age(
      `${Math.abs(minutes)} minutes`,
      ['scheduled_at', 'wait_until', 'lease_expires_at', 'publish_now_at'],
      { user_id: owner.userId },
    ),
};

/** Said more often, so that walks get somewhere. */
const OFTEN = [
  'publishNow',
  'askForNow',
  'beginAsked',
  'claim',
  'claim',
  'claim',
  'settle',
  'settleUnpublished',
  'postpone',
  'takeOver',
  'send',
];

const step = fc.record({
  name: fc.constantFrom(...Object.keys(STEPS_OF), ...OFTEN),
  n: fc.nat(1000),
  minutes: fc.integer({ min: -90, max: 90 }),
});

/** One post goes out, one fails, one is put on the schedule: so that every run has seen the ends of the way. */
const THERE_AND_BACK = (
  [
    ['create', 1, -1],
    ['claim', 0, 0],
    ['send', 1, 0],
    ['settle', 1, 0],
    ['create', 2, 0],
    ['claim', 1, 0],
    ['settleUnpublished', 3, 0],
    ['create', 0, 0],
    ['schedule', 2, 10],
  ] as const
).map(([name, n, minutes]) => ({ name, n, minutes }));

/** Whether some move leads there; a new lease, a new text or a new problem keeps the status. */
const leadsTo = (from: PostStatus, to: PostStatus) =>
  Object.values<Move>(MOVES).some(
    (move) => move.from.includes(from) && (move.to === to || move.to === GIVEN || (move.to === KEPT && from === to)),
  );

describe('whatever happens to the posts of somebody, in any order', () => {
  test('each stays possible, moves along the table alone, and what is out stays out', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: STEPS, size: 'max' }), async (steps) => {
        const owner = await buildUser(database.db);
        const walk = walkOf(owner, [
          (await buildPage(database.db, owner)).id,
          (await buildPage(database.db, owner)).id,
        ]);
        let before = new Map<number, State>();
        for (const { name, n, minutes } of steps) {
          await STEPS_OF[name]!(walk, n, minutes);
          const now: State[] = await statesOf(owner);
          for (const post of now) {
            expect(isPossible(post) && mayBeAsked(post), `${name}: ${JSON.stringify(post)}`).toBe(true);
            const was = before.get(post.id)?.status;
            if (was === undefined) continue;
            if (was !== post.status) seen.add(`${was} to ${post.status}`);
            expect(was === post.status || leadsTo(was, post.status), `${name}: ${was} to ${post.status}`).toBe(true);
          }
          before = new Map(now.map((post) => [post.id, post]));
        }
        await removingOf(database.db, owner, 'removeWithAccount');
      }),
      { numRuns: WALKS, examples: [[THERE_AND_BACK]] },
    );
    expect([...seen].sort()).toEqual(
      expect.arrayContaining([
        'draft to scheduled',
        'publishing to published',
        'publishing to failed',
        'scheduled to publishing',
      ]),
    );
  });
});

const NOW = new Date();
const AT_REST = {
  status: 'draft' as PostStatus,
  scheduled_at: null as Date | null,
  publish_now: false,
  is_held: false,
  wait_until: null as Date | null,
  problem: null as object | null,
  lease_token: null as string | null,
  lease_owner: null as string | null,
  lease_expires_at: null as Date | null,
  published_at: null as Date | null,
  is_late: false,
  remote_id: null as string | null,
  permalink_url: null as string | null,
};
/** A post in each of its states, as the moves make it. */
const WHOLE: readonly (typeof AT_REST)[] = [
  AT_REST,
  { ...AT_REST, status: 'scheduled', scheduled_at: NOW },
  { ...AT_REST, status: 'scheduled', scheduled_at: NOW, is_held: true, problem: PROBLEM },
  { ...AT_REST, status: 'scheduled', scheduled_at: NOW, publish_now: true },
  { ...AT_REST, status: 'publishing', scheduled_at: NOW, lease_token: randomUUID(), lease_expires_at: NOW },
  { ...AT_REST, status: 'published', scheduled_at: NOW, published_at: NOW, remote_id: '1_2' },
  { ...AT_REST, status: 'failed', scheduled_at: NOW, problem: PROBLEM },
  { ...AT_REST, status: 'missed', scheduled_at: NOW, problem: PROBLEM },
];
const OTHERWISE: { readonly [Column in keyof typeof AT_REST]: readonly unknown[] } = {
  status: STATUSES,
  scheduled_at: [null, NOW],
  publish_now: [true, false],
  is_held: [true, false],
  wait_until: [null, NOW],
  problem: [null, PROBLEM],
  lease_token: [null, randomUUID()],
  lease_owner: [null, randomUUID()],
  lease_expires_at: [null, NOW],
  published_at: [null, NOW],
  is_late: [true, false],
  remote_id: [null, '1_2'],
  permalink_url: [null, 'https://x.example'],
};
/** What stood in a post of before is no obstacle to any move, and nothing of it is left where it cannot be. */
const BEFORE: readonly (typeof AT_REST)[] = [
  ...WHOLE,
  { ...AT_REST, scheduled_at: NOW, problem: PROBLEM },
  { ...AT_REST, status: 'scheduled', scheduled_at: NOW, wait_until: NOW, problem: PROBLEM },
  { ...AT_REST, status: 'scheduled', scheduled_at: NOW, wait_until: NOW, is_held: true, problem: PROBLEM },
  { ...AT_REST, status: 'publishing', scheduled_at: NOW, wait_until: NOW, problem: PROBLEM, lease_expires_at: NOW },
  {
    ...AT_REST,
    status: 'publishing',
    scheduled_at: NOW,
    publish_now: true,
    problem: PROBLEM,
    lease_token: randomUUID(),
    lease_owner: randomUUID(),
    lease_expires_at: NOW,
  },
];
const GIVES = {
  scheduled_at: 'now()',
  is_automatic: 'false',
  status: "'failed'",
  problem: `'${JSON.stringify(PROBLEM)}'::jsonb`,
  publish_now: 'false',
  publish_now_at: 'now()',
  is_held: 'false',
  wait_until: 'null',
  lease_owner: 'gen_random_uuid()',
  lease_expires_at: 'now()',
  published_at: 'now()',
  is_late: 'true',
  remote_id: "'1_2'",
  permalink_url: 'null',
};

test.each(Object.keys(MOVES) as (keyof typeof MOVES)[])(
  'the move %s leaves a whole post, whatever it was before',
  async (name) => {
    const owner = await buildUser(database.db);
    const id = await buildPost(database.db, owner);
    const move: Move = MOVES[name];
    const froms = BEFORE.filter(
      ({ status, publish_now: isAsked, lease_token: token }) =>
        move.from.includes(status) && !(name === 'hold' && isAsked) && !(move.by === 'worker' && token === null),
    );
    expect(froms.length).toBeGreaterThan(0);
    for (const was of froms) {
      const isAsked = EDITABLE.some((one) => one === was.status);
      await stored(database.db).posts.change(
        {
          ...was,
          publish_now_at: isAsked ? NOW : null,
          publish_now_by: isAsked ? '{}' : null,
          problem: was.problem && JSON.stringify(was.problem),
          is_automatic: move.by === 'automation',
        },
        { id },
      );
      const { db } = database;
      const made =
        move.by === 'owner'
          ? await moveOfOwner(db, owner, name, GIVES)
          : await moveByName(db, name, id, GIVES, move.by === 'worker' ? was.lease_token : null);
      expect(made, `${name} from ${JSON.stringify(was)}`).toBe(1);
      const [became] = await statesOf(owner);
      expect(became).toSatisfy(isPossible);
      expect(became).toSatisfy(mayBeAsked);
      if (move.to !== GIVEN) expect(became?.status).toBe(move.to === KEPT ? was.status : move.to);
    }
  },
);

/** A whole post of which some columns are written by somebody who does not know of the others. */
const anyState = fc
  .tuple(
    fc.constantFrom(...WHOLE),
    fc.array(
      fc
        .constantFrom(...Object.entries(OTHERWISE))
        .chain(([column, values]) => fc.constantFrom(...values).map((value) => [column, value] as const)),
      { maxLength: 3 },
    ),
  )
  .map(([whole, changed]) => ({ ...whole, ...(Object.fromEntries(changed) as Partial<typeof AT_REST>) }));

test('the database takes what is possible, and refuses all else', async () => {
  const owner = await buildUser(database.db);
  const id = await buildPost(database.db, owner);
  const counts = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(anyState, async (state) => {
      const outcome = await database.db
        .transaction(async (trx) => {
          await stored(trx).posts.change({ ...state, problem: state.problem && JSON.stringify(state.problem) }, { id });
          throw new Error('taken');
        })
        .catch((error: { code?: string; message: string }) => error.code ?? error.message);
      const isTaken = isPossible(state);
      counts[isTaken ? 'taken' : 'refused'] += 1;
      expect(outcome).toBe(isTaken ? 'taken' : '23514');
    }),
    { numRuns: 1000 },
  );
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(100);
});
