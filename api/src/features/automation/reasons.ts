import type { AutomationReason } from '../../contract/automation-reasons.ts';
import type { Verdict } from '../rejections/rejection.ts';
import { AI_OBSTACLES } from '../../contract/problems.ts';
import type { UsedUp } from '../../problems/problem.ts';
import type { Problem, ProblemOf } from '../../problems/problem.ts';

/** Why a slot came to nothing. Its words are made when it is read: see `reasonWords`. */
export type Reason = AutomationReason;

export const STOPPED = { code: 'stopped', params: {} } as const satisfies Reason;
export const SWITCHED_OFF = { code: 'switched_off', params: {} } as const satisfies Reason;
export const SKIPPED: Reason = { code: 'skipped', params: {} };
export function rejectedFor({ kind, reason }: Verdict): Reason {
  const words = reason ?? '';
  return kind === null && words === '' ? SKIPPED : { code: 'rejected', params: { kind: kind ?? 'other', words } };
}

export const CLEARED: Reason = { code: 'cleared', params: {} };
export const NEXT_CYCLE: Reason = { code: 'next_cycle', params: {} };
export const PAUSED: Reason = { code: 'page_paused', params: {} };
export const NO_ACCESS: Reason = { code: 'no_access', params: {} };
export const PAGE_REMOVED: Reason = { code: 'page_removed', params: {} };
export const TOO_LATE: Reason = { code: 'too_late', params: {} };
export const TOO_SIMILAR: Reason = { code: 'too_similar', params: {} };
export const INTERRUPTED: Reason = { code: 'interrupted', params: {} };
export const UNDECIDED: Reason = { code: 'undecided', params: {} };

/** What stands in the way of the page, or of all automation, is why. */
export function becauseOf(problem: Problem): Reason {
  return { code: 'problem', params: { problem } };
}

export function pageProblem(problem: Problem | null): Reason {
  return problem === null ? { code: 'not_connected', params: {} } : becauseOf(problem);
}

/** What the AI account of the deployment lacks keeps everybody waiting; null for another failure. */
export function heldByAi(failure: string): ProblemOf<'insufficient_quota' | 'ai_not_usable'> | null {
  if (failure === 'quota') return { code: 'insufficient_quota', action: null, params: {} };
  const obstacle = AI_OBSTACLES.find((one) => one === failure);
  return obstacle === undefined ? null : { code: 'ai_not_usable', action: null, params: { obstacle } };
}

/** @param until when the AI takes calls again */
export function aiCoolingDown(until: Date): ProblemOf<'ai_resting'> {
  return { code: 'ai_resting', action: null, params: { until: until.toISOString() } };
}

export function budgetUsedUp({ whose, limitMicros, because }: UsedUp): ProblemOf<'budget'> {
  return { code: 'budget', action: null, params: { whose, limitMicros, because } };
}
