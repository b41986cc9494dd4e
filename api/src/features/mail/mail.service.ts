import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../../http/errors.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import { asMailAddress, hasForeignMailbox, isMailAddress, shownMailAddress } from '../../mails/mail-address.ts';
import type { MailLinks } from './mail-links.ts';
import { mailSettingsRepository, type Recipient } from './mail-settings.repository.ts';
import { mailsRepository } from './mails.repository.ts';
import type { QuietHours } from './quiet-hours.ts';

interface Deps {
  readonly db: Knex;
  readonly adminIds: readonly string[];
  readonly links: MailLinks;
  /** Counts links that somebody has sent, and links that go to one address: nobody is mailed at will. */
  readonly limits: { readonly ofPerson: RateLimit; readonly ofAddress: RateLimit };
}

/** Our own mail server and all those on the way would have to know SMTPUTF8. */
const FOREIGN_MAILBOX =
  "Pagecast can't send emails to an address with letters such as ü or 王 before the @. Enter another address.";

interface Changes {
  readonly isOn?: boolean | undefined;
  readonly quietHours?: QuietHours | null | undefined;
  readonly mutedPageIds?: readonly PageId[] | undefined;
}

/** How people are told by mail, as they choose it. */
export function mailService({ db, adminIds, links, limits }: Deps) {
  const settings = mailSettingsRepository(db, adminIds);

  async function read(owner: Owner): Promise<Recipient & { readonly mutedPageIds: readonly PageId[] }> {
    const [recipient, mutedPageIds] = await Promise.all([settings.find(owner), settings.mutedPages(owner)]);
    if (recipient === null) throw new NotFoundError('This account is gone.');
    return { ...recipient, mutedPageIds };
  }

  return {
    ...addressesByLink({ db, adminIds, links }),
    read,

    async update(owner: Owner, { isOn, quietHours, mutedPageIds }: Changes) {
      await db.transaction(async (trx) => {
        const mine = mailSettingsRepository(trx, adminIds);
        if (isOn !== undefined) await mine.setOn(owner, isOn);
        if (quietHours !== undefined) {
          await mine.setQuietHours(owner, quietHours);
          await mailsRepository(trx).lookAgain(owner);
        }
        if (mutedPageIds !== undefined && !(await mine.setMutedPages(owner, mutedPageIds)))
          throw new NotFoundError('This page is not one of yours.');
      });
      return read(owner);
    },

    /** @throws InvalidInputError, TooManyRequestsError, ConflictError without a mail server */
    async changeAddress(owner: Owner, typed: string, isSetUp: boolean) {
      const address = asMailAddress(typed);
      if (hasForeignMailbox(typed)) throw InvalidInputError.of([{ path: 'address', message: FOREIGN_MAILBOX }]);
      if (!isMailAddress(address))
        throw InvalidInputError.of([{ path: 'address', message: 'Must be an address such as name@example.com' }]);
      if (!isSetUp) throw new ConflictError("Pagecast can't send emails yet. Ask an administrator to set that up.");
      await limits.ofPerson(String(owner.userId));
      await limits.ofAddress(address.toLowerCase());
      await db.transaction(async (trx) => {
        await mailSettingsRepository(trx, adminIds).setPending(owner, address);
        await mailsRepository(trx).add(owner, 'confirm', address);
      });
      return read(owner);
    },

    async removeAddress(owner: Owner) {
      await settings.removeAddress(owner);
      return read(owner);
    },
  };
}
export type MailService = ReturnType<typeof mailService>;

/** What links in mails do, for whoever has them. */
function addressesByLink({ db, adminIds, links }: Pick<Deps, 'db' | 'adminIds' | 'links'>) {
  /** Whose link this is, as long as it is good. */
  async function unsubscriberOf(token: string): Promise<Owner | null> {
    const link = links.readUnsubscribe(token);
    if (link === null) return null;
    const address = (await mailSettingsRepository(db, adminIds).find(link))?.address ?? null;
    return address !== null && link.isOf(address) ? { userId: link.userId, environment: link.environment } : null;
  }

  return {
    canUnsubscribe: async (token: string) => (await unsubscriberOf(token)) !== null,

    /** As often as it is pressed. @returns false for a link that is not good, or not any more */
    async unsubscribe(token: string): Promise<boolean> {
      const owner = await unsubscriberOf(token);
      if (owner !== null) await mailSettingsRepository(db, adminIds).setOn(owner, false);
      return owner !== null;
    },

    /** The address that a link confirms; null for one that is not good, or not any more. */
    async addressToConfirm(token: string, now: Date): Promise<string | null> {
      const link = links.readConfirm(token);
      if (link === null || link.endsAt <= now) return null;
      const recipient = await mailSettingsRepository(db, adminIds).find(link);
      const pending = recipient?.pendingNonce === link.nonce ? recipient.pendingAddress : null;
      return pending === null ? null : shownMailAddress(pending);
    },

    /** Once. The address before hears of it. */
    async confirm(token: string, now: Date): Promise<string | null> {
      const link = links.readConfirm(token);
      if (link === null || link.endsAt <= now) return null;
      const owner = { userId: link.userId, environment: link.environment };
      return db.transaction(async (trx) => {
        const settings = mailSettingsRepository(trx, adminIds);
        const before = await settings.find(owner);
        const address = await settings.confirm(owner, link.nonce);
        const old = before?.bounce === null ? before.address : null;
        if (address !== null && old !== null && old.toLowerCase() !== address.toLowerCase())
          await mailsRepository(trx).add(owner, 'address_changed', old);
        return address === null ? null : shownMailAddress(address);
      });
    },
  };
}
