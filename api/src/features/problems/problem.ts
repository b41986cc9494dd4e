import type { Hindrance, StoredProblem } from '../../contract/problems.ts';
import { PROBLEM_ACTION } from '../../contract/pages.ts';

/** Why a page cannot be published to, or a post waits or did not go out. Its words are made when it is read: see `problemWords`. */
export type Problem = StoredProblem;
export type ProblemCode = Problem['code'];
export type ProblemOf<Code extends ProblemCode> = Extract<Problem, { code: Code }>;

/** Problems as a caller names them in a condition, also in one of SQL. */
export const CODE = Object.freeze({
  behindDoubt: 'behind_doubt',
  blocked: 'blocked',
  confirming: 'confirming',
  missed: 'missed',
  noAccess: 'no_access',
  queued: 'queued',
  rateLimited: 'rate_limited',
  reconnect: 'reconnect',
  unreachable: 'unreachable',
} as const satisfies Record<string, ProblemCode>);

/** What its owner can do about a post that may be out: say whether it is. */
export const ASKS_OWNER = PROBLEM_ACTION.resolve;

/** The same while nobody can look whether the post is out. */
export function whileInDoubt(problem: Hindrance | ProblemOf<'other'>): Problem {
  return { ...problem, action: ASKS_OWNER };
}

/** Nobody can tell whether the post is out, and its owner is asked. */
export function isInDoubt(problem: Problem | null): boolean {
  return problem?.action === ASKS_OWNER;
}
