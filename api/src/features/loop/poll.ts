import { textMarksOf, type Claim } from '../publishing/claim.ts';
import type { ClaimsRepository } from '../publishing/claims.repository.ts';
import { isUnclear, type Failure } from '../../networks/failure.ts';
import type { Ready } from '../../networks/network.ts';
import type { Networks } from '../../networks/networks.ts';
import type { Outcome, SentBefore, Sought } from '../../networks/target.ts';

/** Posts of ours on the page that are asked for to see whether it can be seen. */
const KNOWN_POSTS = 3;

/** - `vanished`: the object that was about to be shown cannot be read; the page can, and the post is not on it */
export type Polled = Outcome | { readonly kind: 'vanished'; readonly error: Failure };

/** How one finds out what became of a post. */
export function polling({ claims, networks }: { claims: ClaimsRepository; networks: Networks }) {
  /** Whatever was sent of this post, in any attempt, with the words that it had then. */
  function soughtOf(claim: Claim, sent?: SentBefore): Sought {
    const { sends } = claim;
    const { idsIn } = networks.of(claim.target);
    const lastSent = sent?.sentAt ?? claim.attempt.sentAt;
    const times = [...sends.map(({ since }) => since), ...(lastSent === null ? [] : [lastSent])];
    const objects = [...sends, ...(sent === undefined ? [] : [sent])];
    return {
      since: times.length === 0 ? claim.createdAt : new Date(Math.min(...times.map((time) => time.getTime()))),
      until: null,
      ids: [
        ...new Set(
          objects.flatMap(({ remoteId, checkpoint }) => [
            ...(remoteId === null ? [] : [remoteId]),
            ...idsIn(checkpoint),
          ]),
        ),
      ],
      textMarks: textMarksOf(claim),
      taken: (ids) => claims.takenIds(ids, claim.postId),
    };
  }

  /** A no of this kind, to a read, is about the one thing that was asked for: the rest may be open. */
  function isAboutObject(error: Failure): boolean {
    return error.isOfFile !== true && ['permission', 'bad', 'duplicate'].includes(error.kind);
  }

  /** Why the place of a post cannot be seen; null when it can. */
  async function controlOf(claim: Claim, { target, post }: Pick<Ready, 'target' | 'post'>): Promise<Failure | null> {
    return target.control === undefined ? null : target.control(post, await claims.knownIds(claim, KNOWN_POSTS));
  }

  return {
    soughtOf,
    controlOf,

    /**
     * What became of a visible call: by the object that was about to be shown, where it can be read. A refused read of
     * one object proves nothing, nor does an empty list by itself: then the page has to be seen, and everything on it
     * that could be this post.
     */
    async poll(claim: Claim, { target, post }: Ready, sent: SentBefore): Promise<Polled> {
      const sought = soughtOf(claim, sent);
      const observed = await target.observe(post, sent, sought);
      const isRead = target.isCommitRepeatable && (sent.remoteId !== null || target.isKeyed === true);
      if (
        observed.kind === 'absent'
          ? isRead && !claim.attempt.saidDuplicate && (claim.forgotten === null || target.isKeyed === true)
          : observed.kind !== 'refused' || target.isKeyed === true || !isAboutObject(observed.error)
      )
        return observed;

      const hindrance = await controlOf(claim, { target, post });
      if (hindrance !== null) return { kind: isUnclear(hindrance) ? 'unclear' : 'refused', error: hindrance };
      const found = isRead ? await target.search(post, sought) : observed;
      if (found.kind === 'absent')
        return observed.kind === 'refused' ? { kind: 'vanished', error: observed.error } : observed;
      // The page itself is in order: what does not let itself be listed is no reason to trouble its owner for it.
      return found.kind === 'refused' && isAboutObject(found.error) ? { kind: 'unclear', error: found.error } : found;
    },
  };
}
export type Polling = ReturnType<typeof polling>;
