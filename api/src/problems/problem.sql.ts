import { PROBLEM_ACTION } from '../contract/pages.ts';
import type { ProblemCode } from '../contract/problems.ts';

/** SQL: the problem is one of these. @param problem an expression of jsonb */
export function hasCode(problem: string, ...codes: readonly [ProblemCode, ...ProblemCode[]]): string {
  return `${problem} ->> 'code' in (${codes.map((code) => `'${code}'`).join(', ')})`;
}

/** SQL: the post may be out, and its owner is asked whether it is. */
export function asksOwner(problem: string): string {
  return `${problem} ->> 'action' = '${PROBLEM_ACTION.resolve}'`;
}
