import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import { publicFetch } from '../../http/fetch-public.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { Media } from '../media/media.feature.ts';
import type { Pages } from '../pages/pages.feature.ts';
import { fetchingImages } from './fetch-images.ts';
import { importingSheets } from './import-sheet.ts';
import { readingSheets } from './read-sheet.ts';
import { sheetExportsRepository } from './sheet-exports.repository.ts';
import { sheetExportsRoutes } from './sheet-exports.routes.ts';
import { sheetsRepository } from './sheets.repository.ts';
import { sheetsRoutes } from './sheets.routes.ts';
import { uploadingSheets } from './upload-sheet.ts';

interface Deps {
  readonly config: Pick<Config, 'IMAGE_NETWORKS'>;
  readonly db: Knex;
  readonly sweepsDb: Knex;
  readonly idempotency: Idempotency;
  readonly media: Media;
  readonly pages: Pages;
}

/** Posts from spreadsheets. */
export function createSheets({ config, db, sweepsDb, idempotency, media, pages }: Deps) {
  const { checked } = readingSheets({ imagesByName: media.library.imagesByName });
  const fetchSome = fetchingImages({ db, media, checked, fetchPublic: publicFetch(config.IMAGE_NETWORKS) });
  const imports = importingSheets({ db, idempotency, media, checked });
  return {
    routes: [
      sheetsRoutes({ ...uploadingSheets({ db, pages }), db, checked, fetchSome, imports }),
      sheetExportsRoutes({ exports: sheetExportsRepository(db), pages }),
    ],
    jobs: [
      { name: 'sweep-sheets', rule: '0 53 * * * *', run: () => sheetsRepository(sweepsDb).forgetOld() },
    ] satisfies Job[],
  };
}
