import Router from '@koa/router';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/feeds.ts';
import { handle } from '../../http/handle.ts';
import { present } from './feeds.present.ts';
import type { FeedsService } from './feeds.service.ts';

export function feedsRoutes({ feeds }: { feeds: FeedsService }): Router {
  const router = new Router();

  handle(router, contract.listFeeds, async ({ session }) => (await feeds.list(session)).map(present));

  handle(router, contract.addFeed, async ({ body, session }) => present(await feeds.add(session, given(body))));

  handle(router, contract.updateFeed, async ({ params, body, session }) =>
    present(await feeds.change(session, params.id, given(body))),
  );

  handle(router, contract.deleteFeed, async ({ params, session }) => {
    await feeds.remove(session, params.id);
    return done;
  });

  return router;
}

/** Without what was left out. */
function given<Body extends object>(body: Body): { [Key in keyof Body]: Exclude<Body[Key], undefined> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as never;
}
