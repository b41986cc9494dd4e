import type { Knex } from 'knex';
import type { SecretBox } from '../../db/secrets.ts';
import { InvalidInputError, UnavailableError } from '../../http/errors.ts';
import { asMailAddress, isMailAddress, readSender } from '../../mails/mail-address.ts';
import { readSmtpUrl } from '../../mails/smtp-address.ts';
import { smtpLine } from '../../mails/smtp-line.ts';
import { auditRepository, type Actor } from '../audit/audit.repository.ts';
import { mailServerRepository, type MailServerSettings } from './mail-server.repository.ts';
import { mailSettingsRepository } from './mail-settings.repository.ts';
import { letterOf, senderOf } from './mail-writer.ts';
import { testWords } from './mail-words.ts';

interface Deps {
  readonly db: Knex;
  readonly adminIds: readonly string[];
  readonly secrets: SecretBox;
  /** What the variables of the server say. */
  readonly ofServer: MailServerSettings | null;
  /** How this server calls itself. */
  readonly name: string;
}

const SUBJECT = 'mail server';
const NOT_SAVED = "so it wasn't saved. The mail server in use hasn't changed.";

/** By which mail server mails go out, as administrators set it up. */
export function mailServerService({ db, adminIds, secrets, ofServer, name }: Deps) {
  const repository = mailServerRepository(db, secrets);

  /** @throws InvalidInputError when the server refuses us or the mail, UnavailableError when it gives no answer */
  async function tryOut({ url, sender }: MailServerSettings, to: string): Promise<void> {
    const server = readSmtpUrl(url);
    const message = 'Must be a mail server such as smtp://user:password@mail.example.com:587';
    if (server === null) throw InvalidInputError.of([{ path: 'url', message }]);
    const body = { intro: testWords.intro, items: [] };
    const letter = await letterOf({ to, subject: testWords.subject, body, from: senderOf(sender), date: new Date() });
    const line = smtpLine(server, name);
    try {
      const outcome = await line.send(letter, async () => true);
      if (outcome.kind === 'sent') return;
      const reason = outcome.kind === 'cancelled' ? '' : ` It says: ${outcome.reason}`;
      if (outcome.kind === 'refused')
        throw new InvalidInputError(`The mail server refused the test email, ${NOT_SAVED}${reason}`);
      throw new UnavailableError(`We couldn't send a test email through this server, ${NOT_SAVED}${reason}`);
    } finally {
      line.close();
    }
  }

  return {
    async inUse(): Promise<{ source: 'panel' | 'server' | 'none' | 'lost'; settings: MailServerSettings | null }> {
      const own = await repository.find();
      if (own === 'lost') return { source: 'lost', settings: null };
      if (own !== null) return { source: 'panel', settings: own };
      return { source: ofServer === null ? 'none' : 'server', settings: ofServer };
    },

    /** Kept once a mail has gone through it. */
    async set(actor: Actor, settings: MailServerSettings, to: string): Promise<void> {
      if (readSender(settings.sender) === null)
        throw InvalidInputError.of([
          { path: 'sender', message: 'Must be a sender such as Pagecast <pagecast@example.com>' },
        ]);
      const testTo = asMailAddress(to);
      if (!isMailAddress(testTo))
        throw InvalidInputError.of([{ path: 'testTo', message: 'Must be an address such as name@example.com' }]);
      await tryOut(settings, testTo);
      await db.transaction(async (trx) => {
        await mailServerRepository(trx, secrets).set(settings);
        const after = { server: withoutPassword(settings.url), sender: settings.sender };
        await auditRepository(trx).record(actor, { action: 'mail.server-changed', subject: SUBJECT, after });
      });
    },

    async remove(actor: Actor): Promise<void> {
      await db.transaction(async (trx) => {
        await mailServerRepository(trx, secrets).remove();
        await auditRepository(trx).record(actor, { action: 'mail.server-removed', subject: SUBJECT });
      });
    },

    /** Whoever reads the mailbox that mails come from finds what came back later. @returns how many people had it */
    async noteBounce(actor: Actor, address: string, reason: string): Promise<number> {
      return db.transaction(async (trx) => {
        const people = await mailSettingsRepository(trx, adminIds).bouncedEverywhere(asMailAddress(address), reason);
        await auditRepository(trx).record(actor, { action: 'mail.bounce-noted', subject: address, after: { people } });
        return people;
      });
    },
  };
}
export type MailServerService = ReturnType<typeof mailServerService>;

export function withoutPassword(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  url.password = url.password === '' ? '' : '****';
  return url.href;
}
