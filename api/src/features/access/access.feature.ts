import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import { accessRepository } from './access.repository.ts';
import { accessRoutes } from './access.routes.ts';
import { accessService } from './access.service.ts';

/** Who may come in, and as what. */
export function createAccess({ config, db }: { config: Config; db: Knex }) {
  const access = accessRepository(db);
  const service = accessService({ db, adminIds: config.ADMIN_FACEBOOK_IDS });
  return { ...access, add: service.add, routes: [accessRoutes({ access, service })] };
}
export type Access = ReturnType<typeof createAccess>;
