import type { Owner } from '../../db/owner.ts';
import type { AiCallsRepository, AiPurpose } from './ai-calls.repository.ts';
import { paymentOf } from '../generation/generation-errors.ts';
import type { Usage } from './cost.ts';

/** Makes calls to the AI that leave a line in the ledger. */
export function recordedCall({ calls, model }: { calls: AiCallsRepository; model: string }) {
  /**
   * @param make the call itself, which is told the id of its line
   * @returns what it answered, and the id of its line
   * @throws what `make` throws
   */
  return async function record<Answer extends { readonly usage: Usage | null }>(
    owner: Owner, { purpose, prompt }: { purpose: AiPurpose; prompt: string }, make: (callId: number) => Promise<Answer>,
  ): Promise<Answer & { readonly callId: number }> {
    const callId = await calls.begin(owner, { purpose, prompt, model });
    let answer: Answer;
    try {
      answer = await make(callId);
    } catch (error) {
      await calls.failed(callId, error instanceof Error ? error.message : 'Unknown', model, paymentOf(error).usage);
      throw error;
    }
    await calls.answered(callId, model, answer.usage);
    return { ...answer, callId };
  };
}
export type RecordedCall = ReturnType<typeof recordedCall>;
