import { AppError } from '../../http/errors.ts';
import type { AiFailure } from '../../contract/automation-reasons.ts';
import { mostMicros } from '../ai-calls/cost.ts';
import { failureOf, paymentOf, cooldownOf } from '../../ai/ai-errors.ts';
import { MAX_CALLS } from './obstacles.ts';
import { askForPost, type Wish } from './prompt.ts';
import { heldByAi, type Reason } from './reasons.ts';
import type { SlotClaim } from './slots.repository.ts';
import { slotWaits } from './slot-waits.ts';
import { bare, flawOf } from './text-quality.ts';
import type { Deps, Text } from './writer.ts';

/** The same text would come of it again. */
const MEANT_FOR_GOOD: ReadonlySet<AiFailure> = new Set(['refused', 'too-long']);

/** Waits after calls that failed at no cost; after the last one the slot has failed. */
const RETRY_SECONDS = [20, 60, 180] as const;

interface Asking extends Deps {
  /** Nothing comes of this slot any more. */
  end(claim: SlotClaim, state: 'failed', reason: Reason): Promise<void>;
}

/** One question to the AI: what it costs is reserved before, and what comes back is looked at. */
export function asking(deps: Asking) {
  const { slots, holds, aiCooldown, aiCalls, complete, writing, budget, log, end } = deps;
  const { hold, waitForAi, putOff, waitForBudget } = slotWaits(deps);

  /** One text: good enough, or not. What keeps the AI from being asked puts the slot back. */
  async function ask(claim: SlotClaim, wish: Wish, signal: AbortSignal, call: number): Promise<Text> {
    const cooldownUntil = await aiCooldown.until();
    if (cooldownUntil !== null) return putOff(claim, cooldownUntil, false);
    const asked = askForPost(wish, writing());
    const { model } = asked;
    const reservedMicros = mostMicros(model, asked);
    const reserved = await budget.reserve(claim, reservedMicros, (trx) =>
      slots.begin(claim, { model, prompt: asked.prompt, from: asked.from, reservedMicros }, trx),
    );
    if ('over' in reserved) return waitForBudget(claim, reserved.over);
    const callId = reserved.begun;
    if (callId === null) return 'gone on elsewhere';
    try {
      const answer = await complete(asked, signal);
      await aiCalls.answered(callId, model, answer.usage);
      if (claim.heldBy !== null) await holds.release(claim);
      return judge(bare(answer.text));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await aiCalls.failed(callId, failureOf(error), model, paymentOf(error));
      return unanswered(claim, error, call);
    }
  }

  /**
   * The AI gave no text, or half of one. What was paid is not asked for more than twice; what was not is tried again
   * later.
   */
  async function unanswered(claim: SlotClaim, error: AppError, call: number): Promise<Text> {
    const failure = failureOf(error);
    const code = String(error.expose['code'] ?? 'ai');
    const flaw: Reason =
      failure === null
        ? { code: 'other', params: { code, message: error.message } }
        : { code: 'ai', params: { failure } };
    log.info({ slotId: claim.slotId, code, err: error.cause }, 'automation.no-text');
    const problem = failure === null ? null : heldByAi(failure);
    if (problem !== null) return hold(claim, problem, true);
    const cooldown = cooldownOf(error);
    if (cooldown !== null) return waitForAi(claim, cooldown);
    const { isPaid } = paymentOf(error);
    if (isPaid === 'yes' || (failure !== null && MEANT_FOR_GOOD.has(failure))) return { flaw, state: 'failed' };
    const mayBePaid = isPaid === 'maybe';
    const seconds = mayBePaid ? RETRY_SECONDS[0] : RETRY_SECONDS[claim.tries];
    if (seconds === undefined || (mayBePaid && call >= MAX_CALLS)) {
      await end(claim, 'failed', flaw);
      return 'gone on elsewhere';
    }
    await slots.tryLater(claim, seconds, mayBePaid);
    return 'gone on elsewhere';
  }

  return { ask };
}

function judge(text: string): Text {
  const flaw = flawOf(text);
  return flaw === null ? { text } : { flaw, state: 'failed' };
}
