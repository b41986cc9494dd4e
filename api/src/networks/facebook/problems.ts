import { PROBLEM_ACTION } from '../../contract/pages.ts';
import type { ProblemOf } from '../../problems/problem.ts';
import { REELS_PER_DAY } from './limits.ts';

export const PAGE_REMOVED: ProblemOf<'page_removed'> = {
  code: 'page_removed',
  action: PROBLEM_ACTION.choosePage,
  params: {},
};

export const NO_FILE: ProblemOf<'no_file'> = { code: 'no_file', action: PROBLEM_ACTION.edit, params: {} };

export const NO_APP: ProblemOf<'no_app'> = { code: 'no_app', action: null, params: {} };

/** @param at when the page may publish its next reel */
export function reelLimit(page: string, at: Date): ProblemOf<'reel_limit'> {
  return {
    code: 'reel_limit',
    action: PROBLEM_ACTION.publishNow,
    params: { page, limit: REELS_PER_DAY, at: at.toISOString() },
  };
}
