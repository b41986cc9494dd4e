import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import type { UserId } from '../../contract/ids.ts';
import { prepared } from '../../db/database.ts';
import { ownedColumns, type Owner } from '../../db/owner.ts';
import * as statements from './mails.sql.ts';

export type Purpose = 'facts' | 'reminder' | 'confirm' | 'address_changed';

/** A mail that one process is about to send. */
export interface MailClaim {
  readonly id: number;
  readonly owner: Owner;
  readonly purpose: Purpose;
  /** Where it goes when not to the address that the person has by now. */
  readonly toAddress: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly since: Date;
  /** With this one. */
  readonly tries: number;
  readonly lease: string;
}

interface ClaimRow {
  id: number;
  user_id: UserId;
  environment: Environment;
  purpose: Purpose;
  to_address: string | null;
  params: Record<string, unknown>;
  since: Date;
  tries: number;
  lease_token: string;
}

interface ReturnedRow {
  user_id: UserId;
  environment: Environment;
  sent_to: string;
}

export interface MailError {
  readonly code: number | null;
  readonly reason: string;
}

/** Mails from the facts that they tell to their end. */
export function mailsRepository(db: Knex) {
  return {
    /** Puts a fact into the mail that waits for its person, or into a new one. */
    async gather(owner: Owner, facts: readonly { readonly id: number; readonly at: Date }[]): Promise<void> {
      const since = new Date(Math.min(...facts.map(({ at }) => at.getTime())));
      const { rows } = await db.raw<{ rows: { id: number }[] }>(statements.gather, [
        owner.userId,
        owner.environment,
        since,
      ]);
      await db('mail_facts').insert(facts.map(({ id }) => ({ mail_id: rows[0]?.id, fact_id: id })));
    },

    async add(owner: Owner, purpose: Purpose, toAddress: string, params: object = {}): Promise<void> {
      await db('mails').insert({
        ...ownedColumns(owner),
        purpose,
        to_address: toAddress,
        params: JSON.stringify(params),
      });
    },

    ...dueMails(db),
    ...heldMails(db),
    ...returnedMails(db),
    ...mailsPutOff(db),

    /** What the processes held that have died: not handed over it waits again, else it may have been taken. */
    async releaseDead(): Promise<void> {
      // One after the other: two of one person become one.
      for (const { id } of (await db.raw<{ rows: { id: number }[] }>(statements.deadOnes)).rows)
        await db.raw(statements.releaseDead, [id]);
      await db.raw(statements.unclearOfDead);
    },

    /** The facts of a mail that its person still wants to hear of and that are still so, oldest first. */
    async openFacts(mailId: number): Promise<{ id: number; kind: string }[]> {
      return (await db.raw<{ rows: { id: number; kind: string }[] }>(statements.openFacts, [mailId])).rows;
    },

    async counts(): Promise<Readonly<Record<string, number>>> {
      const rows = await db('mails')
        .whereIn('state', ['waiting', 'sending', 'failed', 'unclear'])
        .groupBy('state')
        .select('state', db.raw('count(*)::int as count'));
      return Object.fromEntries((rows as { state: string; count: number }[]).map(({ state, count }) => [state, count]));
    },

    async removeBefore(days: number): Promise<void> {
      await db('mails')
        .where('ended_at', '<', db.raw('now() - make_interval(days => ?)', [days]))
        .delete();
    },
  };
}
export type MailsRepository = ReturnType<typeof mailsRepository>;

/** What there is to do for a sender. */
function dueMails(db: Knex) {
  return {
    async hasWork(): Promise<boolean> {
      const [row] = await prepared<{ has_work: boolean }>(db, 'mails_have_work', statements.hasWork, []);
      return row?.has_work === true;
    },

    /**
     * Up to `limit` that are due, half of them the oldest and half the newest: however many wait, one that is new does
     * not wait behind all of them, and none waits for ever.
     */
    async claim(limit: number): Promise<MailClaim[]> {
      const half = Math.ceil(limit / 2);
      const { rows } = await db.raw<{ rows: ClaimRow[] }>(statements.claim, [half, limit - half]);
      return rows.map((row) => ({
        id: row.id,
        owner: { userId: row.user_id, environment: row.environment },
        purpose: row.purpose,
        toAddress: row.to_address,
        params: row.params,
        since: row.since,
        tries: row.tries,
        lease: row.lease_token,
      }));
    },
  };
}

