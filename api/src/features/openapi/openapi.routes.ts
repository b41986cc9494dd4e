import Router from '@koa/router';
import type { Context } from 'koa';
import { NotFoundError } from '../../http/errors.ts';
import type { BuiltDocument } from './built-document.ts';
import { STYLES } from './page-styles.ts';
import { API_DOCS_PATH, OPENAPI_PATH, STYLES_PATH } from './paths.ts';

/** The calls of this server, for programs and for people. Anybody may read them: they say nothing of anybody. */
export function openApiRoutes({ document }: { document: () => Promise<BuiltDocument> }): Router {
  const router = new Router();

  router.get(OPENAPI_PATH, async (ctx) => {
    const { json, etag } = await document();
    answer(ctx, 'application/json; charset=utf-8', json, etag);
  });

  router.get(STYLES_PATH, (ctx) => {
    ctx.type = 'text/css';
    ctx.set('cache-control', 'public, max-age=3600');
    ctx.body = STYLES;
  });

  const page = async (ctx: Context) => {
    const { pages, etag } = await document();
    const html = pages.get((ctx.params as { page?: string }).page ?? '');
    if (html === undefined) throw new NotFoundError('There is no such page.');
    answer(ctx, 'text/html; charset=utf-8', html, etag);
  };
  router.get(API_DOCS_PATH, page);
  router.get(`${API_DOCS_PATH}/:page`, page);

  return router;
}

/** Who has it already is told so. */
function answer(ctx: Context, type: string, text: string, etag: string): void {
  ctx.set({ 'cache-control': 'no-cache', etag });
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = type;
  ctx.body = text;
}
