import type { Knex } from 'knex';
import { ConflictError, ForbiddenError } from '../../http/errors.ts';
import type { Owner } from '../../db/owner.ts';
import type { VerdictOf } from '../rejections/rejection.ts';
import type { MediaService } from '../media/media.service.ts';
import { PAST_TOLERANCE_MS, type PostPreconditions } from '../posts/post-preconditions.ts';
import { tellOwner } from '../impersonation/tell-owner.ts';
import { marksOf } from './intent.ts';
import { makePost, roomFor } from './making-posts.ts';
import type { Proposal } from './proposal.ts';
import { grantOf, handOf, type Decider } from './proposer.ts';
import { holdSeats, seatAt } from './seat.ts';
import { proposalsRepository } from './proposals.repository.ts';
import { similarPosts } from './similar.ts';
import { inTurnOf, needProposal, refuseOther, type Outcome } from './in-turn.ts';

interface Deps {
  readonly db: Knex;
  readonly media: Pick<MediaService, 'copyOfProposal'>;
  readonly preconditions: Pick<PostPreconditions, 'needPage'>;
}

const ENDED = {
  withdrawn: 'This proposal was withdrawn, so there is nothing to decide.',
  rejected: 'This proposal was rejected already.',
  expired: 'Nobody decided on this proposal in time. Change it to bring it back.',
} as const;

const LIKE_ANOTHER_SINCE =
  'Another post of this page, planned or published since this was proposed, looks like it. Nothing was scheduled. ' +
  'Compare the two, then approve it if both are to go out.';

/** What a person decides about what is proposed. */
export function decidingService({ db, media, preconditions }: Deps) {
  return {
    /**
     * Makes the post of exactly what was read, once, however often and from wherever that is said.
     * @throws ConflictError that says what has changed, or what stands in the way of its time
     */
    async approve(session: Decider, id: number, hash: string): Promise<Outcome> {
      refuseTokens(session);
      const seat = await seatAt(db, session, id, 'approve');
      const { at, proposal } = seat;
      await preconditions.needPage(at, proposal.facebookPageId);
      const outcome = await inTurnOf(db, at, async (trx) => {
        await holdSeats(trx, seat, await needProposal(trx, at, id));
        const { proposal: now } = await seatAt(trx, session, id, 'approve');
        await refuseOther(trx, at, now, hash);
        if (now.state === 'approved') return { proposal: now, isRepeat: true };
        if (now.state !== 'waiting') throw new ConflictError(ENDED[now.state]);
        refuseUnspoken(now);
        // Kept although it is refused: the next time that it is looked at, it says what it is like.
        if (await likenSince(trx, at, now)) return null;
        const postId = await makePost({ trx, media }, at, now, await timeFor(trx, now));
        const hand = handOf(session);
        await proposalsRepository(trx).decide(at, id, { state: 'approved', by: hand.personName, postId });
        await proposalsRepository(trx).note(at, id, { kind: 'approved', ...hand, contentHash: hash });
        await tellOwner(trx, session, 'planned', [now]);
        return { proposal: await needProposal(trx, at, id), isRepeat: false };
      });
      if (outcome === null) throw new ConflictError(LIKE_ANOTHER_SINCE);
      return outcome;
    },

    /** @throws ConflictError when it is decided otherwise by now, or that says what has changed */
    async reject(session: Decider, id: number, { kind, reason, hash }: VerdictOf): Promise<Outcome> {
      refuseTokens(session);
      const seat = await seatAt(db, session, id, 'approve');
      const { at } = seat;
      return inTurnOf(db, at, async (trx) => {
        await holdSeats(trx, seat, seat.proposal);
        const { proposal: now } = await seatAt(trx, session, id, 'approve');
        if (now.state === 'rejected') return { proposal: now, isRepeat: true };
        if (now.state === 'approved')
          throw new ConflictError(
            'This proposal is approved. Take its post off the schedule in Scheduled Posts instead.',
          );
        if (now.state !== 'waiting') throw new ConflictError(ENDED[now.state]);
        if (hash !== null) await refuseOther(trx, at, now, hash);
        const hand = handOf(session);
        await proposalsRepository(trx).decide(at, id, { state: 'rejected', by: hand.personName, reason, kind });
        await proposalsRepository(trx).note(at, id, { kind: 'rejected', ...hand, reason });
        await tellOwner(trx, session, 'rejected', [now]);
        return { proposal: await needProposal(trx, at, id), isRepeat: false };
      });
    },
  };
}
export type DecidingService = ReturnType<typeof decidingService>;

/** Whatever else is asked of the caller: a token never decides. */
function refuseTokens(session: Decider): void {
  if (grantOf(session) !== null)
    throw new ForbiddenError('Only a person who is logged in decides about proposals. Ask them to open Pagecast.');
}

/** @throws ConflictError for what nobody speaks for any more */
function refuseUnspoken({ isAuthorGone, personName, pageName }: Proposal): void {
  if (isAuthorGone)
    throw new ConflictError(
      `${personName} no longer proposes posts for ${pageName ?? 'this page'}, so nothing was scheduled. ` +
        'Its owner can save it as their own, then approve it.',
    );
}

/** Whether the page has a post that it may repeat by now, and had not when a person was told what it is like. */
async function likenSince(trx: Knex, owner: Owner, proposal: Proposal): Promise<boolean> {
  const { id, facebookPageId, content, media, placement, scheduledAt, readAt, alike } = proposal;
  const marks = marksOf({ content, media: media.map(({ sha256 }) => sha256) });
  const asked = { pageId: facebookPageId, content, marks, placement, at: scheduledAt ?? readAt };
  const posts = similarPosts(trx);
  // Those that were proposals then may be posts by now.
  const made = await posts.postsOf(
    owner,
    alike.flatMap(({ kind, id: other }) => (kind === 'proposal' ? [other] : [])),
  );
  const known = [...alike, ...made.map((postId) => ({ kind: 'post' as const, id: postId }))];
  const since = await posts.closest(owner, asked, { kinds: ['post'], exceptId: id, known });
  if (since === null) return false;
  await proposalsRepository(trx).liken(owner, id, { similar: since.similar, alike: [...known, ...since.alike] });
  return true;
}

/** @throws ConflictError when its time is over, or another post is too close to it */
async function timeFor(trx: Knex, proposal: Proposal): Promise<Date> {
  const { scheduledAt, readAt, facebookPageId } = proposal;
  const owner = { userId: proposal.userId, environment: proposal.environment };
  if (scheduledAt !== null && scheduledAt.getTime() < readAt.getTime() - PAST_TOLERANCE_MS)
    throw new ConflictError('Its time has passed, so nothing was scheduled. Choose a new time, then approve it.');
  const { at, other, freeAt, minutes } = await roomFor(trx, owner, facebookPageId, scheduledAt);
  if (other === null) return at;
  throw new ConflictError(
    `Another post of this page is less than ${minutes} minutes from this one, so nothing was scheduled. ` +
      'Choose another time, then approve it.',
    { otherAt: other.toISOString(), freeAt: freeAt.toISOString() },
  );
}
