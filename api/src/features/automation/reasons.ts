import type { OverBudget } from '../ai-calls/ai-budget.ts';
import { whatIsUsedUp } from '../ai-calls/budget-words.ts';
import { inWords } from '../generation/retry-after.ts';
import type { PostProblem } from '../posts/post.ts';

/** Why a slot came to nothing, or what automation waits for, in words for its owner. */
export type Reason = Pick<PostProblem, 'code' | 'message'> & { readonly action?: string | null };

export const STOPPED: Reason = { code: 'stopped', message: 'You stopped automation before it was made.' };
export const SWITCHED_OFF: Reason = { code: 'switched_off', message: 'You switched automation off for this page.' };
export const SKIPPED: Reason = { code: 'skipped', message: 'You left it out.' };
export const CLEARED: Reason = { code: 'cleared', message: 'You cleared the queue.' };
export const NEXT_CYCLE: Reason = { code: 'next_cycle', message: 'The next cycle began before it was made.' };
export const PAUSED: Reason = { code: 'page_paused', message: 'The page was paused after three failures in a row.' };
export const NO_ACCESS: Reason = { code: 'no_access', message: 'Your access to Pagecast has been withdrawn.' };
export const PAGE_REMOVED: Reason = { code: 'page_removed', message: 'The page was removed.' };
export const TOO_LATE: Reason = {
  code: 'too_late',
  message: 'It could not go out within an hour of its time, so it was dropped.',
};
export const TOO_SIMILAR: Reason = {
  code: 'too_similar',
  message:
    'Twice the AI wrote what the page has had in the last 90 days. Give the AI more to write about in the content scope.',
};
export const INTERRUPTED: Reason = {
  code: 'interrupted',
  message: 'Pagecast was interrupted twice while the AI was writing. No third text was paid for.',
};
export const UNDECIDED: Reason = { code: 'undecided', message: 'Nobody decided on the draft for a week.' };

const NOT_CONNECTED = 'The page is not connected.';

export function pageProblem(problem: Reason | null): Reason {
  return { code: problem?.code ?? 'not_connected', message: problem?.message ?? NOT_CONNECTED };
}

/** What the AI account of this deployment lacks keeps everybody waiting. */
export const AI_HOLDS: ReadonlySet<string> = new Set(['quota', 'no-key', 'bad-key', 'no-model', 'bad-setup']);

export function heldByAi(code: string, message: string): PostProblem {
  return {
    code: code === 'quota' ? 'insufficient_quota' : 'ai_not_usable',
    message: `${message} Automation goes on by itself once that is done; posts that come due meanwhile are left out.`,
    action: null,
  };
}

/** @param seconds until the AI takes calls again */
export function aiCoolingDown(seconds: number): PostProblem {
  return {
    code: 'ai_resting',
    message: `The AI takes no calls right now, and says that it will ${inWords(seconds)}. Automation goes on by itself then. Posts that come due until then are left out.`,
    action: null,
  };
}

export function budgetUsedUp(over: OverBudget): PostProblem {
  return {
    code: 'budget',
    action: null,
    message: `${whatIsUsedUp(over)} Automation goes on tomorrow. Posts that come due until then are left out.`,
  };
}
