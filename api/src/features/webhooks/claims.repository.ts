import type { Knex } from 'knex';
import type { WebhookFormat } from '../../contract/webhooks.ts';
import type { Environment } from '../../contract/common.ts';
import type { UserId } from '../../contract/ids.ts';
import { prepared } from '../../db/database.ts';
import type { Owner } from '../../db/owner.ts';
import { LONGEST_WAIT_HOURS } from './backoff.ts';
import { toDelivery, TRIED_HOURS, type Delivery, type DeliveryRow } from './deliveries.repository.ts';
import type { OffReason } from './webhooks.repository.ts';

/** A webhook that this process sends for until its lease is over, and what it sends. */
export interface Claim {
  readonly webhookId: number;
  readonly token: string;
  readonly owner: Owner;
  readonly key: string;
  readonly name: string;
  readonly shownUrl: string;
  readonly format: WebhookFormat;
  readonly failures: number;
  /** Sealed. */
  readonly url: string;
  readonly secret: string;
  /** Null when it signs no longer. */
  readonly previousSecret: string | null;
  /** Null where nothing is due after all. */
  readonly delivery: Delivery | null;
  readonly now: Date;
}

interface ClaimRow {
  id: number;
  lease_token: string;
  user_id: UserId;
  environment: Environment;
  key: string;
  name: string;
  shown_url: string;
  format: WebhookFormat;
  failures: number;
  url: string;
  secret: string;
  previous_secret: string | null;
  now: Date;
}

/** What came of a try. */
export interface Attempt {
  readonly status: number | null;
  readonly flaw: string | null;
  readonly durationMs: number;
}

/** The flaw of what was never sent: its row is broken. */
const UNREADABLE = 'unreadable';

/** A try ends long before. */
export const LEASE_SECONDS = 30;
/** Of one person at a time, over all processes. */
const PER_PERSON = 4;
/** After so long without an answer that says yes a webhook is switched off. */
const OFF_AFTER_HOURS = 24;
/** A webhook with so much waiting for it is switched off. */
const MOST_WAITING = 10_000;

/**
 * Webhooks whose time has come: whoever has the fewest under way first, and of one person only a few, so that many dead
 * addresses of one person stand in nobody else's way. Of each webhook one event is under way at a time.
 */
const CLAIM = `
  with ranked as (
    select w.id, row_number() over (partition by w.user_id order by w.due_at, w.id)
      + (select count(*) from webhooks l where l.user_id = w.user_id and l.lease_until > now()) as place
    from webhooks w where w.due_at <= now() and (w.lease_until is null or w.lease_until <= now())
  ), chosen as (
    select w.id from webhooks w join ranked r on r.id = w.id
    where r.place <= ${PER_PERSON} and w.due_at <= now() and (w.lease_until is null or w.lease_until <= now())
    order by r.place, w.due_at limit $1 for update of w skip locked
  )
  update webhooks w set lease_until = now() + interval '${LEASE_SECONDS} seconds', lease_token = gen_random_uuid()
  from chosen where chosen.id = w.id
  returning w.id, w.lease_token, w.user_id, w.environment, w.key, w.name, w.shown_url, w.format, w.failures, w.url,
    w.secret, case when w.previous_until > now() then w.previous_secret end as previous_secret, now() as now`;

/** Whoever sends has it since then. */
const CLAIMED_AT = `w.lease_until - interval '${LEASE_SECONDS} seconds'`;
/** Its owner has asked for a try since this one began, or has corrected the address that it went to. */
const IS_WOKEN = `w.due_at > ${CLAIMED_AT}`;

/** Gives the lease back, and notes when there is something to do next. */
const RELEASE = `lease_until = null, lease_token = null, due_at = case when w.is_enabled then (
  select greatest(min(d.next_attempt_at), w.rests_until) from webhook_deliveries d
  where d.webhook_id = w.id and d.state = 'waiting' having min(d.next_attempt_at) is not null) end`;

/**
 * Nothing got through for a day: by the clock of the webhook, or in the whole day of the event that is given up. The
 * first try of that one came a moment after its day began.
 */
