import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import type { Session } from '../../http/session.ts';
import { changingProposals } from './changing.service.ts';
import { inTurnAfter, needProposal, type Outcome } from './in-turn.ts';
import type { ProposalDeps, ProposalInput } from './proposal-input.ts';
import {
  keepFiles,
  knownOf,
  noteVersion,
  refusePast,
  refuseTooMany,
  tellOfWaiting,
  valuesOf,
} from './proposal-values.ts';
import type { Proposal } from './proposal.ts';
import { proposerOf } from './proposer.ts';
import { holdPage, seatOnPage } from './seat.ts';
import { proposalsRepository } from './proposals.repository.ts';
import { similarPosts } from './similar.ts';
import { trusting } from './trusting.ts';

/** Proposing posts: the same again, however it comes, is the same. */
export function proposalsService({ db, checked, media }: ProposalDeps) {
  const acceptIfTrusted = trusting({ media });

  return {
    /** Answers what became of it, when it is there already. */
    async propose(session: Session, input: ProposalInput): Promise<Outcome> {
      const seat = await seatOnPage(db, session, input.facebookPageId);
      const { at } = seat;
      const asked = await checked(seat, input);
      const work = async (trx: Knex): Promise<Outcome> => {
        await holdPage(trx, seat, asked.facebookPageId);
        const proposals = proposalsRepository(trx);
        const known = await knownOf(trx, at, asked);
        if (known !== null) return { proposal: known, isRepeat: true };
        await refusePast(trx, asked);
        const values = await valuesOf(trx, at, asked, { id: 0, reasons: [] });
        await refuseTooMany(trx, seat);
        const id = await proposals.insert(at, proposerOf(session), values);
        await keepFiles({ trx, media }, seat, asked, { id, media: [] });
        await noteVersion(trx, at, id, 'proposed');
        const proposal = await acceptIfTrusted(trx, seat, id);
        await tellOfWaiting(trx, proposal);
        return { proposal, isRepeat: false };
      };
      // Of a page with thousands of posts that takes its time once: nobody is locked out meanwhile.
      const first = () => similarPosts(db).sketch(at, asked.facebookPageId);
      return inTurnAfter(db, at, { first, work });
    },

    ...changingProposals({ db, checked, media }),

    read: (owner: Owner, id: number): Promise<Proposal> => needProposal(db, owner, id),
    countFor: (reader: Owner) => proposalsRepository(db).countFor(reader),
    waiting: (owner: Owner) => proposalsRepository(db).waiting(owner),
    decided: (owner: Owner, page: number, limit: number) => proposalsRepository(db).decided(owner, page, limit),
  };
}
export type ProposalsService = ReturnType<typeof proposalsService>;
