import { ConflictError } from '../../http/errors.ts';
import type { PostId } from '../../contract/ids.ts';
import { isInDoubt, type Problem } from '../../problems/problem.ts';

/** Why a page cannot be removed while one of its posts is on its way. */
export function pageInUse(postId: PostId, problem: Problem | null): ConflictError {
  return isInDoubt(problem)
    ? new ConflictError(
        'A post on this page may already be published. ' +
          'Tell us whether you see it there, or choose Delete it here. Then remove the page.',
        { postId },
      )
    : new ConflictError('A post on this page is being published right now. Try again in a minute.');
}
