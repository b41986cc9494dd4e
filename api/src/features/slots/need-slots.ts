import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { RefusedError } from '../../http/errors.ts';
import { bookSlots, type SlotRequest } from './booking.ts';
import { pagePlansRepository, type PagePlan } from './page-plans.repository.ts';

/**
 * Books a slot for each request, or none.
 * @throws RefusedError that says which page has none, and what to do
 * @see bookSlots
 */
export async function needSlots(
  trx: Knex,
  owner: Owner,
  requests: readonly SlotRequest[],
  exceptPostIds: readonly PostId[] = [],
): Promise<Date[]> {
  const booked = await bookSlots(trx, owner, requests, exceptPostIds);
  const slots = booked.filter((at) => at !== null);
  if (slots.length === booked.length) return slots;
  const without = requests.filter((_, place) => booked[place] === null).map(({ pageId }) => pageId);
  const plans = await pagePlansRepository(trx).list(owner, without);
  throw new RefusedError(plans.slice(0, NAMED).map(whyNone).join(' '), {
    withoutSlot: plans.map(({ pageId }) => pageId),
  });
}

/** Pages whose reason is told. */
const NAMED = 3;

/** Says to a person why their page has no slot. */
export function whyNone({ pageName, minutes }: PagePlan): string {
  return minutes.length === 0
    ? `${pageName} has no weekly plan yet. Set one up in Scheduled Posts, or choose a date and time.`
    : `${pageName} has no free slot in that time. Choose a date and time, or add slots to its weekly plan.`;
}
