import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Where a secret is kept. A ciphertext opens in its own place only. */
export interface SecretPlace {
  readonly table: string;
  readonly column: string;
  readonly row: string;
}

const FORMAT = 'v1';

/** Seals secrets for the database: AES-256-GCM under a key that is never in the database. */
export function secretBox(secretKey: string) {
  const key = createHash('sha256').update(`pagecast secrets ${secretKey}`).digest();
  const aad = (place: SecretPlace) => Buffer.from(`${place.table}.${place.column}#${place.row}`);

  return {
    /** By which this key is known again, and of no use to find it. */
    fingerprint: Buffer.from(hkdfSync('sha256', secretKey, '', 'pagecast fingerprint', 32)).toString('base64url'),

    seal(plain: string, place: SecretPlace): string {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad(place));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [FORMAT, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
    },

    /** @throws Error when it was sealed for another place or under another key, or was changed */
    open(sealed: string, place: SecretPlace): string {
      const [format, iv, tag, text] = sealed.split('.');
      if (format !== FORMAT || iv === undefined || tag === undefined || text === undefined)
        throw new Error('Not a sealed secret');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
        .setAAD(aad(place))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
    },
  };
}
export type SecretBox = ReturnType<typeof secretBox>;
