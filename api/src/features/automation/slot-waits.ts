import type { OverBudget } from '../ai-calls/ai-budget.ts';
import type { Problem } from '../../problems/problem.ts';
import { aiCoolingDown, budgetUsedUp } from './reasons.ts';
import type { SlotClaim } from './slots.repository.ts';
import type { Deps, Text } from './writer.ts';

/** A cooldown of the AI that is longer than this is worth telling. */
const SHOWN_COOLDOWN_SECONDS = 600;

/** What keeps everybody waiting is looked at again this often. */
const HOLD_MINUTES = 15;

/** Slots that wait: for the AI, for money, for whatever holds them. */
export function slotWaits({ slots, holds, aiCooldown, log }: Deps) {
  async function hold(claim: SlotClaim, problem: Problem, hadCall: boolean): Promise<Text> {
    log.warn({ userId: claim.userId, problem: problem.code }, 'automation.held');
    return putOff(claim, await holds.hold(claim, problem, HOLD_MINUTES), hadCall);
  }

  /**
   * No slot of anybody's asks before the AI takes calls again. The call that was turned away cost nothing, and counts
   * for none.
   */
  async function waitForAi(claim: SlotClaim, seconds: number): Promise<Text> {
    const until = await aiCooldown.begin(seconds);
    if (seconds > SHOWN_COOLDOWN_SECONDS) await holds.hold(claim, aiCoolingDown(until), Math.ceil(seconds / 60));
    return putOff(claim, until, true);
  }

  async function putOff(claim: SlotClaim, until: Date, hadCall: boolean): Promise<'gone on elsewhere'> {
    await slots.putBack(claim, until, hadCall);
    return 'gone on elsewhere';
  }

  /** Texts that are being written may leave enough: that is no news for the owner. */
  async function waitForBudget(claim: SlotClaim, over: OverBudget): Promise<Text> {
    if (over.because !== 'open') return hold(claim, budgetUsedUp(over), false);
    return putOff(claim, over.retryAt, false);
  }

  return { hold, waitForAi, putOff, waitForBudget };
}
