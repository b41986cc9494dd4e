import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Completed } from '../../ai/ai.ts';
import { failureOf, paymentOf, sentenceFor } from '../../ai/ai-errors.ts';
import { AI_FAILURES } from '../../contract/automation-reasons.ts';
import type { Owner } from '../../db/owner.ts';
import { AppError, NotFoundError, UpstreamError } from '../../http/errors.ts';
import type { IdempotencyKey } from '../../http/idempotency-key.ts';
import type { Ask } from '../../prompts/prompt.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import { budgetRefusal, type AiBudget } from './ai-budget.ts';
import type { AiAnswersRepository } from './ai-answers.repository.ts';
import { aiCallsRepository, type AiCallsRepository, type AiPurpose } from './ai-calls.repository.ts';
import { costMicros, mostMicros } from './cost.ts';

/** What one text is asked with, and as the ledger keeps it. */
export interface TextAsked {
  readonly purpose: AiPurpose;
  readonly asked: Ask;
  readonly prompt: string;
}

/** A text that is about to be written; of the same key, one that was begun before. */
export interface BegunText {
  readonly callId: number;
  readonly isNew: boolean;
  readonly model: string;
}

/** A text as it was written, and what it has cost: null where nobody knows. */
export interface PaidText {
  readonly text: string;
  readonly callId: number;
  readonly costMicros: number | null;
}

interface Waiting {
  /** Ends when the person has gone away. */
  readonly gone: AbortSignal;
  readonly idempotencyKey: IdempotencyKey | null;
  /** Where the person's days begin. */
  readonly timeZone: string;
}

/** Makes the call to the AI, for the line of this number. */
type Write = (signal: AbortSignal, callId: number) => Promise<Completed>;

/** How soon somebody who waits hears of what another process wrote, or that the writing is to stop. */
const LOOK_EVERY_MS = 500;

interface Deps {
  readonly calls: AiCallsRepository & AiAnswersRepository;
  readonly budget: AiBudget;
  readonly keys: Pick<Idempotency, 'findAiCall' | 'within'>;
}

/**
 * Texts that are written and paid once for each key. What came of one is kept with the line that says what it cost, so
 * that whoever lost the answer, or asks a process that has been started anew, gets it again.
 */
export function writtenOnce({ calls, budget, keys }: Deps) {
  return {
    /**
     * Sets aside what all of them can cost, and writes all of them down, or none.
     * @throws TooManyRequestsError when the budget does not cover them, or too many are being written for the
     * owner; ReusedKeyError
     */
    async begin(
      owner: Owner,
      texts: readonly TextAsked[],
      { idempotencyKey, timeZone }: Pick<Waiting, 'idempotencyKey' | 'timeZone'>,
    ): Promise<BegunText[]> {
      const each = texts.map((text, place) => ({ ...text, key: keyOfPlace(idempotencyKey, place) }));
      const known = await Promise.all(each.map(({ key }) => keys.findAiCall(owner, key)));
      if (known.every((callId) => callId !== null))
        return known.map((callId, place) => ({ callId, isNew: false, model: each[place]!.asked.model }));
      const most = each.map(({ asked }) => mostMicros(asked.model, asked));
      const reserved = await budget.reserve(
        owner,
        most.reduce((sum, micros) => sum + micros, 0),
        async (trx) => {
          const begun: BegunText[] = [];
          for (const [place, { purpose, asked, prompt, key }] of each.entries()) {
            let isNew = false;
            const callId = await keys.within(trx).callAiOnce(owner, key, async (db) => {
              isNew = true;
              const { from, model } = asked;
              return aiCallsRepository(db).begin(owner, { purpose, prompt, from, model, reservedMicros: most[place]! });
            });
            begun.push({ callId, isNew, model: asked.model });
          }
          return begun;
        },
        each.length,
      );
      if ('over' in reserved) throw budgetRefusal(reserved.over, timeZone);
      return reserved.begun;
    },

    /**
     * Writes what was begun, or waits for what another call writes by the same key.
     * @param write makes the call to the AI
     * @throws AppError in words for the person who asked
     */
    async finish(
      owner: Owner,
      { callId, isNew, model }: BegunText,
      { gone, idempotencyKey }: Pick<Waiting, 'gone' | 'idempotencyKey'>,
      write: (signal: AbortSignal) => Promise<Completed>,
    ): Promise<PaidText> {
      if (!isNew) return keptText(calls, owner, callId, gone);
      const stop = stopAsked(calls, callId);
      // By a key the answer can be asked for again: who lost the connection has not stopped it.
      const signal = idempotencyKey === null ? AbortSignal.any([stop.signal, gone]) : stop.signal;
      let answer: Completed;
      try {
        answer = await write(signal);
      } catch (error) {
        await calls.failed(callId, error instanceof AppError ? failureOf(error) : null, model, paymentOf(error));
        throw error;
      } finally {
        stop.end();
      }
      const { text, usage } = answer;
      await calls.answered(callId, model, usage, idempotencyKey === null ? null : text);
      return { text, callId, costMicros: usage === null ? null : costMicros(model, usage) };
    },
  };
}
export type WrittenOnce = ReturnType<typeof writtenOnce>;

