import { maySign, statementOf } from '@pagecast/api/contract';
import type { Version } from './version-arrivals.ts';

/** Refused before anything of it was asked for. `reason` is for people. */
export class UntrustedError extends Error {
  override readonly name = 'UntrustedError';
  readonly reason: string;
  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;
const bytesOf = (base64: string): Bytes => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

const contentOf = (page: Document, name: string): string =>
  page.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';

/**
 * Lets only code run that somebody signed whom the server's configuration names, or that came with the server. Both
 * stand in the page itself: what the registry says of a version is believed no further.
 */
export function areaTrust(page: Document) {
  const keys = contentOf(page, 'release-keys')
    .split(' ')
    .filter(Boolean)
    .map((one) => ({ name: one.slice(0, one.indexOf(':')), key: one.slice(one.indexOf(':') + 1) }));
  const builtIns = new Set(contentOf(page, 'built-in-areas').split(','));

  async function check(name: string, { version, integrity, passport }: Version): Promise<void> {
    if (builtIns.has(`${name} ${integrity.manifest} ${integrity.entry}`)) return;
    const isKnown = passport !== undefined && keys.some((one) => one.key === passport.key && maySign(one.name, name));
    if (
      isKnown &&
      (await isSignedBy(passport.key, passport.signature, statementOf({ name, version, integrity, passport })))
    )
      return;
    throw new UntrustedError(
      `Refused: ${name} ${version} is not signed with a key that this page knows`,
      "This version isn't from the team that makes this area, so we didn't start it. Reload the page. " +
        "If you still see this, tell your administrator. Other areas aren't affected.",
    );
  }

  return {
    /**
     * Null where this product looks at no signatures, and for what a developer asked for and confirmed.
     * @throws UntrustedError, by its promise
     */
    check: (name: string, version: Version): Promise<void> | null =>
      keys.length === 0 || version.override !== undefined ? null : check(name, version),
  };
}

async function isSignedBy(key: string, signature: string, statement: string): Promise<boolean> {
  const { subtle } = crypto as Partial<Crypto>;
  try {
    if (subtle === undefined) throw new DOMException('There is no WebCrypto', 'NotSupportedError');
    const imported = await subtle.importKey('raw', bytesOf(key), 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', imported, bytesOf(signature), new TextEncoder().encode(statement));
  } catch (error) {
    if ((error as Error).name !== 'NotSupportedError') return false;
    throw new UntrustedError(
      `Refused: this browser knows no Ed25519 (${String(error)})`,
      "Your browser is too old to check who made this area, so we didn't start it. Update your browser.",
    );
  }
}
