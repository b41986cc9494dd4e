import type { Knex } from 'knex';
import type { PageId, PostId, UserId } from '../../contract/ids.ts';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chanceFrom, pick } from '../../../sandbox/chance.ts';
import { openDatabase } from '../../db/database.ts';
import { buildPage, buildPost, buildUser, someId, type TestUser } from '../../testing/builders.ts';
import { simulateClock, type SimulatedClock } from '../../testing/simulated-clock.ts';
import { freshDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createMetrics } from '../../http/metrics.ts';
import { aiBudget } from '../ai-calls/ai-budget.ts';
import { aiCallsRepository } from '../ai-calls/ai-calls.repository.ts';
import type { Complete } from '../../ai/ai.ts';
import { sentenceFor } from '../../ai/ai-errors.ts';
import type { Claim } from '../publishing/claim.ts';
import { claimsRepository } from '../publishing/claims.repository.ts';
import { automationService } from './automation.service.ts';
import { cyclesRepository } from './cycles.repository.ts';
import { automationEngine } from './engine.ts';
import { SOMETHING, stored } from '../../testing/stored.ts';
import { writingBy } from '../../prompts/writing.ts';

const USERS = 20;
const PAGES_EACH = 5;
const DAYS = 30;
const SEED = process.env['SIMULATION_SEED'] ?? 'thirty days';

const chance = chanceFrom(SEED);
const happens = (probability: number) => chance() < probability;
const between = (least: number, most: number) => least + Math.floor(chance() * (most - least + 1));
/** How far the clock moves: now and then nobody is there for hours, or the clock is set back. */
function minutesOn(): number {
  if (happens(0.004)) return between(60, 2000);
  return happens(0.004) ? -between(5, 90) : between(25, 58);
}

interface SimulatedPage {
  readonly id: PageId;
  readonly pageId: string;
  readonly owner: TestUser;
}

let database: TestDatabase;
let clock: SimulatedClock;
let pools: [Knex, Knex];
let people: {
  readonly user: TestUser;
  readonly pages: SimulatedPage[];
  readonly frequency: number;
  readonly count: number;
}[];

/** Random words say all kinds of things, and nobody looks at them first. */
const PUBLISHING = { contentScope: 'Bread', mode: 'publish', holdsUnsourced: false } as const;

/** What followers would see: the oracle beside the database. */
const seen: { readonly pageId: string; readonly postId: PostId; readonly text: string; readonly at: number }[] = [];
/** Texts that the AI has written and charged for. */
let paid = 0;

beforeAll(async () => {
  database = await freshDatabase();
  clock = await simulateClock(database.db, new Date('2026-10-20T21:37:00Z'));
  pools = [
    openDatabase(database.url, 'requests', { connections: 8 }),
    openDatabase(database.url, 'requests', { connections: 8 }),
  ];
  const shared = someId();
  people = await Promise.all(
    Array.from({ length: USERS }, async (_, n) => {
      const user = await buildUser(pools[0]);
      const pages = [];
      // One page at Facebook is connected by two people.
      for (let page = 0; page < PAGES_EACH; page += 1) {
        const pageId = n < 2 && page === 0 ? shared : someId();
        pages.push({ id: (await buildPage(pools[0], user, { pageId })).id, pageId, owner: user });
      }
      const [frequency, count] = n < 4 ? [n < 2 ? 6 : 12, 2] : [24, 1];
      return { user, pages, frequency, count };
    }),
  );
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.destroy()));
  await database.close();
});

