import { PROBLEM_ACTION } from '../../contract/pages.ts';
import type { PostId } from '../../contract/ids.ts';
import type { Place } from '../../problems/problem.ts';
import { CODE, type Problem } from '../../problems/problem.ts';

/** What keeps a planned post waiting without being its own. */
export interface Block {
  /** A post of the same page that may be out: until that is known, no other goes out there. */
  readonly doubtfulPostId: PostId | null;
  /** No calls are taken before then. */
  readonly until: string | null;
  readonly reason: string | null;
}

/** Problems that say less than the block itself. */
const VAGUE: readonly Problem['code'][] = [CODE.queued, CODE.rateLimited];

/** What a post waits on: its own problem, unless what keeps its page says more. */
export function problemWith(problem: Problem | null, block: Block | null, place: Place): Problem | null {
  if (block === null || (problem !== null && !VAGUE.includes(problem.code))) return problem;
  if (block.doubtfulPostId !== null)
    return { code: CODE.behindDoubt, action: null, params: { ...place, postId: block.doubtfulPostId } };
  if (problem !== null || block.until === null) return problem;
  const params = { ...place, stage: 'waiting' as const, until: block.until };
  return block.reason === CODE.blocked
    ? { code: CODE.blocked, action: PROBLEM_ACTION.openFacebook, params: { ...params, said: null } }
    : { code: CODE.rateLimited, action: null, params };
}
