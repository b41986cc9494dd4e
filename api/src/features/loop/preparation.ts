import type { NotReady, Ready } from '../../networks/network.ts';
import type { PostId } from '../../contract/ids.ts';
import type { Networks } from '../../networks/networks.ts';
import type { OutgoingMedia } from '../../networks/target.ts';
import type { Claim } from '../publishing/claim.ts';
import { NO_ACCESS } from '../publishing/problems.ts';

interface Deps {
  readonly networks: Networks;
  readonly adminIds: readonly string[];
  readonly media: { forPost(postId: PostId): Promise<readonly OutgoingMedia[]> };
}

/**
 * Reads again, at the moment of publishing, all that may have changed since a post was planned: access, files, and what
 * its network needs.
 */
export function createPreparation({ networks, adminIds, media }: Deps) {
  return {
    async check(claim: Claim): Promise<Ready | NotReady> {
      if (claim.owner.access !== 'whitelist' && !adminIds.includes(claim.owner.facebookId))
        return { problem: NO_ACCESS, next: 'hold' };
      const files = claim.mediaType === 'text' ? [] : await media.forPost(claim.postId);
      return networks.of(claim.target).prepare(claim, files);
    },
  };
}
export type Preparation = ReturnType<typeof createPreparation>;
