import { createPublicKey, verify } from 'node:crypto';
import type { ReleaseKey } from '../../config/release-keys.ts';
import { maySign, statementOf, type Passport } from '../../contract/passports.ts';
import { RefusedError } from '../../http/errors.ts';
import type { Papers, Passports } from './passports.ts';
import { SHELL, type RemoteState } from '../../contract/remotes.ts';

/** A version as the registry has it. */
export interface Claimed {
  readonly name: string;
  readonly version: string;
  readonly integrity: Papers['integrity'];
}

/** What stands before the 32 bytes of a public key of Ed25519 in the form that Node reads. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Which of `keys` signed a version; null for none of them. */
export function signerOf(keys: readonly ReleaseKey[], release: Claimed, passport: Passport): ReleaseKey | null {
  const signer = keys.find(({ name, key }) => key === passport.key && maySign(name, release.name));
  if (signer === undefined) return null;
  const key = createPublicKey({
    key: Buffer.concat([SPKI, Buffer.from(signer.key, 'base64')]),
    format: 'der',
    type: 'spki',
  });
  const statement = Buffer.from(statementOf({ ...release, passport }));
  return verify(null, statement, key, Buffer.from(passport.signature, 'base64')) ? signer : null;
}

/** This process has no key that signed the version; another one may have, while keys are being rolled out. */
export class UnknownKeyError extends RefusedError {}

interface Judged {
  readonly trust: NonNullable<RemoteState['releases'][number]['trust']>;
  readonly signedBy: string | null;
  readonly papers: Papers | null;
}

/** Says which versions pages may run: by the papers on the disk and the keys of the configuration alone. */
export function releaseTrust({ keys, passports }: { keys: readonly ReleaseKey[]; passports: Passports }) {
  const isChecked = keys.length > 0;

  /** Null where the registry says otherwise than they do. */
  async function papersOf(release: Claimed): Promise<Papers | null> {
    const papers = await passports.read(release);
    const { manifest, entry } = release.integrity;
    return papers?.integrity.manifest === manifest && papers.integrity.entry === entry ? papers : null;
  }

  async function judge(release: Claimed): Promise<Judged> {
    const papers = await papersOf(release);
    const signedBy = papers?.passport ? (signerOf(keys, release, papers.passport)?.name ?? null) : null;
    if (!isChecked) return { trust: 'unchecked', signedBy, papers };
    if (papers?.isBuiltIn === true) return { trust: 'built-in', signedBy, papers };
    return { trust: signedBy === null ? 'unsigned' : 'signed', signedBy, papers };
  }

  return {
    keys,
    isChecked,
    papersOf,
    judge,

    /** @throws RefusedError for a version that no page would run */
    async assertTrusted(release: Claimed): Promise<void> {
      if ((await judge(release)).trust !== 'unsigned') return;
      throw new UnknownKeyError(
        `${release.name} ${release.version} isn't signed with a key of this Pagecast's RELEASE_KEYS, so nobody's ` +
          'browser would run it. Sign and release it again, or choose another version.',
      );
    },

    /** The hash that the page of a shell must have, null for any; null instead where nobody should get that shell. */
    async shell(version: string): Promise<{ page: string | null } | null> {
      if (!isChecked) return { page: null };
      const papers = await passports.read({ name: SHELL, version });
      if (papers === null) return null;
      const { trust } = await judge({ name: SHELL, version, integrity: papers.integrity });
      return trust === 'unsigned' ? null : { page: papers.integrity.manifest };
    },
  };
}
export type ReleaseTrust = ReturnType<typeof releaseTrust>;
