import type Koa from 'koa';
import type { Context } from 'koa';
import type { UserId } from '../contract/ids.ts';
import { isOverTime } from '../db/database-errors.ts';
import { CallerGoneError, TookTooLongError } from './errors.ts';
import { turns } from './turns.ts';

/** Well below the connections of a process: whatever searches run, everybody else's calls have theirs. */
const AT_ONCE = 6;
/** One for what is being read, one for what was asked before that and is being cancelled. */
const PER_PERSON = 2;
/** The screens of a person may be many, and ask again together when something changed. */
const WAITING = 40;
const WAIT_MS = 4000;

const TURNS = 'heavyCalls';
type InTurn = ReturnType<typeof turns>;

/** Shares what a process can read at once among the people who ask it for much. */
export function lendTurns(server: Koa): void {
  server.context[TURNS] = turns({
    atOnce: AT_ONCE,
    perPerson: PER_PERSON,
    waiting: WAITING,
    waitMs: WAIT_MS,
    refusal: () => 'Your other searches and lists are still loading. Wait a few seconds, then try again.',
  });
}

/**
 * Does the work of a heavy call in the turn of its person.
 * @throws TooManyRequestsError when too many of theirs are before it; TookTooLongError when the database stopped it;
 * CallerGoneError when nobody waits for it any more
 */
export async function inTurn<T>(ctx: Context, userId: UserId, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await (ctx[TURNS] as InTurn)(userId, async () => {
      gone.throwIfAborted();
      return work();
    });
  } catch (error) {
    if (gone.aborted) throw new CallerGoneError({ cause: error });
    throw isOverTime(error) ? new TookTooLongError({ cause: error }) : error;
  }
}
