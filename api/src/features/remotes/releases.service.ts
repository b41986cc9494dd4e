import type { Knex } from 'knex';
import { SHELL } from '../../contract/remotes.ts';
import type { AnsweredPaths } from '../../http/answered-paths.ts';
import { ConflictError } from '../../http/errors.ts';
import { auditRepository, type Actor } from '../audit/audit.repository.ts';
import { areaLabel } from './area-label.ts';
import { assertRuns, choiceOf, fetchBefore, isBack, isFirst } from './chosen-release.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { KnownRelease, NewRelease } from './release-row.ts';
import { releaseSharesRepository } from './release-shares.repository.ts';
import { remotesRepository, type RemotesRepository } from './remotes.repository.ts';
import { assertRobotAllows } from './robot-gate.ts';
import type { RobotPlan } from './robot-outcomes.ts';
import { notifyOfReleases, releaseLock } from './release-lock.repository.ts';
import type { SharedFiles } from './shared-files.ts';
import type { ShownVersions } from './shown-versions.ts';

interface Move {
  readonly from: string | null;
  /** Empty: nobody has the remote any more. */
  readonly to: string;
}

/** The connection of the lock would be ended after ten seconds in which nothing is asked. */
const HOLD_EVERY_MS = 4000;

/** What comes with a version. */
interface Said {
  /** For the audit log. */
  readonly provenance?: object;
  /** Whether its robot comes first, or was left out; null where nobody said. */
  readonly robot?: RobotPlan | null;
}

export interface Moving extends Pick<Said, 'provenance'> {
  /** Why people get it although no robot passed; null where nobody said. */
  readonly withoutRobot?: string | null;
  /** Ends the share whose people have the version already, in the transaction of the move. */
  readonly endShare?: (trx: Knex.Transaction) => Promise<void>;
  /** @throws Error when the caller may not move it in this direction */
  readonly allow?: (direction: 'move' | 'rollback') => void;
}

/** What administrators are told of a move. */
export interface MovedArea {
  readonly area: string;
  /** null: nobody has it any more. */
  readonly version: string | null;
  readonly isBack: boolean;
}

interface Deps {
  readonly db: Knex;
  /** Who brings files has one of these connections until they are there. Left out, one of `db`. */
  readonly bringingDb?: Knex;
  /** Moves have one of these while they ask `db` for more. Left out, one of `db`: for one move at a time. */
  readonly movingDb?: Knex;
  readonly files: ReleaseFiles;
  /** What the server answers itself: left out, any path may be a screen's. */
  readonly answered?: Pick<AnsweredPaths, 'has'>;
  /** Left out, no other process is given files. */
  readonly sharing?: Pick<SharedFiles, 'remove'>;
  /** Left out, only the registry remembers what people were given. */
  readonly shown?: ShownVersions;
  /** In the transaction of the move. */
  readonly tellOfMove?: (trx: Knex, moved: MovedArea) => Promise<void>;
  /** Since a version was taken, what it shares a page with may have moved. */
  readonly assertFitsCurrent?: (release: Pick<NewRelease, 'name' | 'version' | 'manifestUrl'>) => Promise<void>;
  /** A version that nobody's browser would run is not made current again. */
  readonly assertTrusted?: (release: Pick<NewRelease, 'name' | 'version' | 'integrity'>) => Promise<void>;
}

/**
 * Teams' own moves of their remotes: each is one transaction, in the audit log, and refused when somebody else moved it
 * meanwhile.
 */
