import { Counter } from 'prom-client';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { databaseTime } from '../../db/clock.ts';
import type { Keyring } from '../../db/keyring.ts';
import type { SecretBox } from '../../db/secrets.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Job } from '../../jobs/jobs.ts';
import { bouncesRoutes } from './bounces.routes.ts';
import { bouncesService } from './bounces.service.ts';
import { mailLinks } from './mail-links.ts';
import { mailPagesRoutes } from './mail-pages.routes.ts';
import type { MailServerSettings } from './mail-server.repository.ts';
import { mailServerService } from './mail-server.service.ts';
import { mailWriter } from './mail-writer.ts';
import { mailRoutes } from './mail.routes.ts';
import { mailService } from './mail.service.ts';
import { mailer } from './mailer.ts';
import { mailsRepository } from './mails.repository.ts';
import { RETENTION } from '../../retention.ts';

const HOUR_SECONDS = 3600;
/** Who mistypes has a few more tries. */
const LINKS_OF_PERSON = 6;
/** A day, whoever asks for them: an address of somebody else is not to be flooded. */
const LINKS_OF_ADDRESS = 4;

/** Of one address. A mail server that reports has few at a time. */
const BOUNCES_A_MINUTE = 120;

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  /** Mails wait for no person, and nobody's post waits for mails. */
  readonly tellingDb: Knex;
  readonly keys: Keyring;
  readonly secrets: SecretBox;
  readonly metrics: Metrics;
  readonly limits: RateLimits;
  readonly log: Logger;
}

/** What people are told by mail. */
export function createMail({ config, db, tellingDb, keys, secrets, metrics, limits, log }: Deps) {
  const adminIds = config.ADMIN_FACEBOOK_IDS;
  const host = new URL(config.PUBLIC_URL).hostname;
  const links = mailLinks({ keys, publicUrl: config.PUBLIC_URL });
  const ofServer: MailServerSettings | null =
    config.SMTP_URL === undefined
      ? null
      : { url: config.SMTP_URL, sender: config.MAIL_FROM ?? `Pagecast <pagecast@${host}>` };
  const serverOn = (on: Knex) => mailServerService({ db: on, adminIds, secrets, ofServer, name: host });
  const serverOfJobs = serverOn(tellingDb);

  const sending = mailer({
    db: tellingDb,
    adminIds,
    writer: mailWriter({ db: tellingDb, adminIds, links, returnTo: config.MAIL_BOUNCES_TO, log }),
    server: async () => (await serverOfJobs.inUse()).settings,
    name: host,
    log,
    now: () => databaseTime(tellingDb),
    count: counterOf(metrics),
  });
  const mails = mailsRepository(tellingDb);
  const ofPerson = limits.within('mail-links-of-person', LINKS_OF_PERSON, HOUR_SECONDS);
  const ofAddress = limits.within('mail-links-of-address', LINKS_OF_ADDRESS, 24 * HOUR_SECONDS);
  const service = mailService({ db, adminIds, links, limits: { ofPerson, ofAddress } });
  return {
    round: sending.round,
    retryNow: sending.retryNow,
    stopClaiming: sending.stopClaiming,
    routes: [
      mailRoutes({ service, server: serverOn(db), mails: mailsRepository(db) }),
      bouncesRoutes({
        service: bouncesService({ db, adminIds, links }),
        limit: limits.perMinute('mail-bounces', BOUNCES_A_MINUTE),
      }),
      mailPagesRoutes({ service, now: () => databaseTime(db) }),
    ],
    jobs: [
      { name: 'send-mails', rule: '* * * * * *', run: sending.round },
      { name: 'set-mails-right', rule: '40 * * * * *', run: () => mails.setRight() },
      { name: 'sweep-mails', rule: '0 53 3 * * *', run: () => mails.removeBefore(RETENTION.mailsDays) },
    ] satisfies Job[],
  };
}
export type Mail = ReturnType<typeof createMail>;

function counterOf({ registry }: Metrics): (outcome: string) => void {
  const outcomes = new Counter({
    name: 'mail_outcomes_total',
    help: 'Attempts to send a mail, by what came of them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => outcomes.inc({ outcome });
}
