import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { ForbiddenError, NotFoundError } from '../../http/errors.ts';
import { pageRights, type Right } from '../page-rights/page-rights.ts';
import { pageRightsRepository } from '../page-rights/page-rights.repository.ts';
import { needProposal } from './in-turn.ts';
import type { Proposal } from './proposal.ts';

/**
 * Somebody who works with a page, their own or one that is shared with them. What is proposed is kept with whoever owns
 * the page: so the same by two people is one.
 */
export interface Seat<Who extends Owner> {
  readonly by: Who;
  /** The same hand, with what the page's owner has on that page. */
  readonly at: Who;
}

export const isMember = ({ by, at }: Seat<Owner>): boolean => by.userId !== at.userId;

const inPlaceOf = <Who extends Owner>(who: Who, owner: Owner, pageId: PageId): Who => ({
  ...who,
  userId: owner.userId,
  // Of what the owner has, no more than this page.
  onlyPages: [pageId],
});

/**
 * For a new proposal on the page.
 * @throws ForbiddenError where it is shared with them, and they may not propose there
 */
export async function seatOnPage<Who extends Owner>(db: Knex, by: Who, pageId: PageId): Promise<Seat<Who>> {
  const found = await pageRights(db).mayOnPage(by, pageId, 'propose');
  // What isn't there for them is refused in words as any other page.
  if (found === null || found.role === 'owner') return { by, at: by };
  return { by, at: inPlaceOf(by, found.owner, pageId) };
}

/**
 * For one that is there.
 * @throws NotFoundError where it is none of theirs, ForbiddenError where they only see it
 */
export async function seatAt<Who extends Owner>(
  db: Knex,
  by: Who,
  id: number,
  right: Extract<Right, 'propose' | 'approve'>,
): Promise<Seat<Who> & { readonly proposal: Proposal }> {
  const proposal = await needProposal(db, by, id);
  if (proposal.userId === by.userId) return { by, at: by, proposal };
  const found = await pageRights(db).mayOnPage(by, proposal.facebookPageId, right);
  if (found === null) throw new NotFoundError('This proposal no longer exists.');
  if (right === 'propose' && proposal.authorId !== by.userId)
    throw new ForbiddenError(`Only ${proposal.personName}, who proposed this, and ${found.owner.name} can change it.`);
  return { by, at: inPlaceOf(by, found.owner, proposal.facebookPageId), proposal };
}

/** Until the end of this transaction they and whoever proposed it stay what they are on its page. */
export async function holdSeats(trx: Knex, { by, at }: Seat<Owner>, { facebookPageId, authorId, userId }: Proposal) {
  if (by.userId === at.userId && authorId === userId) return;
  await pageRightsRepository(trx).hold(facebookPageId, [by.userId, authorId]);
}

/** The same for what is not there yet. */
export async function holdPage(trx: Knex, seat: Seat<Owner>, pageId: PageId): Promise<void> {
  if (!isMember(seat)) return;
  await pageRightsRepository(trx).hold(pageId, [seat.by.userId]);
  const found = await pageRights(trx).mayOnPage(seat.by, pageId, 'propose');
  if (found === null) throw new NotFoundError('This page is no longer shared with you.');
}
