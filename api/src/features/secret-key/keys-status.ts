import type { Knex } from 'knex';
import { prefixOf } from '../../db/secrets.ts';
import { dataKeysRepository, type StoredKey } from './data-keys.repository.ts';
import { shownMaster } from './master-keys.ts';
import { resealingRepository } from './resealing.repository.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';
import { secretKeyRepository } from './secret-key.repository.ts';

/** What an operator sees of the keys: nothing of what they are. */
export interface KeysStatus {
  readonly keys: readonly {
    readonly id: number;
    readonly state: StoredKey['state'];
    readonly madeAt: string;
    /** Sealed with it, in all columns. */
    readonly values: number;
    readonly isSealedAnew: boolean;
  }[];
  readonly masters: readonly { readonly mark: string; readonly opens: 'all' | 'some' }[];
  readonly processes: readonly {
    readonly host: string | null;
    readonly masters: readonly string[];
    readonly newestKey: number | null;
    readonly currentKey: number | null;
  }[];
  /** The secret key that seals as long as there are no data keys. */
  readonly first: string | null;
}

export async function keysStatus(db: Knex): Promise<KeysStatus> {
  const repository = dataKeysRepository(db);
  const [stored, holders] = [await repository.all(), await repository.holders()];
  const counts = await countsByPrefix(db);
  const masters = [...new Set(stored.flatMap(({ wraps }) => Object.keys(wraps)))];
  const fingerprint = await secretKeyRepository(db).fingerprint();
  return {
    keys: stored
      .filter(({ purpose }) => purpose === 'values')
      .map((key) => ({
        id: key.id,
        state: key.state,
        madeAt: key.madeAt.toISOString(),
        values: counts.get(prefixOf(key)) ?? 0,
        isSealedAnew: key.emptiedAt !== null,
      })),
    masters: masters.map((master) => ({
      mark: shownMaster(master),
      opens: stored.every(({ wraps }) => master in wraps) ? 'all' : 'some',
    })),
    processes: holders.map(({ hasTold: _, ...holder }) => ({ ...holder, masters: holder.masters.map(shownMaster) })),
    first: stored.length > 0 || fingerprint === null ? null : shownMaster(fingerprint),
  };
}

async function countsByPrefix(db: Knex): Promise<Map<string, number>> {
  const all = new Map<string, number>();
  for (const column of SEALED_COLUMNS)
    for (const { prefix, count } of await resealingRepository(db).counts(column))
      all.set(prefix, (all.get(prefix) ?? 0) + count);
  return all;
}
