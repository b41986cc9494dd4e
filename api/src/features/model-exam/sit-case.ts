import type { Complete } from '../../ai/ai.ts';
import { failureOf, paymentOf } from '../../ai/ai-errors.ts';
import type { AiFailure } from '../../contract/automation-reasons.ts';
import type { Owner } from '../../db/owner.ts';
import { AppError } from '../../http/errors.ts';
import { chargeMicros, mostMicros } from '../ai-calls/cost.ts';
import type { RecordedCall } from '../ai-calls/recorded-call.ts';
import { findingsOf } from './checks.ts';
import type { SitOutcome, Sitting } from './run-exam.ts';

/** With these no further case would fare better. */
const ENDS_ALL: ReadonlySet<AiFailure> = new Set(['no-key', 'bad-key', 'no-model', 'bad-setup', 'quota']);

/** Has one case answered, as a person's text would be: within the budgets, and in the ledger. */
export function caseSitting({ complete, record }: { complete: Complete; record: RecordedCall }) {
  return async function sit(
    owner: Owner,
    timeZone: string,
    { golden, asked }: Sitting<unknown>,
    signal: AbortSignal,
  ): Promise<SitOutcome> {
    const most = mostMicros(asked.model, asked);
    let startedAt = performance.now();
    const sat = (micros: number) => ({
      caseId: golden.id,
      latencyMs: Math.round(performance.now() - startedAt),
      micros,
    });
    try {
      const wanted = { purpose: 'exam', prompt: asked.prompt, asked, timeZone } as const;
      const { text, usage } = await record(owner, wanted, () => {
        // Its turn at the budget is no time of the model's.
        startedAt = performance.now();
        return complete(asked, signal);
      });
      const answered = sat(usage === null ? most : chargeMicros(asked.model, usage));
      return { ...answered, text: golden.read(text), findings: await findingsOf(golden, asked, text) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const failure = failureOf(error);
      if (failure === null) return { endedBy: 'budget', problem: error.message };
      if (failure === 'stopped') return { endedBy: 'stopped', problem: null };
      if (ENDS_ALL.has(failure)) return { endedBy: 'ai', problem: error.message };
      const { isPaid, usage } = paymentOf(error);
      const micros = usage === null ? most : chargeMicros(asked.model, usage);
      const check = failure === 'refused' ? 'refusal' : 'unanswered';
      return { ...sat(isPaid === 'no' ? 0 : micros), text: null, findings: [{ check, detail: failure }] };
    }
  };
}
export type CaseSitting = ReturnType<typeof caseSitting>;
