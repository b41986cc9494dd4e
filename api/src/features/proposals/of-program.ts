import { ConflictError, ForbiddenError } from '../../http/errors.ts';
import type { Session } from '../../http/session.ts';
import type { Proposal } from './proposal.ts';
import { grantOf } from './proposer.ts';
import type { WaitReason } from './trust.ts';

const BY_HAND = 'A person proposed it, not a program.';
const BY_ANOTHER = 'Another token proposed it.';
const AS_IT_WAS = 'Nothing was done. This proposal is as it was.';

/** What a program proposed itself: by the same token. */
const isOwn = ({ tokenId }: Proposal, session: Pick<Session, 'token'>) => tokenId === grantOf(session)?.id;
const isOnSchedule = ({ state }: Proposal) => state === 'approved';

/**
 * Whether a program may change a proposal: what it proposed itself, and what another program of the same person
 * proposed while nothing is planned of it. People may change all that is theirs.
 */
export function mayChange(proposal: Proposal, session: Pick<Session, 'userId' | 'token'>): boolean {
  return whyNotChange(proposal, session) === null;
}

function whyNotChange(proposal: Proposal, session: Pick<Session, 'userId' | 'token'>): string | null {
  if (grantOf(session) === null || isOwn(proposal, session)) return null;
  if (proposal.tokenName === null || proposal.authorId !== session.userId)
    return (
      `${proposal.tokenName === null ? BY_HAND : 'A program of another person proposed it.'} ` +
      'Only people change it: ask the person to do so in Pagecast.'
    );
  if (!isOnSchedule(proposal)) return null;
  return `${BY_ANOTHER} It is approved, and a change would end that. Ask the person to change it in Pagecast.`;
}

/** @throws ForbiddenError for a program that would change what is not its own to change */
export function refuseChange(proposal: Proposal, session: Session): void {
  const why = whyNotChange(proposal, session);
  if (why !== null) throw new ForbiddenError(`${AS_IT_WAS} ${why}`);
}

/** @throws ForbiddenError for a program that would withdraw what it did not propose itself */
export function refuseWithdrawal(proposal: Proposal, session: Session): void {
  if (grantOf(session) === null || isOwn(proposal, session)) return;
  throw new ForbiddenError(
    `${AS_IT_WAS} ${proposal.tokenName === null ? BY_HAND : BY_ANOTHER} ` +
      'Only its own token withdraws it. Ask the person to reject it, or to take it off the schedule, in Pagecast.',
  );
}

/** Its owner has made something of their own of its post: a program would throw that away. */
const THEIRS_BY_NOW =
  'Nothing was done. A person has edited this post, or taken it off the schedule, since it was approved. ' +
  'It is theirs to decide: ask them to change it in Pagecast.';

export const theirsByNow = () => new ConflictError(THEIRS_BY_NOW);

/** Reasons that only the word of a person ends, however often a program changes it since. */
const FOR_A_PERSON: ReadonlySet<WaitReason['code']> = new Set<WaitReason['code']>([
  'changed_after_approval',
  'of_somebody_else',
  'taken_back',
]);

/** Why a change waits for a person, however far its token is trusted. */
export function reasonsOfChange(now: Proposal, session: Session): WaitReason[] {
  const isDeleted = now.state === 'approved' && now.postId === null;
  const isOfAnother = grantOf(session) !== null && !isOwn(now, session);
  const codes = [
    // A second change does not make a person's no, or their yes to other words, a yes.
    ...now.reasons.flatMap(({ code }) => (FOR_A_PERSON.has(code) ? [code] : [])),
    ...(now.decidedBy !== null || isDeleted ? ['changed_after_approval' as const] : []),
    // What a token puts out by itself is counted by who proposed it first.
    ...(isOfAnother ? ['of_somebody_else' as const] : []),
  ];
  return [...new Set(codes)].map((code) => ({ code }) as WaitReason);
}

/** What a person approved is not withdrawn by a program: it is off the schedule, and waits for their word. */
export const TAKEN_BACK: readonly WaitReason[] = [{ code: 'taken_back' }];
export const isTakenBack = ({ state, reasons }: Proposal): boolean =>
  state === 'waiting' && reasons.some(({ code }) => code === 'taken_back');
