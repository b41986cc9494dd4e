import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import type { SlotWithin } from '../slots/booking.ts';
import { needSlots } from '../slots/need-slots.ts';
import { invalid } from './post-preconditions.ts';

/** What may be said of the time of a post: one of the two. */
interface Asked {
  readonly scheduledAt?: Date | null;
  readonly nextSlot?: SlotWithin;
}

/** @throws InvalidInputError for a time and a slot at once */
export function refuseTimeAndSlot({ scheduledAt, nextSlot }: Asked): void {
  if (nextSlot !== undefined && scheduledAt != null)
    throw invalid('nextSlot', 'Choose either a date and time or the next free slot.');
}

/**
 * Books the next free slot of a page, in the transaction that puts a post there.
 * @param postId the post that moves there, where it is there already: its time now does not count
 * @throws InvalidInputError for a post without a page; RefusedError where the page has no free slot
 */
export async function nextSlotOf(
  trx: Knex,
  owner: Owner,
  pageId: PageId | null,
  { within, postId }: { within: SlotWithin; postId?: PostId },
): Promise<Date> {
  if (pageId === null) throw invalid('nextSlot', 'Only a post for a Facebook page has slots. Choose a date and time.');
  const [at] = await needSlots(trx, owner, [{ pageId, ...within }], postId === undefined ? [] : [postId]);
  return at as Date;
}
