import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import { statusRepository } from './status.repository.ts';
import { statusRoutes } from './status.routes.ts';

interface Deps {
  readonly db: Knex;
  readonly configuration: { currentEnvironment(): Environment };
}

/** What everybody may know of this deployment: whether posts go out, and which environment is shown. */
export function createStatus({ db, configuration: { currentEnvironment } }: Deps) {
  const status = statusRepository(db);
  return { ...status, routes: [statusRoutes({ status, currentEnvironment })] };
}
export type Status = ReturnType<typeof createStatus>;
