import { createHash, hkdfSync } from 'node:crypto';
import { decrypt, encrypt } from './aes-gcm.ts';
import { keyringOf, type DataKey, type Keys } from './keyring.ts';

/** Every column with sealed values: what is not here cannot be sealed, and what is here a rotation seals anew. */
export const SEALED = {
  api_config: ['openai_api_key', 'fiztech_api_key'],
  facebook_apps: ['app_secret'],
  facebook_pages: ['access_token'],
  mail_server: ['url'],
  push_keys: ['private_key'],
  push_subscriptions: ['endpoint', 'keys'],
  users: ['access_token'],
  webhooks: ['url', 'secret', 'previous_secret'],
} as const;
export type SealedTable = keyof typeof SEALED;
/** Of a browser, for an hour. */
interface CookiePlace {
  readonly table: 'cookies';
  readonly column: 'pending_login';
  readonly row: '';
}

/** Where a secret is kept. A ciphertext opens in its own place only. */
export type SecretPlace =
  | {
      [Table in SealedTable]: {
        readonly table: Table;
        readonly column: (typeof SEALED)[Table][number];
        readonly row: string;
      };
    }[SealedTable]
  | CookiePlace;

/** Sealed with a key that this process does not have yet: whoever meets it has lost nothing, and tries again. */
export class KeyNotHereError extends Error {
  override readonly name = 'KeyNotHereError';

  constructor(id: number) {
    super(`It was sealed with the data key ${id}, which this process does not have`);
  }
}

const FIRST = 'v1';
const NUMBERED = 'v2';

/** How everything begins that this key has sealed. */
export function prefixOf({ id, isFirst }: Pick<DataKey, 'id' | 'isFirst'>): string {
  return isFirst ? `${FIRST}.` : `${NUMBERED}.${id}.`;
}

/** By which a secret key is known again, and of no use to find it. */
export function fingerprintOf(secretKey: string): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'pagecast fingerprint', 32)).toString('base64url');
}

/** Seals secrets for the database: AES-256-GCM under keys that are never in the database as they are. */
export function secretBox(given: Keys) {
  const keys = keyringOf(given);
  const cipherKeys = new Map<string, Buffer>();

  function cipherKeyOf(key: DataKey): Buffer {
    const known = cipherKeys.get(key.root);
    if (known !== undefined) return known;
    const made = key.isFirst
      ? createHash('sha256').update(`pagecast secrets ${key.root}`).digest()
      : Buffer.from(hkdfSync('sha256', key.root, '', 'pagecast secrets', 32));
    cipherKeys.set(key.root, made);
    return made;
  }

  function sealedBy(sealed: string): DataKey {
    const [format, number = ''] = sealed.split('.', 2);
    if (format !== FIRST && (format !== NUMBERED || !/^\d{1,9}$/.test(number))) throw new Error('Not a sealed secret');
    const key = keys.all().find(({ id, isFirst }) => (format === FIRST ? isFirst : !isFirst && id === Number(number)));
    if (key !== undefined) return key;
    if (format === FIRST || Number(number) <= keys.newest()) throw new Error('It was sealed with a key that is gone');
    keys.missing();
    throw new KeyNotHereError(Number(number));
  }

  return {
    seal(plain: string, place: SecretPlace): string {
      const key = keys.current();
      return prefixOf(key) + encrypt(cipherKeyOf(key), plain, aboutOf(key, place));
    },

    /**
     * @throws KeyNotHereError
     * @throws Error when it was sealed for another place or under another key, or was changed
     */
    open(sealed: string, place: SecretPlace): string {
      const key = sealedBy(sealed);
      return decrypt(cipherKeyOf(key), sealed.slice(prefixOf(key).length), aboutOf(key, place));
    },
  };
}
export type SecretBox = ReturnType<typeof secretBox>;

function aboutOf(key: DataKey, { table, column, row }: SecretPlace): string {
  return `${key.isFirst ? '' : prefixOf(key)}${table}.${column}#${row}`;
}
