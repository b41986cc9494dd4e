import type { Owner } from '../../db/owner.ts';
import type { Session } from '../../http/session.ts';
import { changingProposals } from './changing.service.ts';
import { inTurnOf, needProposal, type Outcome } from './in-turn.ts';
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
import { proposalsRepository } from './proposals.repository.ts';
import { trusting } from './trusting.ts';

/** Proposing posts: the same again, however it comes, is the same. */
export function proposalsService({ db, checked, media }: ProposalDeps) {
  const acceptIfTrusted = trusting({ media });

  return {
    /** Answers what became of it, when it is there already. */
    async propose(session: Session, input: ProposalInput): Promise<Outcome> {
      const asked = await checked(session, input);
      return inTurnOf(db, session, async (trx) => {
        const proposals = proposalsRepository(trx);
        const known = await knownOf(trx, session, asked);
        if (known !== null) return { proposal: known, isRepeat: true };
        await refusePast(trx, asked);
        const values = await valuesOf(trx, session, asked, { id: 0, reasons: [] });
        await refuseTooMany(trx, session);
        const id = await proposals.insert(session, proposerOf(session), values);
        await keepFiles({ trx, media }, session, asked, id);
        await noteVersion(trx, session, id, 'proposed');
        const proposal = await acceptIfTrusted(trx, session, id);
        await tellOfWaiting(trx, proposal);
        return { proposal, isRepeat: false };
      });
    },

    ...changingProposals({ db, checked, media }),

    read: (owner: Owner, id: number): Promise<Proposal> => needProposal(db, owner, id),
    waiting: (owner: Owner) => proposalsRepository(db).waiting(owner),
    decided: (owner: Owner, page: number, limit: number) => proposalsRepository(db).decided(owner, page, limit),
  };
}
export type ProposalsService = ReturnType<typeof proposalsService>;
