import { hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { decrypt, encrypt } from '../../db/aes-gcm.ts';
import { fingerprintOf } from '../../db/secrets.ts';

/** A secret key, which seals nothing but data keys once there are some. */
export interface MasterKey {
  readonly secretKey: string;
  readonly fingerprint: string;
}

/** Long enough to tell two apart, short enough to type. */
const SHOWN_LENGTH = 8;

/** Those that a process accepts; the first is the one to stay. */
export type MasterKeys = readonly [MasterKey, ...MasterKey[]];

export function masterKeys({
  SECRET_KEY,
  SECRET_KEY_PREVIOUS,
}: Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'>): MasterKeys {
  const others = SECRET_KEY_PREVIOUS === undefined || SECRET_KEY_PREVIOUS === SECRET_KEY ? [] : [SECRET_KEY_PREVIOUS];
  return [masterKey(SECRET_KEY), ...others.map(masterKey)];
}

export function masterKey(secretKey: string): MasterKey {
  return { secretKey, fingerprint: fingerprintOf(secretKey) };
}

/** How a key is called in what people read. */
export function shownMaster(fingerprint: string): string {
  return fingerprint.slice(0, SHOWN_LENGTH);
}

/** What a data key is made of. */
export function newRoot(): string {
  return randomBytes(32).toString('base64url');
}

export function wrapRoot({ secretKey }: MasterKey, root: string, key: { id: number; purpose: string }): string {
  return encrypt(wrappingKey(secretKey), root, aboutOf(key));
}

/** @throws Error when it was changed, or is of another data key */
export function unwrapRoot(
  { secretKey }: MasterKey,
  wrapped: string,
  key: { readonly id: number; readonly purpose: string },
): string {
  return decrypt(wrappingKey(secretKey), wrapped, aboutOf(key));
}

function wrappingKey(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'pagecast data keys', 32));
}

function aboutOf({ id, purpose }: { readonly id: number; readonly purpose: string }): string {
  return `data_key_wraps.wrapped#${purpose}/${id}`;
}
