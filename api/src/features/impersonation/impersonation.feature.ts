import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import type { Sessions } from '../sessions/sessions.feature.ts';
import { impersonationRoutes } from './impersonation.routes.ts';
import { impersonationService } from './impersonation.service.ts';
import { recordImpersonation } from './record-impersonation.ts';

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly sessions: Sessions;
}

/** Administrators as somebody else, which is written down. */
export function createImpersonation({ config, db, sessions: { cookieName } }: Deps) {
  const impersonation = impersonationService({ db, adminIds: config.ADMIN_FACEBOOK_IDS });
  return { record: recordImpersonation(db), routes: [impersonationRoutes({ impersonation, cookieName })] };
}
