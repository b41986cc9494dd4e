import type { Knex } from 'knex';
import { fingerprintOf, secretBox } from '../../db/secrets.ts';
import { auditRepository, type Actor } from '../audit/audit.repository.ts';
import { secretName } from '../../problems/english/system-words.ts';
import { dataKeysRepository } from './data-keys.repository.ts';
import { giveUpSecrets, KEY_REPLACED, notifyOfAcceptedKey, type Loss } from './lost-secrets.ts';
import type { MasterKeys } from './master-keys.ts';
import { NoMasterError, ringFrom } from './read-keys.ts';
import { sealedValues, type SealedValue } from './sealed-values.repository.ts';
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
        'While a key is being changed, set the former one as SECRET_KEY_PREVIOUS (api/docs/keys.md).',
        'If the key is lost for good, stop every process and run: npm run admin -- accept-new-key',
        'Then everybody has to reconnect their pages, and an administrator has to type the keys in again.',
      ].join('\n'),
    );
  }
}

/**
 * The first process of a database leaves the fingerprint of its key there, every other one has to have the same key.
 * Once there are data keys, it has to have one that opens all of them.
 * In a database from before there were fingerprints the key has to open something, if anything is sealed; what it does
 * not open is given up.
 * @param from where this process has its key from
 * @throws WrongKeyError
 */
export async function proveKey(db: Knex, masters: MasterKeys, from: string, deps: LossDeps): Promise<void> {
  await db.transaction(async (trx) => {
    const key = secretKeyRepository(trx);
    await key.lock();
    const stored = await dataKeysRepository(trx).all();
    if (stored.length > 0) {
      try {
        ringFrom(stored, masters);
      } catch (error) {
        throw error instanceof NoMasterError ? new WrongKeyError(from) : error;
      }
      return notifyOfAcceptedKey(trx, deps.adminIds);
    }
    const known = await key.fingerprint();
    if (known !== null) {
      if (!masters.some(({ fingerprint }) => fingerprint === known)) throw new WrongKeyError(from);
      return notifyOfAcceptedKey(trx, deps.adminIds);
    }
    await firstOf(trx, masters, from, deps);
  });
}

/** Nobody has noted yet which key it is. */
async function firstOf(trx: Knex.Transaction, masters: MasterKeys, from: string, deps: LossDeps): Promise<void> {
  let first: { readonly fingerprint: string; readonly values: SealedValue[] } | null = null;
  for (const { secretKey, fingerprint } of masters) {
    const values = await sealedValues(trx, secretBox(secretKey));
    if (values.length > 0 && values.every(({ opens }) => !opens)) continue;
    first = { fingerprint, values };
    break;
  }
  if (first === null) throw new WrongKeyError(from);
  await secretKeyRepository(trx).note(first.fingerprint);
  await giveUpSecrets(
    trx,
    first.values.filter(({ opens }) => !opens),
    deps,
  );
}

/**
 * The key is lost, and this one takes its place: what it does not open is given up.
 * @throws Error while a process is running: it would go on to seal with the old key
 */
export async function acceptNewKey(db: Knex, secretKey: string, actor: Actor, deps: LossDeps): Promise<Loss> {
  return db.transaction(async (trx) => {
    const key = secretKeyRepository(trx);
    await key.lock();
    if (await key.isProcessRunning())
      throw new Error('Pagecast is running with this database. Stop every process first, then run this again.');
    await key.note(fingerprintOf(secretKey));
    await dataKeysRepository(trx).removeAll();
    const loss = await giveUpSecrets(
      trx,
      (await sealedValues(trx, secretBox(secretKey))).filter(({ opens }) => !opens),
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
