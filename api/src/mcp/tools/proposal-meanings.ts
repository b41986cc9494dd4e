import { PROBLEM_ACTION } from '../../contract/pages.ts';
import type { Proposal, ProposalState } from '../../contract/proposals.ts';
import { said, type Said } from '../said.ts';

/** What a state means: what is done, what is not, and what is left to do. */
interface Meaning {
  readonly is: Said;
  readonly notDone: Said;
  readonly next: Said;
}
const ASK_LATER = said`Tell the person that it waits for them in Pagecast, among the posts to approve.
    proposal_status tells later what was decided.`;
const OWNERS_WORD = said`Do not propose it again unless the person asks for that.`;
const BRING_BACK = said`If the person wants it after all, call change_proposal with this proposalId and contentHash:
    proposing the same words again brings nothing back.`;
const MEANINGS: Readonly<Record<ProposalState, Meaning>> = {
  waiting: {
    is: said`It waits for approval by a person.`,
    notDone: said`Nothing has been published and nothing is scheduled. It is not approved, and no tool can approve it.`,
    next: ASK_LATER,
  },
  draft: {
    is: said`It was approved, and then unscheduled by a person.`,
    notDone: said`It is not published and not scheduled.`,
    next: said`Nothing to do: the person decides in Pagecast. ${OWNERS_WORD}`,
  },
  scheduled: {
    is: said`It is approved, and is published automatically at its time.`,
    notDone: said`It is not published yet.`,
    next: said`Nothing to do. proposal_status tells later whether it is out.`,
  },
  publishing: {
    is: said`It is approved, and on its way out right now.`,
    notDone: said`It is not known to be published yet.`,
    next: said`Nothing to do. Ask proposal_status again in a minute.`,
  },
  published: {
    is: said`It is published.`,
    notDone: said`Nothing is left to do.`,
    next: said`Tell the person that it is out.`,
  },
  failed: {
    is: said`It was approved, and could not be published.`,
    notDone: said`It is not published.`,
    next: said`Tell the person why, and what whatHelps says: they decide in Pagecast. ${OWNERS_WORD}`,
  },
  missed: {
    is: said`It was approved, and its time passed before it could go out.`,
    notDone: said`It is not published, and will not be published automatically.`,
    next: said`Tell the person: they publish it or pick another time in Pagecast. ${OWNERS_WORD}`,
  },
  deleted: {
    is: said`It was approved, and its post was deleted by a person.`,
    notDone: said`It does not go out.`,
    next: OWNERS_WORD,
  },
  rejected: {
    is: said`A person rejected it.`,
    notDone: said`It is not published and will not be.`,
    next: said`Tell the person that it was rejected, with the reason in data. ${BRING_BACK}`,
  },
  withdrawn: {
    is: said`It was withdrawn.`,
    notDone: said`It is not published and will not be.`,
    next: BRING_BACK,
  },
  expired: {
    is: said`Nobody decided in time, and it expired.`,
    notDone: said`It is not published and will not be.`,
    next: said`Ask the person whether they still want it. ${BRING_BACK}`,
  },
};
const ASKS_WHETHER_SAME: Meaning = {
  is: said`It looks like another post of this page (similarTo in data), so it waits for a person to say whether it is
      the same.`,
  notDone: MEANINGS.waiting.notDone,
  next: said`Ask the person whether it is the same post. If it is, call withdraw_proposal. If it is another one,
      it waits for them in Pagecast, among the posts to approve. Do not reword it to get around this.`,
};
/** What a person had approved when its own agent withdrew it. */
export const TAKEN_BACK: Meaning = {
  is: said`It is unscheduled. A person had approved it. They were told, and they decide what happens to it.`,
  notDone: said`It is not published and not scheduled, and it is not deleted.`,
  next: said`Tell the person why it should not go out. They reject it, or approve it once more, in Pagecast.`,
};
/** A state that only a later release knows. */
const OTHER: Meaning = {
  is: said`See its state in data.`,
  notDone: said`Do not take it for published.`,
  next: said`Tell the person to look at it in Pagecast.`,
};
/** What the state of a proposal means to the assistant that asks. */
export function meaningOf(proposal: Proposal): Meaning {
  const found = MEANINGS[proposal.state] ?? OTHER;
  if (proposal.state === 'waiting' && proposal.similar !== null) return ASKS_WHETHER_SAME;
  if (proposal.problem?.action !== PROBLEM_ACTION.resolve) return found;
  return {
    is: said`It may be published already: nobody can tell yet.`,
    notDone: said`Do not take it for published, and do not take it for failed.`,
    next: said`Never propose it again: followers could see it twice. Its owner says in Pagecast whether it is out.`,
  };
}