/**
 * Writes one text, and says by which number it can be stopped before its first word.
 * @throws as `begin` and `finish`
 */
export async function writeOne(
  once: WrittenOnce,
  owner: Owner,
  text: TextAsked,
  request: Asking,
  { onBegun, write }: { onBegun: (callId: number) => void; write: Write },
): Promise<PaidText> {
  const waiting = waitingFor(request);
  const [begun] = await once.begin(owner, [text], waiting);
  if (begun === undefined) throw new Error('One text was asked for');
  onBegun(begun.callId);
  return once.finish(owner, begun, waiting, (signal) => write(signal, begun.callId));
}

type Asking = Omit<Waiting, 'gone'> & { readonly signal: () => AbortSignal };

/** How long, and for whom, the text of a call is waited for. */
export function waitingFor({ idempotencyKey, timeZone, signal }: Asking): Waiting {
  return { idempotencyKey, timeZone, gone: signal() };
}

/** The first has the key itself. */
function keyOfPlace(whole: IdempotencyKey | null, place: number): IdempotencyKey | null {
  if (whole === null || place === 0) return whole;
  const key = createHash('sha256').update(`${place} ${whole.key}`).digest('hex');
  return { ...whole, key };
}

/** @throws AppError with why there is none */
async function keptText(
  calls: AiAnswersRepository,
  owner: Owner,
  callId: number,
  gone: AbortSignal,
): Promise<PaidText> {
  for (;;) {
    const call = await calls.kept(owner, callId);
    if (call?.status === 'answered' && call.answer !== null)
      return { text: call.answer, callId, costMicros: call.costMicros };
    if (call === null || call.status === 'answered') throw new NotFoundError('This text is no longer kept.');
    if (call.status === 'failed') throw sentenceFor(AI_FAILURES.find((one) => one === call.problem) ?? 'down');
    if (call.isDead) throw lost();
    await sleep(LOOK_EVERY_MS, undefined, { signal: gone }).catch(() => {
      throw sentenceFor('stopped');
    });
  }
}

/** It may have been paid: only its person asks for it anew, by another key. */
function lost(): UpstreamError {
  return new UpstreamError('Pagecast restarted while the AI was writing, and this text was lost. Try again.', {
    code: 'lost',
  });
}

/** Ends when somebody asks for it, in whichever process. */
function stopAsked(calls: AiAnswersRepository, callId: number): { signal: AbortSignal; end: () => void } {
  const asked = new AbortController();
  const ended = new AbortController();
  void (async () => {
    while (!ended.signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: ended.signal });
      if (await calls.isStopAsked(callId)) return asked.abort();
    }
  })().catch(() => {
    // The text has ended; or the database is away, and the text goes on to its own end.
  });
  return { signal: asked.signal, end: () => ended.abort() };
}
