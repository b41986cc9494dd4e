import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import { bookSlots, type SlotRequest } from '../slots/booking.ts';
import { whyNone } from '../slots/need-slots.ts';
import { pagePlansRepository } from '../slots/page-plans.repository.ts';
import type { CheckedRow } from './check-rows.ts';

const isWaiting = ({ becomes, problems }: CheckedRow) => becomes === 'slot' && problems.length === 0;

/** The rows, where a page has no slot for them with the words that say so. Nothing is booked by it. */
export async function withSlots(db: Knex, owner: Owner, rows: readonly CheckedRow[]): Promise<readonly CheckedRow[]> {
  const waiting = rows.filter(isWaiting);
  if (waiting.length === 0) return rows;
  const slots = await bookSlots(db, owner, slotRequests(waiting));
  if (!slots.includes(null)) return rows;
  const plans = new Map((await pagePlansRepository(db).list(owner)).map((plan) => [plan.pageId, plan]));
  let next = 0;
  return rows.map((row) => {
    if (!isWaiting(row)) return row;
    const without = row.pageIds.filter((_, place) => slots[next + place] === null);
    next += row.pageIds.length;
    const problems = without.flatMap((pageId) => {
      const plan = plans.get(pageId);
      return plan === undefined ? [] : [{ field: 'time' as const, message: whyNone(plan) }];
    });
    return { ...row, problems };
  });
}

/** One for each post that takes a slot, in the order of the sheet. */
export function slotRequests(rows: readonly CheckedRow[]): SlotRequest[] {
  return rows.flatMap(({ becomes, pageIds, row: { when } }) => {
    if (becomes !== 'slot' || when.kind !== 'untimed') return [];
    return pageIds.map((pageId) => ({ pageId, from: when.from, before: when.before }));
  });
}
