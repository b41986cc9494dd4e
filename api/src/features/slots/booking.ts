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

interface Wanted extends SlotWithin {
  /** null: all of the owner's. */
  readonly pageIds: readonly PageId[] | null;
  /** So far from `from` on. */
  readonly days?: number;
}

interface FoundSlots {
  readonly pages: readonly FreeSlotsOfPage[];
  readonly spacingMinutes: number;
}

/** Where slots are looked for first. */
const NEAR_DAYS = 35;

/**
 * The free slots to come of these pages, or of all of the owner's. Pages without a plan are left out.
 * @param exceptPostIds posts that take no slot: they are on the move themselves
 */
export async function findFreeSlots(
  db: Knex,
  owner: Owner,
  { pageIds, from, before, days = SLOT_HORIZON_DAYS }: Wanted,
  exceptPostIds: readonly PostId[] = [],
): Promise<FoundSlots> {
  const plans = (await pagePlansRepository(db).list(owner, pageIds)).filter(({ minutes }) => minutes.length > 0);
  if (plans.length === 0) return { pages: [], spacingMinutes: 0 };
  const period = within(await databaseTime(db), { from, before }, days);
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

/** The same, as far as it takes to find `count` of each page: mostly the next weeks are enough. */
export async function findFirstSlots(db: Knex, owner: Owner, wanted: Wanted, count: number): Promise<FoundSlots> {
  const near = await findFreeSlots(db, owner, { ...wanted, days: NEAR_DAYS });
  const isEnough = near.pages.every(({ at }) => at.length >= count);
  return isEnough ? near : findFreeSlots(db, owner, wanted);
}

/** From after now on, and no further than is looked ahead. */
function within(now: Date, { from, before }: SlotWithin, days: number): { from: Date; before: Date } {
  // What begins this very moment is over before it is booked.
  const first = new Date(Math.max(from?.getTime() ?? 0, now.getTime() + 1));
  const ends = [addDays(now, SLOT_HORIZON_DAYS), addDays(first, days), ...(before === null ? [] : [before])];
  return { from: first, before: new Date(Math.min(...ends.map(Number))) };
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
  const wanted = { pageIds, ...allOf(requests) };
  const near = give(requests, await findFreeSlots(trx, owner, { ...wanted, days: NEAR_DAYS }, exceptPostIds));
  if (!near.includes(null)) return near;
  return give(requests, await findFreeSlots(trx, owner, wanted, exceptPostIds));
}

function give(requests: readonly SlotRequest[], { pages, spacingMinutes }: FoundSlots): (Date | null)[] {
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
