import type { Logger } from 'pino';
import { AppError } from '../../http/errors.ts';
import type { AiFailure } from '../../contract/automation-reasons.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { AiBudget, OverBudget } from '../ai-calls/ai-budget.ts';
import type { AiCallsRepository } from '../ai-calls/ai-calls.repository.ts';
import { mostMicros } from '../ai-calls/cost.ts';
import type { Complete } from '../generation/completion.ts';
import { failureOf, paymentOf, cooldownOf } from '../generation/generation-errors.ts';
import type { Problem } from '../../problems/problem.ts';
import { reasonCode } from '../../problems/reason-words.ts';
import type { AiCooldownRepository } from '../publishing/ai-cooldown.repository.ts';
import type { HoldsRepository } from './holds.repository.ts';
import { MAX_CALLS, obstacleOf } from './obstacles.ts';
import { MAX_TOKENS, promptFor, rulesFor, type Wish } from './prompt.ts';
import { aiCoolingDown, budgetUsedUp, heldByAi, INTERRUPTED, TOO_SIMILAR, type Reason } from './reasons.ts';
import type { SlotClaim, SlotsRepository } from './slots.repository.ts';
import { bare, flawOf } from './text-quality.ts';

/** Trigrams in common, 0 to 1. Posts of one page about one thing have up to about 0.65 in common; the same text in a few other words has more. */
const TOO_CLOSE = 0.7;
const RECENT_POSTS = 10;
/** What keeps everybody waiting is looked at again this often. */
const HOLD_MINUTES = 15;
/** A cooldown of the AI that is longer than this is worth telling. */
const SHOWN_COOLDOWN_SECONDS = 600;
/** Waits after calls that failed at no cost; after the last one the slot has failed. */
const RETRY_SECONDS = [20, 60, 180] as const;

/** The same text would come of it again. */
const MEANT_FOR_GOOD: ReadonlySet<AiFailure> = new Set(['refused', 'too-long']);

interface Deps {
  readonly slots: SlotsRepository;
  readonly holds: HoldsRepository;
  readonly aiCooldown: AiCooldownRepository;
  readonly calls: AiCallsRepository;
  readonly complete: Complete;
  readonly model: string;
  readonly adminIds: readonly string[];
  readonly budget: AiBudget;
  readonly metrics: Metrics;
  readonly log: Logger;
}

type Text =
  | { readonly text: string }
  | { readonly flaw: Reason; readonly state: 'skipped' | 'failed' }
  | 'gone on elsewhere';

/** Takes one claimed slot to its text. A crash between any two lines leaves the lease to run out, and the calls that were noted count. */
export function slotWriter({ slots, holds, aiCooldown, calls, complete, model, adminIds, budget, metrics, log }: Deps) {
  return {
    /** @param signal ends the call to the AI when this process ends */
    async write(claim: SlotClaim, signal: AbortSignal): Promise<void> {
      const obstacle = obstacleOf(claim, adminIds);
      if (obstacle !== null) return end(claim, obstacle.state, obstacle.reason);
      if (claim.heldUntil !== null) return void (await slots.putBack(claim, claim.heldUntil, false));

      const recent = await slots.recent(claim, RECENT_POSTS);
      let last: Text = { flaw: INTERRUPTED, state: 'failed' };
      for (let made = claim.calls; made < MAX_CALLS; made += 1) {
        last = await ask(claim, wishOf(claim, recent, made > claim.calls), signal, made + 1);
        if (last === 'gone on elsewhere') return;
        if ('text' in last) return keep(claim, last.text);
      }
      return end(claim, last.state, last.flaw);
    },
  };

  async function keep(claim: SlotClaim, text: string): Promise<void> {
    const isKept = await (claim.settings.mode === 'draft' ? slots.keepDraft(claim, text) : slots.schedule(claim, text));
    metrics.texts.inc(isKept ? { end: 'written', reason: '' } : { end: 'thrown-away', reason: 'gone_meanwhile' });
  }

  /** One text: good enough, or not. What keeps the AI from being asked puts the slot back. */
  async function ask(claim: SlotClaim, wish: Wish, signal: AbortSignal, call: number): Promise<Text> {
    const cooldownUntil = await aiCooldown.until();
    if (cooldownUntil !== null) return putOff(claim, cooldownUntil, false);
    const asked = { rules: rulesFor(wish), prompt: promptFor(wish), maxTokens: MAX_TOKENS };
    const reservedMicros = mostMicros(model, asked);
    const reserved = await budget.reserve(claim, reservedMicros, (trx) =>
      slots.begin(claim, { model, prompt: asked.prompt, reservedMicros }, trx),
    );
    if ('over' in reserved) return waitForBudget(claim, reserved.over);
    const callId = reserved.begun;
    if (callId === null) return 'gone on elsewhere';
    try {
      const answer = await complete(asked, signal);
      await calls.answered(callId, model, answer.usage);
      if (claim.heldBy !== null) await holds.release(claim);
      return await judge(claim, bare(answer.text));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await calls.failed(callId, failureOf(error), model, paymentOf(error));
      return unanswered(claim, error, call);
    }
  }

  async function judge(claim: SlotClaim, text: string): Promise<Text> {
    const flaw = flawOf(text);
    if (flaw !== null) return { flaw, state: 'failed' };
    return (await slots.closeness(claim, text)) >= TOO_CLOSE ? { flaw: TOO_SIMILAR, state: 'skipped' } : { text };
  }

  /** The AI gave no text, or half of one. What was paid is not asked for more than twice; what was not is tried again later. */
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

  async function hold(claim: SlotClaim, problem: Problem, hadCall: boolean): Promise<Text> {
    log.warn({ userId: claim.userId, problem: problem.code }, 'automation.held');
    return putOff(claim, await holds.hold(claim, problem, HOLD_MINUTES), hadCall);
  }

  /** No slot of anybody's asks before the AI takes calls again. The call that was turned away cost nothing, and counts for none. */
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

  async function end(claim: SlotClaim, state: 'skipped' | 'failed', reason: Reason): Promise<void> {
    log.info({ slotId: claim.slotId, state, reason: reasonCode(reason) }, 'automation.slot-ended');
    metrics.texts.inc({ end: state, reason: reasonCode(reason) });
    await slots.end(claim, state, reason);
  }
}
export type SlotWriter = ReturnType<typeof slotWriter>;

function wishOf({ page, settings, contentType }: SlotClaim, recent: readonly string[], isSecondTry: boolean): Wish {
  return {
    pageName: page.name,
    category: page.category,
    scope: settings.scope,
    language: settings.language,
    contentType,
    recent,
    isSecondTry,
  };
}
