import Router from '@koa/router';
import { z } from 'zod';
import type { Article } from './entities.ts';
import { originOf } from './exchange.ts';
import type { SandboxContext, SandboxState } from './exchange.ts';
import { sentence } from './faults.ts';
import type { World } from './world.ts';

export const FIZTECH_KEY = 'fz-sandbox-81c2d5e0';

const Body = z.strictObject({
  type: z.enum(['review', 'news']),
  title: z.string().trim().min(1).max(300),
  body: z.string().trim().min(1).max(200_000),
  summary: z.string().max(2000).optional(),
  tags: z.array(z.string().max(60)).max(20).optional(),
  productName: z.string().max(200).optional(),
  category: z.string().max(100).optional(),
  rating: z.number().min(0).max(10).optional(),
  language: z.string().max(40).optional(),
});

/** The tech site's API. An article repeated under the same `Idempotency-Key` is the same article. */
export function fiztechRoutes(world: World): Router<SandboxState> {
  const router = new Router<SandboxState>({ prefix: '/fiztech' });
  router.use(async (ctx, next) => {
    if (
      !/^bearer\s+/i.test(ctx.get('authorization')) ||
      ctx.get('authorization').replace(/^bearer\s+/i, '') !== FIZTECH_KEY
    ) {
      return refuse(ctx, { status: 401, code: 'invalid_api_key', message: 'The API key is missing or wrong.' });
    }
    return next();
  });
  router.post('/articles', (ctx) => createArticle(world, ctx));
  router.get('/articles', (ctx) => {
    const key = ctx.query['idempotency_key'];
    const found = typeof key === 'string' ? [world.articlesByKey.get(key)] : [...world.articles.values()];
    ctx.body = { data: found.flatMap((article) => (article ? [present(ctx, article)] : [])) };
  });
  router.get('/articles/:id', (ctx) => {
    const article = world.articles.get(ctx.params['id'] ?? '');
    if (!article) return refuse(ctx, { status: 404, code: 'not_found', message: 'There is no such article.' });
    ctx.body = present(ctx, article);
  });
  return router;
}

function createArticle(world: World, ctx: SandboxContext): void {
  const { exchange } = ctx.state;
  const key = ctx.get('idempotency-key') || null;
  const known = key === null ? undefined : world.articlesByKey.get(key);
  if (known) {
    ctx.status = 200;
    ctx.body = present(ctx, known);
    return;
  }
  const parsed = Body.safeParse(exchange.json);
  if (!parsed.success) return refuse(ctx, { status: 400, code: 'invalid_article', message: sentence(parsed.error) });
  const { type, title, body, summary = null, tags = [] } = parsed.data;
  const article: Article = {
    id: world.newId(),
    type,
    title,
    body,
    summary,
    tags,
    idempotencyKey: key,
    createdAt: world.clock.now(),
  };
  world.articles.set(article.id, article);
  if (key !== null) world.articlesByKey.set(key, article);
  world.changed();
  exchange.effects.push(`created article ${article.id}`);
  ctx.status = 201;
  ctx.body = present(ctx, article);
}

function present(ctx: SandboxContext, article: Article): Record<string, unknown> {
  const { createdAt, ...rest } = article;
  return {
    ...rest,
    url: `${originOf(ctx)}/fiztech#article-${article.id}`,
    createdAt: new Date(createdAt).toISOString(),
  };
}

function refuse(
  ctx: SandboxContext,
  { status, code, message }: { status: number; code: string; message: string },
): void {
  ctx.status = status;
  ctx.body = { error: { code, message } };
}
