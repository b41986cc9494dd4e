import type { Problem as WireProblem } from '../contract/pages.ts';
import { CODE, type Problem } from './problem.ts';
import { problemWords } from './readers-words.ts';
import type { Reading } from './words.ts';

/** A problem as callers get it. */
export function presentProblem(problem: Problem, reading: Reading): WireProblem {
  const { action, params, facebook } = problem;
  return {
    code: wireCode(problem),
    message: problemWords(problem, reading),
    action,
    params,
    ...(facebook === undefined ? {} : { facebook }),
    ...(problem.code === CODE.behindDoubt ? { postId: problem.params.postId } : {}),
  };
}

/** As releases before this one have called it: callers go by that. */
export function wireCode(problem: Problem): string {
  switch (problem.code) {
    case 'post_set_aside':
      return 'set_aside';
    case 'secrets_lost':
      return 'lost_key';
    case 'other':
      return problem.params.code;
    default:
      return problem.code;
  }
}
