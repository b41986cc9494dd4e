import { Counter, Gauge } from 'prom-client';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { databaseTime } from '../../db/clock.ts';
import type { SecretBox } from '../../db/secrets.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Job } from '../../jobs/jobs.ts';
import { mailLinks } from './mail-links.ts';
import { mailServerRepository, type MailServerSettings } from './mail-server.repository.ts';
import { mailWriter } from './mail-writer.ts';
import { mailer } from './mailer.ts';
import { mailsRepository } from './mails.repository.ts';

const KEPT_DAYS = 30;

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  /** Mails wait for no person, and nobody's post waits for mails. */
  readonly sweepsDb: Knex;
  readonly secrets: SecretBox;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** What people are told by mail. */
export function createMail({ config, sweepsDb, secrets, metrics, log }: Deps) {
  const adminIds = config.ADMIN_FACEBOOK_IDS;
  const host = new URL(config.PUBLIC_URL).hostname;
  const links = mailLinks({ secretKey: config.SECRET_KEY, publicUrl: config.PUBLIC_URL });
  const ofServer: MailServerSettings | null =
    config.SMTP_URL === undefined
      ? null
      : { url: config.SMTP_URL, sender: config.MAIL_FROM ?? `Pagecast <pagecast@${host}>` };
  async function inUse(db: Knex): Promise<MailServerSettings | null> {
    const own = await mailServerRepository(db, secrets).find();
    return own === 'lost' ? null : (own ?? ofServer);
  }

  const sending = mailer({
    db: sweepsDb,
    adminIds,
    writer: mailWriter({ db: sweepsDb, adminIds, links }),
    server: () => inUse(sweepsDb),
    name: host,
    log,
    now: () => databaseTime(sweepsDb),
    count: countersOf(metrics, sweepsDb),
  });
  const mails = mailsRepository(sweepsDb);
  return {
    round: sending.round,
    retryNow: sending.retryNow,
    stopClaiming: sending.stopClaiming,
    jobs: [
      { name: 'send-mails', rule: '* * * * * *', run: sending.round },
      { name: 'sweep-mails', rule: '0 53 3 * * *', run: () => mails.removeBefore(KEPT_DAYS) },
    ] satisfies Job[],
  };
}
export type Mail = ReturnType<typeof createMail>;

function countersOf({ registry }: Metrics, db: Knex): (outcome: string) => void {
  const outcomes = new Counter({
    name: 'mail_outcomes_total',
    help: 'Attempts to send a mail, by what came of them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const states = ['waiting', 'sending', 'failed', 'unclear'];
  const _waiting = new Gauge({
    name: 'mails',
    help: 'Mails that wait, and those of the last 30 days that failed or may not have arrived',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      // Without a database there are other figures to look at.
      const counts = await mailsRepository(db)
        .counts()
        .catch(() => null);
      if (counts !== null) for (const state of states) this.set({ state }, counts[state] ?? 0);
    },
  });
  return (outcome) => outcomes.inc({ outcome });
}
