import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { simulateClock } from '../../testing/simulated-clock.ts';
import { fromNow, stored } from '../../testing/stored.ts';
import { emptyTables, freshDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { idempotencyKeysRepository } from '../idempotency/idempotency-keys.repository.ts';
import { aiAnswersRepository } from './ai-answers.repository.ts';
import { aiBudget } from './ai-budget.ts';
import { aiCallsRepository } from './ai-calls.repository.ts';
import { costMicros } from './cost.ts';
import { writeOne, writtenOnce } from './written-once.ts';

let database: TestDatabase;
let db: Knex;
let me: TestUser;
let paid: number;

beforeAll(async () => {
  database = await freshDatabase();
  // Far from midnight: what is paid counts for its day.
  await simulateClock(database.db, new Date('2026-11-24T12:00:00Z'));
  db = openDatabase(database.url);
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});
beforeEach(async () => {
  await emptyTables(db, 'users', 'access_entries');
  me = await buildUser(db);
  paid = 0;
});

const MODEL = 'gpt-5.4-mini';
const USAGE = { inputTokens: 10, outputTokens: 10 };
const TEXT = {
  purpose: 'post',
  prompt: 'Bread',
  asked: { rules: 'Write.', prompt: 'Bread', from: { id: 'post', version: 1 }, model: MODEL, maxTokens: 100 },
} as const;
const BY_KEY = {
  idempotencyKey: { key: 'generate-1', call: 'POST /api/generate', requestHash: createHash('sha256').digest() },
  timeZone: 'UTC',
};

/** Never heard of again: what a process that has been killed says. */
const SILENCE = new Promise<never>(() => {});

/** A process that is killed just before a step, or just after it was done, and does nothing from then on. */
function processThatDies(at: string | null, isDone: boolean) {
  let killed!: () => void;
  const death = new Promise<void>((resolve) => {
    killed = resolve;
  });
  let isDead = false;
  const dying = <T extends object>(steps: T): T =>
    new Proxy(steps, {
      get(target, name) {
        const step: unknown = Reflect.get(target, name);
        if (typeof step !== 'function') return step;
        return async (...values: unknown[]) => {
          const isHere = name === at;
          if (!isDead && !(isHere && !isDone)) {
            const answer: unknown = await (step as (...all: unknown[]) => Promise<unknown>)(...values);
            if (!isHere) return answer;
          }
          isDead = true;
          killed();
          return SILENCE;
        };
      },
    });
  const keys = idempotencyKeysRepository(db);
  const once = writtenOnce({
    calls: dying({ ...aiCallsRepository(db), ...aiAnswersRepository(db) }),
    budget: dying(aiBudget({ db, budgets: { mine: 1_000_000, all: null } })),
    keys: { findAiCall: keys.findAiCall, within: idempotencyKeysRepository },
  });
  const ai = dying({
    complete: async () => {
      paid += 1;
      return { text: `Bread, text ${paid}.`, usage: USAGE };
    },
  });
  const gone = new AbortController();
  const asked = writeOne(
    once,
    me,
    TEXT,
    { ...BY_KEY, signal: () => gone.signal },
    { onBegun() {}, write: ai.complete },
  );
  return { asked, death };
}

/** What who asks gets from a process that lives. */
const ask = () =>
  processThatDies(null, false).asked.then(
    ({ text }) => text,
    (error: { expose: { code?: string } }) => error.expose.code,
  );
const ledger = () => stored(db).aiCalls.rows({}, 'status', 'cost_micros');
const cost = costMicros(MODEL, USAGE);

describe('a process that is killed while it writes a text by its key', () => {
  test('before anything is written down leaves the text to be written, and paid once, by the next', async () => {
    await processThatDies('reserve', false).death;
    expect([await ask(), await ask()]).toEqual(['Bread, text 1.', 'Bread, text 1.']);
    expect([paid, await ledger()]).toEqual([1, [{ status: 'answered', cost_micros: cost }]]);
  });

  test.each([
    ['with the call written down and not made', 'reserve', true, 0],
    ['before the AI has answered', 'complete', false, 0],
    ['with the answer there, before it is stored', 'complete', true, 1],
    ['as it stores the answer', 'answered', false, 1],
  ] as const)('%s says that the text was lost, and pays no other unasked', async (_, step, isDone, isPaid) => {
    await processThatDies(step, isDone).death;
    await stored(db).aiCalls.change({ created_at: fromNow(db, '-4 minutes') });
    expect([await ask(), await ask()]).toEqual(['lost', 'lost']);
    expect([paid, await ledger()]).toEqual([isPaid, [{ status: 'calling', cost_micros: null }]]);
    // Nobody knows whether it is on the bill: it counts as if it were.
    const { mine } = await aiCallsRepository(db).spentToday(me);
    expect(mine.settled).toBeGreaterThan(0);
  });

  test('with the answer stored and not given has it for who asks again', async () => {
    await processThatDies('answered', true).death;
    expect([await ask(), await ask()]).toEqual(['Bread, text 1.', 'Bread, text 1.']);
    expect([paid, await ledger()]).toEqual([1, [{ status: 'answered', cost_micros: cost }]]);
  });
});