/** One process, which may die in the middle of a call to the AI and never comes back. */
function startProcess(db: Knex, ai: { isDown: boolean }) {
  const dies = Promise.withResolvers<void>();
  let isDead = false;
  const never = new Promise<never>(() => {});

  const complete: Complete = async () => {
    if (isDead || happens(0.01)) {
      isDead = true;
      // Some die before the AI has begun, some with its answer on the way.
      if (happens(0.5)) paid += 1;
      dies.resolve();
      return never;
    }
    if (ai.isDown) throw sentenceFor(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }));
    paid += 1;
    if (happens(0.01)) throw sentenceFor('refused', { inputTokens: 100, outputTokens: 10 });
    if (happens(0.01)) throw sentenceFor(Object.assign(new Error('lost'), { code: 'ECONNRESET' }));
    return {
      text: happens(0.25) ? wordsOfToday() : words(),
      usage: { inputTokens: 100, outputTokens: 100 },
    };
  };
  const engine = automationEngine({
    db,
    complete,
    moderate: async () => null,
    aiCalls: aiCallsRepository(db),
    writing: () => writingBy('gpt-5.4-mini'),
    adminIds: [],
    budget: aiBudget({ db, budgets: { mine: null, all: null } }),
    metrics: createMetrics(),
    log: pino({ level: 'silent' }),
    moved() {},
  });
  const claims = claimsRepository(db);

  return {
    isDead: () => isDead,
    async tick(): Promise<void> {
      await engine.tickJob.run(clock.now());
      await Promise.race([engine.settled(), dies.promise]);
      await claims.markMissed();
      const due = await claims.duePages(2000);
      if (due.length > 0) await Promise.all((await claims.claimNextOfPages(due, null)).map((claim) => publish(claim)));
    },
  };

  async function publish(claim: Claim): Promise<void> {
    if (happens(0.01))
      return void (await claims.settleUnpublished(claim, {
        status: 'failed',
        problem: { code: 'refused', action: 'edit', params: { target: 'facebook', page: null, said: null } },
      }));
    const page = people.flatMap(({ pages }) => pages).find(({ id }) => id === claim.facebookPageId);
    seen.push({ pageId: page?.pageId ?? '', postId: claim.postId, text: claim.content, at: clock.now().getTime() });
    await claims.settlePublished(claim, someId(), null);
  }
}

function words(by = chance): string {
  // Digits are of no language: letters by chance are now and then taken for some.
  return Array.from({ length: 12 }, () => Math.floor(by() * 36 ** 8).toString()).join(' ');
}

/** What the AI says again and again on one day, for whatever page. */
function wordsOfToday(): string {
  return words(chanceFrom(`${SEED} ${clock.now().toISOString().slice(0, 10)}`));
}

/** What people and the world do to all this. */
async function disturb(db: Knex): Promise<void> {
  const person = pick(chance, people);
  const page = pick(chance, person.pages);
  const service = automationService({ db });
  const choose = (isEnabled: boolean) =>
    service.save(person.user, {
      frequencyHours: undefined,
      pages: [{ ...PUBLISHING, pageId: page.id, isEnabled, contentCount: person.count }],
    });
  const chosen = chance();
  if (chosen < 0.15)
    await Promise.all([service.stopAutomation(person.user), happens(0.5) ? service.start(person.user) : null]);
  else if (chosen < 0.45) await Promise.all(pools.map((pool) => automationService({ db: pool }).start(person.user)));
  else if (chosen < 0.52) await choose(false);
  else if (chosen < 0.65) await choose(true);
  else if (chosen < 0.72)
    await stored(db).facebookPages.change(
      {
        is_connected: false,
        problem: JSON.stringify({ code: 'reconnect', message: 'Reconnect the page.', action: 'reconnect' }),
      },
      { id: page.id },
    );
  else if (chosen < 0.85) await reconnect(db, page.id);
  else if (chosen < 0.95)
    await buildPost(db, page.owner, {
      facebookPageId: page.id,
      content: words(),
      scheduledAt: new Date(clock.now().getTime() + between(40, 300) * 60_000),
    });
  else await service.resume(person.user, page.id);
}

async function reconnect(db: Knex, pageId: PageId): Promise<void> {
  await stored(db).facebookPages.change({ is_connected: true, problem: null }, { id: pageId });
  await stored(db).posts.change({ is_held: false, problem: null }, { facebook_page_id: pageId, is_held: true });
}