const NOTE_FAILURE = `
  update webhooks w set failures = failures + 1, failing_since = coalesce(failing_since, now()),
    rests_until = case when not ${IS_WOKEN} then now() + ? * interval '1 millisecond' end
  from webhook_deliveries d where w.id = ? and d.id = ?
  returning ${IS_WOKEN} as is_woken, w.failing_since <= now() - interval '${OFF_AFTER_HOURS} hours' or (
    d.state = 'failed' and coalesce(w.last_delivered_at < d.until - interval '${TRIED_HOURS} hours', true)) as is_lost`;

/** When an event is tried again that did not get through. @param ? milliseconds from now */
const NEXT_TRY = `case
  when next_attempt_at > (select ${CLAIMED_AT} from webhooks w where w.id = webhook_id) then next_attempt_at
  when until > now() then least(until, now() + ? * interval '1 millisecond') end`;

/** What failed is over: whatever happens next has a day of its own. */
const FORGET_FAILURES = `update webhooks w set failing_since = null where id = ? and not exists (
  select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting')`;

/** The work of whoever sends: each step is one short transaction. */
export function claimsRepository(db: Knex) {
  return {
    async claim(limit: number): Promise<Claim[]> {
      const rows = await prepared<ClaimRow>(db, 'claim_webhooks', CLAIM, [limit]);
      if (rows.length === 0) return [];
      const due = await db.raw<{ rows: DeliveryRow[] }>(
        `select d.* from unnest(?::bigint[]) w(id) cross join lateral (
          select * from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting'
            and d.next_attempt_at <= now() order by d.sequence limit 1) d`,
        [rows.map(({ id }) => id)],
      );
      const deliveries = new Map(due.rows.map((row) => [row.webhook_id, toDelivery(row)]));
      return rows.map((row) => toClaim(row, deliveries.get(row.id) ?? null));
    },

    release: (claim: Claim) => release(db, claim),

    /** It got through, also when somebody else sends it once more by now. */
    async delivered(claim: Claim, delivery: Delivery, attempt: Attempt): Promise<void> {
      await db.transaction(async (trx) => {
        await lockWebhook(trx, claim);
        await record(trx, delivery, attempt, { state: 'delivered', next_attempt_at: null });
        await trx('webhooks')
          .where({ id: claim.webhookId })
          .update({ failures: 0, failing_since: null, rests_until: null, last_delivered_at: trx.fn.now() });
        await release(trx, claim);
      });
    },

    /**
     * It did not get through: it waits, or is given up when its day is over; and its webhook rests.
     * @param isGone the receiver says that there is nothing any more
     * @returns why the webhook is to be switched off
     */
    async failed(
      claim: Claim,
      delivery: Delivery,
      attempt: Attempt,
      { waitMs, restMs, isGone }: { readonly waitMs: number; readonly restMs: number; readonly isGone: boolean },
    ): Promise<OffReason | null> {
      return db.transaction(async (trx) => {
        if (!(await lockWebhook(trx, claim))) return null;
        const state = trx.raw(`case when until > now() then 'waiting' else 'failed' end`);
        await record(trx, delivery, attempt, { state, next_attempt_at: trx.raw(NEXT_TRY, [waitMs]) });
        const { rows } = await trx.raw<{ rows: { is_woken: boolean; is_lost: boolean }[] }>(NOTE_FAILURE, [
          restMs,
          claim.webhookId,
          delivery.id,
        ]);
        const { is_woken: isWoken = false, is_lost: isLost = false } = rows[0] ?? {};
        if (!isLost) await trx.raw(FORGET_FAILURES, [claim.webhookId]);
        await release(trx, claim);
        // What is gone may be the address before: the next try tells.
        if (isGone && !isWoken) return 'gone';
        return isLost ? 'failing' : null;
      });
    },

    /** Nobody waits for a clock that stood ahead. */
    async setRight(): Promise<void> {
      for (const statement of SET_RIGHT) await db.raw(statement);
    },

    ...givingUp(db),
  };
}

