import type { NotReady, Ready } from '../../networks/network.ts';
import type { PostId } from '../../contract/ids.ts';
import type { Networks } from '../../networks/networks.ts';
import type { OutgoingMedia } from '../../networks/target.ts';
import type { LinkLimits } from '../link-limits/link-limits.feature.ts';
import type { Claim } from '../publishing/claim.ts';
import { NO_ACCESS } from '../publishing/problems.ts';

interface Deps {
  readonly networks: Networks;
  readonly adminIds: readonly string[];
  readonly linkLimits: Pick<LinkLimits, 'hindrance'>;
  readonly media: { forPost(postId: PostId): Promise<readonly OutgoingMedia[]> };
}

/**
 * Reads again, at the moment of publishing, all that may have changed since a post was planned: access, files, and what
 * its network needs.
 */
export function createPreparation({ networks, adminIds, media, linkLimits }: Deps) {
  /** What its owner asks for right now goes out all the same, and so does what may be out already. */
  async function overLimit(claim: Claim, { pageName }: Ready): Promise<NotReady | null> {
    const { facebookPageId, attempt, content, publishNow, sends } = claim;
    if (facebookPageId === null || publishNow || sends.length > 0 || attempt.state !== 'started') return null;
    const problem = await linkLimits.hindrance({ facebookPageId, pageName, attemptId: attempt.id, content });
    return problem === null ? null : { problem, next: 'miss' };
  }

  return {
    async check(claim: Claim): Promise<Ready | NotReady> {
      if (claim.owner.access !== 'whitelist' && !adminIds.includes(claim.owner.facebookId))
        return { problem: NO_ACCESS, next: 'hold' };
      const files = claim.mediaType === 'text' ? [] : await media.forPost(claim.postId);
      const ready = await networks.of(claim.target).prepare(claim, files);
      return 'problem' in ready ? ready : ((await overLimit(claim, ready)) ?? ready);
    },
  };
}
export type Preparation = ReturnType<typeof createPreparation>;
