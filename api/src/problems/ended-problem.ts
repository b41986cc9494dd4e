import { PROBLEM_ACTION } from '../contract/pages.ts';
import type { ProblemCode, ReadyBecause } from '../contract/problems.ts';
import { isInDoubt, type Problem, type ProblemOf } from './problem.ts';

/** What is known, when it is read, of what a problem was about. */
export interface Surroundings {
  /** The database's time. */
  readonly now: Date;
  readonly page: string | null;
  /** It is connected, and nothing stands in its way. */
  readonly isPageWell: boolean;
  /** A post there may be out, and others wait behind it. */
  readonly isPageInDoubt: boolean;
  /** Where it goes: administrators have given that what it needs. */
  readonly isSetUp: boolean;
  /** The key of where it goes was changed after it was refused. */
  readonly isKeyNew: boolean;
  /** Its files are there. */
  readonly hasFiles: boolean;
}

/**
 * What ends the cause of each problem without the post itself going anywhere. A new time ends every one, as the post is
 * planned then.
 * - `text`, `page`: its owner changes that; the row has it from then on
 * - the others: seen when it is read
 * - null: nothing but another try, or its owner's word; what it says stays true until then
 */
type Ending = 'text' | 'access' | 'page-well' | 'moment' | 'doubt-decided' | 'set-up' | 'new-key' | 'file';
export const ENDINGS: Readonly<Record<ProblemCode, Ending | null>> = {
  reconnect: 'page-well',
  lost_key: 'page-well',
  other_app: 'page-well',
  no_permission: 'page-well',
  missing_permissions: 'page-well',
  left_out: 'page-well',
  page_removed: 'page-well',
  expiring: 'page-well',
  no_access: 'access',
  no_tech_site: 'set-up',
  no_app: 'set-up',
  tech_site_key: 'new-key',
  no_file: 'file',
  reel_limit: 'moment',
  link_limit: 'text',
  rate_limited: 'moment',
  blocked: 'moment',
  refused: 'text',
  duplicate: 'text',
  set_aside: 'text',
  missed_behind_doubt: 'doubt-decided',
  confirming: null,
  may_be_out: null,
  cannot_look: null,
  retrying: null,
  queued: null,
  behind_doubt: null,
  uploading: null,
  processing: null,
  looking_back: null,
  app_secret: null,
  vanished: null,
  crashed: null,
  unreachable: null,
  missed: null,
  ready: null,
  post_set_aside: null,
  secrets_lost: null,
  release_taken_back: null,
  rule_stopped: null,
  rule_left_out: null,
  webhook_off: null,
  feed_unreadable: null,
  export_ready: null,
  export_failed: null,
  page_person: null,
  schedule_changed: null,
  proposals_passed: null,
  changes_lost: null,
  work_lost: null,
  insufficient_quota: null,
  ai_not_usable: null,
  ai_resting: null,
  budget: null,
  other: null,
};

/** Codes of which a new text ends the cause. What is wrong with a file is not. */
export const ENDED_BY_TEXT = Object.entries(ENDINGS)
  .filter(([, ending]) => ending === 'text')
  .map(([code]) => code as ProblemCode) as [ProblemCode, ...ProblemCode[]];

/** Nothing stands in the way any more: what is left is to publish it, or to choose a time. */
export function ready(because: ReadyBecause, page: string | null = null): ProblemOf<'ready'> {
  return { code: 'ready', action: PROBLEM_ACTION.publishNow, params: { because, page } };
}

/** The problem of a post that waits for its owner, or, where its cause is gone by now, what is left to do. */
export function unlessEnded(problem: Problem, around: Surroundings): Problem {
  const { now, page, isPageWell, isPageInDoubt } = around;
  if (isInDoubt(problem)) return problem;
  switch (ENDINGS[problem.code]) {
    case 'page-well':
      return isPageWell ? ready('reconnected', page) : problem;
    case 'moment':
      return isOver(problem, now) ? ready('taken-again', page) : problem;
    case 'doubt-decided':
      return isPageInDoubt ? problem : ready('doubt-decided', page);
    case 'set-up':
      return around.isSetUp ? ready('set-up', page) : problem;
    case 'new-key':
      return around.isKeyNew ? ready('new-key', page) : problem;
    case 'file':
      return around.hasFiles ? ready('file', page) : problem;
    // Whoever reads it has been let in again.
    case 'access':
      return ready('access', page);
    default:
      return problem;
  }
}

function isOver({ params }: Problem, now: Date): boolean {
  const until = ['until', 'at'].map((name) => (params as Record<string, unknown>)[name]).find((at) => at !== undefined);
  return typeof until === 'string' && new Date(until) <= now;
}
