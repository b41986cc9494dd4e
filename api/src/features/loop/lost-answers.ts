import type { PostId } from '../../contract/ids.ts';
import { isDatabaseAway } from '../../db/database-errors.ts';
import type { Claim } from '../publishing/claim.ts';
import type { ClaimsRepository } from '../publishing/claims.repository.ts';

/** A database that was frozen does at its thaw what was asked of it before: nobody hears of that any more. */
const DOUBTFUL_MS = 15_000;

interface Deps {
  readonly claims: ClaimsRepository;
}

/** Claims whose answer this process never heard: they are its own, and nobody works on them. */
export function lostAnswers({ claims }: Deps) {
  /** Claims for one post whose answer has not come yet. */
  let claiming = 0;

  /** Until this reading of `performance.now()` answers of the database may have been lost. */
  let doubtfulUntil = -Infinity;

  function noteDatabaseAway(): void {
    doubtfulUntil = performance.now() + DOUBTFUL_MS;
  }

  return {
    noteDatabaseAway,

    /** Lets go of what this process has claimed without its being among the posts that it works on. */
    async disownLost(postIds: readonly PostId[]): Promise<void> {
      if (claiming === 0 && performance.now() < doubtfulUntil) await claims.disown(postIds);
    },

    async claimPost(postId: PostId, worker: string | null): Promise<Claim | null> {
      claiming += 1;
      try {
        return await claims.claimPost(postId, worker);
      } catch (error) {
        if (isDatabaseAway(error)) noteDatabaseAway();
        throw error;
      } finally {
        claiming -= 1;
      }
    },
  };
}
