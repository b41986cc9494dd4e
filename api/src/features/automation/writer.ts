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
import { INTERRUPTED, TOO_SIMILAR, type Reason } from './reasons.ts';
import type { SlotClaim, SlotsRepository } from './slots.repository.ts';
import { asking } from './ask-ai.ts';
import { graveFlaw } from './grave.ts';
import { withoutLine } from './disclosure.ts';
import type { StoringTexts } from './storing-texts.ts';
import { avoidedWords, unsourcedClaims } from './text-doubts.ts';

const RECENT_POSTS = 10;

export interface Deps {
  readonly slots: SlotsRepository;
  readonly holds: HoldsRepository;
  readonly rejections: RejectionsRepository;
  readonly texts: StoringTexts;
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

interface Flawed {
  readonly flaw: Reason;
  readonly state: 'skipped' | 'failed';
}
export type Text = { readonly text: string } | Flawed | 'gone on elsewhere';

/**
 * Takes one claimed slot to its text. A crash between any two lines leaves the lease to run out, and the calls that
 * were noted count.
 */
export function slotWriter(deps: Deps) {
  const { slots, texts, adminIds, moderate, metrics, log } = deps;
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
      let last: Flawed = { flaw: INTERRUPTED, state: 'failed' };
      for (let made = claim.calls; made < MAX_CALLS; made += 1) {
        const answer = await ask(
          claim,
          wishOf(claim, { recent, rejections, isSecondTry: made > claim.calls }),
          signal,
          made + 1,
        );
        if (answer === 'gone on elsewhere') return;
        const flawed = 'text' in answer ? await keep(claim, answer.text) : answer;
        if (flawed === null) return;
        last = flawed;
      }
      return end(claim, last.state, last.flaw);
    },
  };

  /** @returns what is wrong with it, where it is not kept and another one may be */
  async function keep(claim: SlotClaim, text: string): Promise<Flawed | null> {
    const grave = (await graveFlaw(text, claim, moderate)) ?? avoidedWords(text, claim);
    const kept = await texts.store(claim, { text, grave, unsourced: unsourcedClaims(text, claim) });
    if (kept === 'repeats') return { flaw: TOO_SIMILAR, state: 'skipped' };
    const isStored = kept === 'stored';
    metrics.texts.inc(isStored ? { end: 'written', reason: '' } : { end: 'thrown-away', reason: 'gone_meanwhile' });
    return null;
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
