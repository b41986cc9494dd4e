import Router from '@koa/router';
import type { SandboxState } from '../exchange.ts';
import { feedRoutes } from './feed.routes.ts';
import type { GraphDeps } from './graph-call.ts';
import { graph } from './graph-call.ts';
import { GraphError } from './graph-error.ts';
import { nodesRoutes } from './nodes.routes.ts';
import { oembedRoutes } from './oembed.routes.ts';
import { peopleRoutes } from './people.routes.ts';
import { photosRoutes } from './photos.routes.ts';
import { reelsRoutes } from './reels.routes.ts';
import { storiesRoutes } from './stories.routes.ts';
import { tokensRoutes } from './tokens.routes.ts';
import { uploadsRoutes } from './uploads.routes.ts';
import { videosRoutes } from './videos.routes.ts';

/** Every Graph call, named ones before the general `/{id}`. */
export function graphRoutes(deps: GraphDeps): Router<SandboxState> {
  const router = new Router<SandboxState>();
  const parts = [
    tokensRoutes,
    oembedRoutes,
    peopleRoutes,
    feedRoutes,
    photosRoutes,
    videosRoutes,
    reelsRoutes,
    storiesRoutes,
    uploadsRoutes,
    nodesRoutes,
  ];
  for (const part of parts) router.use(part(deps).routes());
  router.all(
    /.*/,
    graph(
      deps,
      (call) => {
        throw new GraphError({ code: 2500, http: 404, message: `Unknown path components: ${call.ctx.path}` });
      },
      'anonymous',
    ),
  );
  return router;
}
