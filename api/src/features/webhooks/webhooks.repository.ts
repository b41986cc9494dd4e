import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { WebhookFormat } from '../../contract/webhooks.ts';
import type { Environment } from '../../contract/common.ts';
import type { UserId } from '../../contract/ids.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { SecretBox, SecretPlace } from '../../db/secrets.ts';

/** Why we switched a webhook off. */
export type OffReason = 'gone' | 'failing' | 'overfull' | 'lost_key';

export interface Webhook {
  readonly id: number;
  readonly owner: Owner;
  readonly key: string;
  readonly name: string;
  readonly shownUrl: string;
  readonly format: WebhookFormat;
  readonly events: readonly string[];
  readonly isEnabled: boolean;
  readonly disabledBecause: OffReason | null;
  readonly failingSince: Date | null;
  readonly previousUntil: Date | null;
  readonly lastDeliveredAt: Date | null;
  readonly createdAt: Date;
  readonly waiting: number;
}

interface WebhookRow {
  id: number;
  user_id: UserId;
  environment: Environment;
  key: string;
  name: string;
  format: WebhookFormat;
  events: string[];
  url: string;
  shown_url: string;
  secret: string;
  previous_secret: string | null;
  previous_until: Date | null;
  is_enabled: boolean;
  disabled_because: OffReason | null;
  failing_since: Date | null;
  last_delivered_at: Date | null;
  created_at: Date;
  waiting: number;
}

export interface NewWebhook {
  readonly name: string;
  readonly url: string;
  readonly shownUrl: string;
  readonly format: WebhookFormat;
  readonly events: readonly string[];
  readonly secret: string;
}

export type WebhookChange = Partial<Omit<NewWebhook, 'secret'>> & { readonly isEnabled?: boolean };

export const sealedPlace = (key: string, column: 'url' | 'secret' | 'previous_secret'): SecretPlace => ({
  table: 'webhooks',
  column,
  row: key,
});

/** Counted no further: nobody needs it to the last one. */
const MOST_COUNTED = 1000;
const WAITING = `(select count(*) from (select from webhook_deliveries d
  where d.webhook_id = webhooks.id and d.state = 'waiting' limit ${MOST_COUNTED}) counted)::int as waiting`;

/** Addresses that are told what happens to a person's posts and pages, as the person manages them. */
export function webhooksRepository(db: Knex, secrets: SecretBox) {
  const mine = (owner: Owner) => ownedBy<WebhookRow>(db, 'webhooks', owner);
  const rows = (owner: Owner) => mine(owner).select('webhooks.*', db.raw(WAITING));
  const find = async (owner: Owner, id: number): Promise<Webhook | null> => {
    const row = (await rows(owner).where({ id }).first()) as WebhookRow | undefined;
    return row === undefined ? null : toWebhook(row);
  };

  return {
    find,
    list: async (owner: Owner): Promise<Webhook[]> =>
      ((await rows(owner).orderBy('id').select()) as WebhookRow[]).map(toWebhook),

    /** Until the end of the transaction this person makes no other one. */
    async countLocked(owner: Owner): Promise<number> {
      await db('users').where({ id: owner.userId }).forNoKeyUpdate().first('id');
      const [row] = (await mine(owner).count({ count: '*' })) as unknown as [{ count: number }];
      return Number(row.count);
    },

    async create(owner: Owner, { url, secret, shownUrl, ...facts }: NewWebhook): Promise<number> {
      const key = randomUUID();
      const [made] = (await db('webhooks')
        .insert({
          ...ownedColumns(owner),
          ...facts,
          events: [...facts.events],
          key,
          shown_url: shownUrl,
          url: secrets.seal(url, sealedPlace(key, 'url')),
          secret: secrets.seal(secret, sealedPlace(key, 'secret')),
        })
        .returning('id')) as [{ id: number }];
      return made.id;
    },

    /** How it failed is not about another address, and one that was off starts with what happens from now on. */
    async change(owner: Owner, webhook: Webhook, change: WebhookChange): Promise<void> {
      const { url, shownUrl, events, name, format, isEnabled } = change;
      await mine(owner)
        .where({ id: webhook.id })
        .update({
          ...(name === undefined ? {} : { name }),
          ...(format === undefined ? {} : { format }),
          ...(events === undefined ? {} : { events: [...events] }),
          ...(shownUrl === undefined ? {} : { shown_url: shownUrl }),
          ...(url === undefined ? {} : { url: secrets.seal(url, sealedPlace(webhook.key, 'url')) }),
          ...(isEnabled === undefined ? {} : { is_enabled: isEnabled, disabled_because: null }),
          ...(url === undefined && isEnabled === undefined
            ? {}
            : { failures: 0, failing_since: null, rests_until: null }),
        });
    },

    async remove(owner: Owner, id: number): Promise<boolean> {
      return (await mine(owner).where({ id }).delete()) > 0;
    },

    ...sealedParts(db, secrets),
  };
}

function sealedParts(db: Knex, secrets: SecretBox) {
  const mine = (owner: Owner) => ownedBy<WebhookRow>(db, 'webhooks', owner);
  return {
    /** @param overlapHours how long the secret before it signs along */
    async rotate(owner: Owner, webhook: Webhook, secret: string, overlapHours: number): Promise<void> {
      const row = await mine(owner).where({ id: webhook.id }).forUpdate().first<{ secret: string }>('secret');
      const before = secrets.open(row.secret, sealedPlace(webhook.key, 'secret'));
      await mine(owner)
        .where({ id: webhook.id })
        .update({
          secret: secrets.seal(secret, sealedPlace(webhook.key, 'secret')),
          previous_secret: secrets.seal(before, sealedPlace(webhook.key, 'previous_secret')),
          previous_until: db.raw('now() + make_interval(hours => ?)', [overlapHours]) as unknown as Date,
        });
    },

    /** Its address; of the format `telegram` the chat is part of it. */
    async addressOf(owner: Owner, webhook: Webhook): Promise<string> {
      const row = await mine(owner).where({ id: webhook.id }).first<{ url: string }>('url');
      return secrets.open(row.url, sealedPlace(webhook.key, 'url'));
    },
  };
}

function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    owner: { userId: row.user_id, environment: row.environment },
    key: row.key,
    name: row.name,
    shownUrl: row.shown_url,
    format: row.format,
    events: row.events,
    isEnabled: row.is_enabled,
    disabledBecause: row.disabled_because,
    failingSince: row.failing_since,
    previousUntil: row.previous_until,
    lastDeliveredAt: row.last_delivered_at,
    createdAt: row.created_at,
    waiting: row.waiting,
  };
}
