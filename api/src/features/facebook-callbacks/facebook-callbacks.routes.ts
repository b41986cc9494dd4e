import Router from '@koa/router';
import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { DATA_DELETION_PATH, DEAUTHORIZE_PATH, deletionStatus } from '../../contract/settings.ts';
import { InvalidInputError, NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { DeletionReceiptsRepository } from '../accounts/deletion-receipts.repository.ts';
import type { FacebookCallbacks } from './facebook-callbacks.service.ts';

const FORM_LIMIT_BYTES = 16 * 1024;

/** Facebook's own calls come without a cookie and from no page of ours: their signature vouches for them. */
export function isFacebookCallback(path: string): boolean {
  return path === DATA_DELETION_PATH || path === DEAUTHORIZE_PATH;
}

interface Deps {
  readonly callbacks: FacebookCallbacks;
  readonly receipts: DeletionReceiptsRepository;
  readonly publicUrl: string;
}

export function facebookCallbacksRoutes({ callbacks, receipts, publicUrl }: Deps): Router {
  const router = new Router();

  router.post(DATA_DELETION_PATH, async (ctx) => {
    const code = await callbacks.deleteData(await signedRequestOf(ctx));
    ctx.body = { url: `${publicUrl}/user-data-deletion?code=${code}`, confirmation_code: code };
  });

  router.post(DEAUTHORIZE_PATH, async (ctx) => {
    await callbacks.deauthorize(await signedRequestOf(ctx));
    ctx.body = { success: true };
  });

  handle(router, deletionStatus, async ({ params }) => {
    const receipt = await receipts.find(params.code);
    if (receipt === null) throw new NotFoundError('No deletion has this code. Check that you copied all of it.');
    return {
      status: receipt.finishedAt === null ? ('pending' as const) : ('done' as const),
      requestedAt: receipt.requestedAt.toISOString(),
      finishedAt: receipt.finishedAt?.toISOString() ?? null,
    };
  });

  return router;
}

async function signedRequestOf(ctx: Context): Promise<string> {
  const text = await getRawBody(ctx.req, { limit: FORM_LIMIT_BYTES, encoding: 'utf-8' }).catch(() => {
    throw new InvalidInputError("This request isn't valid.", { issues: [] });
  });
  return new URLSearchParams(text).get('signed_request') ?? '';
}
