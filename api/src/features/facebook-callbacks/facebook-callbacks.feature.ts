import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Accounts } from '../accounts/accounts.feature.ts';
import { deletionReceiptsRepository } from '../accounts/deletion-receipts.repository.ts';
import type { Configuration } from '../configuration/configuration.feature.ts';
import type { Publishing } from '../publishing/publishing.feature.ts';
import { facebookCallbacksRoutes } from './facebook-callbacks.routes.ts';
import { facebookCallbacks } from './facebook-callbacks.service.ts';

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly log: Logger;
  readonly configuration: Configuration;
  readonly publishing: Publishing;
  readonly accounts: Accounts;
}

/** What Facebook tells on a person's behalf. */
export function createFacebookCallbacks({
  config,
  db,
  log,
  configuration: { facebookApp },
  publishing: { holdPage },
  accounts: { deletion },
}: Deps) {
  const callbacks = facebookCallbacks({ db, deletion, log, facebookApp, holdPage });
  const receipts = deletionReceiptsRepository(db);
  return {
    run: callbacks.run,
    routes: [facebookCallbacksRoutes({ callbacks, receipts, publicUrl: config.PUBLIC_URL })],
    jobs: [{ name: 'delete-accounts', rule: '23 * * * * *', run: callbacks.run }] satisfies Job[],
  };
}
