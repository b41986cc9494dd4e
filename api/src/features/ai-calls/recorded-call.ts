import type { Owner } from '../../db/owner.ts';
import { failureOf, paymentOf } from '../../ai/ai-errors.ts';
import { AppError } from '../../http/errors.ts';
import { budgetRefusal, type AiBudget } from './ai-budget.ts';
import { aiCallsRepository, type AiCallsRepository, type AiPurpose } from './ai-calls.repository.ts';
import type { Usage } from '../../ai/ai.ts';
import type { Ask } from '../../prompts/prompt.ts';
import { mostMicros } from './cost.ts';

interface Wanted {
  readonly purpose: AiPurpose;
  /** What the person asked for, as the ledger keeps it. */
  readonly prompt: string;
  /** What goes to the AI. */
  readonly asked: Ask;
  /** Where the person's days begin. */
  readonly timeZone: string;
}

/** Makes calls to the AI that leave a line in the ledger and keep to the day's budgets. */
export function recordedCall({ calls, budget }: { calls: AiCallsRepository; budget: AiBudget }) {
  /**
   * @param make the call itself, which is told the id of its line
   * @returns what it answered, and the id of its line
   * @throws what `make` throws, and TooManyRequestsError when the budget does not cover the call, or the person waits
   * for too many
   */
  return async function record<Answer extends { readonly usage: Usage | null }>(
    owner: Owner,
    { purpose, prompt, asked, timeZone }: Wanted,
    make: (callId: number) => Promise<Answer>,
  ): Promise<Answer & { readonly callId: number }> {
    const { model, from } = asked;
    const reservedMicros = mostMicros(model, asked);
    const reserved = await budget.reserve(
      owner,
      reservedMicros,
      (trx) => aiCallsRepository(trx).begin(owner, { purpose, prompt, from, model, reservedMicros }),
      // Nobody waits for an exam, which makes its calls at a pace of its own.
      purpose === 'exam' ? 0 : 1,
    );
    if ('over' in reserved) throw budgetRefusal(reserved.over, timeZone);
    const callId = reserved.begun;
    let answer: Answer;
    try {
      answer = await make(callId);
    } catch (error) {
      await calls.failed(callId, error instanceof AppError ? failureOf(error) : null, model, paymentOf(error));
      throw error;
    }
    await calls.answered(callId, model, answer.usage);
    return { ...answer, callId };
  };
}
export type RecordedCall = ReturnType<typeof recordedCall>;
