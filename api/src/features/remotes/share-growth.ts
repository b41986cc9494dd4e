import type { Knex } from 'knex';
import type { AnsweredPaths } from '../../http/answered-paths.ts';
import { ConflictError } from '../../http/errors.ts';
import { auditRepository, type Actor } from '../audit/audit.repository.ts';
import { assertRuns, choiceOf, fetchBefore, isBack } from './chosen-release.ts';
import type { Wanted } from './possible-share.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { NewRelease } from './release-row.ts';
import { releaseSharesRepository, type Share } from './release-shares.repository.ts';
import { withReason, type Moving } from './releases.service.ts';
import { remotesRepository, type RemotesRepository } from './remotes.repository.ts';
import { assertRobotAllows } from './robot-gate.ts';
import { factsOf } from './share-words.ts';
import type { ShownVersions } from './shown-versions.ts';
import type { ShareReason } from './share-reason.ts';

export interface GrowthDeps {
  readonly db: Knex;
  readonly movingDb: Knex;
  readonly files: ReleaseFiles;
  readonly shown: ShownVersions;
  readonly answered: Pick<AnsweredPaths, 'has'>;
  readonly assertFitsCurrent: (release: Pick<NewRelease, 'name' | 'version' | 'manifestUrl'>) => Promise<void>;
  readonly assertTrusted: (release: Pick<NewRelease, 'name' | 'version' | 'integrity'>) => Promise<void>;
}

/** Somebody else was faster: of two who change a share at once, one does. */
export class ShareChangedError extends ConflictError {}

/** How a share is changed, beside by whom. */
export interface How extends Pick<Moving, 'provenance' | 'allow' | 'withoutRobot'> {
  readonly reason: ShareReason;
}

/** The beginning of a share, and its steps but for the last. */
export function growthOf({ db, movingDb, files, shown, answered, assertFitsCurrent, assertTrusted }: GrowthDeps) {
  /** Every version is looked at once more when more people are to get it, as when it is made current. */
  async function assertGood(registry: RemotesRepository, name: string, version: string, { allow }: How) {
    const current = await registry.currentVersion(name);
    const chosen = await choiceOf({ registry, files, shown, name, version, current });
    allow?.(isBack((await registry.known()).get(name) ?? [], current, version) ? 'rollback' : 'move');
    await assertFitsCurrent({ ...chosen, name });
    await assertTrusted({ ...chosen, name });
    await assertRuns(registry, { ...chosen, name }, answered);
    return { ...chosen, baseVersion: current };
  }

  return {
    async begin(actor: Actor, name: string, { version, percent, people = [], plan = null }: Wanted, how: How) {
      await fetchBefore(remotesRepository(db), files, { name, version });
      return movingDb.transaction(async (trx) => {
        const registry = remotesRepository(trx);
        await registry.lockPointer(name);
        const shares = releaseSharesRepository(trx);
        if ((await shares.growingOf(name)) !== null) throw changedSince(name);
        const { baseVersion, ...chosen } = await assertGood(registry, name, version, how);
        assertRobotAllows(name, chosen, how.withoutRobot ?? null);
        const share = await shares.begin({ name, version, baseVersion, percent, people: [...new Set(people)], plan });
        await auditRepository(trx).record(actor, {
          action: 'releases.share-started',
          subject: name,
          before: { version: baseVersion },
          after: { ...factsOf(share), ...withReason(how.provenance, how.withoutRobot) },
        });
        await shown.share({ name, version }, baseVersion);
        return share;
      });
    },

    async grow(actor: Actor, share: Share, { percent, people = [], plan }: Omit<Wanted, 'version'>, how: How) {
      await fetchBefore(remotesRepository(db), files, share);
      return movingDb.transaction(async (trx) => {
        const { name, version } = share;
        const registry = remotesRepository(trx);
        await registry.lockPointer(name);
        await assertGood(registry, name, version, how);
        const shares = releaseSharesRepository(trx);
        // Of two who name people at once, both are heard.
        const now = await shares.growingOf(name);
        if (now?.id !== share.id) throw changedSince(name);
        const grown = await shares.grow(share, {
          percent,
          people: [...new Set([...now.people, ...people])],
          plan: plan === undefined ? now.plan : plan,
        });
        if (grown === null) throw changedSince(name);
        await auditRepository(trx).record(actor, {
          action: 'releases.share-grown',
          subject: name,
          before: factsOf(share),
          after: { ...factsOf(grown), ...how.provenance },
        });
        return grown;
      });
    },
  };
}

export function changedSince(name: string): ShareChangedError {
  return new ShareChangedError(`Somebody else changed the share of ${name} first. Look at it, then try again.`);
}
