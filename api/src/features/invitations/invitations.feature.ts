import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import type { SecretBox } from '../../db/secrets.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { Configuration } from '../configuration/configuration.feature.ts';
import { invitationsRoutes } from './invitations.routes.ts';
import { invitationsService } from './invitations.service.ts';
import { pendingLogins } from './pending-login.ts';

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly secrets: SecretBox;
  readonly limits: RateLimits;
  readonly configuration: Configuration;
}

/** Codes by which people let themselves in. */
export function createInvitations({ config, db, secrets, limits, configuration: { currentEnvironment } }: Deps) {
  const pending = pendingLogins({ secrets, publicUrl: config.PUBLIC_URL });
  return {
    pending,
    routes: [
      invitationsRoutes({
        db,
        service: invitationsService({ db }),
        pending,
        currentEnvironment,
        codeLimit: limits.perMinute('code', config.CODE_RATE_LIMIT),
      }),
    ],
  };
}
export type Invitations = ReturnType<typeof createInvitations>;
