import type { DataKey, Keys } from '../../db/keyring.ts';
import { signatures } from '../../db/signatures.ts';

/**
 * Tells texts that a process of this product wrote, by the keys that all of them share: whoever has the database has
 * not those keys.
 * @param purpose no seal of one purpose is worth anything for another
 */
export function productSeal(keys: Keys, purpose: string) {
  const signed = signatures(keys, purpose);
  return {
    of: (...texts: string[]): string => signed.of(JSON.stringify(texts)),
    fits: (seal: string, ...texts: string[]): boolean => signed.fits(seal, JSON.stringify(texts)),
    /** Whether this very key has made it. */
    fitsKey: (key: DataKey, seal: string, ...texts: string[]): boolean =>
      signed.fitsKey(key, seal, JSON.stringify(texts)),
  };
}
export type ProductSeal = ReturnType<typeof productSeal>;
