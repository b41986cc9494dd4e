import Router from '@koa/router';
import getRawBody from 'raw-body';
import { InvalidInputError, PayloadTooLargeError } from '../../http/errors.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import type { BouncesService } from './bounces.service.ts';

export const BOUNCES_PATH = '/mail/bounces';
/** Reports give back the mail, and ours are small. */
const LARGEST_BYTES = 256 * 1024;

interface Deps {
  readonly service: BouncesService;
  /** Calls of one address. */
  readonly limit: RateLimit;
}

/**
 * Mails that came back, whole and as they arrived: from a mail server's pipe, or a service that takes in mails. Nobody
 * has to log in: a report counts by the signed id of the mail that it gives back, which whoever made it has seen.
 */
export function bouncesRoutes({ service, limit }: Deps): Router {
  const router = new Router();
  router.post(BOUNCES_PATH, async (ctx) => {
    await limit(ctx.ip);
    const raw = await getRawBody(ctx.req, { limit: LARGEST_BYTES }).catch((error: { type?: string }) => {
      throw error.type === 'entity.too.large'
        ? new PayloadTooLargeError(`A report has at most ${LARGEST_BYTES / 1024} KiB.`)
        : new InvalidInputError('The report did not arrive whole.');
    });
    // Who pipes mails here sends whatever comes: one that is no report of ours is no error of theirs.
    ctx.body = { noted: await service.take(raw) };
  });
  return router;
}
