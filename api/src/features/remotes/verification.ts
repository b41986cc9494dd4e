import type { Keys } from '../../db/keyring.ts';
import { signatures } from '../../db/signatures.ts';

/** Asks for a version on behalf of its release, also where it is for administrators. */
export const VERIFICATION_HEADER = 'x-pagecast-verification';
/** Names the version in an address, where that has no folder of its own: no cache then answers for another one. */
export const VERSION_PARAM = 'release';
/** Comes with the answer of the product whose release it is. */
export const PROOF_HEADER = 'x-pagecast-proof';

interface Version {
  readonly name: string;
  readonly version: string;
}

/** By the keys that all processes of one product share: what they say to each other over the public address. */
export function verification(keys: Keys) {
  const signed = signatures(keys, 'release verification');
  const textOf = (what: 'ask' | 'answer', { name, version }: Version) => `${what} ${name} ${version}`;

  return {
    pass: (of: Version) => signed.of(textOf('ask', of)),
    proof: (of: Version) => signed.of(textOf('answer', of)),
    isPass: (of: Version, given: string): boolean => signed.fits(given, textOf('ask', of)),
    isProof: (of: Version, given: string): boolean => signed.fits(given, textOf('answer', of)),
  };
}
export type Verification = ReturnType<typeof verification>;
