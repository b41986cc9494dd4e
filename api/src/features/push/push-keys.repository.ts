import type { Knex } from 'knex';
import { KeyNotHereError, type SecretBox, type SecretPlace } from '../../db/secrets.ts';

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

interface PushKeysRow {
  id: boolean;
  public_key: string;
  private_key: string;
}

export const pushKeyPlace: SecretPlace = { table: 'push_keys', column: 'private_key', row: 'true' };

/** The pair of keys by which browsers know that it is this deployment that tells them something. */
export function pushKeysRepository(db: Knex, secrets: SecretBox) {
  return {
    /**
     * The one pair, made at its first use. One that a key of the server has sealed that is lost goes, and with it the
     * subscriptions, which know no other.
     */
    async get(make: () => PushKeys): Promise<PushKeys> {
      const row = await db<PushKeysRow>('push_keys').first();
      const known = row === undefined ? null : opened(secrets, row);
      if (known !== null) return known;
      return db.transaction(async (trx) => {
        await trx.raw("select pg_advisory_xact_lock(hashtext('push_keys'))");
        const there = await trx<PushKeysRow>('push_keys').first();
        const isMade = there === undefined ? null : opened(secrets, there);
        if (isMade !== null) return isMade;
        if (there !== undefined) await trx('push_subscriptions').delete();
        const made = make();
        await trx('push_keys')
          .insert({ id: true, public_key: made.publicKey, private_key: secrets.seal(made.privateKey, pushKeyPlace) })
          .onConflict('id')
          .merge();
        return made;
      });
    },
  };
}

function opened(secrets: SecretBox, row: PushKeysRow): PushKeys | null {
  try {
    return { publicKey: row.public_key, privateKey: secrets.open(row.private_key, pushKeyPlace) };
  } catch (error) {
    if (error instanceof KeyNotHereError) throw error;
    return null;
  }
}
