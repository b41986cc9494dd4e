import type { Knex } from 'knex';
import { LIBRARY_MAX_BYTES } from '../../contract/library.ts';
import { MAX_WAITING, MAX_WAITING_OF_MEMBER, MAX_WAITING_OF_TOKEN } from '../../contract/proposals.ts';
import { databaseTime } from '../../db/clock.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError } from '../../http/errors.ts';
import type { Session } from '../../http/session.ts';
import type { MediaFile } from '../media/media.repository.ts';
import type { MediaService } from '../media/media.service.ts';
import { outboxRepository } from '../outbox/outbox.repository.ts';
import { wordsFor } from '../posts/missing-words.ts';
import { invalid, PAST_TOLERANCE_MS } from '../posts/post-preconditions.ts';
import { needProposal } from './in-turn.ts';
import { contentHash, intentHash, isSameTime, marksOf } from './intent.ts';
import { slotFor } from './making-posts.ts';
import { chooserOf, type CheckedInput } from './proposal-input.ts';
import { versionOf, type Proposal } from './proposal.ts';
import { grantOf, handOf } from './proposer.ts';
import type { ProposalValues } from './proposal-writes.repository.ts';
import { proposalsRepository } from './proposals.repository.ts';
import { isMember, type Seat } from './seat.ts';
import { similarPosts } from './similar.ts';
import type { WaitReason } from './trust.ts';

/** The same for about the same time, as it is or was before it was changed. */
export async function knownOf(trx: Knex, owner: Owner, asked: CheckedInput, exceptId = 0): Promise<Proposal | null> {
  const hash = intentHash({ ...asked, media: asked.files.map(({ sha256 }) => sha256) });
  const now = await databaseTime(trx);
  const found = await proposalsRepository(trx).ofIntent(owner, hash);
  return (
    found.find(
      (known) =>
        known.id !== exceptId &&
        isSameTime({ scheduledAt: known.scheduledAt, isOpen: isOpen(known), at: known.updatedAt }, { ...asked, now }),
    ) ?? null
  );
}

function isOpen({ state, postStatus }: Proposal): boolean {
  return state === 'waiting' || (state === 'approved' && postStatus !== null && postStatus !== 'published');
}

export async function refuseAnother(trx: Knex, owner: Owner, id: number, asked: CheckedInput): Promise<void> {
  const other = await knownOf(trx, owner, asked, id);
  if (other === null || !isOpen(other)) return;
  throw new ConflictError(`The same is proposed already, as number ${other.id}. Nothing was changed.`, {
    proposalId: String(other.id),
  });
}

/** All that is written of it. */
export async function valuesOf(
  trx: Knex,
  owner: Owner,
  asked: CheckedInput,
  { id, reasons }: { id: number; reasons: readonly WaitReason[] },
): Promise<ProposalValues> {
  const { facebookPageId, content, files, nextSlot, placement } = asked;
  const scheduledAt =
    nextSlot === null
      ? asked.scheduledAt
      : await slotFor(trx, owner, { pageId: facebookPageId, within: nextSlot, exceptId: id });
  const media = files.map(({ sha256 }) => sha256);
  const marks = marksOf({ content, media });
  const at = scheduledAt ?? (await databaseTime(trx));
  const likeness = await similarPosts(trx).closest(
    owner,
    { pageId: facebookPageId, content, marks, placement, at },
    { exceptId: id },
  );
  const of = { ...asked, scheduledAt, pageName: null };
  return {
    ...asked,
    scheduledAt,
    contentHash: contentHash(versionOf(of, files)),
    intentHash: intentHash({ ...asked, media }),
    marks,
    likeness,
    reasons,
  };
}

/** @throws InvalidInputError for a time that is over */
export async function refusePast(trx: Knex, { scheduledAt }: CheckedInput): Promise<void> {
  if (scheduledAt !== null && scheduledAt.getTime() < (await databaseTime(trx)).getTime() - PAST_TOLERANCE_MS)
    throw invalid('scheduledAt', wordsFor({}).past);
}

export async function refuseTooMany(trx: Knex, seat: Seat<Session>): Promise<void> {
  const { by, at } = seat;
  const { all, ofToken } = await proposalsRepository(trx).countWaiting(at, by.userId, grantOf(by)?.id ?? null);
  if (isMember(seat) && all >= MAX_WAITING_OF_MEMBER)
    throw new ConflictError(
      `${MAX_WAITING_OF_MEMBER} of your proposals wait for approval already. Wait until some are decided.`,
    );
  if (ofToken >= MAX_WAITING_OF_TOKEN)
    throw new ConflictError(
      `${MAX_WAITING_OF_TOKEN} proposals of this token wait for approval already. ` +
        'Wait until some are decided, or withdraw some.',
    );
  if (all >= MAX_WAITING)
    throw new ConflictError(`${MAX_WAITING} proposals wait for approval already. Wait until some are decided.`);
}

/**
 * The files are the page's owner's from here on: they stay when whoever chose them goes.
 * @throws ConflictError where one member's files would fill the store
 */
export async function keepFiles(
  { trx, media }: { trx: Knex; media: Pick<MediaService, 'keepForProposal'> },
  seat: Seat<Owner>,
  { places }: CheckedInput,
  { id, media: had }: { readonly id: number; readonly media: readonly Pick<MediaFile, 'id'>[] },
): Promise<void> {
  await media.keepForProposal(trx, seat.at, chooserOf(seat, had), places, id);
  if (!isMember(seat) || places.length === 0) return;
  if ((await proposalsRepository(trx).bytesOfMember(seat.by)) > LIBRARY_MAX_BYTES)
    throw new ConflictError(
      `The media of your proposals take up ${LIBRARY_MAX_BYTES / 1024 ** 3} GB, as much as they can. ` +
        'Propose this one without media.',
    );
}

/** What it is now is kept under its hash, so that who approves an earlier one is told what has changed. */
export async function noteVersion(
  trx: Knex,
  session: Session,
  id: number,
  kind: 'proposed' | 'changed',
): Promise<void> {
  const made = await needProposal(trx, session, id);
  await proposalsRepository(trx).note(session, id, {
    kind,
    ...handOf(session),
    contentHash: made.contentHash,
    version: versionOf(made, made.media),
  });
}

/** Whoever may decide hears of it once it waits for a person, in the transaction that says so. */
export async function tellOfWaiting(
  trx: Knex,
  { id, state, facebookPageId, contentHash, ...of }: Proposal,
): Promise<void> {
  if (state !== 'waiting') return;
  const owner = { userId: of.userId, environment: of.environment };
  const fact = { kind: 'proposal_waits', facebookPageId, params: { proposalId: id, contentHash } };
  await outboxRepository(trx).add(owner, fact);
  await outboxRepository(trx).addForApprovers(facebookPageId, fact);
}
