import type { Logger } from 'pino';
import type { Environment } from '../../contract/common.ts';
import { pagecastIn } from '../audit/audit.repository.ts';
import { growShares } from './grow-shares.job.ts';
import type { ReleaseJudge } from './release-judge.ts';
import { sharesRoutes } from './shares.routes.ts';
import { sharesService } from './shares.service.ts';

type Deps = Parameters<typeof sharesService>[0] & {
  readonly log: Logger;
  readonly judge: ReleaseJudge;
  currentEnvironment(): Environment;
};

/** Versions that a part of all people gets before everybody does. */
export function createShares({ log, judge, currentEnvironment, ...deps }: Deps) {
  const service = sharesService(deps);
  return {
    service,
    routes: sharesRoutes({ shares: service, judge, currentEnvironment }),
    job: growShares({ shares: service, mayGrow: judge.mayGrow, actor: () => pagecastIn(currentEnvironment()), log }),
  };
}
