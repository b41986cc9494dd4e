import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

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
export function versionKeys(secretKey: string, purpose: string) {
  const signingKey = Buffer.from(hkdfSync('sha256', secretKey, '', `pagecast ${purpose}`, 32));
  const sign = (name: string, version: string, until: string) =>
    createHmac('sha256', signingKey).update(`${name} ${version} ${until}`).digest('base64url');

  return {
    /** A key that is good for so long from now on, to the second. */
    make(name: string, version: string, ms: number): Signed & Granted {
      const expiresAt = new Date(Math.floor((Date.now() + ms) / 1000) * 1000);
      const until = (expiresAt.getTime() / 1000).toString(36);
      return { name, version, expiresAt, key: `${until}.${sign(name, version, until)}` };
    },

    /** @returns null for what we did not sign; what has expired too */
    read({ name, version, key }: Signed): Granted | null {
      const [until = '', signature = ''] = key.split('.');
      const [expected, given] = [Buffer.from(sign(name, version, until)), Buffer.from(signature)];
      if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
      return { name, version, expiresAt: new Date(Number.parseInt(until, 36) * 1000) };
    },
  };
}

export function isGood({ expiresAt }: Granted): boolean {
  return expiresAt.getTime() > Date.now();
}
