import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import { asMailAddress, isMailAddress } from '../../mails/mail-address.ts';
import type { ReturnOfMail } from '../../mails/returned-mail.ts';
import type { QuietHours } from './quiet-hours.ts';

/** How a person is reached by mail. */
export interface Recipient {
  readonly isOn: boolean;
  /** Confirmed by the person, or given by Facebook; null when there is none. */
  readonly address: string | null;
  readonly isFromFacebook: boolean;
  readonly pendingAddress: string | null;
  readonly pendingNonce: string | null;
  readonly pendingAt: Date | null;
  /** The server of their address refused it for good, and its words. */
  readonly bounce: { readonly at: Date; readonly reason: string } | null;
  readonly quietHours: QuietHours | null;
  readonly timeZone: string;
  /** On no list of those who may come in, or on that of those who may not. */
  readonly isShutOut: boolean;
  readonly name: string;
  readonly facebookId: string;
}

interface RecipientRow {
  email: string | null;
  is_on: boolean | null;
  address: string | null;
  pending_address: string | null;
  pending_nonce: string | null;
  pending_at: Date | null;
  bounced_address: string | null;
  bounced_at: Date | null;
  bounce_reason: string | null;
  quiet_from: number | null;
  quiet_to: number | null;
  time_zone: string;
  may_come_in: boolean;
  name: string;
  facebook_id: string;
}

const RECIPIENT = `
  select u.email, s.is_on, s.address, s.pending_address, s.pending_nonce, s.pending_at, s.bounced_address, s.bounced_at,
    s.bounce_reason, s.quiet_from, s.quiet_to, coalesce(u.time_zone, u.browser_time_zone, 'UTC') as time_zone,
    (u.facebook_id = any(?) or coalesce(e.type = 'whitelist', false)) as may_come_in,
    u.name, u.facebook_id
  from users u left join mail_settings s on s.user_id = u.id left join access_entries e on e.facebook_id = u.facebook_id
  where u.id = ? and u.environment = ?`;

/** A mailbox that is full may be emptied; one that stays full is read by nobody. */
const MOST_RETURNS = 3;
const CAME_BACK = `
  with now_counted as (
    select user_id, :count::int + case when lower(returned_address) = lower(:address)
      and returned_at > now() - interval '30 days' then returns else 0 end as returns
    from mail_settings where user_id = :userId for update
  )
  update mail_settings s set returns = least(n.returns, :most), returned_address = :address, returned_at = now(),
    bounced_address = case when n.returns >= :most then :address else s.bounced_address end,
    bounced_at = case when n.returns >= :most then now() else s.bounced_at end,
    bounce_reason = case when n.returns >= :most then :reason else s.bounce_reason end
  from now_counted n where n.user_id = s.user_id`;

/** What people chose about their mails. @param adminIds people who may always come in */
export function mailSettingsRepository(db: Knex, adminIds: readonly string[]) {
  const change = async (owner: Owner, values: object): Promise<void> => {
    await db('mail_settings')
      .insert({ ...ownedColumns(owner), ...values })
      .onConflict('user_id')
      .merge(values);
  };
  return {
    /** Null for somebody who is gone. */
    async find(owner: Owner): Promise<Recipient | null> {
      const { rows } = await db.raw<{ rows: RecipientRow[] }>(RECIPIENT, [
        [...adminIds],
        owner.userId,
        owner.environment,
      ]);
      return rows[0] === undefined ? null : toRecipient(rows[0]);
    },

    setOn: (owner: Owner, isOn: boolean) => change(owner, { is_on: isOn }),
    setQuietHours: (owner: Owner, hours: QuietHours | null) =>
      change(owner, { quiet_from: hours?.from ?? null, quiet_to: hours?.to ?? null }),

    ...addresses(db, change),
    ...returns(db),
    ...mutedPages(db),
  };
}
export type MailSettingsRepository = ReturnType<typeof mailSettingsRepository>;

function toRecipient(row: RecipientRow): Recipient {
  const email = row.email === null ? null : asMailAddress(row.email);
  const given = email !== null && isMailAddress(email) ? email : null;
  const address = row.address ?? given;
  return {
    isOn: row.is_on ?? true,
    address,
    isFromFacebook: row.address === null && given !== null,
    pendingAddress: row.pending_address,
    pendingNonce: row.pending_nonce,
    pendingAt: row.pending_at,
    bounce:
      row.bounced_at !== null && [address, row.pending_address].includes(row.bounced_address)
        ? { at: row.bounced_at, reason: row.bounce_reason ?? '' }
        : null,
    quietHours: row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to },
    timeZone: row.time_zone,
    name: row.name,
    facebookId: row.facebook_id,
    isShutOut: !row.may_come_in,
  };
}

