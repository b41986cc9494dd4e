import type { Knex } from 'knex';
import { ringOf, type DataKey, type Ring } from '../../db/keyring.ts';
import { dataKeysRepository, type StoredKey } from './data-keys.repository.ts';
import { unwrapRoot, type MasterKeys } from './master-keys.ts';
import { secretKeyRepository } from './secret-key.repository.ts';

/** None of the secret keys of this process is one that the database goes by. */
export class NoMasterError extends Error {
  override readonly name = 'NoMasterError';
}

/** Nothing was changed because of it. The message says what to do. */
export class DamagedKeysError extends Error {
  override readonly name = 'DamagedKeysError';

  constructor(what: string, options?: ErrorOptions) {
    super(
      `${what} Nothing was changed, and Pagecast does not use it: ` +
        'bring the tables data_keys and data_key_wraps back from a backup (api/docs/keys.md).',
      options,
    );
  }
}

/**
 * The keys that the database goes by, opened with a secret key of this process.
 * @throws NoMasterError
 * @throws DamagedKeysError
 */
export async function readKeys(db: Knex, masters: MasterKeys): Promise<Ring> {
  const repository = dataKeysRepository(db);
  // First, so that a key that is made meanwhile is taken for a newer one.
  const newest = await repository.newest();
  const stored = await repository.all();
  if (stored.length > 0) return { ...ringFrom(stored, masters), newest };
  const known = await secretKeyRepository(db).fingerprint();
  const master = known === null ? masters[0] : masters.find(({ fingerprint }) => fingerprint === known);
  if (master === undefined) throw new NoMasterError('The database goes by another secret key');
  return ringOf(master.secretKey, newest);
}

/** @throws NoMasterError or DamagedKeysError unless every one of them opens */
export function ringFrom(stored: readonly StoredKey[], masters: MasterKeys): Omit<Ring, 'newest'> {
  const opened = stored.map((key) => ({ ...key, root: openedRoot(key, masters) }));
  const values = opened.filter(({ purpose }) => purpose === 'values');
  const current = values.find(({ state }) => state === 'current');
  const names = opened.find(({ purpose }) => purpose === 'names');
  if (current === undefined || names === undefined)
    throw new DamagedKeysError('The data keys in the database are not whole.');
  const all = [current, ...values.filter((key) => key !== current)];
  return { current: toDataKey(current), all: all.map(toDataKey), names: names.root };
}

function openedRoot(key: StoredKey, masters: MasterKeys): string {
  const master = masters.find(({ fingerprint }) => fingerprint in key.wraps);
  const wrapped = master === undefined ? undefined : key.wraps[master.fingerprint];
  if (master === undefined || wrapped === undefined)
    throw new NoMasterError(`The data key ${key.id} is wrapped under other secret keys`);
  try {
    return unwrapRoot(master, wrapped, key);
  } catch (error) {
    throw new DamagedKeysError(`The data key ${key.id} in the database is damaged.`, { cause: error });
  }
}

function toDataKey({ id, isFirst, root }: StoredKey & { readonly root: string }): DataKey {
  return { id, isFirst, root };
}
