import type { PostId } from '../../contract/ids.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Claim } from '../publishing/claim.ts';

interface Deps {
  readonly metrics: Metrics;
  publishClaimed(claim: Claim, claimedAt: number): Promise<void>;
  /** It came to no end that was foreseen. */
  onCrash(claim: Claim, error: unknown): Promise<void> | void;
  /** It has come to an end or a wait. */
  onEnd(claim: Claim): void;
}

/** The posts that this process has on their way. */
export function inFlightPosts({ metrics, publishClaimed, onCrash, onEnd }: Deps) {
  const works = new Set<Promise<void>>();
  const postIds = new Set<PostId>();

  return {
    count: () => works.size,
    postIds: () => [...postIds],

    /** @param claimedAt a reading of `performance.now()` from before the claim */
    bringOut(claim: Claim, claimedAt: number): Promise<void> {
      metrics.wakeLatency.observe(Math.max(0, claim.now().getTime() - claim.scheduledAt.getTime()) / 1000);
      const work: Promise<void> = publishClaimed(claim, claimedAt)
        .catch((error: unknown) => onCrash(claim, error))
        .finally(() => {
          works.delete(work);
          postIds.delete(claim.postId);
          onEnd(claim);
        });
      works.add(work);
      postIds.add(claim.postId);
      return work;
    },

    /** Resolves when all that are on their way now have come to an end or a wait. */
    async settled(): Promise<void> {
      await Promise.all(works);
    },
  };
}
