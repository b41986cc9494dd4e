import Router from '@koa/router';
import * as contract from '../../contract/sources.ts';
import { handle } from '../../http/handle.ts';
import { present } from './sources.present.ts';
import type { SourcesService } from './sources.service.ts';

const UNNAMED = 'File';

export function sourcesRoutes({ sources }: { sources: SourcesService }): Router {
  const router = new Router();

  handle(router, contract.readLink, async ({ body, session }) =>
    present(await sources.readLink(session, body.address)),
  );

  handle(router, contract.readSourceFile, async ({ query, session, request }) => {
    const { name, bytes } = await request.file();
    return present(await sources.readFile(session, query.name?.trim() || name || UNNAMED, bytes));
  });

  handle(router, contract.showSource, async ({ params, session }) => present(await sources.find(session, params.id)));

  return router;
}
