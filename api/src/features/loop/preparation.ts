import type { NotReady, Ready } from '../../networks/network.ts';
import type { PostId } from '../../contract/ids.ts';
import type { Networks } from '../../networks/networks.ts';
import type { OutgoingMedia } from '../../networks/target.ts';
import type { Claim } from '../publishing/claims.repository.ts';
import { NO_ACCESS } from '../publishing/problems.ts';

interface Deps {
  readonly networks: Networks;
  readonly adminIds: readonly string[];
  mediaOf(postId: PostId): Promise<readonly OutgoingMedia[]>;
}

/**
 * Reads again, at the moment of publishing, all that may have changed since a post was planned: access, files, and what
 * its network needs.
 */
export function preparation({ networks, adminIds, mediaOf }: Deps) {
  return {
    async check(claim: Claim): Promise<Ready | NotReady> {
      if (claim.owner.access !== 'whitelist' && !adminIds.includes(claim.owner.facebookId))
        return { problem: NO_ACCESS, next: 'hold' };
      const media = claim.mediaType === 'text' ? [] : await mediaOf(claim.postId);
      return networks.of(claim.target).prepare(claim, media);
    },
  };
}
export type Preparation = ReturnType<typeof preparation>;
