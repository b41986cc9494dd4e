import Router from '@koa/router';
import { listMockablePeople, stopImpersonation, startImpersonation } from '../../contract/impersonation.ts';
import { done } from '../../contract/common.ts';
import { handle, type RequestFacts } from '../../http/handle.ts';
import { ABSOLUTE_DAYS } from '../sessions/sessions.repository.ts';
import type { ImpersonationService } from './impersonation.service.ts';

export function impersonationRoutes({
  impersonation,
  cookieName,
}: {
  impersonation: ImpersonationService;
  cookieName: string;
}): Router {
  const router = new Router();
  const keep = (request: RequestFacts, id: string) =>
    request.cookies.set(cookieName, id, { maxAgeMs: ABSOLUTE_DAYS * 24 * 3_600_000 });

  handle(router, listMockablePeople, async ({ session }) => impersonation.list(session));

  handle(router, startImpersonation, async ({ body, session, request }) => {
    keep(request, await impersonation.start(session, body.facebookId, request));
    return done;
  });

  handle(router, stopImpersonation, async ({ session, request }) => {
    keep(request, await impersonation.stop(session, request));
    return done;
  });

  return router;
}
