import type { Knex } from 'knex';
import pLimit from 'p-limit';
import type { Owner } from '../../db/owner.ts';
import { TooManyRequestsError } from '../../http/errors.ts';
import { inZone } from '../../http/in-zone.ts';
import { aiCallsRepository, type SpentToday } from './ai-calls.repository.ts';
import { whatIsUsedUp } from '../../problems/english/budget-words.ts';
import type { UsedUp } from '../../problems/problem.ts';

export interface Budgets {
  /** Millionths of a US dollar a day; null for no limit. */
  readonly mine: number | null;
  readonly all: number | null;
}

/** Why nothing is asked of the AI right now. */
export interface OverBudget extends UsedUp {
  readonly now: Date;
  readonly resetsAt: Date;
  /** When another try makes sense. */
  readonly retryAt: Date;
}

/** By then the calls under way have come to their ends. */
const OPEN_RETRY_MS = 60_000;

/** Three variants for each of four pages. */
export const TEXTS_AT_ONCE = 12;
/** In which the first of them is written. */
const TEXT_RETRY_SECONDS = 10;

/** Connections of a process that may wait for the lock: sixty calls at once leave the others to everybody else. */
const AT_ONCE = 4;

/** What the AI may cost a day, whoever asks for a text: people and automation spend from the same two sums. */
export function aiBudget({ db, budgets }: { db: Knex; budgets: Budgets }) {
  const inTurn = pLimit(AT_ONCE);

  return {
    /**
     * Sets aside the most that a call can cost, together with what `begin` writes down. One at a time over all
     * processes, so that sixty at once do not each find the budget untouched.
     * @param mostMicros millionths of a US dollar; `begin` has to write a call that reserves as much
     * @param texts how many of them the person waits for, of whom each has `TEXTS_AT_ONCE`; 0 where nobody waits
     * @throws TooManyRequestsError when the person waits for too many
     */
    async reserve<Begun>(
      owner: Owner,
      mostMicros: number,
      begin: (trx: Knex) => Promise<Begun>,
      texts = 0,
    ): Promise<{ begun: Begun } | { over: OverBudget }> {
      if (budgets.mine === null && budgets.all === null && texts === 0) return { begun: await begin(db) };
      return inTurn(() =>
        db.transaction(async (trx) => {
          // A statement of its own: the sum has to see what whoever held the lock before has written.
          const calls = aiCallsRepository(trx);
          await calls.lockBudgets();
          const spent = await calls.spentToday(owner);
          if (texts > 0 && spent.textsBegun + texts > TEXTS_AT_ONCE) throw tooManyTexts(spent.textsBegun);
          const over = excess('mine', budgets.mine, spent, mostMicros) ?? excess('all', budgets.all, spent, mostMicros);
          return over === null ? { begun: await begin(trx) } : { over };
        }),
      );
    },
  };
}
export type AiBudget = ReturnType<typeof aiBudget>;

function excess(
  whose: 'mine' | 'all',
  limitMicros: number | null,
  spent: SpentToday,
  mostMicros: number,
): OverBudget | null {
  if (limitMicros === null) return null;
  const { settled, open } = spent[whose];
  if (settled + open + mostMicros <= limitMicros) return null;
  const { now, resetsAt } = spent;
  if (settled >= limitMicros) return { whose, limitMicros, because: 'used-up', now, resetsAt, retryAt: resetsAt };
  if (settled + mostMicros > limitMicros)
    return { whose, limitMicros, because: 'not-enough', now, resetsAt, retryAt: resetsAt };
  return { whose, limitMicros, because: 'open', now, resetsAt, retryAt: new Date(now.getTime() + OPEN_RETRY_MS) };
}

function tooManyTexts(begun: number): TooManyRequestsError {
  const are = begun === 1 ? 'text is' : 'texts are';
  return new TooManyRequestsError(
    `${begun} ${are} being written for you, and ${TEXTS_AT_ONCE} is the most at a time. ` +
      'Wait until some are done, then try again.',
    TEXT_RETRY_SECONDS,
  );
}

/** What the person reads who asked for a text. */
export function budgetRefusal(over: OverBudget, timeZone: string): TooManyRequestsError {
  const seconds = (over.retryAt.getTime() - over.now.getTime()) / 1000;
  const resets = inZone(over.resetsAt, timeZone, over.now);
  const then =
    over.because === 'open'
      ? `Try again in a minute. The budget resets on ${resets}.`
      : `It resets on ${resets}. Write the text yourself, or try again then.`;
  return new TooManyRequestsError(`${whatIsUsedUp(over)} ${then}`, seconds, {
    code: 'budget',
    resetsAt: over.resetsAt.toISOString(),
  });
}
