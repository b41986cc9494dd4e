import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { armor, Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import * as z from 'zod';
import { BackupError } from './backup-error.ts';
import type { BackupPlace } from './place.ts';

const SEAL = 'seal.json';
const Seal = z.object({ recipient: z.string(), identity: z.string() });
const MOST_BYTES = 64 * 1024;
const LEAST_PASSPHRASE = 12;

/** Seals what only the passphrase opens. To seal more later nobody needs it. */
export interface Sealing {
  seal(content: Readable): Promise<Readable>;
}
export interface Opening {
  open(content: Readable): Promise<Readable>;
}

/**
 * The seal of a place: a key pair of age's, whose secret half lies there sealed under the passphrase.
 * @param passphrase needed the first time, and compared where there is one
 * @throws BackupError without one the first time, or with another one than that
 */
export async function sealingAt(place: BackupPlace, passphrase: string | undefined): Promise<Sealing> {
  const known = await readSeal(place);
  if (known === null) return sealOf(await makeSeal(place, passphrase));
  if (passphrase !== undefined) await identityOf(place, known, passphrase);
  return sealOf(known.recipient);
}

/** @throws BackupError with another passphrase than that of the place */
export async function openingAt(place: BackupPlace, passphrase: string | undefined): Promise<Opening> {
  const known = await readSeal(place);
  if (known === null) throw new BackupError(`There is no ${SEAL} at ${place.label}, which opens what is sealed there.`);
  if (passphrase === undefined)
    throw new BackupError('Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE, to what these backups were sealed with.');
  const identity = await identityOf(place, known, passphrase);
  return {
    async open(content) {
      const decrypter = new Decrypter();
      decrypter.addIdentity(identity);
      return Readable.fromWeb((await decrypter.decrypt(webOf(content))) as WebStream);
    },
  };
}

/** @param workFactor what a try costs who guesses, by powers of two; age's own where it is left out */
export async function makeSeal(
  place: BackupPlace,
  passphrase: string | undefined,
  workFactor?: number,
): Promise<string> {
  if (passphrase === undefined)
    throw new BackupError(
      'A backup holds the secret key, sealed under a passphrase. Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE, ' +
        'and keep the passphrase where this machine is not; or keep SECRET_KEY yourself, and add --without-key.',
    );
  if (passphrase.length < LEAST_PASSPHRASE)
    throw new BackupError(`BACKUP_PASSPHRASE must have ${LEAST_PASSPHRASE} characters at least.`);
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor);
  const sealed = { recipient, identity: armor.encode(await encrypter.encrypt(identity)) };
  await place.put(SEAL, Readable.from([`${JSON.stringify(sealed, null, 2)}\n`]));
  return recipient;
}

async function identityOf(place: BackupPlace, { identity, recipient }: z.infer<typeof Seal>, passphrase: string) {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const opened = await decrypter.decrypt(armor.decode(identity), 'text').catch(() => null);
  if (opened === null || (await identityToRecipient(opened).catch(() => '')) !== recipient)
    throw new BackupError(`This is not the passphrase of the backups at ${place.label}. Nothing was changed.`);
  return opened;
}

function sealOf(recipient: string): Sealing {
  return {
    async seal(content) {
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      return Readable.fromWeb((await encrypter.encrypt(webOf(content))) as WebStream);
    },
  };
}

const webOf = (content: Readable) => Readable.toWeb(content) as ReadableStream<Uint8Array>;

async function readSeal(place: BackupPlace): Promise<z.infer<typeof Seal> | null> {
  const bytes = await place.size(SEAL);
  if (bytes === null) return null;
  const content = bytes > MOST_BYTES ? null : await place.read(SEAL);
  const read = Seal.safeParse(content === null ? null : parsed(await text(content)));
  if (!read.success) throw new BackupError(`${SEAL} at ${place.label} is damaged. Bring it back from a copy of it.`);
  return read.data;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
