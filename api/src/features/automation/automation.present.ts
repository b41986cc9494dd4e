import * as contract from '../../contract/index.ts';
import { intervalMinutes, postsThatFit } from '../../contract/spacing.ts';
import type { SpentToday } from '../ai-calls/ai-calls.repository.ts';
import { presentProblem } from '../../problems/present-problem.ts';
import { reasonWords } from '../../problems/readers-words.ts';
import { presentReason } from '../../problems/present-reason.ts';
import type { CycleReport } from './cycles.repository.ts';
import type { WaitingSlot } from './queue.repository.ts';
import type { PageSettings, Settings } from './settings.repository.ts';

/**
 * @param settings null for somebody who has never saved or started
 * @param now the database's
 */
export function presentSettings(
  settings: Settings | null,
  pages: readonly PageSettings[],
  spent: SpentToday,
  limitMicros: number | null,
  now: Date,
): contract.AutomationSettings {
  const frequency = settings?.frequencyHours ?? contract.DEFAULT_FREQUENCY_HOURS;
  const isEnabled = settings?.isEnabled ?? false;
  return {
    regenerationFrequency: frequency,
    isEnabled,
    lastRunAt: settings?.lastCycleAt?.toISOString() ?? null,
    nextRunAt: isEnabled ? (settings?.nextCycleAt?.toISOString() ?? null) : null,
    status: statusOf(settings),
    problem: settings?.problem ? presentProblem(settings.problem, { now }) : null,
    budget: { spentMicros: spent.mine.settled, limitMicros, resetsAt: spent.resetsAt.toISOString() },
    now: now.toISOString(),
    pageConfigurations: pages.map((page) => presentPage(page, frequency, now)),
  };
}

function statusOf(settings: Settings | null): contract.AutomationSettings['status'] {
  if (!settings?.isEnabled) return 'inactive';
  return settings.problem ? 'held' : 'active';
}

function presentPage(page: PageSettings, frequency: number, now: Date): contract.PageConfiguration {
  const {
    pageId,
    pageName,
    isEnabled,
    isAvailable,
    contentCount,
    spacingMinutes,
    contentScope,
    language,
    mode,
    isUnreadAgreed,
    holdsUnsourced,
    disclosure,
    problem,
    pausedAt,
    pauseReason,
    othersPublishing,
  } = page;
  return {
    pageId,
    pageName,
    isEnabled,
    isAvailable,
    contentCount,
    contentScope,
    language,
    mode,
    isUnreadAgreed,
    holdsUnsourced,
    disclosure,
    intervalMinutes: intervalMinutes(frequency, contentCount, spacingMinutes),
    postsThatFit: postsThatFit(frequency, contentCount, spacingMinutes),
    problem: problem === null ? null : presentProblem(problem, { now }),
    pause:
      pausedAt === null
        ? null
        : { reason: pauseReason === null ? '' : reasonWords(pauseReason, pausedAt), since: pausedAt.toISOString() },
    othersPublishing,
  };
}

const STATES = { planned: 'planned', calling: 'writing', draft: 'draft', scheduled: 'ready' } as const;

export function presentSlot(slot: WaitingSlot): contract.Slot {
  return {
    id: slot.id,
    pageId: slot.facebookPageId,
    pageName: slot.pageName,
    cycleId: slot.cycleId,
    cycleStartAt: slot.cycleStartAt.toISOString(),
    dueAt: slot.dueAt.toISOString(),
    state: slot.isPublishing ? 'publishing' : STATES[slot.state],
    mode: slot.mode,
    contentType: slot.contentType,
    content: slot.content,
    contentHash: slot.contentHash,
    postId: slot.postId,
    problem: slot.problem === null ? null : presentProblem(slot.problem, { now: slot.readAt }),
    reason: slot.reason === null ? null : presentReason(slot.reason, slot.readAt),
  };
}

export function presentCycle(cycle: CycleReport): contract.AutomationCycle {
  return {
    id: cycle.id,
    startedAt: cycle.startsAt.toISOString(),
    isCatchUp: cycle.isCatchUp,
    planned: cycle.planned,
    made: cycle.made,
    published: cycle.published,
    waiting: cycle.waiting,
    costMicros: cycle.costMicros,
    calls: cycle.calls,
    inputTokens: cycle.inputTokens,
    outputTokens: cycle.outputTokens,
    skipped: cycle.skipped.map(({ id, pageId, pageName, dueAt, isFailure, reason, at }) => ({
      id,
      pageId,
      pageName,
      dueAt,
      isFailure,
      reason: presentReason(reason, at),
    })),
  };
}
