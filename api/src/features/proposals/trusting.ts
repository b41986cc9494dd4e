import type { Knex } from 'knex';
import type { Session } from '../../http/session.ts';
import type { MediaService } from '../media/media.service.ts';
import { pagePlansRepository } from '../slots/page-plans.repository.ts';
import { makePost, roomFor, type Room } from './making-posts.ts';
import type { Proposal } from './proposal.ts';
import { grantOf, handOf } from './proposer.ts';
import { isMember, type Seat } from './seat.ts';
import { needProposal } from './in-turn.ts';
import { proposalsRepository } from './proposals.repository.ts';
import { beyondTrust, type WaitReason } from './trust.ts';

/** Accepts at once what its token may do by itself; whatever is beyond that waits, and says why. */
export function trusting({ media }: { media: Pick<MediaService, 'copyOfProposal'> }) {
  return async function acceptIfTrusted(trx: Knex, seat: Seat<Session>, id: number): Promise<Proposal> {
    const session = seat.at;
    const proposals = proposalsRepository(trx);
    const proposal = await needProposal(trx, session, id);
    const grant = grantOf(session);
    // A person proposes to whoever approves.
    if (grant === null) return proposal;
    const room = await roomFor(trx, session, proposal.facebookPageId, proposal.scheduledAt);
    const reasons = await reasonsToWait(trx, { seat, proposal, room, grant });
    const all: WaitReason[] = [
      ...reasons,
      ...(proposal.similar === null ? [] : [{ code: 'looks_like_another' as const }]),
    ];
    if (all.length > 0) {
      await proposals.wait(session, id, all);
      return needProposal(trx, session, id);
    }
    const postId = await makePost({ trx, media }, session, proposal, room.at);
    await proposals.decide(session, id, { state: 'approved', by: null, trust: grant.trust, postId });
    await proposals.note(session, id, { kind: 'accepted', ...handOf(session), contentHash: proposal.contentHash });
    return needProposal(trx, session, id);
  };
}

interface Wanted {
  readonly proposal: Proposal;
  readonly room: Room;
  readonly grant: NonNullable<ReturnType<typeof grantOf>>;
}

async function reasonsToWait(trx: Knex, wanted: Wanted & { seat: Seat<Session> }): Promise<WaitReason[]> {
  // However far its person trusts it: the page is not theirs.
  if (isMember(wanted.seat)) return [{ code: 'shared_page' }];
  return wanted.grant.needsApproval ? [{ code: 'needs_approval' }] : beyond(trx, wanted);
}

async function beyond(trx: Knex, { proposal, room, grant }: Wanted): Promise<WaitReason[]> {
  const owner = { userId: proposal.userId, environment: proposal.environment };
  const [plan] = await pagePlansRepository(trx).list(owner, [proposal.facebookPageId]);
  const zone = plan?.zone ?? 'UTC';
  const postsOfDay = await proposalsRepository(trx).acceptedOnDay(proposal.facebookPageId, grant.id, {
    at: room.at,
    zone,
  });
  // Proposing takes no more than drafts do: what goes out without a person takes as much as it does by itself.
  const scope = proposal.scheduledAt === null ? ('publish' as const) : ('schedule' as const);
  return [
    ...(grant.scopes.includes(scope) ? [] : [{ code: 'scope' as const, scope }]),
    ...beyondTrust(grant.trust, { ...proposal, at: room.at, zone, postsOfDay }),
    ...(room.other === null ? [] : [{ code: 'too_close' as const, minutes: room.minutes }]),
  ];
}