function mailsPutOff(db: Knex) {
  return {
    /**
     * What waits for the end of quiet hours that are others by now; it may be put off again. What waits because its
     * server failed has an error, and waits on: else it would use up its chances.
     */
    async lookAgain(owner: Owner): Promise<void> {
      await db('mails')
        .where({ ...ownedColumns(owner), state: 'waiting', error: null })
        .where('due_at', '>', db.raw(`now() + ${statements.GATHER_AT_MOST}`))
        .update({ due_at: db.fn.now() });
    },

    /** Nobody waits for a clock that stood ahead. */
    async setRight(): Promise<void> {
      await db.raw(statements.setRight);
      await db.raw(statements.setLeasesRight);
    },
  };
}

function returnedMails(db: Knex) {
  return {
    /** Once for each mail. @returns whom it went to; null for one that never left, or is forgotten */
    async cameBack(mailId: number): Promise<{ readonly owner: Owner; readonly address: string } | null> {
      const { rows } = await db.raw<{ rows: ReturnedRow[] }>(statements.cameBack, [mailId]);
      const [row] = rows;
      if (row === undefined) return null;
      return { owner: { userId: row.user_id, environment: row.environment }, address: row.sent_to };
    },
  };
}

/** What the process that holds a mail does with it. Whoever lost it in the meantime changes nothing. */
function heldMails(db: Knex) {
  const leased = ({ id, lease }: MailClaim) => db('mails').where({ id, lease_token: lease, state: 'sending' });
  const end = async (claim: MailClaim, state: string, error: MailError | null): Promise<boolean> =>
    (await leased(claim).update({
      state,
      ended_at: db.fn.now(),
      error: error === null ? null : JSON.stringify(error),
    })) === 1;
  return {
    /** Whoever holds them still lives. */
    async keepHolding(claims: readonly MailClaim[]): Promise<void> {
      const which = claims.map(({ id, lease }) => [id, lease]);
      await db('mails')
        .whereIn(['id', 'lease_token'], which)
        .where({ state: 'sending' })
        .update({ lease_expires_at: db.raw(statements.LEASE) });
    },

    /** Written down before the server gets the first byte: from here on it may have the mail. */
    async handOver(claim: MailClaim, to: string): Promise<boolean> {
      return (
        (await leased(claim)
          .where('lease_expires_at', '>', db.fn.now())
          .update({ handed_at: db.fn.now(), lease_expires_at: db.raw(statements.LEASE), sent_to: to })) === 1
      );
    },

    sent: (claim: MailClaim) => end(claim, 'sent', null),
    failed: (claim: MailClaim, error: MailError) => end(claim, 'failed', error),
    /** Nothing of it is worth a mail any more. */
    settled: (claim: MailClaim) => end(claim, 'settled', null),

    /** Later again. Its facts go into the mail that has begun to wait meanwhile, where there is one. */
    async again(claim: MailClaim, seconds: number, error: MailError): Promise<void> {
      await db.raw(statements.again, [claim.id, claim.lease, seconds, JSON.stringify(error)]);
    },

    /** It was not tried: the server is away, or the person sleeps. */
    async putBack(claims: readonly MailClaim[], until: Date): Promise<void> {
      for (const { id, lease } of claims) await db.raw(statements.putBack, [id, lease, until]);
    },

    /** The server may have it: what is still open of it goes out again by the same id. */
    async unclear(claim: MailClaim, error: MailError): Promise<void> {
      await db.raw(statements.unclear, [JSON.stringify(error), claim.id, claim.lease]);
    },
  };
}
