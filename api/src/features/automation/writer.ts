import type { Logger } from 'pino';
import type { Metrics } from '../../http/metrics.ts';
import type { AiBudget } from '../ai-calls/ai-budget.ts';
import type { AiCallsRepository } from '../ai-calls/ai-calls.repository.ts';
import type { Complete, Moderate } from '../../ai/ai.ts';
import type { Writing } from '../../prompts/writing.ts';
import type { RejectionsRepository } from '../rejections/rejections.repository.ts';
import { reasonCode } from '../../problems/reason-code.ts';
import type { AiCooldownRepository } from '../publishing/ai-cooldown.repository.ts';
import type { HoldsRepository } from './holds.repository.ts';
import { MAX_CALLS, obstacleOf } from './obstacles.ts';
import type { Wish } from './prompt.ts';
import { INTERRUPTED, type Reason } from './reasons.ts';
import type { SlotClaim, SlotsRepository } from './slots.repository.ts';
import { asking } from './ask-ai.ts';
import { graveFlaw } from './grave.ts';
import type { ApproveByRule } from './approve-by-rule.ts';
import { withLine, withoutLine } from './disclosure.ts';
import { avoidedWords, unsourcedClaims } from './text-doubts.ts';

const RECENT_POSTS = 10;

export interface Deps {
  readonly slots: SlotsRepository;
  readonly holds: HoldsRepository;
  readonly rejections: RejectionsRepository;
  readonly approveByRule: ApproveByRule;
  readonly aiCooldown: AiCooldownRepository;
  readonly aiCalls: AiCallsRepository;
  readonly complete: Complete;
  readonly moderate: Moderate;
  /** Asked for each text, since it can change while the loop runs. */
  writing(): Writing;
  readonly adminIds: readonly string[];
  readonly budget: AiBudget;
  readonly metrics: Metrics;
  readonly log: Logger;
}

export type Text =
  | { readonly text: string }
  | { readonly flaw: Reason; readonly state: 'skipped' | 'failed' }
  | 'gone on elsewhere';

/**
 * Takes one claimed slot to its text. A crash between any two lines leaves the lease to run out, and the calls that
 * were noted count.
 */
export function slotWriter(deps: Deps) {
  const { slots, adminIds, approveByRule, moderate, metrics, log } = deps;
  const { ask } = asking({ ...deps, end });
  return {
    /** @param signal ends the call to the AI when this process ends */
    async write(claim: SlotClaim, signal: AbortSignal): Promise<void> {
      const obstacle = obstacleOf(claim, adminIds);
      if (obstacle !== null) return end(claim, obstacle.state, obstacle.reason);
      if (claim.heldUntil !== null) return void (await slots.putBack(claim, claim.heldUntil, false));

      const [recent, rejections] = await Promise.all([
        slots.recent(claim, RECENT_POSTS),
        deps.rejections.recent(claim.facebookPageId),
      ]);
      let last: Text = { flaw: INTERRUPTED, state: 'failed' };
      for (let made = claim.calls; made < MAX_CALLS; made += 1) {
        last = await ask(
          claim,
          wishOf(claim, { recent, rejections, isSecondTry: made > claim.calls }),
          signal,
          made + 1,
        );
        if (last === 'gone on elsewhere') return;
        if ('text' in last) return keep(claim, last.text);
      }
      return end(claim, last.state, last.flaw);
    },
  };

  async function keep(claim: SlotClaim, text: string): Promise<void> {
    const grave = (await graveFlaw(text, claim, moderate)) ?? avoidedWords(text, claim);
    const unsourced = unsourcedClaims(text, claim);
    // Review that was switched on while the AI wrote holds for this text too.
    const isKept =
      (grave === null && (await goesUnread(claim, text, unsourced !== null))) ||
      (await slots.keepDraft(claim, text, grave ?? unsourced)) > 0;
    metrics.texts.inc(isKept ? { end: 'written', reason: '' } : { end: 'thrown-away', reason: 'gone_meanwhile' });
  }

  /** Whether it is on the schedule without a person having read it: the page has no review, or a rule approves it. */
  async function goesUnread(claim: SlotClaim, text: string, isUnsourced: boolean): Promise<boolean> {
    const line = await slots.disclosure(claim);
    const whole = withLine(text, line);
    if (whole === null) return false;
    const lined = { text: whole, line };
    if ((await slots.schedule(claim, lined, { isUnsourced })) > 0) return true;
    return !isUnsourced && approveByRule(claim, lined);
  }

  async function end(claim: SlotClaim, state: 'skipped' | 'failed', reason: Reason): Promise<void> {
    log.info({ slotId: claim.slotId, state, reason: reasonCode(reason) }, 'automation.slot-ended');
    metrics.texts.inc({ end: state, reason: reasonCode(reason) });
    await slots.end(claim, state, reason);
  }
}
export type SlotWriter = ReturnType<typeof slotWriter>;

function wishOf(
  { page, settings, contentType, voice }: SlotClaim,
  known: Pick<Wish, 'recent' | 'rejections' | 'isSecondTry'>,
): Wish {
  return {
    pageName: page.name,
    category: page.category,
    scope: settings.scope,
    language: settings.language,
    contentType,
    voice,
    ...known,
    recent: known.recent.map((text) => withoutLine(text, settings.disclosure)),
  };
}
