import * as z from 'zod/mini';
import { Instant, limited } from './common.ts';

const base64 = (bytes: number) => {
  const length = Math.ceil(bytes / 3) * 4;
  return limited(
    length,
    z.regex(new RegExp(`^(?=.{${length}}$)[A-Za-z0-9+/]+={0,2}$`), `Must be ${bytes} bytes in base64`),
  );
};

/** A public key of Ed25519. */
export const PublicKey = base64(32);

/** What a browser needs to know whose a version is. */
export const Passport = z.strictObject({
  key: PublicKey,
  signedAt: Instant,
  /** SHA-256 of what is signed beside manifest and entry: files, provenance and list of parts. */
  details: base64(32),
  /** Of `statementOf` the version. */
  signature: base64(64),
});
export type Passport = z.infer<typeof Passport>;

/** A version as its key signs it. */
interface Signed {
  readonly name: string;
  readonly version: string;
  readonly integrity: { readonly manifest: string; readonly entry: string };
  readonly passport: Pick<Passport, 'signedAt' | 'details'>;
}

/**
 * The text that a key signs. Each fact has a line of its own, and none of them has a second one: the manifest and the
 * entry stand for all other code by the hashes that they carry.
 */
export function statementOf({ name, version, integrity, passport }: Signed): string {
  return [
    'pagecast release 1',
    name,
    version,
    integrity.manifest,
    integrity.entry,
    passport.signedAt,
    passport.details,
  ].join('\n');
}

/** A key with the name of an area, such as mf-history, or of the shell, signs that alone. Any other signs all. */
export function maySign(keyName: string, area: string): boolean {
  const owner = keyName.replaceAll('-', '_');
  return owner === area || !/^(shell|mf_)/.test(owner);
}