export function releasesService(deps: Deps) {
  const { db, files, sharing } = deps;
  return {
    alone: aloneIn(deps.bringingDb ?? db),

    /**
     * @throws ConflictError for a release that cannot run in this product, and for a version that is known already:
     * versions are never overwritten
     */
    async assertNew(release: NewRelease): Promise<void> {
      const { name, version } = release;
      await assertRuns(remotesRepository(db), release, deps.answered);
      const known = (await remotesRepository(db).known()).get(name)?.find((other) => other.version === version);
      if (known === undefined) return;
      if (known.status === 'current')
        throw new ConflictError(
          `${name} ${version} is current already, and a version is never released twice. Change something first.`,
        );
      throw new ConflictError(
        `${name} ${version} is registered already, and a version is never released twice. ` +
          `Change something, or make it current with: npm run rollback -- ${name} --to ${version}`,
      );
    },

    /** Adds a version without making it current. Its files are served already. */
    async stage(actor: Actor, release: NewRelease, { provenance = {}, robot = null }: Said = {}): Promise<void> {
      const letGo = await db.transaction(async (trx) => {
        const registry = remotesRepository(trx);
        await registry.lockPointer(release.name);
        if (!(await registry.add(release, 'released')))
          throw new ConflictError(`${release.name} ${release.version} is registered already.`);
        if (robot !== null) await registry.noteRobot(release, robot);
        await auditRepository(trx).record(actor, {
          action: 'releases.staged',
          subject: release.name,
          after: { version: release.version, ...provenance },
        });
        // No pointer moves, which would tell everybody; those who look at the list see it grow.
        await notifyOfReleases(trx);
        return registry.forgetStaged(release.name);
      });
      // Nobody was ever given them.
      for (const version of letGo) {
        await files.remove({ name: release.name, version });
        await sharing?.remove({ name: release.name, version });
      }
    },

    /** Adds a version and makes it current. Its files are served already. */
    release: (
      actor: Actor,
      release: NewRelease,
      revision: number | null,
      { provenance = {}, robot = null }: Said = {},
    ): Promise<Move> =>
      move(deps, { actor, name: release.name, revision, action: 'releases.released', provenance }, async (registry) => {
        if (!(await registry.add(release, 'released')))
          throw new ConflictError(
            `${release.name} ${release.version} is registered already: somebody else released the same build.`,
          );
        if (robot !== null) await registry.noteRobot(release, robot);
        return release;
      }),

    moveTo: movingIn(deps),
  };
}
export type ReleasesService = ReturnType<typeof releasesService>;

function movingIn(deps: Deps) {
  const { files, shown, assertFitsCurrent = async () => {}, assertTrusted = async () => {} } = deps;
  /**
   * Makes a version current that is known already.
   * @param version null: the one to fall back on, or nobody's where an area has had one only
   * @throws NotFoundError when there is none, ConflictError when it is current or cannot run, or be loaded, any more
   */
  return async (
    actor: Actor,
    name: string,
    version: string | null,
    revision: number | null,
    { provenance = {}, withoutRobot = null, allow = () => {}, endShare }: Moving = {},
  ): Promise<Move> => {
    await fetchBefore(remotesRepository(deps.db), files, { name, version });
    const said = withReason(provenance, withoutRobot);
    const asked = { actor, name, revision, action: 'releases.moved', provenance: said, endShare };
    return move(deps, asked, async (registry, current) => {
      if (version === null && revision === null) await assertNoRepeat(registry, name);
      if (version === null && isFirst(name, (await registry.known()).get(name) ?? [])) {
        allow('rollback');
        return null;
      }
      const chosen = await choiceOf({ registry, files, shown, name, version, current });
      const isRollback = isBack((await registry.known()).get(name) ?? [], current, chosen.version);
      allow(isRollback ? 'rollback' : 'move');
      // A shell that does not come up is taken back whatever areas need: one of them then says so in its place.
      if (name !== SHELL || !isRollback) await assertFitsCurrent({ ...chosen, name });
      await assertTrusted({ ...chosen, name });
      if (endShare === undefined) assertRobotAllows(name, chosen, withoutRobot);
      return chosen;
    });
  };
}

/**
 * Who says neither where to nor what they saw may repeat themselves, after a lost answer, or beside somebody else.
 * @throws ConflictError just after somebody went back, with how to go back further
 */
