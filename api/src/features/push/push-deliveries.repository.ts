import type { Knex } from 'knex';
import { prepared } from '../../db/database.ts';
import type { Owner } from '../../db/owner.ts';
import type { Fact } from '../outbox/outbox.repository.ts';

/** What one browser is told of one fact, while this process has it. */
export interface PushClaim {
  readonly id: number;
  readonly factId: number;
  readonly eventId: string;
  readonly attempts: number;
  readonly subscriptionId: number;
  readonly userId: number;
  /** Sealed. */
  readonly key: string;
  readonly endpoint: string;
  readonly keys: string;
}

interface ClaimRow {
  id: number;
  fact_id: number;
  event_id: string;
  attempts: number;
  subscription_id: number;
  user_id: number;
  key: string;
  endpoint: string;
  keys: string;
}

const LEASE_SECONDS = 30;
const PER_PERSON = 4;
/** A push service that refuses so often in a row has forgotten the browser. */
const MOST_FAILURES = 50;

/** Of one person a few at a time, so that nobody's browsers wait for those of another. */
const CLAIM = `
  with ranked as (
    select id, row_number() over (partition by user_id order by next_attempt_at, id) as place
    from push_deliveries where next_attempt_at <= now()
  ), chosen as (
    select d.id from push_deliveries d join ranked r on r.id = d.id
    where r.place <= ${PER_PERSON} and d.next_attempt_at <= now()
    order by r.place, d.next_attempt_at limit $1 for update of d skip locked
  )
  update push_deliveries d set attempts = d.attempts + 1, next_attempt_at = now() + interval '${LEASE_SECONDS} seconds'
  from chosen, push_subscriptions s where chosen.id = d.id and s.id = d.subscription_id
  returning d.id, d.fact_id, d.event_id, d.attempts, d.subscription_id, d.user_id, s.key, s.endpoint, s.keys`;

const LISTENERS = `
  insert into push_deliveries (subscription_id, user_id, environment, fact_id, event_id)
  select s.id, s.user_id, s.environment, :factId, :eventId
  from push_subscriptions s join users u on u.id = s.user_id
    left join access_entries a on a.facebook_id = u.facebook_id
  where s.user_id = :userId and s.environment = :environment
    and (u.facebook_id = any(:adminIds) or a.type = 'whitelist' and (a.role = 'admin' or not :forAdmins))`;

/** What browsers are to be told. */
export function pushDeliveriesRepository(db: Knex) {
  return {
    /** Those of these people who have a browser that is told things. */
    async listening(userIds: readonly number[]): Promise<ReadonlySet<number>> {
      const found = await db<{ user_id: number }>('push_subscriptions')
        .whereIn('user_id', [...userIds])
        .distinct('user_id');
      return new Set(found.map((row) => row.user_id));
    },

    /** For each browser of its owner, who may still come in. */
    async add(owner: Owner, fact: Fact, who: { readonly adminIds: readonly string[]; readonly forAdmins: boolean }) {
      await db.raw(LISTENERS, {
        factId: fact.id,
        eventId: fact.uid,
        userId: owner.userId,
        environment: owner.environment,
        adminIds: [...who.adminIds],
        forAdmins: who.forAdmins,
      });
    },

    async claim(limit: number): Promise<PushClaim[]> {
      const rows = await prepared<ClaimRow>(db, 'claim_pushes', CLAIM, [limit]);
      return rows.map((row) => ({
        id: row.id,
        factId: row.fact_id,
        eventId: row.event_id,
        attempts: row.attempts,
        subscriptionId: row.subscription_id,
        userId: row.user_id,
        key: row.key,
        endpoint: row.endpoint,
        keys: row.keys,
      }));
    },

    async done({ id, subscriptionId }: PushClaim): Promise<void> {
      await db('push_deliveries').where({ id }).delete();
      await db('push_subscriptions').where({ id: subscriptionId }).where('failures', '>', 0).update({ failures: 0 });
    },

    /** @param waitMs null: it is given up */
    async failed({ id, subscriptionId }: PushClaim, waitMs: number | null): Promise<void> {
      if (waitMs === null) await db('push_deliveries').where({ id }).delete();
      else
        await db('push_deliveries')
          .where({ id })
          .update({ next_attempt_at: db.raw(`now() + ? * interval '1 millisecond'`, [waitMs]) });
      await db('push_subscriptions').where({ id: subscriptionId }).increment('failures', 1);
      await db('push_subscriptions').where({ id: subscriptionId }).where('failures', '>=', MOST_FAILURES).delete();
    },
  };
}
