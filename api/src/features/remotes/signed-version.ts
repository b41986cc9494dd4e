import type { Keys } from '../../db/keyring.ts';
import { signatures } from '../../db/signatures.ts';

/** A version, and until when somebody may have it. */
export interface Granted {
  readonly name: string;
  readonly version: string;
  readonly expiresAt: Date;
}

/** A version with a key that says until when somebody may have it, and that we said so. */
export interface Signed {
  readonly name: string;
  readonly version: string;
  readonly key: string;
}

/**
 * Keys to versions that nothing is stored of: they end by their time.
 * @param purpose no key of one purpose is worth anything for another
 */
export function versionKeys(keys: Keys, purpose: string) {
  const signed = signatures(keys, purpose);

  return {
    /** A key that is good for so long from now on, to the second. */
    make(name: string, version: string, ms: number): Signed & Granted {
      const expiresAt = new Date(Math.floor((Date.now() + ms) / 1000) * 1000);
      const until = (expiresAt.getTime() / 1000).toString(36);
      return { name, version, expiresAt, key: `${until}.${signed.of(`${name} ${version} ${until}`)}` };
    },

    /** @returns null for what we did not sign; what has expired too */
    read({ name, version, key }: Signed): Granted | null {
      const [until = '', signature = ''] = key.split('.');
      if (!signed.fits(signature, `${name} ${version} ${until}`)) return null;
      return { name, version, expiresAt: new Date(Number.parseInt(until, 36) * 1000) };
    },
  };
}

export function isGood({ expiresAt }: Granted): boolean {
  return expiresAt.getTime() > Date.now();
}
