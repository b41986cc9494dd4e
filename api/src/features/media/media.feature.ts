import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import { publicFetch } from '../../http/fetch-public.ts';
import { publicPost } from '../../http/post-public.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import { drawThumbnailsJob } from './draw-thumbnails.job.ts';
import { imagesByAddress } from './images-by-address.ts';
import { libraryRoutes } from './library.routes.ts';
import type { DraftsWith } from './library.service.ts';
import { openMediaStore } from './media-store.ts';
import { mediaRoutes } from './media.routes.ts';
import { photosOf } from './photos.ts';
import { pictureOf } from './pictures.ts';
import type { DrawPicture } from './drawing.ts';
import { mediaService } from './media.service.ts';
import { sweepMediaJobs } from './sweep-media.job.ts';
import { tusUploads } from './tus-uploads.ts';
import { countedUploads } from './upload-metrics.ts';

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly loopDb: Knex;
  readonly sweepsDb: Knex;
  readonly limits: RateLimits;
  readonly metrics: Metrics;
  readonly draftsWith: DraftsWith;
}

const IMAGES_AN_HOUR = 300;

/** The files of posts. */
export function createMedia({ config, db, loopDb, sweepsDb, limits, metrics, draftsWith }: Deps) {
  const store = openMediaStore(config);
  const storage = store.over(db);
  const limitBytes = config.FB_PHOTO_LIMIT_MB * 1_000_000;
  const draw: DrawPicture = (file, task) => pictureOf(file, task, limitBytes);
  const media = countedUploads(mediaService({ db, storage, draw, draftsWith }), metrics);
  const sweeping = mediaService({ db: sweepsDb, storage: store.over(sweepsDb), draw });
  const { flawOf } = publicPost(config.IMAGE_NETWORKS);
  const fetchImage = imagesByAddress({
    store: media.store,
    fetchPublic: publicFetch(config.IMAGE_NETWORKS, flawOf),
    limit: limits.within('images-by-address', IMAGES_AN_HOUR, 3600),
  });
  return {
    ...media,
    /** Asked for by what brings posts out. */
    forLoop: mediaService({ db: loopDb, storage: store.over(loopDb), draw }),
    storage,
    /** Whether files can be had. */
    storeTrouble: async ({ isStart }: { readonly isStart: boolean } = { isStart: false }) =>
      (await store.diskTrouble(db, { isStart })) ?? store.trouble(db),
    /** The same of the folder alone, which is asked quickly. */
    diskTrouble: () => store.diskTrouble(db, { isStart: false }),
    photos: photosOf(limitBytes),
    routes: [mediaRoutes({ media, fetchImage, uploads: tusUploads({ db, storage }) }), libraryRoutes(media)],
    jobs: [...sweepMediaJobs({ media: sweeping }), drawThumbnailsJob(sweeping)],
  };
}
export type Media = ReturnType<typeof createMedia>;
