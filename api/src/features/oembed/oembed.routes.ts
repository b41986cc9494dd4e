import Router from '@koa/router';
import { EMBED_FRAME_PATH, fetchOembed } from '../../contract/oembed.ts';
import { handle } from '../../http/handle.ts';
import { embedFrame } from './embed-frame.ts';
import type { OembedService } from './oembed.service.ts';

export function oembedRoutes({ oembed, sdkUrl }: { oembed: OembedService; sdkUrl: string }): Router {
  const router = new Router();

  handle(router, fetchOembed, async ({ body, session }) => {
    const originalUrl = body.url ?? '';
    const found = await oembed.embed(session.environment, originalUrl);
    return {
      platform: found.platform,
      type: found.type ?? null,
      provider_name: found.provider_name ?? null,
      version: found.version ?? null,
      width: found.width ?? null,
      height: found.height ?? null,
      title: found.title ?? null,
      author_name: found.author_name ?? null,
      originalUrl,
      html: found.html,
      fetchedAt: new Date().toISOString(),
    };
  });

  const { html, policy } = embedFrame(new URL(sdkUrl).origin);
  router.get(EMBED_FRAME_PATH, (ctx) => {
    ctx.set('content-security-policy', policy);
    // Without an origin it cannot ask for a cluster of its own.
    ctx.remove('origin-agent-cluster');
    ctx.set('cache-control', 'no-cache');
    ctx.type = 'html';
    ctx.body = html;
  });

  return router;
}
