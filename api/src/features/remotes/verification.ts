import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

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

/** By the key that all processes of one product share: what they say to each other over the public address. */
export function verification(secretKey: string) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'pagecast release verification', 32));
  const sign = (what: string, { name, version }: Version) =>
    createHmac('sha256', key).update(`${what} ${name} ${version}`).digest('base64url');

  return {
    pass: (of: Version) => sign('ask', of),
    proof: (of: Version) => sign('answer', of),
    isPass(of: Version, given: string): boolean {
      const [expected, actual] = [Buffer.from(sign('ask', of)), Buffer.from(given)];
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
  };
}
export type Verification = ReturnType<typeof verification>;
