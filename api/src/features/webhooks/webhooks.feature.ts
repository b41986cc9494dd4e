import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { WEBHOOK_LOG_DAYS } from '../../contract/webhooks.ts';
import type { SecretBox } from '../../db/secrets.ts';
import { publicPost } from '../../http/post-public.ts';
import type { Job } from '../../jobs/jobs.ts';
import { claimsRepository } from './claims.repository.ts';
import { deliveriesRepository } from './deliveries.repository.ts';
import { delivering } from './delivering.ts';
import { expandFacts } from './expand-facts.ts';
import { sendingClaims } from './send-claim.ts';
import { webhooksRoutes } from './webhooks.routes.ts';
import { webhooksService } from './webhooks.service.ts';

interface Deps {
  readonly config: Pick<Config, 'ADMIN_FACEBOOK_IDS' | 'PUBLIC_URL' | 'WEBHOOK_NETWORKS' | 'LOOP'>;
  readonly db: Knex;
  /** For what the clock starts: it takes no connection of those who wait. */
  readonly tellingDb: Knex;
  readonly sweepsDb: Knex;
  readonly secrets: SecretBox;
  readonly log: Logger;
}

/** Tells addresses that people name what happens to their posts and pages. */
export function createWebhooks({ config, db, tellingDb, sweepsDb, secrets, log }: Deps) {
  const post = publicPost(config.WEBHOOK_NETWORKS);
  const { send, switchOff } = sendingClaims({ db: tellingDb, secrets, publicPost: post, log });
  const claims = claimsRepository(tellingDb);
  const deliveries = delivering({ claims, send, log });
  const expanding = { db: tellingDb, adminIds: config.ADMIN_FACEBOOK_IDS, publicUrl: config.PUBLIC_URL, log };

  async function deliver(): Promise<void> {
    while (await expandFacts(expanding)) deliveries.pump();
    deliveries.pump();
  }

  async function switchOffOverfull(): Promise<void> {
    for (const { id, ...webhook } of await claims.overfull())
      await switchOff({ ...webhook, webhookId: id }, 'overfull');
  }

  return {
    routes: [
      webhooksRoutes({
        db,
        secrets,
        service: webhooksService({ db, secrets, publicPost: post, publicUrl: config.PUBLIC_URL }),
        // Elsewhere a process with a clock does it within a second.
        pump: config.LOOP !== 'off' ? deliveries.pump : () => {},
      }),
    ],
    jobs: [
      { name: 'deliver-webhooks', rule: '* * * * * *', run: deliver },
      { name: 'set-webhooks-right', rule: '50 * * * * *', run: () => claims.setRight() },
      { name: 'switch-off-overfull-webhooks', rule: '20 * * * * *', run: switchOffOverfull },
      {
        name: 'sweep-webhook-deliveries',
        rule: '0 17 * * * *',
        run: () => deliveriesRepository(sweepsDb).removeBefore(WEBHOOK_LOG_DAYS),
      },
    ] satisfies Job[],
    /** One turn of the clock, and everything that it sets in motion. */
    async turn(): Promise<void> {
      await deliver();
      await deliveries.settled();
    },
    stop: deliveries.stop,
  };
}
