import type { Knex } from 'knex';
import type { SecretBox } from '../../db/secrets.ts';
import { auditRepository, type Actor } from '../audit/audit.repository.ts';
import { secretName } from '../problems/system-words.ts';
import { giveUpSecrets, KEY_REPLACED, notifyOfAcceptedKey, type Loss } from './lost-secrets.ts';
import { sealedValues } from './sealed-values.ts';

/** One process at a time: two that start together with keys of their own must not both be the first. */
const LOCK = "select pg_advisory_xact_lock(hashtext('pagecast.secret-key'))";
/** Every process has such a line, whatever else it does. */
const PROCESS_LINE = 'pagecast configuration';

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
        'Use the same key in every process: copy secret.key from the DATA_DIR of a process that works into the DATA_DIR of this one, or set SECRET_KEY to the same value in both.',
        'If the key is lost for good, stop every process and run: npm run admin -- accept-new-key',
        'Then everybody has to reconnect their pages, and an administrator has to type the keys in again.',
      ].join('\n'),
    );
  }
}

/**
 * The first process of a database leaves the fingerprint of its key there, every other one has to have the same key.
 * In a database from before there were fingerprints the key has to open something, if anything is sealed; what it does not open is given up.
 * @param from where this process has its key from
 * @throws WrongKeyError
 */
export async function proveKey(db: Knex, secrets: SecretBox, from: string, deps: LossDeps): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw(LOCK);
    const known = await trx<{ fingerprint: string }>('secret_key').first('fingerprint');
    if (known !== undefined) {
      if (known.fingerprint !== secrets.fingerprint) throw new WrongKeyError(from);
      return notifyOfAcceptedKey(trx, deps.adminIds);
    }
    const values = await sealedValues(trx, secrets);
    if (values.length > 0 && values.every(({ opens }) => !opens)) throw new WrongKeyError(from);
    await trx('secret_key').insert({ fingerprint: secrets.fingerprint });
    await giveUpSecrets(
      trx,
      values.filter(({ opens }) => !opens),
      deps,
    );
  });
}

/**
 * The key is lost, and this one takes its place: what it does not open is given up.
 * @throws Error while a process is running: it would go on to seal with the old key
 */
export async function acceptNewKey(db: Knex, secrets: SecretBox, actor: Actor, deps: LossDeps): Promise<Loss> {
  return db.transaction(async (trx) => {
    await trx.raw(LOCK);
    const { rows } = await trx.raw<{ rows: unknown[] }>(
      'select from pg_stat_activity where datname = current_database() and application_name = ?',
      [PROCESS_LINE],
    );
    if (rows.length > 0)
      throw new Error('Pagecast is running with this database. Stop every process first, then run this again.');
    await trx('secret_key')
      .insert({ fingerprint: secrets.fingerprint })
      .onConflict('id')
      .merge({ fingerprint: secrets.fingerprint, noted_at: trx.fn.now() });
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
