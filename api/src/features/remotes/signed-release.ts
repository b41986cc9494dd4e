import { createHash } from 'node:crypto';
import type { ReleaseKey } from '../../config/release-keys.ts';
import type { Passport } from '../../contract/passports.ts';
import { SignedDetails, type Provenance, type ReleasedFile } from '../../contract/releases.ts';
import { RefusedError } from '../../http/errors.ts';
import { jsonOf } from './built-release.ts';
import { signerOf, type Claimed } from './trust.ts';

/** Clocks of two machines differ by so much. */
const AHEAD_MS = 10 * 60_000;

/** What comes with the files of a release. */
export interface Sent {
  readonly files: readonly ReleasedFile[];
  readonly provenance: Provenance;
  readonly passport: Passport | null;
  readonly signedDetails: string | null;
  /** The text of its list of parts. */
  readonly parts: string | null;
}

interface Now {
  readonly keys: readonly ReleaseKey[];
  /** What was signed last of this area. */
  readonly newest: { readonly version: string; readonly signedAt: Date } | null;
  readonly now: Date;
}

/**
 * Proves that a release is what somebody with a key signed, and none of yesterday that is sent once more. Without keys
 * only what is said of parts is looked at.
 * @throws RefusedError that says what is wrong
 */
export function assertSigned(release: Claimed, sent: Sent, { keys, newest, now }: Now): void {
  const { name, version } = release;
  if (sent.parts !== null && !isPartsList(sent.parts))
    throw new RefusedError(`The list of parts of ${name} ${version} is no CycloneDX document.`);
  if (keys.length === 0) return;
  if (sent.passport === null)
    throw new RefusedError(
      `This Pagecast takes signed versions only, and ${name} ${version} isn't signed. ` +
        'Set PAGECAST_RELEASE_KEY to the private key that belongs to one of its RELEASE_KEYS, and release it again.',
    );
  if (signerOf(keys, release, sent.passport) === null)
    throw new RefusedError(
      `The signature of ${name} ${version} is not one of a key in this Pagecast's RELEASE_KEYS ` +
        `that may sign ${name}. Check PAGECAST_RELEASE_KEY, and release it again.`,
    );
  assertDetails(release, sent, sent.passport);
  const signedAt = new Date(sent.passport.signedAt);
  if (signedAt.getTime() > now.getTime() + AHEAD_MS)
    throw new RefusedError(
      `${name} ${version} was signed at ${sent.passport.signedAt}, which is still to come. ` +
        'Set the clock of the machine that signs, and release it again.',
    );
  if (newest !== null && newest.version !== version && signedAt <= newest.signedAt)
    throw new RefusedError(
      `${name} ${version} was signed before ${newest.version}, which this Pagecast has already. ` +
        'Sign and release it again, or go back to a version that is kept.',
    );
}

/** @throws RefusedError where something was sent that nobody signed */
function assertDetails({ name, version }: Claimed, sent: Sent, { details }: Passport): void {
  const changed = (what: string) =>
    new RefusedError(`The ${what} of ${name} ${version} are not those that were signed. Sign and release it again.`);
  const text = sent.signedDetails ?? '';
  const signed = SignedDetails.safeParse(jsonOf(text)).data;
  if (signed === undefined || sha256(text) !== details) throw changed('details');
  const files = new Map(Object.entries(signed.files));
  if (files.size !== sent.files.length || sent.files.some((file) => files.get(file.path) !== file.hash))
    throw changed('files');
  if ((sent.parts === null ? null : sha256(sent.parts)) !== signed.parts) throw changed('parts');
  for (const fact of ['commit', 'isDirty', 'ciRun', 'lockfile', 'builder'] as const)
    if ((sent.provenance[fact] ?? null) !== (signed.provenance[fact] ?? null)) throw changed('origins');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function isPartsList(text: string): boolean {
  const read = jsonOf(text);
  return typeof read === 'object' && read !== null && 'bomFormat' in read && read.bomFormat === 'CycloneDX';
}
