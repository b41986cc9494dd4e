import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { SecretBox } from '../../db/secrets.ts';
import { publicPost } from '../../http/post-public.ts';
import type { Job } from '../../jobs/jobs.ts';
import { pushRoutes } from './push.routes.ts';
import { pushing } from './pushing.ts';

interface Deps {
  readonly config: Pick<Config, 'ADMIN_FACEBOOK_IDS' | 'SUPPORT_EMAIL' | 'WEBHOOK_NETWORKS'>;
  readonly db: Knex;
  readonly tellingDb: Knex;
  readonly secrets: SecretBox;
  readonly log: Logger;
}

/** Tells browsers what happens while no page is open. */
export function createPush({ config, db, tellingDb, secrets, log }: Deps) {
  const post = publicPost(config.WEBHOOK_NETWORKS);
  const work = pushing({
    db: tellingDb,
    secrets,
    publicPost: post,
    adminIds: config.ADMIN_FACEBOOK_IDS,
    contact: config.SUPPORT_EMAIL,
    log,
  });
  return {
    routes: [pushRoutes({ db, secrets, publicPost: post })],
    jobs: [{ name: 'push', rule: '* * * * * *', run: work.run }] satisfies Job[],
    /** One turn of the clock, and everything that it sets in motion. */
    async turn(): Promise<void> {
      await work.run();
      await work.settled();
    },
    stop: work.stop,
  };
}
