import type * as contract from '../../contract/slots.ts';
import type { FreeSlotsOfPage } from './booking.ts';
import type { PagePlan } from './page-plans.repository.ts';
import { timeOfWeek } from './weekly-plan.ts';

export function presentPlan({ pageId, revision, timeZone, zone, minutes }: PagePlan): contract.PagePlan {
  return { facebookPageId: pageId, revision, timeZone, zone, slots: minutes.map(timeOfWeek) };
}

/** At most `most` of all of them: the latest are left out. */
export function presentFree(
  pages: readonly FreeSlotsOfPage[],
  most: number,
): { pages: contract.FreeSlots[]; isCut: boolean } {
  const all = pages.flatMap(({ at }) => at);
  const isCut = all.length > most;
  const last = isCut ? all.sort((one, other) => one.getTime() - other.getTime())[most - 1]! : null;
  return {
    pages: pages.map(({ pageId, zone, at }) => ({
      facebookPageId: pageId,
      zone,
      at: at.filter((slot) => last === null || slot <= last).map((slot) => slot.toISOString()),
    })),
    isCut,
  };
}
