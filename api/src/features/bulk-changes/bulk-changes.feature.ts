import type { Knex } from 'knex';
import type { Job } from '../../jobs/jobs.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { Media } from '../media/media.feature.ts';
import type { Pages } from '../pages/pages.feature.ts';
import { bulkChangesRepository } from './bulk-changes.repository.ts';
import { bulkChangesRoutes } from './bulk-changes.routes.ts';
import { bulkChangesService } from './bulk-changes.service.ts';
import { undoingBulkChanges } from './undo-bulk-change.ts';

interface Deps {
  readonly db: Knex;
  readonly sweepsDb: Knex;
  readonly idempotency: Idempotency;
  readonly media: Media;
  readonly pages: Pages;
}

/** The same for many posts at once, with a way back. */
export function createBulkChanges({ db, sweepsDb, idempotency, media, pages }: Deps) {
  const service = bulkChangesService({ db, pages, idempotency });
  const undo = undoingBulkChanges({ db, media });
  return {
    routes: [bulkChangesRoutes({ service, undo })],
    jobs: [
      {
        name: 'sweep-bulk-changes',
        rule: '30 */10 * * * *',
        run: () => bulkChangesRepository(sweepsDb).forgetOld(),
      },
    ] satisfies Job[],
  };
}
