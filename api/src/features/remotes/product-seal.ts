import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * Tells texts that a process of this product wrote, by the key that all of them share: whoever has the database has not
 * that key.
 * @param purpose no seal of one purpose is worth anything for another
 */
export function productSeal(secretKey: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `pagecast ${purpose}`, 32));
  const sealOf = (...texts: string[]) => createHmac('sha256', key).update(JSON.stringify(texts)).digest('base64url');

  return {
    of: sealOf,
    fits(seal: string, ...texts: string[]): boolean {
      const [expected, given] = [Buffer.from(sealOf(...texts)), Buffer.from(seal)];
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
export type ProductSeal = ReturnType<typeof productSeal>;
