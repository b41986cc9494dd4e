import type { Knex } from 'knex';
import { ownedBy, type Owner } from '../../db/owner.ts';
import type { ComposedEvent } from './compose-event.ts';

export interface Delivery {
  readonly id: number;
  readonly webhookId: number;
  readonly eventId: string;
  readonly type: string;
  readonly sequence: number;
  /** As receivers of our own format get it. */
  readonly body: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastFlaw: string | null;
  readonly lastDurationMs: number | null;
  readonly lastAttemptAt: Date | null;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

export interface DeliveryRow {
  id: number;
  webhook_id: number;
  event_id: string;
  type: string;
  sequence: number;
  body: string;
  state: Delivery['state'];
  attempts: number;
  last_status: number | null;
  last_flaw: string | null;
  last_duration_ms: number | null;
  last_attempt_at: Date | null;
  next_attempt_at: Date | null;
  created_at: Date;
}

/** So long is an event tried. */
export const TRIED_HOURS = 24;

/** Of this moment, and not of the beginning of the transaction: a try that began meanwhile was before it. */
const atOnce = (db: Knex) => db.raw('clock_timestamp()');
const triedFromNow = (db: Knex) => ({
  next_attempt_at: atOnce(db),
  until: db.raw('now() + make_interval(hours => ?)', [TRIED_HOURS]),
});

/** There is something to do for it, though not before it has rested. */
const WAKE = `due_at = least(due_at, greatest(now(), coalesce(rests_until, now())))`;

/** Whoever may still come in: `adminIds` always, others while they are on the list. */
const MAY_COME_IN = `exists (select from users u left join access_entries a on a.facebook_id = u.facebook_id
  where u.id = w.user_id and (u.facebook_id = any(:adminIds) or a.type = 'whitelist'))`;
const IS_ADMIN = `exists (select from users u left join access_entries a on a.facebook_id = u.facebook_id
  where u.id = w.user_id and (u.facebook_id = any(:adminIds) or a.type = 'whitelist' and a.role = 'admin'))`;

interface Listeners {
  readonly adminIds: readonly string[];
  /** Only administrators are told. */
  readonly forAdmins: boolean;
}

/** What webhooks were, and will be, told. */
export function deliveriesRepository(db: Knex) {
  const mine = (owner: Owner) => ownedBy<DeliveryRow>(db, 'webhook_deliveries', owner);
  return {
    /** Those of these people who have a webhook that is on. */
    async listening(userIds: readonly number[]): Promise<ReadonlySet<number>> {
      const found = await db('webhooks')
        .whereIn('user_id', [...userIds])
        .where({ is_enabled: true })
        .distinct('user_id');
      return new Set((found as { user_id: number }[]).map((row) => row.user_id));
    },

    /** Writes an event down for each webhook of its owner that listens to it, under the next number of each. */
    async addForListeners(owner: Owner, event: ComposedEvent, { adminIds, forAdmins }: Listeners): Promise<void> {
      const { rows } = await db.raw<{ rows: { id: number; last_sequence: number }[] }>(
        `update webhooks w set last_sequence = last_sequence + 1, ${WAKE}
        where w.user_id = :userId and w.environment = :environment and w.is_enabled and :type = any(w.events)
          and ${forAdmins ? IS_ADMIN : MAY_COME_IN}
        returning w.id, w.last_sequence`,
        { userId: owner.userId, environment: owner.environment, type: event.type, adminIds: [...adminIds] },
      );
      await insert(db, owner, event, rows);
    },

    /** Writes an event down for one webhook. @returns its delivery, or null where the webhook is gone or off */
    async addFor(owner: Owner, webhookId: number, event: Omit<ComposedEvent, 'type'> & { type: string }) {
      const { rows } = await db.raw<{ rows: { id: number; last_sequence: number }[] }>(
        `update webhooks w set last_sequence = last_sequence + 1, due_at = clock_timestamp(), rests_until = null
        where w.id = :webhookId and w.user_id = :userId and w.environment = :environment and w.is_enabled
        returning w.id, w.last_sequence`,
        { webhookId, userId: owner.userId, environment: owner.environment },
      );
      await insert(db, owner, event, rows);
      const [row] = rows;
      if (row === undefined) return null;
      const made = await mine(owner).where({ webhook_id: webhookId, sequence: row.last_sequence }).first();
      return made === undefined ? null : toDelivery(made);
    },

    ...deliveryLog(db),
  };
}

/** What was sent, as its owner reads it. */
function deliveryLog(db: Knex) {
  const mine = (owner: Owner) => ownedBy<DeliveryRow>(db, 'webhook_deliveries', owner);
  return {
    /** The newest first, one more than a page holds where there are more. */
    async page(owner: Owner, webhookId: number, pageNumber: number, limit: number): Promise<Delivery[]> {
      const rows = await mine(owner)
        .where({ webhook_id: webhookId })
        .orderBy('sequence', 'desc')
        .offset((pageNumber - 1) * limit)
        .limit(limit + 1);
      return rows.map(toDelivery);
    },

    async find(owner: Owner, id: number): Promise<Delivery | null> {
      const row = await mine(owner).where({ id }).first();
      return row === undefined ? null : toDelivery(row);
    },

    /** Has it sent again, in the turn of its webhook, which may rest no longer. */
    async again(owner: Owner, { id, webhookId }: Delivery): Promise<boolean> {
      const woken = await ownedBy(db, 'webhooks', owner)
        .where({ id: webhookId, is_enabled: true })
        .update({ due_at: atOnce(db), rests_until: null } as object);
      if (woken === 0) return false;
      await mine(owner)
        .where({ id })
        .update({ state: 'waiting', ...triedFromNow(db) } as object);
      return true;
    },

    /** All that waits is for another address by now: it has the whole of its tries there, and the first at once. */
    async anew(owner: Owner, webhookId: number): Promise<void> {
      const waiting = await mine(owner)
        .where({ webhook_id: webhookId, state: 'waiting' })
        .update({ attempts: 0, ...triedFromNow(db) } as object);
      if (waiting > 0)
        await ownedBy(db, 'webhooks', owner)
          .where({ id: webhookId, is_enabled: true })
          .update({ due_at: atOnce(db) } as object);
    },

    async removeBefore(days: number): Promise<void> {
      await db('webhook_deliveries')
        .where('created_at', '<', db.raw('now() - make_interval(days => ?)', [days]))
        .whereNot({ state: 'waiting' })
        .delete();
    },
  };
}

type Numbered = readonly { readonly id: number; readonly last_sequence: number }[];

async function insert(
  db: Knex,
  owner: Owner,
  event: Omit<ComposedEvent, 'type'> & { type: string },
  webhooks: Numbered,
): Promise<void> {
  if (webhooks.length === 0) return;
  await db('webhook_deliveries').insert(
    webhooks.map(({ id, last_sequence: sequence }) => ({
      webhook_id: id,
      user_id: owner.userId,
      environment: owner.environment,
      event_id: event.id,
      type: event.type,
      sequence,
      body: bodyOf(event, sequence),
      ...triedFromNow(db),
    })),
  );
}

/** The order in which people read it. */
function bodyOf(
  { id, type, timestamp, environment, summary, link, data }: Omit<ComposedEvent, 'type'> & { type: string },
  sequence: number,
) {
  return JSON.stringify({ id, type, timestamp, sequence, environment, summary, link, data });
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    type: row.type,
    sequence: row.sequence,
    body: row.body,
    state: row.state,
    attempts: row.attempts,
    lastStatus: row.last_status,
    lastFlaw: row.last_flaw,
    lastDurationMs: row.last_duration_ms,
    lastAttemptAt: row.last_attempt_at,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
  };
}
