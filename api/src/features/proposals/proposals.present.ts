import type * as contract from '../../contract/proposals.ts';
import type { Session } from '../../http/session.ts';
import { becauseOfKind } from '../../problems/english/rejection-words.ts';
import { presentProblem } from '../../problems/present-problem.ts';
import { presentReason } from '../../problems/present-reason.ts';
import type { Problem } from '../../problems/problem.ts';
import type { WaitingSlot } from '../automation/queue.repository.ts';
import { PAST_TOLERANCE_MS } from '../posts/post-preconditions.ts';
import type { PageRight } from '../page-rights/page-rights.repository.ts';
import { mayChange } from './of-program.ts';
import type { Proposal, Version } from './proposal.ts';
import { reasonWords } from './trust.ts';

/** Where the number of a draft of automation begins. */
export const OF_AUTOMATION = 'automation-';

/** What a proposal is like to whoever reads it: its own state, or that of its post. */
export function stateOf({ state, postStatus, publishedAt }: Proposal): contract.ProposalState {
  if (state !== 'approved') return state;
  return postStatus ?? (publishedAt === null ? 'deleted' : 'published');
}

/** @param problem of its post */
export function present(
  proposal: Proposal,
  { isRepeat = false, problem = null }: { isRepeat?: boolean; problem?: Problem | null } = {},
): contract.Proposal {
  const shown = problem === null ? null : presentProblem(problem, { now: proposal.readAt });
  const isDecided = proposal.decidedAt !== null;
  return {
    id: String(proposal.id),
    source: 'agent',
    state: stateOf(proposal),
    message: messageOf(proposal, shown?.message ?? null),
    isRepeat,
    facebookPageId: proposal.facebookPageId,
    pageName: proposal.pageName,
    content: proposal.content,
    contentType: proposal.contentType,
    mediaType: proposal.mediaType,
    placement: proposal.placement,
    media: proposal.media.map((file) => ({ ...file })),
    scheduledAt: (proposal.postScheduledAt ?? proposal.scheduledAt)?.toISOString() ?? null,
    contentHash: proposal.contentHash,
    note: proposal.note,
    proposedBy: { name: proposal.personName, tokenName: proposal.tokenName },
    proposedAt: proposal.createdAt.toISOString(),
    updatedAt: proposal.updatedAt.toISOString(),
    reasons:
      proposal.state === 'waiting'
        ? [
            ...proposal.reasons.map((reason) => ({ code: reason.code, message: reasonWords(reason) })),
            ...(proposal.isAuthorGone ? [authorGone(proposal)] : []),
            ...(isOverdue(proposal) ? [TIME_PASSED] : []),
          ]
        : [],
    similar: proposal.state === 'waiting' ? proposal.similar : null,
    former: proposal.former === null ? null : presentFormer(proposal.former, proposal),
    decision: isDecided
      ? {
          by: proposal.decidedBy,
          at: (proposal.decidedAt ?? proposal.updatedAt).toISOString(),
          reason: proposal.decisionReason,
          kind: proposal.decisionKind,
        }
      : null,
    postId: proposal.postId,
    permalinkUrl: proposal.permalinkUrl,
    publishedAt: proposal.publishedAt?.toISOString() ?? null,
    problem: shown,
  };
}

const isOverdue = ({ scheduledAt, readAt }: Proposal) =>
  scheduledAt !== null && scheduledAt.getTime() < readAt.getTime() - PAST_TOLERANCE_MS;
const TIME_PASSED = {
  code: 'time_passed',
  message: 'Nobody decided before its time. Choose a new time, and it can still be approved.',
};

/** Whoever proposed it was removed, blocked or made an approver, or has deleted their account. */
const authorGone = ({ personName, pageName }: Proposal) => ({
  code: 'author_gone',
  message:
    `${personName} no longer proposes posts for ${pageName ?? 'this page'}. ` +
    'The owner of the page can save it as their own.',
});

/** What it is to a reader of the page's people; `right` is null on a page of their own. */
export function forReader(
  proposal: Proposal,
  reader: Pick<Session, 'userId' | 'token'>,
  right: PageRight | null,
): Pick<contract.Proposal, 'pageOwner' | 'may'> {
  const { authorId, isAuthorGone } = proposal;
  const isPerson = reader.token === null;
  const change = mayChange(proposal, reader);
  if (right === null) return { pageOwner: null, may: { decide: isPerson, change } };
  const decide = right.role === 'approver' && isPerson && !isAuthorGone;
  return {
    pageOwner: right.owner.name,
    may: { decide, change: change && right.role === 'editor' && authorId === reader.userId },
  };
}

