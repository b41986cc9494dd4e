import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../../db/database-errors.ts';
import { readSmtpUrl } from '../../mails/smtp-address.ts';
import { returnOf } from '../../mails/returned-mail.ts';
import { smtpLine, type Sending, type SmtpLine } from '../../mails/smtp-line.ts';
import { gathering } from './gathering.ts';
import type { MailServerSettings } from './mail-server.repository.ts';
import { mailSettingsRepository } from './mail-settings.repository.ts';
import type { MailWriter, Written } from './mail-writer.ts';
import { mailsRepository, type MailClaim } from './mails.repository.ts';

const MAILS_AT_ONCE = 50;
/** Servers count lines of one sender, and few of them carry hundreds of mails a second. */
const LINES = 5;
/** A server that is away is asked again then. */
const AWAY_MS = 15_000;
const BACKOFF_SECONDS = [15, 30, 60, 120, 300, 600, 1200, 1800, 3600];
/** About a day. */
const MOST_TRIES = 32;
const STILL_HELD_MS = 5000;

interface Deps {
  readonly db: Knex;
  readonly adminIds: readonly string[];
  readonly writer: MailWriter;
  /** The mail server as it is set up at this moment; null for none. */
  readonly server: () => Promise<MailServerSettings | null>;
  readonly name: string;
  readonly log: Logger;
  readonly now: () => Promise<Date>;
  readonly count: (outcome: string) => void;
}

/** Brings mails out. Any number of processes may: each mail is one process's at a time. */
export function mailer(deps: Deps) {
  const { db, adminIds, server, name, log, now } = deps;
  const mails = mailsRepository(db);
  // By the monotonic clock: that of this machine may be set meanwhile.
  const state = { isStopping: false, awayUntil: -Infinity };
  const gather = gathering({ db, adminIds, isStopping: () => state.isStopping });
  const deliver = delivering({
    ...deps,
    away: () => {
      state.awayUntil = performance.now() + AWAY_MS;
    },
  });

  async function send(claims: readonly MailClaim[], { url, sender }: MailServerSettings): Promise<void> {
    const smtp = readSmtpUrl(url);
    if (smtp === null) throw new Error('The address of the mail server is none');
    const waiting = [...claims];
    const isHeld = setInterval(() => {
      // Without a database nobody else takes them either.
      mails.keepHolding(claims).catch((err: unknown) => log.warn({ err }, 'mail.not-held'));
    }, STILL_HELD_MS);
    const work = async () => {
      const line = smtpLine(smtp, name);
      try {
        for (let claim = waiting.shift(); claim !== undefined; claim = waiting.shift()) {
          const awayMs = Math.max(state.awayUntil - performance.now(), 0);
          if (state.isStopping || awayMs > 0) {
            await mails.putBack([claim, ...waiting.splice(0)], new Date((await now()).getTime() + awayMs));
            return;
          }
          await deliver(claim, { line, sender });
        }
      } finally {
        line.close();
      }
    };
    await Promise.all(Array.from({ length: Math.min(LINES, claims.length) }, work)).finally(() =>
      clearInterval(isHeld),
    );
  }

  return {
    /** Gathers what happened and sends what is due, until nothing is left or the server is away. */
    async round(): Promise<void> {
      if (!(await mails.hasWork())) return;
      const inUse = await server();
      await gather(inUse !== null);
      await mails.releaseDead();
      if (inUse === null) return;
      while (!state.isStopping && state.awayUntil <= performance.now()) {
        const claims = await mails.claim(MAILS_AT_ONCE);
        if (claims.length === 0) return;
        await send(claims, inUse);
        await gather(true);
      }
    },

    /** A server that was away is asked again at once. */
    retryNow(): void {
      state.awayUntil = -Infinity;
    },

    /** The mails under way come to their end, which is within half a minute. */
    stopClaiming(): void {
      state.isStopping = true;
    },
  };
}
export type Mailer = ReturnType<typeof mailer>;

/** Sends one mail, and writes down what came of it. */
function delivering({ db, adminIds, writer, log, now, count, away }: Deps & { away(): void }) {
  const mails = mailsRepository(db);
  const settings = mailSettingsRepository(db, adminIds);

  async function settle(claim: MailClaim, to: string, outcome: Sending): Promise<void> {
    switch (outcome.kind) {
      case 'sent':
        await mails.sent(claim);
        return;
      case 'cancelled':
        return;
      case 'unclear':
        // One that gives no answer to one mail gives none to the next.
        away();
        return mails.unclear(claim, { code: null, reason: outcome.reason });
      case 'unreachable':
        away();
        return tryAgain(claim, { code: null, reason: outcome.reason });
      case 'refused': {
        const { code, reason, command } = outcome;
        if (code < 500) return tryAgain(claim, { code, reason });
        await settings.cameBack(claim.owner, to, { reason, why: returnOf(code, reason, command === 'RCPT TO') });
        await mails.failed(claim, { code, reason });
      }
    }
  }

  async function tryAgain(claim: MailClaim, error: { code: number | null; reason: string }): Promise<void> {
    if (claim.tries >= MOST_TRIES) {
      await mails.failed(claim, error);
      return;
    }
    await mails.again(claim, BACKOFF_SECONDS[Math.min(claim.tries, BACKOFF_SECONDS.length) - 1] ?? 15, error);
  }

  /** @returns null where it cannot be written: it waits for another try, and the next ones for nothing */
  async function write(claim: MailClaim, sender: string): Promise<Written | null> {
    const at = await now();
    try {
      return await writer.write(claim, sender, at);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error, mailId: claim.id, tries: claim.tries }, 'mail.not-written');
      await tryAgain(claim, { code: null, reason: String(error) });
      return null;
    }
  }

  async function deliver(claim: MailClaim, { line, sender }: { line: SmtpLine; sender: string }): Promise<void> {
    const written = await write(claim, sender);
    if (written === null) return;
    if (written.kind === 'later') return mails.putBack([claim], written.until);
    if (written.kind === 'nothing') {
      await mails.settled(claim);
      return;
    }
    const { letter } = written;
    const outcome = await line.send(letter, () => mails.handOver(claim, letter.to));
    count(outcome.kind);
    if (outcome.kind !== 'sent') log.warn({ mailId: claim.id, tries: claim.tries, ...outcome }, 'mail.not-sent');
    await settle(claim, letter.to, outcome);
  }

  return deliver;
}
