import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Signs in the name of a team. */
export interface SigningKey {
  /** Its public half, 32 bytes in base64, as RELEASE_KEYS has it. */
  readonly key: string;
  /** @returns 64 bytes in base64 */
  sign(text: string): string;
}

/**
 * The private key of PAGECAST_RELEASE_KEY: the name of a PEM file, or what such a file holds. Null where none is set.
 * @throws Error for what is no private key of Ed25519
 */
export function givenSigningKey(): SigningKey | null {
  const given = (process.env['PAGECAST_RELEASE_KEY'] ?? '').trim();
  return given === '' ? null : signingKey(given.startsWith('-----') ? given : readPem(given));
}

/** @param pem text of a PEM file */
export function signingKey(pem: string): SigningKey {
  const key = privateKeyIn(pem);
  return {
    key: publicText(createPublicKey(key)),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** A public key as RELEASE_KEYS has it: the last 32 bytes of the form that tools write. */
export function publicText(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
}

function readPem(file: string): string {
  // As seen from where npm was called.
  return fs.readFileSync(path.resolve(process.env['INIT_CWD'] ?? '.', file), 'utf8');
}

/** A CI may keep a text of several lines with `\n` in place of their ends. */
function privateKeyIn(pem: string): KeyObject {
  const key = read(pem.replaceAll('\\n', '\n'));
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new Error('PAGECAST_RELEASE_KEY holds no private key of Ed25519. npm run release-key makes one.');
  return key;
}

function read(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}