/** Longer than anything waits. What was written by a clock that stood ahead would wait for that. */
const SET_RIGHT = [
  `update webhooks set lease_until = now() + interval '${LEASE_SECONDS} seconds'
    where lease_until > now() + interval '${2 * LEASE_SECONDS} seconds'`,
  `update webhook_deliveries set next_attempt_at = now(), until = least(until, now() + interval '${TRIED_HOURS} hours')
    where state = 'waiting' and (next_attempt_at > now() + interval '${LONGEST_WAIT_HOURS} hours'
      or until > now() + interval '${TRIED_HOURS} hours 1 minute')`,
  `update webhooks set due_at = case when due_at is not null then now() end, rests_until = null,
      failing_since = case when failing_since > now() then now() else failing_since end
    where greatest(due_at, rests_until) > now() + interval '${LONGEST_WAIT_HOURS} hours'
      or failing_since > now() + interval '1 minute'`,
];

async function release(db: Knex, { webhookId, token }: Pick<Claim, 'webhookId' | 'token'>): Promise<void> {
  await db.raw(`update webhooks w set ${RELEASE} where w.id = ? and w.lease_token = ?`, [webhookId, token]);
}

/** What is not sent any more. */
function givingUp(db: Knex) {
  return {
    /** It cannot be sent, and nothing that anybody does changes that: those behind it are sent. */
    async setAside(claim: Claim, delivery: Delivery): Promise<void> {
      await db.transaction(async (trx) => {
        if (!(await lockWebhook(trx, claim))) return;
        const attempt = { status: null, flaw: UNREADABLE, durationMs: 0 };
        await record(trx, delivery, attempt, { state: 'failed', next_attempt_at: null });
        await release(trx, claim);
      });
    },

    /** Nothing more is sent. What waits is given up, and can be sent again by hand. @returns false where it was off */
    async switchOff(trx: Knex.Transaction, webhookId: number, because: OffReason): Promise<boolean> {
      const changed = await trx('webhooks')
        .where({ id: webhookId, is_enabled: true })
        .update({ is_enabled: false, disabled_because: because, due_at: null, lease_until: null, lease_token: null });
      if (changed > 0) await giveUp(trx, webhookId);
      return changed > 0;
    },

    giveUp: (webhookId: number) => giveUp(db, webhookId),

    /** Webhooks with more waiting for them than will ever be sent. */
    async overfull(): Promise<{ id: number; owner: Owner; name: string; shownUrl: string }[]> {
      const { rows } = await db.raw<{
        rows: { id: number; user_id: UserId; environment: Environment; name: string; shown_url: string }[];
      }>(`select id, user_id, environment, name, shown_url from webhooks w where w.is_enabled and exists (
        select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' offset ${MOST_WAITING})`);
      return rows.map((row) => ({
        id: row.id,
        owner: { userId: row.user_id, environment: row.environment },
        name: row.name,
        shownUrl: row.shown_url,
      }));
    },
  };
}

async function giveUp(db: Knex, webhookId: number): Promise<void> {
  await db('webhook_deliveries')
    .where({ webhook_id: webhookId, state: 'waiting' })
    .update({ state: 'failed', next_attempt_at: null });
}

/** @returns whether it is still this process that sends for it */
async function lockWebhook(trx: Knex.Transaction, { webhookId, token }: Claim): Promise<boolean> {
  const row = await trx<{ id: number; lease_token: string | null }>('webhooks')
    .where({ id: webhookId })
    .forUpdate()
    .first('lease_token');
  return row?.lease_token === token;
}

async function record(trx: Knex.Transaction, { id }: Delivery, attempt: Attempt, change: object): Promise<void> {
  await trx('webhook_deliveries')
    .where({ id })
    .update({
      ...change,
      attempts: trx.raw('attempts + 1'),
      last_status: attempt.status,
      last_flaw: attempt.flaw,
      last_duration_ms: attempt.durationMs,
      last_attempt_at: trx.fn.now(),
    });
}

function toClaim(row: ClaimRow, delivery: Delivery | null): Claim {
  return {
    webhookId: row.id,
    token: row.lease_token,
    owner: { userId: row.user_id, environment: row.environment },
    key: row.key,
    name: row.name,
    shownUrl: row.shown_url,
    format: row.format,
    failures: row.failures,
    url: row.url,
    secret: row.secret,
    previousSecret: row.previous_secret,
    delivery,
    now: row.now,
  };
}
