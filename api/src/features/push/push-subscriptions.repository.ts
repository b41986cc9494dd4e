import { hash, randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { SecretBox, SecretPlace } from '../../db/secrets.ts';

/** A browser that is told things, as it named itself. */
export interface BrowserAddress {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

interface SealedRow {
  readonly key: string;
  readonly endpoint: string;
  readonly keys: string;
}

export const subscriptionPlace = (key: string, column: 'endpoint' | 'keys'): SecretPlace => ({
  table: 'push_subscriptions',
  column,
  row: key,
});
const hashOf = (endpoint: string): Buffer => hash('sha256', endpoint, 'buffer');

/** Which browsers are told what happens. A browser is told things of one person: the last who asked for it there. */
export function pushSubscriptionsRepository(db: Knex, secrets: SecretBox) {
  return {
    /** @param most of one person; the oldest go */
    async add(owner: Owner, { endpoint, keys }: BrowserAddress, most: number): Promise<void> {
      const key = randomUUID();
      await db('push_subscriptions')
        .where({ endpoint_hash: hashOf(endpoint) })
        .delete();
      await db('push_subscriptions').insert({
        ...ownedColumns(owner),
        key,
        endpoint_hash: hashOf(endpoint),
        endpoint: secrets.seal(endpoint, subscriptionPlace(key, 'endpoint')),
        keys: secrets.seal(JSON.stringify(keys), subscriptionPlace(key, 'keys')),
      });
      const kept = ownedBy(db, 'push_subscriptions', owner).orderBy('id', 'desc').limit(most).select('id');
      await ownedBy(db, 'push_subscriptions', owner).whereNotIn('id', kept).delete();
    },

    async remove(owner: Owner, endpoint: string): Promise<void> {
      await ownedBy(db, 'push_subscriptions', owner)
        .where({ endpoint_hash: hashOf(endpoint) } as object)
        .delete();
    },

    /** Every browser of a person: they have logged out everywhere. */
    async removeAllOf(facebookId: string): Promise<void> {
      const accounts = db('users').where({ facebook_id: facebookId }).select('id');
      await db('push_subscriptions').whereIn('user_id', accounts).delete();
    },

    async removeOne(id: number): Promise<void> {
      await db('push_subscriptions').where({ id }).delete();
    },

    /** @throws Error where the key of the server is another one by now */
    opened: ({ key, endpoint, keys }: SealedRow): BrowserAddress => ({
      endpoint: secrets.open(endpoint, subscriptionPlace(key, 'endpoint')),
      keys: JSON.parse(secrets.open(keys, subscriptionPlace(key, 'keys'))) as BrowserAddress['keys'],
    }),
  };
}
export type PushSubscriptionsRepository = ReturnType<typeof pushSubscriptionsRepository>;
