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
  changesLost: 'changes_lost',
  confirming: 'confirming',
  exportFailed: 'export_failed',
  exportReady: 'export_ready',
  feedUnreadable: 'feed_unreadable',
  missed: 'missed',
  pagePerson: 'page_person',
  pageRemoved: 'page_removed',
  proposalsPassed: 'proposals_passed',
  queued: 'queued',
  ready: 'ready',
  rateLimited: 'rate_limited',
  retrying: 'retrying',
  reconnect: 'reconnect',
  ruleLeftOut: 'rule_left_out',
  ruleStopped: 'rule_stopped',
  scheduleChanged: 'schedule_changed',
  takenBack: 'release_taken_back',
  techSiteKey: 'tech_site_key',
  unreachable: 'unreachable',
  uploading: 'uploading',
  webhookOff: 'webhook_off',
  workLost: 'work_lost',
} as const satisfies Record<string, ProblemCode>;

/** The same while the post may be out, and nobody can look whether it is. */
export function whileInDoubt(problem: PageProblem): Problem {
  return { ...problem, action: PROBLEM_ACTION.resolve };
}

/** The post may be out: its owner is asked whether it is. */
export function isInDoubt(problem: Problem | null): boolean {
  return problem?.action === PROBLEM_ACTION.resolve;
}

/** Where a post goes. */
export interface Place {
  /** The name of its network. */
  readonly target: string;
  /** The name of the page, as its owner knows it; null at a network without pages. */
  readonly page: string | null;
}

/** Which of the day's budgets leaves nothing for another text, and why. */
export interface UsedUp {
  readonly whose: 'mine' | 'all';
  /** Millionths of a US dollar a day; null where that is not known. */
  readonly limitMicros: number | null;
  /** `open`: there is enough unless the texts that are being written cost as much as they may. */
  readonly because: 'open' | 'not-enough' | 'used-up';
}