type Change = (owner: Owner, values: object) => Promise<void>;

/** Where mails go, as their people typed, confirmed and changed it. */
function addresses(db: Knex, change: Change) {
  return {
    /** Waits for its confirmation; a link of before is good no more. @returns what the new one carries */
    async setPending(owner: Owner, address: string | null): Promise<void> {
      await change(owner, {
        pending_address: address,
        pending_nonce: address === null ? null : db.raw('gen_random_uuid()'),
        pending_at: address === null ? null : db.fn.now(),
      });
    },

    /** Back to the address that Facebook gave, or to none. */
    removeAddress: (owner: Owner) =>
      change(owner, {
        address: null,
        confirmed_at: null,
        pending_address: null,
        pending_nonce: null,
        pending_at: null,
      }),

    /** Once for each link. @returns the address, or null when it waits for another confirmation by now, or for none */
    async confirm({ userId, environment }: Owner, nonce: string): Promise<string | null> {
      const rows = await db('mail_settings')
        .where({ user_id: userId, environment, pending_nonce: nonce })
        .update({
          address: db.ref('pending_address'),
          confirmed_at: db.fn.now(),
          pending_address: null,
          pending_nonce: null,
          pending_at: null,
          bounced_address: null,
          bounced_at: null,
          bounce_reason: null,
          returns: 0,
          is_on: true,
        })
        .returning<{ address: string }[]>('address');
      return rows[0]?.address ?? null;
    },
  };
}

/** Addresses that mails came back from. */
function returns(db: Knex) {
  return {
    /** For everybody who has this address. @returns how many people that is */
    async bouncedEverywhere(address: string, reason: string): Promise<number> {
      const { rows } = await db.raw<{ rows: unknown[] }>(
        `insert into mail_settings as s (user_id, environment, bounced_address, bounced_at, bounce_reason)
        select u.id, u.environment, coalesce(m.address, u.email), now(), ?
        from users u left join mail_settings m on m.user_id = u.id
        where lower(coalesce(m.address, u.email)) = lower(?)
        on conflict (user_id) do update set bounced_address = excluded.bounced_address,
          bounced_at = excluded.bounced_at, bounce_reason = excluded.bounce_reason
        returning 1`,
        [reason, address],
      );
      return rows.length;
    },

    /**
     * From an address that is gone at once, from another with the third mail in 30 days that comes back: no mail goes
     * there any more, until the person confirms an address again.
     */
    async cameBack(owner: Owner, address: string, { reason, why }: { reason: string; why: ReturnOfMail }) {
      if (why === 'not-the-address') return;
      await db('mail_settings').insert(ownedColumns(owner)).onConflict('user_id').ignore();
      await db.raw(CAME_BACK, {
        address,
        reason,
        count: why === 'gone' ? MOST_RETURNS : 1,
        most: MOST_RETURNS,
        userId: owner.userId,
      });
    },
  };
}

/** Pages that somebody wants no mails about. */
function mutedPages(db: Knex) {
  return {
    mutedPages: async (owner: Owner): Promise<PageId[]> =>
      ownedBy(db, 'mail_muted_pages', owner).orderBy('facebook_page_id').pluck<PageId[]>('facebook_page_id'),

    /** In place of those before. @returns false, and changes nothing, when one is no page of the owner's */
    async setMutedPages(owner: Owner, pageIds: readonly PageId[]): Promise<boolean> {
      const ids = [...new Set(pageIds)];
      const theirs = ownedBy(db, 'facebook_pages', owner).whereIn('id', ids);
      if ((await theirs.pluck('id')).length < ids.length) return false;
      await ownedBy(db, 'mail_muted_pages', owner).whereNotIn('facebook_page_id', ids).delete();
      if (ids.length > 0)
        await db('mail_muted_pages')
          .insert(ids.map((id) => ({ ...ownedColumns(owner), facebook_page_id: id })))
          .onConflict('facebook_page_id')
          .ignore();
      return true;
    },
  };
}
