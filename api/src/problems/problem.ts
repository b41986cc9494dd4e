import { PROBLEM_ACTION } from '../contract/pages.ts';
import type { Hindrance, ProblemCode, StoredProblem } from '../contract/problems.ts';

/**
 * Why a page cannot be published to, or a post waits or did not go out. Its words are made when it is read: see
 * `problemWords`.
 */
export type Problem = StoredProblem;
export type ProblemOf<Code extends ProblemCode> = Extract<Problem, { code: Code }>;

/** What stands in the way of a page's posts. */
export type PageProblem = Hindrance | ProblemOf<'other'>;

/** Codes that somebody asks for, here or in SQL. */
export const CODE = {
  behindDoubt: 'behind_doubt',
  blocked: 'blocked',
  confirming: 'confirming',
  missed: 'missed',
  queued: 'queued',
  ready: 'ready',
  rateLimited: 'rate_limited',
  reconnect: 'reconnect',
  techSiteKey: 'tech_site_key',
  unreachable: 'unreachable',
  uploading: 'uploading',
} as const satisfies Record<string, ProblemCode>;

/** The same while the post may be out, and nobody can look whether it is. */
export function whileInDoubt(problem: PageProblem): Problem {
  return { ...problem, action: PROBLEM_ACTION.resolve };
}

/** The post may be out: its owner is asked whether it is. */
export function isInDoubt(problem: Problem | null): boolean {
  return problem?.action === PROBLEM_ACTION.resolve;
}
