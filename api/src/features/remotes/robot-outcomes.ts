import type { Knex } from 'knex';
import type { RobotState } from '../../contract/robots.ts';
import { ConflictError, NotFoundError } from '../../http/errors.ts';
import { auditRepository, type Actor } from '../audit/audit.repository.ts';
import { notifyOfReleases } from './release-lock.repository.ts';
import { remotesRepository } from './remotes.repository.ts';

/** Of a version that waits for its robot, or that its team lets people have without one. */
export type RobotPlan = Pick<RobotState, 'outcome' | 'note'>;

/** What robots found, on record with the version and in the audit log. */
export function robotOutcomes(db: Knex) {
  return {
    /** @throws NotFoundError for a version that is gone, ConflictError for one that people have already */
    async note(
      actor: Actor,
      { name, version }: { readonly name: string; readonly version: string },
      { outcome, note }: RobotPlan,
    ): Promise<void> {
      await db.transaction(async (trx) => {
        const registry = remotesRepository(trx);
        await registry.lockPointer(name);
        await this.assertWaits(registry, name, version);
        await registry.noteRobot({ name, version }, { outcome, note });
        await auditRepository(trx).record(actor, {
          action: `releases.robot-${outcome}`,
          subject: name,
          after: { version, ...(note !== null && { note }) },
        });
        await notifyOfReleases(trx);
      });
    },

    /** @throws NotFoundError for a version that is not there, ConflictError for one that people have already */
    async assertWaits(
      registry: Pick<ReturnType<typeof remotesRepository>, 'version'>,
      name: string,
      version: string,
    ): Promise<void> {
      const known = await registry.version(name, version);
      if (known === null) throw new NotFoundError(`${name} has no version ${version}.`);
      if (known.isCurrent)
        throw new ConflictError(`${name} ${version} is current: robots try versions before people get them.`);
    },
  };
}
export type RobotOutcomes = ReturnType<typeof robotOutcomes>;
