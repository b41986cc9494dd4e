import type { Knex } from 'knex';
import { CONTRACT_VERSION } from '../../contract/remotes.ts';
import { ConflictError, NotFoundError } from '../../http/errors.ts';
import { auditRepository, type Doer } from '../audit/audit.repository.ts';
import type { ReleaseFiles } from './release-files.ts';
import { remotesRepository, type NewRelease } from './remotes.repository.ts';

interface Move {
  readonly from: string | null;
  readonly to: string;
}

/** Teams' own moves of their remotes: each is one transaction, in the audit log, and refused when somebody else moved it meanwhile. */
export function releasesService({ db, files }: { db: Knex; files: ReleaseFiles }) {
  /**
   * @param revision how often the remote had been moved when the caller looked; null: whatever has happened since
   * @throws ConflictError when it was moved since, or is there already
   */
  async function move(doer: Doer, name: string, revision: number | null, action: string, choose: (
    registry: ReturnType<typeof remotesRepository>, current: string | null,
  ) => Promise<string>): Promise<Move> {
    const { moved, forgotten } = await db.transaction(async (trx) => {
      const registry = remotesRepository(trx);
      const pointer = await registry.lockPointer(name);
      const from = (await registry.current()).find((release) => release.name === name)?.version ?? null;
      if (revision !== null && revision !== pointer.revision) {
        throw new ConflictError(`${name} was moved to ${from ?? 'nothing'} while you worked. Look at that version first, then try again.`);
      }
      const to = await choose(registry, from);
      await registry.point(name, to, true);
      await auditRepository(trx).record(doer, { action, subject: name, before: { version: from }, after: { version: to } });
      return { moved: { from, to }, forgotten: await registry.forgetOld(name) };
    });
    for (const version of forgotten) await files.remove({ name, version });
    return moved;
  }

  return {
    /** @throws ConflictError for a contract that this Pagecast does not speak, and for a version that is known already: versions are never overwritten */
    async assertNew({ name, version, contract }: NewRelease): Promise<void> {
      if (contract !== CONTRACT_VERSION) throw new ConflictError(`${name} ${version} was built for version ${contract} of the contract; this Pagecast speaks ${CONTRACT_VERSION}.`);
      const known = (await remotesRepository(db).known()).get(name)?.find((release) => release.version === version);
      if (known !== undefined) {
        throw new ConflictError(`${name} ${version} is ${known.status === 'current' ? 'current' : 'registered'} already, and a version is never released twice. Change something, or go back to it with a rollback.`);
      }
    },

    /** Adds a version without making it current. Its files are served already. */
    async stage(doer: Doer, release: NewRelease): Promise<void> {
      await db.transaction(async (trx) => {
        const registry = remotesRepository(trx);
        await registry.lockPointer(release.name);
        if (!(await registry.add(release, 'released'))) throw new ConflictError(`${release.name} ${release.version} is registered already.`);
        await auditRepository(trx).record(doer, { action: 'releases.staged', subject: release.name, after: { version: release.version } });
      });
    },

    /** Adds a version and makes it current. Its files are served already. */
    release: (doer: Doer, release: NewRelease, revision: number | null): Promise<Move> => move(doer, release.name, revision, 'releases.released', async (registry) => {
      if (!(await registry.add(release, 'released'))) throw new ConflictError(`${release.name} ${release.version} is registered already: somebody else released the same build.`);
      return release.version;
    }),

    /**
     * Makes a version current that is known already.
     * @param version null: the one to fall back on
     * @throws NotFoundError when there is none, ConflictError when it is current
     */
    moveTo: (doer: Doer, name: string, version: string | null, revision: number | null): Promise<Move> => move(doer, name, revision, 'releases.moved', async (registry, current) => {
      const known = (await registry.known()).get(name) ?? [];
      if (known.length === 0) throw new NotFoundError(`There is no remote ${name}.`);
      const wanted = known.find((release) => (version === null ? release.status === 'previous' : release.version === version));
      if (wanted === undefined) {
        throw new NotFoundError(version === null ? `${name} has no earlier version to go back to.` : `${name} has no version ${version}. It has: ${known.map((release) => release.version).join(', ')}.`);
      }
      if (wanted.version === current) throw new ConflictError(`${name} ${current} is current already.`);
      return wanted.version;
    }),
  };
}
export type ReleasesService = ReturnType<typeof releasesService>;
