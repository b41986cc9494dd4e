import type { Knex } from 'knex';
import { MAX_PROPOSAL_VERSIONS } from '../../contract/proposals.ts';
import { ConflictError } from '../../http/errors.ts';
import type { Session } from '../../http/session.ts';
import { inTurnOf, needProposal, refuseOther, type Outcome } from './in-turn.ts';
import type { CheckedInput, ProposalDeps, ProposalInput } from './proposal-input.ts';
import { tellOwner } from '../impersonation/tell-owner.ts';
import { isTakenBack, reasonsOfChange, refuseChange, refuseWithdrawal, TAKEN_BACK } from './of-program.ts';
import { keepFiles, noteVersion, refuseAnother, refusePast, tellOfWaiting, valuesOf } from './proposal-values.ts';
import { versionOf, type Proposal } from './proposal.ts';
import { grantOf, handOf, proposerOf } from './proposer.ts';
import { proposalsRepository } from './proposals.repository.ts';
import { holdSeats, isMember, seatAt, type Seat } from './seat.ts';
import { takingBack } from './take-back.ts';
import { trusting } from './trusting.ts';

/** What its agent, or a person, does to a proposal that is there. */
export function changingProposals({ db, checked, media }: ProposalDeps) {
  const acceptIfTrusted = trusting({ media });

  return {
    /**
     * Ends whatever was decided of it, and takes its post off the schedule. What is as it was changes nothing.
     * @throws ConflictError when it is another by now, on its way or out
     */
    async change(
      session: Session,
      id: number,
      { expectedHash, changes }: { expectedHash: string | null; changes: Partial<ProposalInput> },
    ): Promise<Outcome> {
      const seat = await seatAt(db, session, id, 'propose');
      const { proposal: before, at } = seat;
      const asked = await checked(seat, { ...inputOf(before), ...changes }, before.media);
      return inTurnOf(db, at, async (trx) => {
        await holdSeats(trx, seat, before);
        const { proposal: now } = await seatAt(trx, session, id, 'propose');
        refuseChange(now, session);
        await refuseOther(trx, at, now, expectedHash ?? before.contentHash);
        const isOpen = now.state === 'waiting' || now.state === 'approved';
        const same = await valuesOf(trx, at, asked, { id, reasons: [] });
        const isTakenOver = now.isAuthorGone && !isMember(seat);
        if (isOpen && !isTakenOver && same.contentHash === now.contentHash && same.note === now.note)
          return { proposal: now, isRepeat: true };
        await refuseInput(trx, at, id, { ...asked, scheduledAt: same.scheduledAt });
        await takingBack(trx, at, now, session);
        const reasons = reasonsOfChange(now, session);
        await proposalsRepository(trx).change(at, id, { ...same, reasons }, versionOf(now, now.media));
        if (isTakenOver) await proposalsRepository(trx).takeOver(at, id, proposerOf(session));
        await keepFiles({ trx, media }, seat, asked, now);
        await noteVersion(trx, at, id, 'changed');
        const isAsked = reasons.length > 0 || grantOf(session) === null;
        const proposal = isAsked ? await needProposal(trx, at, id) : await acceptIfTrusted(trx, seat, id);
        // What waited before is known to wait.
        if (now.state !== 'waiting' && (asksOthers(seat, session) || session.impersonator !== null))
          await tellOfWaiting(trx, proposal);
        return { proposal, isRepeat: false };
      });
    },

    /**
     * What somebody approved comes off the schedule by a token, or a person who only proposes, and waits for somebody
     * who decides, who is told: nobody's yes ends unheard.
     * @throws ConflictError when it is on its way or out; ForbiddenError for a program that did not propose it
     */
    async withdraw(session: Session, id: number): Promise<Outcome> {
      const seat = await seatAt(db, session, id, 'propose');
      const { at } = seat;
      return inTurnOf(db, at, async (trx) => {
        await holdSeats(trx, seat, seat.proposal);
        const { proposal: now } = await seatAt(trx, session, id, 'propose');
        if (now.state === 'withdrawn' || now.state === 'rejected' || now.state === 'expired')
          return { proposal: now, isRepeat: true };
        const isForOthers = asksOthers(seat, session);
        if (isForOthers && isTakenBack(now)) return { proposal: now, isRepeat: true };
        refuseWithdrawal(now, session);
        await takingBack(trx, at, now, session);
        await tellOwner(trx, session, 'withdrawn', [now]);
        const proposals = proposalsRepository(trx);
        const isPromised = isForOthers && now.decidedBy !== null && now.postId !== null;
        if (isPromised) await proposals.waitAgain(at, id, TAKEN_BACK);
        // What its own agent takes back, nobody has said anything about.
        else await proposals.decide(at, id, { state: 'withdrawn', by: deciderOf(session) });
        await proposals.note(at, id, { kind: 'withdrawn', ...handOf(session) });
        const proposal = await needProposal(trx, at, id);
        if (isPromised) await tellOfWaiting(trx, proposal);
        return { proposal, isRepeat: false };
      });
    },
  };
}

/** Others decide about what they do: a program, and whoever proposes for a page that is shared with them. */
const asksOthers = (seat: Seat<Session>, session: Session) => grantOf(session) !== null || isMember(seat);

const deciderOf = (session: Session) => (grantOf(session) === null ? handOf(session).personName : null);

/** @throws ConflictError for what is proposed already, or changed too often; InvalidInputError for a past time */
async function refuseInput(trx: Knex, session: Session, id: number, asked: CheckedInput): Promise<void> {
  await refusePast(trx, asked);
  await refuseAnother(trx, session, id, asked);
  if ((await proposalsRepository(trx).countVersions(session, id)) >= MAX_PROPOSAL_VERSIONS)
    throw new ConflictError(`This was changed ${MAX_PROPOSAL_VERSIONS} times. Withdraw it and propose a new one.`);
}

/** As it stands, for a change of some of it. */
function inputOf(of: Proposal): ProposalInput {
  return {
    facebookPageId: of.facebookPageId,
    content: of.placement === 'story' ? '' : of.content,
    link: null,
    contentType: of.contentType,
    isAiGenerated: of.isAiGenerated,
    mediaType: of.mediaType,
    placement: of.placement,
    places: of.media.map(({ id, altText }) => ({ id, altText })),
    scheduledAt: of.scheduledAt,
    nextSlot: null,
    note: of.note,
  };
}
