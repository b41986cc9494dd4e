import pMap from 'p-map';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError } from '../../http/errors.ts';
import { findBestHours } from './best-hours.ts';
import type { BestHoursRepository, KeptBestHours } from './best-hours.repository.ts';

/** Pages that a run finds out about, one after the other: each takes some 20 ms. */
const PAGES_A_RUN = 50;

/** When pages do best, for whoever asks: the one idea of it. */
export function bestHoursService({ hours }: { hours: BestHoursRepository }) {
  async function findOut(pageId: PageId, timeZone: string): Promise<KeptBestHours> {
    const found = findBestHours(await hours.posts(pageId, timeZone));
    return { ...found, timeZone, computedAt: await hours.keep(pageId, timeZone, found) };
  }

  return {
    /** Found out about now, where that was not done today. @throws NotFoundError when it is no page of the caller */
    async read(owner: Owner, pageId: PageId): Promise<KeptBestHours> {
      const known = (await hours.kept(owner, [pageId])).get(pageId);
      if (known === undefined) throw new NotFoundError('This page no longer exists.');
      return known.kept !== null && known.isFresh ? known.kept : findOut(pageId, known.timeZone);
    },

    /** As they were last found out about; pages of which that is nothing are left out. */
    async ofPages(owner: Owner, pageIds: readonly PageId[]): Promise<ReadonlyMap<PageId, KeptBestHours>> {
      const known = await hours.kept(owner, pageIds);
      return new Map([...known].flatMap(([id, { kept }]) => (kept === null ? [] : [[id, kept] as const])));
    },

    /** Renews what was found out longest ago. A page that fails keeps no other waiting. */
    async renew(): Promise<void> {
      await pMap(await hours.stale(PAGES_A_RUN), ({ id, timeZone }) => findOut(id, timeZone), {
        concurrency: 1,
        stopOnError: false,
      });
    },
  };
}
export type BestHoursService = ReturnType<typeof bestHoursService>;
