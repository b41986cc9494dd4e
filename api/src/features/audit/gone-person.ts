import { createHash, createHmac } from 'node:crypto';
import { keyringOf, type Keys } from '../../db/keyring.ts';

/** How somebody is called who has deleted their account. */
export const GONE_NAME = 'Deleted account';

/**
 * Stands for the Facebook ID of somebody who has deleted their account, where it has to be known again: who holds the
 * ID and our key can tell whether it is theirs, and nobody can read the ID from it.
 */
export function goneIds(given: Keys) {
  const keys = keyringOf(given);
  return (facebookId: string): string => {
    const key = createHash('sha256').update(`pagecast gone people ${keys.names()}`).digest();
    return `deleted-${createHmac('sha256', key).update(facebookId).digest('hex').slice(0, 32)}`;
  };
}
export type GoneIds = ReturnType<typeof goneIds>;
