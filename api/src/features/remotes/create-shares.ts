import type { Logger } from 'pino';
import type { Environment } from '../../contract/common.ts';
import { pagecastIn } from '../audit/audit.repository.ts';
import { growShares } from './grow-shares.job.ts';
import type { Share } from './release-shares.repository.ts';
import { sharesRoutes } from './shares.routes.ts';
import { sharesService } from './shares.service.ts';

type Deps = Parameters<typeof sharesService>[0] & {
  readonly log: Logger;
  /** Whether the version of a share may go to more people by itself. */
  readonly mayGrow: (share: Share) => Promise<boolean>;
  currentEnvironment(): Environment;
};

/** Versions that a part of all people gets before everybody does. */
export function createShares({ log, mayGrow, currentEnvironment, ...deps }: Deps) {
  const service = sharesService(deps);
  return {
    service,
    routes: sharesRoutes({ shares: service, currentEnvironment }),
    job: growShares({ shares: service, mayGrow, actor: () => pagecastIn(currentEnvironment()), log }),
  };
}