function presentFormer(former: Version, now: Proposal): contract.Proposal['former'] {
  return {
    content: former.content,
    scheduledAt: former.scheduledAt,
    pageName: former.pageName,
    mediaCount: former.media.length,
    hasOtherMedia:
      JSON.stringify(former.media) !== JSON.stringify(now.media.map(({ sha256, altText }) => ({ sha256, altText }))),
  };
}

const ONCE = 'Proposing it again makes no second post.';

/** What is done, what is not, and what to do next: for a reader who may have missed the first answer. */
function messageOf(proposal: Proposal, why: string | null): string {
  const page = proposal.pageName ?? 'its page';
  const at = proposal.postScheduledAt?.toISOString() ?? 'its time';
  switch (stateOf(proposal)) {
    case 'waiting':
      return `Not published. A person has to approve it in Pagecast first, and nothing goes out until then. ${ONCE}`;
    case 'draft':
      return `Not published. It was approved, and a person took it off the schedule since. ${ONCE}`;
    case 'scheduled':
      return `${acceptedBy(proposal)} It goes out on ${page} at ${at}. There is nothing more to do. ${ONCE}`;
    case 'publishing':
      return `${acceptedBy(proposal)} It is being published on ${page} right now. Read it again in a minute. ${ONCE}`;
    case 'published':
      return `Published on ${page}${proposal.permalinkUrl === null ? '' : `: ${proposal.permalinkUrl}`}. ${ONCE}`;
    case 'failed':
    case 'missed':
      return `Not published. ${why ?? 'Its time was missed.'} Its owner was told and decides what to do. ${ONCE}`;
    case 'deleted':
      return 'Not published. It was approved, and a person deleted the post since. Change it to ask again.';
    case 'rejected':
      return `Not published. ${byWhom(proposal)} rejected it${because(proposal)} Change it to ask again.`;
    case 'withdrawn':
      return 'Not published. It was withdrawn. Change it to ask again.';
    case 'expired':
      return 'Not published. Nobody decided about it in time. Change it to ask again.';
  }
}

function acceptedBy({ decidedBy }: Proposal): string {
  return decidedBy === null ? 'Accepted, because its token may publish without approval.' : `Approved by ${decidedBy}.`;
}

const byWhom = ({ decidedBy }: Proposal) => decidedBy ?? 'A person';

function because({ decisionReason, decisionKind }: Proposal): string {
  const said = decisionReason === null || decisionReason === '' ? '.' : `, and said: "${decisionReason}".`;
  return `${becauseOfKind(decisionKind)}${said}`;
}

/** A draft of automation, as one of the things that wait for a person. */
export function presentDraft(slot: WaitingSlot): contract.Proposal {
  const isOut = slot.state !== 'draft';
  return {
    id: `${OF_AUTOMATION}${slot.id}`,
    source: 'automation',
    state: stateOfSlot(slot),
    message: isOut
      ? 'Approved. Follow it in Scheduled Posts.'
      : "Not published. Automation wrote it, and it won't be published before a person approves it.",
    isRepeat: false,
    facebookPageId: slot.facebookPageId,
    pageName: slot.pageName,
    content: slot.content ?? '',
    contentType: slot.contentType,
    mediaType: 'text',
    placement: 'feed',
    media: [],
    scheduledAt: slot.dueAt.toISOString(),
    contentHash: slot.contentHash ?? '',
    note: null,
    proposedBy: { name: null, tokenName: null },
    proposedAt: slot.cycleStartAt.toISOString(),
    updatedAt: slot.cycleStartAt.toISOString(),
    reasons: slot.reason === null ? [] : [presentReason(slot.reason, slot.readAt)],
    similar: null,
    former: null,
    decision: null,
    postId: slot.postId,
    permalinkUrl: null,
    publishedAt: null,
    problem: slot.problem === null ? null : presentProblem(slot.problem, { now: slot.readAt }),
  };
}

function stateOfSlot({ state, isPublishing }: WaitingSlot): contract.ProposalState {
  if (isPublishing) return 'publishing';
  return state === 'scheduled' ? 'scheduled' : 'waiting';
}
