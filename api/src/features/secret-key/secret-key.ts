import type { Knex } from 'knex';
import type { SecretBox } from '../../db/secrets.ts';
import { auditRepository, type Actor } from '../audit/audit.repository.ts';
import { secretName } from '../../problems/english/system-words.ts';
import { giveUpSecrets, KEY_REPLACED, notifyOfAcceptedKey, type Loss } from './lost-secrets.ts';
import { sealedValues } from './sealed-values.repository.ts';
import { secretKeyRepository } from './secret-key.repository.ts';

type LossDeps = Parameters<typeof giveUpSecrets>[2];

/** The database belongs to another key than this process has; the message says what to do. */
export class WrongKeyError extends Error {
  override readonly name = 'WrongKeyError';

  /** @param from where this process has its key from */
  constructor(from: string) {
    super(
      [
        `This database was sealed with another secret key than the one of this process, which comes from ${from}.`,
        'Pagecast does not start, because it could not open the access to any page.',
        'Use the same key in every process: copy secret.key from the DATA_DIR of a process that works into the ' +
          'DATA_DIR of this one, or set SECRET_KEY to the same value in both.',
        'If the key is lost for good, stop every process and run: npm run admin -- accept-new-key',
        'Then everybody has to reconnect their pages, and an administrator has to type the keys in again.',
      ].join('\n'),
    );
  }
}

/**
 * The first process of a database leaves the fingerprint of its key there, every other one has to have the same key.
 * In a database from before there were fingerprints the key has to open something, if anything is sealed; what it does
 * not open is given up.
 * @param from where this process has its key from
 * @throws WrongKeyError
 */
export async function proveKey(db: Knex, secrets: SecretBox, from: string, deps: LossDeps): Promise<void> {
  await db.transaction(async (trx) => {
    const key = secretKeyRepository(trx);
    await key.lock();
    const known = await key.fingerprint();
    if (known !== null) {
      if (known !== secrets.fingerprint) throw new WrongKeyError(from);
      return notifyOfAcceptedKey(trx, deps.adminIds);
    }
    const values = await sealedValues(trx, secrets);
    if (values.length > 0 && values.every(({ opens }) => !opens)) throw new WrongKeyError(from);
    await key.note(secrets.fingerprint);
    await giveUpSecrets(
      trx,
      values.filter(({ opens }) => !opens),
      deps,
    );
  });
}

/** What to do where the database has been given another key since this process started; null where it has not. */
export async function keySentence(db: Knex, secrets: SecretBox): Promise<string | null> {
  const known = await secretKeyRepository(db).fingerprint();
  if (known === null || known === secrets.fingerprint) return null;
  return (
    'Another secret key was accepted for this database while this process ran. ' +
    'End this process, and start it with the new key.'
  );
}

/**
 * The key is lost, and this one takes its place: what it does not open is given up.
 * @throws Error while a process is running: it would go on to seal with the old key
 */
export async function acceptNewKey(db: Knex, secrets: SecretBox, actor: Actor, deps: LossDeps): Promise<Loss> {
  return db.transaction(async (trx) => {
    const key = secretKeyRepository(trx);
    await key.lock();
    if (await key.isProcessRunning())
      throw new Error('Pagecast is running with this database. Stop every process first, then run this again.');
    await key.note(secrets.fingerprint);
    const loss = await giveUpSecrets(
      trx,
      (await sealedValues(trx, secrets)).filter(({ opens }) => !opens),
      deps,
    );
    await auditRepository(trx).record(actor, {
      action: KEY_REPLACED,
      subject: 'Secret key',
      before: null,
      after: { pagesToReconnect: loss.pages, toTypeAgain: loss.secrets.map(secretName) },
    });
    return loss;
  });
}
