import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
/** Said on both ways: a shorter one would be easier to guess. */
const TAG = { authTagLength: 16 };

/** AES-256-GCM. @param about what is bound to it, and has to be said again to open it */
export function encrypt(key: Buffer, plain: string, about: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, TAG).setAAD(Buffer.from(about));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [iv, cipher.getAuthTag(), text].map((part) => part.toString('base64url')).join('.');
}

/** @throws Error when it is about something else, of another key, or was changed */
export function decrypt(key: Buffer, sealed: string, about: string): string {
  const [iv, tag, text, ...rest] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (iv?.length !== IV_BYTES || tag === undefined || text === undefined || rest.length > 0)
    throw new Error('Not a sealed secret');
  const decipher = createDecipheriv(ALGORITHM, key, iv, TAG).setAAD(Buffer.from(about)).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}
