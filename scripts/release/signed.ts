import { createHash } from 'node:crypto';
import { statementOf, type Passport } from '../../api/src/contract/passports.ts';
import type { Provenance, ReleasedFile, SignedDetails } from '../../api/src/contract/releases.ts';
import { partsList } from './parts-list.ts';
import { provenanceOf } from './provenance.ts';
import { givenSigningKey, type SigningKey } from './signing-key.ts';

interface Build {
  readonly name: string;
  readonly version: string;
  readonly integrity: { readonly manifest: string; readonly entry: string };
}

interface Signed {
  readonly passport: Passport;
  readonly signedDetails: string;
}

/**
 * What goes with the files of a release: where it comes from, what it is made of and, where PAGECAST_RELEASE_KEY is
 * set, who says so.
 * @param directory of the package that is released
 */
export function papersOf(directory: string, build: Build & { readonly dist: string }, files: readonly ReleasedFile[]) {
  const key = givenSigningKey();
  const provenance = provenanceOf(directory);
  const parts = partsList(directory, build);
  return { ...provenance, parts, ...(key !== null && signed(key, build, { files, provenance, parts })) };
}

/**
 * Signs a version with everything that is sent of it.
 * @param parts the text of its list of parts
 */
export function signed(
  key: SigningKey,
  build: Build,
  { files, provenance, parts }: { files: readonly ReleasedFile[]; provenance: Provenance; parts: string },
): Signed {
  const details: SignedDetails = {
    provenance,
    files: Object.fromEntries(files.map((file) => [file.path, file.hash])),
    parts: sha256(parts),
  };
  const signedDetails = JSON.stringify(details);
  const stated = { signedAt: new Date().toISOString(), details: sha256(signedDetails) };
  const signature = key.sign(statementOf({ ...build, passport: stated }));
  return { passport: { key: key.key, ...stated, signature }, signedDetails };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
