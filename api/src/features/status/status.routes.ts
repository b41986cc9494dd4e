import Router from '@koa/router';
import type { Environment } from '../../contract/common.ts';
import * as contract from '../../contract/status.ts';
import { handle } from '../../http/handle.ts';
import type { StatusRepository } from './status.repository.ts';

export function statusRoutes({
  status,
  currentEnvironment,
}: {
  status: StatusRepository;
  currentEnvironment(): Environment;
}): Router {
  const router = new Router();

  handle(router, contract.readStatus, async () => {
    const { isRunning, lastTickAt } = await status.loop();
    const backupAt = await status.restoredFrom();
    return {
      loop: { isRunning, lastTickAt: lastTickAt?.toISOString() ?? null },
      hold: backupAt === null ? null : { backupAt: backupAt.toISOString() },
      appMode: currentEnvironment(),
    };
  });

  return router;
}
