import type { Knex } from 'knex';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildPage, buildUser, type TestUser } from '../../testing/builders.ts';
import { emptyTables, freshDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createMetrics } from '../../http/metrics.ts';
import { aiBudget } from '../ai-calls/ai-budget.ts';
import { aiCallsRepository } from '../ai-calls/ai-calls.repository.ts';
import { automationService } from './automation.service.ts';
import { aiCooldownRepository } from '../publishing/ai-cooldown.repository.ts';
import { holdsRepository } from './holds.repository.ts';
import { rejectionsRepository } from '../rejections/rejections.repository.ts';
import { slotsRepository, type SlotClaim, type SlotsRepository } from './slots.repository.ts';
import { storingTexts } from './storing-texts.ts';
import { slotWriter } from './writer.ts';
import { writingBy } from '../../prompts/writing.ts';
import { fromNow, stored } from '../../testing/stored.ts';

let database: TestDatabase;
let db: Knex;
let me: TestUser;
let paid: number;

beforeAll(async () => {
  database = await freshDatabase();
  ({ db } = database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyTables(db, 'users', 'access_entries');
  me = await buildUser(db);
  paid = 0;
});

async function startOn(mode: 'publish' | 'draft'): Promise<void> {
  const { id } = await buildPage(db, me);
  const service = automationService({ db });
  await service.save(me, {
    frequencyHours: undefined,
    pages: [{ pageId: id, isEnabled: true, contentCount: 1, contentScope: 'Bread', mode }],
  });
  await service.start(me);
}

const call = {
  model: 'gpt-5.4-mini',
  prompt: 'p',
  from: { id: 'automation', version: 1 },
  reservedMicros: 1000,
} as const;

class Death extends Error {}

/** A writer whose process dies at a step: just before it, or just after it was done. */
function writerThatDies(at: string | null, isDone: boolean) {
  const dying = <T extends object>(steps: T): T =>
    new Proxy(steps, {
      get(target, name) {
        const step: unknown = Reflect.get(target, name);
        if (name !== at || typeof step !== 'function') return step;
        return async (...values: unknown[]) => {
          if (isDone) await (step as (...all: unknown[]) => Promise<unknown>)(...values);
          throw new Death();
        };
      },
    });
  const slots: SlotsRepository = slotsRepository(db);
  const ai = dying({
    complete: async () => {
      paid += 1;
      return { text: `Bread${' again'.repeat(paid)}.`, usage: { inputTokens: 10, outputTokens: 10 } };
    },
  });
  const writer = slotWriter({
    slots: dying(slots),
    holds: holdsRepository(db),
    rejections: rejectionsRepository(db),
    texts: dying(storingTexts(db)),
    aiCooldown: aiCooldownRepository(db),
    aiCalls: dying(aiCallsRepository(db)),
    complete: () => ai.complete(),
    moderate: async () => null,
    writing: () => writingBy('gpt-5.4-mini'),
    adminIds: [],
    budget: dying(aiBudget({ db, budgets: { mine: 1_000_000, all: null } })),
    metrics: createMetrics(),
    log: pino({ level: 'silent' }),
  });
  return { slots, writer };
}

/** Claims what is due and writes it. */
async function work(at: string | null, isDone = false): Promise<void> {
  const { slots, writer } = writerThatDies(at, isDone);
  for (const claim of await slots.claim(10)) {
    await writer.write(claim, new AbortController().signal).catch((error: unknown) => {
      if (!(error instanceof Death)) throw error;
    });
  }
}
const leasesEnd = () =>
  stored(db).automationSlots.change({ next_at: fromNow(db, '1 second ago') }, { state: 'calling' });

const STEPS = ['recent', 'reserve', 'begin', 'complete', 'answered', 'store'];

describe.each(
  STEPS.flatMap(
    (step) =>
      [
        [step, false],
        [step, true],
      ] as const,
  ),
)('a process that dies at %s (done: %s)', (step, isDone) => {
  test('leaves a slot that comes to one post, and costs one text more at most', async () => {
    await startOn('publish');
    await work(step, isDone);
    // Nobody takes it over while its writer may still be alive.
    const before = await stored(db).automationSlots.first();
    await work(null);
    expect(await stored(db).automationSlots.first()).toEqual(before);

    await leasesEnd();
    await work(null);
    expect(await stored(db).automationSlots.rows({}, 'state', 'lease_token')).toEqual([
      { state: 'scheduled', lease_token: null },
    ]);
    expect(await stored(db).posts.rows({}, 'status', 'is_automatic')).toEqual([
      { status: 'scheduled', is_automatic: true },
    ]);
    expect(paid).toBeLessThanOrEqual(2);
    expect(await stored(db).aiCalls.rows()).toHaveLength((await stored(db).automationSlots.first()).calls);
  });

  test('and dies there again costs no third', async () => {
    await startOn('publish');
    for (let life = 0; life < 4; life += 1) {
      await work(step, isDone);
      await leasesEnd();
    }
    await work(null);
    expect(paid).toBeLessThanOrEqual(2);
    expect(await stored(db).posts.rows()).toHaveLength(
      ['scheduled'].includes((await stored(db).automationSlots.first()).state) ? 1 : 0,
    );
    expect(['scheduled', 'failed']).toContain((await stored(db).automationSlots.first()).state);
  });
});

test('a writer that was taken for dead changes nothing any more', async () => {
  await startOn('draft');
  const { slots } = writerThatDies(null, false);
  const [old] = (await slots.claim(1)) as [SlotClaim];
  await leasesEnd();
  const [next] = (await slots.claim(1)) as [SlotClaim];
  expect([next.slotId, next.leaseToken === old.leaseToken]).toEqual([old.slotId, false]);
  expect([
    await slots.begin(old, call, db),
    await slots.keepDraft(old, 'Old', null),
    await slots.schedule(old, { text: 'Old', line: '' }, { isUnsourced: false }),
    await slots.end(old, 'failed', { code: 'other', params: { code: 'x', message: 'x' } }),
  ]).toEqual([null, 0, 0, 0]);
  expect(await slots.keepDraft(next, 'New', null)).toBe(1);
  expect(await stored(db).automationSlots.values('content')).toEqual(['New']);
  expect(await stored(db).posts.rows()).toEqual([]);
});

test('a slot that was stopped or deleted while its text was written takes none', async () => {
  await startOn('publish');
  const { slots } = writerThatDies(null, false);
  const tooLate = { text: 'Too late', line: '' };
  const [claim] = (await slots.claim(1)) as [SlotClaim];
  await slots.begin(claim, call, db);
  await automationService({ db }).stopAutomation(me);
  expect(await slots.schedule(claim, tooLate, { isUnsourced: false })).toBe(0);
  await stored(db).users.remove();
  expect(await slots.schedule(claim, tooLate, { isUnsourced: false })).toBe(0);
  expect(await stored(db).posts.rows()).toEqual([]);
});
