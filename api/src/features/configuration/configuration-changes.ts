import type { Knex } from 'knex';
import { ConflictError } from '../../http/errors.ts';
import { auditRepository, type Actor } from '../audit/audit.repository.ts';
import { configurationRepository, type ConfigurationRepository } from './configuration.repository.ts';
import type { Deps } from './configuration.service.ts';

/** One change at a time, in the log, and none after which nobody could log in. */
export function configurationChanges({ db, secrets, configuration }: Deps) {
  async function change<Result>(
    actor: Actor,
    work: (
      repository: ConfigurationRepository,
      trx: Knex.Transaction,
      note: (action: string, subject: string, before: object | null, after: object | null) => Promise<void>,
    ) => Promise<Result>,
  ): Promise<Result> {
    const result = await db.transaction(async (trx) => {
      const repository = configurationRepository(trx, secrets);
      // One administrator at a time: two who activate apps of one environment would else meet at its only place.
      await repository.lockMode();
      return work(repository, trx, (action, subject, before, after) =>
        auditRepository(trx).record(actor, { action, subject, before, after }),
      );
    });
    // Here at once; the other processes hear of it.
    await configuration.load();
    return result;
  }

  /** Without an app nobody could log in any more, administrators included. */
  async function keepLoginPossible(repository: ConfigurationRepository): Promise<void> {
    if (configuration.appOfServer !== null) return;
    const { mode, apps } = await repository.read();
    if (!apps.has(mode))
      throw new ConflictError(`Nobody could log in, because ${mode} would have no active Facebook app. Add one first.`);
  }

  return { change, keepLoginPossible };
}
