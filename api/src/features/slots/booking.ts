import { addDays } from 'date-fns/addDays';
import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import { SLOT_HORIZON_DAYS } from '../../contract/slots.ts';
import { databaseTime } from '../../db/clock.ts';
import type { Owner } from '../../db/owner.ts';
import { wallClock, type WallClock } from '../../http/wall-clock.ts';
import { pagePlansRepository, type PagePlan } from './page-plans.repository.ts';
import { free, tooCloseTo } from './spacing.ts';
import { takenTimesRepository } from './taken-times.repository.ts';
import { slotsBetween } from './weekly-plan.ts';

/** Within which time a slot is looked for. */
export interface SlotWithin {
  /** null, or over by now: from now on. */
  readonly from: Date | null;
  /** Excluded; null: as far as is looked ahead. */
  readonly before: Date | null;
}

/** As it was asked for. */
export function slotWithin({ from, before }: { from?: string | undefined; before?: string | undefined }): SlotWithin {
  return { from: instant(from), before: instant(before) };
}
const instant = (at: string | undefined) => (at === undefined ? null : new Date(at));

/** Who wants a page's next free slot. */
export interface SlotRequest extends SlotWithin {
  readonly pageId: PageId;
}

/** The free slots of a page, earliest first. */
export interface FreeSlotsOfPage {
  readonly pageId: PageId;
  readonly zone: string;
  readonly at: readonly Date[];
}

/**
 * The free slots to come of these pages, or of all of the owner's. Pages without a plan are left out.
 * @param exceptPostIds posts that take no slot: they are on the move themselves
 */
export async function findFreeSlots(
  db: Knex,
  owner: Owner,
  { pageIds, from, before }: SlotWithin & { pageIds: readonly PageId[] | null },
  exceptPostIds: readonly PostId[] = [],
): Promise<{ pages: FreeSlotsOfPage[]; spacingMinutes: number }> {
  const plans = (await pagePlansRepository(db).list(owner, pageIds)).filter(({ minutes }) => minutes.length > 0);
  if (plans.length === 0) return { pages: [], spacingMinutes: 0 };
  const period = within(await databaseTime(db), { from, before });
  const { taken, spacingMinutes } = await takenTimesRepository(db).taken(
    owner,
    plans.map(({ pageId }) => pageId),
    { from: period.from, to: period.before, exceptPostIds },
  );
  const clocks = eachOnce(wallClock);
  const freeOf = (plan: PagePlan) =>
    free(slotsBetween(plan, period, clocks), taken.get(plan.pageId) ?? [], spacingMinutes);
  return { pages: plans.map((plan) => ({ pageId: plan.pageId, zone: plan.zone, at: freeOf(plan) })), spacingMinutes };
}

/** From after now on, and no further than is looked ahead. */
function within(now: Date, { from, before }: SlotWithin): { from: Date; before: Date } {
  const end = addDays(now, SLOT_HORIZON_DAYS);
  return {
    // What begins this very moment is over before it is booked.
    from: new Date(Math.max(from?.getTime() ?? 0, now.getTime() + 1)),
    before: before === null || before > end ? end : before,
  };
}

/**
 * Books slots, in a transaction that puts posts there: until its end nobody else books any of this owner's. Ask before
 * anything else is locked. Who comes first in the list gets the earlier slot; no slot is given twice, nor two that are
 * too close to each other.
 * @param exceptPostIds posts that are about to be moved: where they are now is free
 * @returns one for each request, in the same order; null where the page has no plan, or no slot is free in time
 */
export async function bookSlots(
  trx: Knex,
  owner: Owner,
  requests: readonly SlotRequest[],
  exceptPostIds: readonly PostId[] = [],
): Promise<(Date | null)[]> {
  if (requests.length === 0) return [];
  await takenTimesRepository(trx).lock(owner);
  const pageIds = [...new Set(requests.map(({ pageId }) => pageId))];
  const { pages, spacingMinutes } = await findFreeSlots(trx, owner, { pageIds, ...allOf(requests) }, exceptPostIds);
  const left = new Map(pages.map(({ pageId, at }) => [pageId, [...at]]));
  return requests.map(({ pageId, from, before }) => {
    const slots = left.get(pageId) ?? [];
    const place = from === null ? 0 : slots.findIndex((at) => at >= from);
    const at = slots[place];
    if (at === undefined || (before !== null && at >= before)) return null;
    const isTaken = (other: Date | undefined) =>
      other !== undefined && tooCloseTo(other, [at], spacingMinutes) !== null;
    let [first, end] = [place, place + 1];
    while (isTaken(slots[first - 1])) first -= 1;
    while (isTaken(slots[end])) end += 1;
    slots.splice(first, end - first);
    return at;
  });
}

/** The time that all of these lie in. */
function allOf(requests: readonly SlotRequest[]): SlotWithin {
  const first = Math.min(...requests.map(({ from }) => from?.getTime() ?? 0));
  const last = Math.max(...requests.map(({ before }) => before?.getTime() ?? Infinity));
  return { from: new Date(first), before: Number.isFinite(last) ? new Date(last) : null };
}

function eachOnce(make: (zone: string) => WallClock): (zone: string) => WallClock {
  const made = new Map<string, WallClock>();
  return (zone) => {
    const known = made.get(zone) ?? make(zone);
    made.set(zone, known);
    return known;
  };
}
