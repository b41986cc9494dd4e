import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { keyringOf, type DataKey, type Keys } from './keyring.ts';

/**
 * Signatures of one purpose, by the keys that all processes of one product share: what one of them wrote, the others
 * know. What was signed with a key before the current one fits until that is retired.
 * @param purpose no signature of one purpose is worth anything for another
 */
export function signatures(given: Keys, purpose: string) {
  const keys = keyringOf(given);
  const derived = new Map<string, Buffer>();
  const by = (root: string, text: string) => createHmac('sha256', keyFor(root)).update(text).digest('base64url');

  function keyFor(root: string): Buffer {
    const known = derived.get(root);
    if (known !== undefined) return known;
    const made = keyOf(root, purpose);
    derived.set(root, made);
    return made;
  }

  return {
    of: (text: string): string => by(keys.current().root, text),
    fits: (signature: string, text: string): boolean =>
      keys.all().some(({ root }) => isSame(by(root, text), signature)),
    /** Whether this very key has made it. */
    fitsKey: ({ root }: DataKey, signature: string, text: string): boolean => isSame(by(root, text), signature),
  };
}

/**
 * The names of one purpose, by which something is known again that is not written down: they stay the same when other
 * keys change.
 */
export function names(given: Keys, purpose: string): (text: string) => Buffer {
  const keys = keyringOf(given);
  const made = { root: '', key: Buffer.alloc(0) };
  return (text) => {
    if (made.root !== keys.names()) Object.assign(made, { root: keys.names(), key: keyOf(keys.names(), purpose) });
    return createHmac('sha256', made.key).update(text).digest();
  };
}

function keyOf(root: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', root, '', `pagecast ${purpose}`, 32));
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
