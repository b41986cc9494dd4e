import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { findFreeSlots } from './booking.ts';
import { pagePlansRoutes } from './page-plans.routes.ts';

/** When pages like to post, and which of these times are free. Booking them: `bookSlots` and `needSlots`. */
export function createSlots({ db }: { db: Knex }) {
  return {
    routes: [pagePlansRoutes({ db })],

    /** The next free slots of a page: none where it has no plan. They are not kept for anybody. */
    async freeSlots(owner: Owner, of: { pageId: PageId; count: number; after: Date }): Promise<readonly Date[]> {
      const { pages } = await findFreeSlots(db, owner, { pageIds: [of.pageId], from: of.after, before: null });
      return pages.flatMap(({ at }) => at).slice(0, of.count);
    },
  };
}
export type Slots = ReturnType<typeof createSlots>;