async function assertNoRepeat(registry: RemotesRepository, name: string): Promise<void> {
  const back = await registry.wentBackJustNow(name);
  if (back === null) return;
  const before = ((await registry.known()).get(name) ?? []).find(({ status }) => status === 'previous');
  throw new ConflictError(
    `${name} went back to ${back} a moment ago.${
      before === undefined
        ? ''
        : ` To go back further, name the version: npm run rollback -- ${name} --to ${before.version}`
    }`,
  );
}

export function withReason(provenance: object = {}, withoutRobot: string | null = null): object {
  return withoutRobot === null ? provenance : { ...provenance, withoutRobot };
}

function aloneIn(db: Knex) {
  /**
   * Lets nobody else bring files of this remote while `work` does, from whichever machine; over when this process dies.
   * @throws ConflictError when somebody else does
   */
  return <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
    db.transaction(async (trx) => {
      const lock = releaseLock(trx, name);
      if (!(await lock.take()))
        throw new ConflictError(`Somebody else is releasing ${name} right now. Try again in a minute.`, {
          isUnderWay: true,
        });
      const hold = setInterval(() => void lock.hold().catch(() => {}), HOLD_EVERY_MS);
      return work().finally(() => clearInterval(hold));
    });
}

/**
 * @param revision how often the remote had been moved when the caller looked; null: whatever has happened since
 * @throws ConflictError when it was moved since, is there already, or cannot run beside what is current
 */
async function move(
  { db, movingDb = db, files, answered, shown, tellOfMove }: Deps,
  {
    actor,
    name,
    revision,
    action,
    provenance,
    endShare = async () => {},
  }: {
    readonly actor: Actor;
    readonly name: string;
    readonly revision: number | null;
    readonly action: string;
    readonly provenance: object;
    readonly endShare?: Moving['endShare'];
  },
  choose: (
    registry: RemotesRepository,
    current: string | null,
  ) => Promise<Pick<KnownRelease, 'version' | 'contract' | 'paths'> | null>,
): Promise<Move> {
  let settle = async () => {};
  const { moved, known, forgotten } = await movingDb.transaction(async (trx) => {
    const registry = remotesRepository(trx);
    const pointer = await registry.lockPointer(name);
    await endShare(trx);
    const from = await registry.currentVersion(name);
    if (revision !== null && revision !== pointer.revision) throw movedMeanwhile(name, from);
    const wanted = await choose(registry, from);
    const to = wanted?.version ?? null;
    const before = (await registry.known()).get(name) ?? [];
    const nav = (await registry.version(name, to ?? from ?? ''))?.release.nav ?? [];
    if (wanted === null) await withdraw(trx, name);
    else {
      await assertRuns(registry, { ...wanted, name }, answered);
      await registry.point(name, wanted.version, 'team');
    }
    await auditRepository(trx).record(actor, {
      action,
      subject: name,
      before: { version: from },
      after: { version: to, ...provenance },
    });
    const isRollback = to === null || isBack(before, from, to);
    await tellOfMove?.(trx, { area: areaLabel(name, nav), version: to, isBack: isRollback });
    const letGo = await registry.forgetOld(name);
    if (shown !== undefined && to !== null) settle = await shown.show({ name, version: to }, from);
    if (shown !== undefined && to === null) settle = () => shown.hide(name);
    return { moved: { from, to: to ?? '' }, known: (await registry.known()).get(name) ?? [], forgotten: letGo };
  });
  await settle();
  await files.tidy(
    name,
    known.map(({ version }) => version),
    forgotten,
  );
  return moved;
}

function movedMeanwhile(name: string, to: string | null): ConflictError {
  return new ConflictError(
    `${name} was moved to ${to ?? 'nothing'} while you worked. Look at that version first, then try again.`,
  );
}

/** @throws ConflictError while some people are given another version */
async function withdraw(trx: Knex.Transaction, name: string): Promise<void> {
  const share = await releaseSharesRepository(trx).growingOf(name);
  if (share !== null)
    throw new ConflictError(
      `Some people get ${name} ${share.version}. Abort that share first: npm run release -- abort ${name}`,
    );
  await remotesRepository(trx).withdraw(name);
}