test('thirty days, twenty people, two processes, and all that goes wrong', async () => {
  const [db] = pools;
  for (const { user, pages, frequency, count } of people) {
    const service = automationService({ db });
    await service.save(user, {
      frequencyHours: frequency,
      pages: pages.map(({ id }, n) => ({ ...PUBLISHING, pageId: id, isEnabled: n < 2, contentCount: count })),
    });
    await service.start(user);
  }

  const ai = { isDown: false };
  const processes = pools.map((pool) => startProcess(pool, ai));
  const end = clock.now().getTime() + DAYS * 24 * 3_600_000;
  while (clock.now().getTime() < end) {
    await clock.move(minutesOn());
    ai.isDown = happens(ai.isDown ? 0.9 : 0.005);
    if (happens(0.3)) await disturb(pick(chance, pools));
    await Promise.all(processes.map((process) => process.tick()));
    for (const [n, process] of processes.entries())
      if (process.isDead()) processes[n] = startProcess(pools[n] as Knex, ai);
  }
  // What is left is stopped, and comes to its end.
  ai.isDown = false;
  for (const { user } of people) await automationService({ db }).stopAutomation(user);
  for (let step = 0; step < 8; step += 1) {
    await clock.move(31);
    await Promise.all(processes.map((process) => process.tick()));
  }

  const slots = (await stored(db).automationSlots.rows({}, 'id', 'user_id', 'state', 'calls', 'reason')) as {
    id: number;
    user_id: UserId;
    state: string;
    calls: number;
    reason: { code?: string; message?: string } | null;
  }[];
  const published = slots.filter(({ state }) => state === 'published');
  expect(slots.length).toBeGreaterThan(1500);
  expect(published.length).toBeGreaterThan(1000);

  // No page ever gets two posts within 30 minutes, and no text twice.
  const closest = people
    .flatMap(({ pages }) => pages)
    .map(({ pageId }) => {
      const times = seen
        .filter((post) => post.pageId === pageId)
        .map(({ at }) => at)
        .toSorted((a, b) => a - b);
      return Math.min(...times.slice(1).map((at, n) => at - (times[n] ?? 0)));
    });
  expect(Math.min(...closest) / 60_000).toBeGreaterThanOrEqual(30);
  expect(new Set(seen.map(({ pageId, text }) => `${pageId} ${text}`)).size).toBe(seen.length);
  expect(new Set(seen.map(({ postId }) => postId)).size).toBe(seen.length);

  // No cycle twice: of one person each begins when the one before has ended.
  for (const { user, frequency } of people) {
    const starts = (await stored(db).automationCycles.values<Date>('starts_at', { user_id: user.userId })).toSorted(
      (a, b) => a.getTime() - b.getTime(),
    );
    for (const [n, start] of starts.slice(1).entries())
      expect((start.getTime() - (starts[n]?.getTime() ?? 0)) / 3_600_000).toBeGreaterThanOrEqual(frequency);
  }

  // No slot is paid more than twice, and nothing is paid that was not noted before.
  const unpaid = (await stored(db).aiCalls.rows({ status: 'failed', problem: 'down' })).length;
  expect(Math.max(...slots.map(({ calls }) => calls))).toBeLessThanOrEqual(2);
  expect(paid).toBeLessThanOrEqual(slots.reduce((sum, { calls }) => sum + calls, 0));
  expect(unpaid).toBeGreaterThan(0);

  // Whatever was left out or failed says why, and the totals are those of the plan.
  for (const { state, reason } of slots) {
    expect(['published', 'skipped', 'failed']).toContain(state);
    if (state !== 'published')
      expect(reason).toMatchObject({ code: expect.stringMatching(/\w/), params: expect.any(Object) });
  }
  const ofSlots = await stored(db).posts.values<number>('id', { automation_slot_id: SOMETHING, status: 'published' });
  expect(ofSlots.length).toBe(published.length);
  expect(ofSlots.every((id) => seen.some(({ postId }) => postId === id))).toBe(true);
  for (const { user } of people) {
    for (const cycle of await cyclesRepository(db).last(user, 1000))
      expect(cycle.published + cycle.skipped.length).toBe(cycle.planned);
  }
});
