import Router from '@koa/router';
import type { Logger } from 'pino';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/remotes.ts';
import { handle } from '../../http/handle.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import type { CountLoad } from './load-metrics.ts';
import type { ReleaseJudge } from './release-judge.ts';
import type { RemoteLoadsRepository } from './remote-loads.repository.ts';

interface Deps {
  readonly loads: Pick<RemoteLoadsRepository, 'add'>;
  readonly judge: Pick<ReleaseJudge, 'hearLoad'>;
  readonly count: CountLoad;
  readonly reportLimit: RateLimit;
  readonly log: Logger;
}

/** What browsers tell of how areas came. */
export function loadReportsRoutes({ loads, judge, count, reportLimit, log }: Deps): Router {
  const router = new Router();

  handle(router, contract.reportRemoteLoad, async ({ session, request, body: { message, ...load } }) => {
    await reportLimit(request.ip);
    const isKnown = await loads.add(load);
    if (isKnown) count(load.name, load.version, load.phase);
    if (isKnown) await judge.hearLoad(session, load);
    if (isKnown && load.phase !== null)
      log.warn({ ...load, userId: session?.userId ?? null, reason: message }, 'remote.load-failed');
    return done;
  });

  return router;
}
