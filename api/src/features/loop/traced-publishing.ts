import { isTracing, traced } from '../../tracing/tracing.ts';
import type { Claim } from '../publishing/claim.ts';
import type { ClaimsRepository } from '../publishing/claims.repository.ts';

interface Deps {
  readonly claims: Pick<ClaimsRepository, 'traceparentOf'>;
  publishClaimed(claim: Claim, claimedAt: number): Promise<void>;
}

/** Goes on, in this process and at this time, with the trace in which somebody last asked for the post. */
export function tracedPublishing({ claims, publishClaimed }: Deps): Deps['publishClaimed'] {
  return async (claim, claimedAt) => {
    if (!isTracing()) return publishClaimed(claim, claimedAt);
    // A post goes out with or without its trace.
    const parent = await claims.traceparentOf(claim.postId).catch(() => null);
    const attributes = {
      'messaging.system': 'pagecast',
      'messaging.destination.name': 'posts',
      'messaging.operation.name': 'publish',
      'messaging.operation.type': 'process',
      'pagecast.post.id': claim.postId,
      'pagecast.target': claim.target,
    };
    return traced(
      () => ({ name: 'publish post', kind: 'consumer', parent, attributes }),
      () => publishClaimed(claim, claimedAt),
    );
  };
}
