import type { Knex } from 'knex';
import type { Keyring } from '../../db/keyring.ts';
import { prefixOf, secretBox } from '../../db/secrets.ts';
import { productSeal } from '../remotes/product-seal.ts';
import { dataKeysRepository } from './data-keys.repository.ts';
import { resealingRepository, type FoundValue } from './resealing.repository.ts';
import { SEALED_COLUMNS, SIGNED_TABLES, type SealedColumn, type SignedTable } from './sealed-columns.ts';

/** Of one transaction: nobody waits for longer than these take. */
const BATCH = 100;

/** What came of looking at everything once. */
export interface Resealed {
  /** Values that were sealed again. */
  readonly changed: number;
  /** Records of releases that were signed again. */
  readonly signed: number;
  /** Nothing opens them, whatever key there is: they were lost before. */
  readonly lost: readonly string[];
}

interface Deps {
  readonly db: Knex;
  readonly keys: Keyring;
  /** After each transaction. */
  onBatch?(changed: number): void;
}

/**
 * Seals everything anew that the current key has not sealed. Whatever ends it, each value is sealed by the one key or
 * by the other; any number of processes may do it at once.
 * @throws Error where another key is current by now: whoever asks reads the keys again
 */
export async function resealAll({ db, keys, onBatch = () => {} }: Deps): Promise<Resealed> {
  let changed = 0;
  let signed = 0;
  const lost: string[] = [];
  for (const column of SEALED_COLUMNS) {
    let after: unknown = null;
    for (;;) {
      const batch = await db.transaction((trx) => resealBatch(trx, keys, column, after));
      if (batch === null) break;
      after = batch.last;
      lost.push(...batch.lost);
      changed += batch.changed;
      onBatch(batch.changed);
    }
  }
  for (const table of SIGNED_TABLES)
    for (const key of await resealingRepository(db).signedKeys(table)) {
      const outcome = await db.transaction((trx) => signAnew(trx, keys, table, key));
      if (outcome === 'lost') lost.push(`${table.table}.seal of ${Object.values(key).join(' ')}`);
      if (outcome === 'changed') signed += 1;
    }
  return { changed, signed, lost };
}

async function resealBatch(trx: Knex.Transaction, keys: Keyring, column: SealedColumn, after: unknown) {
  const rows = resealingRepository(trx);
  await assertCurrent(trx, keys);
  const values = await rows.lockOthers(column, prefixOf(keys.current()), after, BATCH);
  if (values.length === 0) return null;
  const box = secretBox(keys);
  const lost: string[] = [];
  for (const value of values) {
    const plain = openedOf(box, column, value);
    if (plain === null) lost.push(`${column.table}.${column.column} of ${String(value.id)}`);
    else await rows.write(column, value.id, box.seal(plain, column.placeOf(value.row)));
  }
  return { last: values.at(-1)?.id, changed: values.length - lost.length, lost };
}

function openedOf(box: ReturnType<typeof secretBox>, column: SealedColumn, { sealed, row }: FoundValue): string | null {
  try {
    return box.open(sealed, column.placeOf(row));
  } catch {
    return null;
  }
}

async function signAnew(trx: Knex.Transaction, keys: Keyring, table: SignedTable, key: Record<string, string>) {
  const rows = resealingRepository(trx);
  await assertCurrent(trx, keys);
  const row = await rows.signedRow(table, key);
  const seal = productSeal(keys, table.purpose);
  if (row === null || seal.fitsKey(keys.current(), row.seal, ...row.texts)) return 'same';
  if (!seal.fits(row.seal, ...row.texts)) return 'lost';
  await rows.sign(table, row, seal.of(...row.texts));
  return 'changed';
}

/** No key becomes current while this transaction seals with one. */
async function assertCurrent(trx: Knex.Transaction, keys: Keyring): Promise<void> {
  if ((await dataKeysRepository(trx).heldCurrent()) !== keys.current().id)
    throw new StaleKeysError('Another data key is current by now');
}

export class StaleKeysError extends Error {
  override readonly name = 'StaleKeysError';
}

/** Where this key is needed: it opens what is there. */
export async function usesOf({ db, keys }: Deps, keyId: number): Promise<string[]> {
  const key = keys.all().find(({ id }) => id === keyId);
  if (key === undefined) return [];
  const rows = resealingRepository(db);
  const uses: string[] = [];
  const box = secretBox(keys);
  for (const column of SEALED_COLUMNS) {
    let after: unknown = null;
    for (;;) {
      const values = await rows.withPrefix(column, prefixOf(key), after, BATCH);
      if (values.length === 0) break;
      if (values.some((value) => openedOf(box, column, value) !== null)) {
        uses.push(`${column.table}.${column.column}`);
        break;
      }
      after = values.at(-1)?.id;
    }
  }
  for (const table of SIGNED_TABLES)
    for (const named of await rows.signedKeys(table)) {
      const row = await rows.signedRow(table, named);
      if (row !== null && productSeal(keys, table.purpose).fitsKey(key, row.seal, ...row.texts))
        uses.push(`${table.table}.seal`);
    }
  return [...new Set(uses)];
}
