import type { Knex } from 'knex';
import { SHELL } from '../../contract/remotes.ts';
import type { RobotState } from '../../contract/robots.ts';
import { prepared } from '../../db/database.ts';
import { forgettingReleases, movingReleases, withdrawingReleases } from './moving-releases.repository.ts';
import { flawOf } from './readable-releases.ts';
import { lockArea, lockPaths } from './release-lock.repository.ts';
import type { Registry } from './share-assignment.ts';
import type { CurrentRelease, KnownRelease, NewRelease, PointerRow, ReleaseRow, VersionFiles } from './release-row.ts';

/** What is current, what to fall back on, and what some people get before everybody does. */
const FIND_SHOWN = `
  select r.id, r.name, r.version, r.git_commit, r.contract, r.manifest_url, r.entry_url, r.manifest_integrity,
    r.entry_integrity, r.paths, r.nav, r.preload, r.source, r.status, r.is_taken_back, r.current_since, r.created_at,
    s.id as share_id, s.percent as share_percent, s.people as share_people
  from remote_releases r
  left join release_shares s on s.name = r.name and s.version = r.version and s.state = 'growing'
  where r.status in ('current', 'previous') or s.id is not null order by r.name`;

type ShownRow = ReleaseRow & ({ share_id: null } | { share_id: number; share_percent: number; share_people: string[] });

/** The release registry. A version is never overwritten; which one is current is all that ever changes. */
export function remotesRepository(db: Knex) {
  const { add, point } = movingReleases(db);
  const { withdraw } = withdrawingReleases(db);
  const { forgetOld, forgetStaged, forgetWaiting } = forgettingReleases(db);
  return {
    ...knownReleases(db),
    ...filesOfVersions(db),
    ...pointersOf(db),
    ...robotsOf(db),

    add,

    point,

    withdraw,

    forgetOld,

    forgetStaged,

    forgetWaiting,

    /**
     * Registers the build that came with the product and makes it current, unless a team has moved the remote itself
     * since: a restart of the product takes back neither a team's release nor its rollback, as long as these speak its
     * contract. A shell that comes with an upgrade is current all the same: screens and calls of one build belong
     * together, and who upgrades expects to see it.
     * @returns the versions that are too old to be kept
     */
    async registerBuiltIn(release: NewRelease): Promise<string[]> {
      return db.transaction(async (trx) => {
        const registry = remotesRepository(trx);
        const { isOwn } = await registry.lockPointer(release.name);
        await registry.add(release, 'built-in');
        const current = await trx<ReleaseRow>('remote_releases')
          .where({ name: release.name, status: 'current' })
          .first('id', 'version', 'contract');
        if (current?.version === release.version) return [];
        const isUpgrade = release.name === SHELL && (await isNewTo(trx, release, current?.id ?? 0));
        // What a team took from everybody stays away, too.
        const runs = current === undefined || current.contract === release.contract;
        if (isOwn && !isUpgrade && runs) return registry.forgetWaiting(release);
        await registry.point(release.name, release.version, 'product');
        return registry.forgetOld(release.name);
      });
    },
  };
}

/** Whether a version came after another one, and was never current. */
async function isNewTo(db: Knex, { name, version }: NewRelease, otherId: number): Promise<boolean> {
  const row = await db<ReleaseRow>('remote_releases').where({ name, version }).first('id', 'current_since');
  return row !== undefined && row.current_since === null && row.id > otherId;
}

/** What pages are made of: the areas, the shell that loads them, and what some people get in their place. */
async function shownReleases(db: Knex): Promise<Registry> {
  const rows = await prepared<ShownRow>(db, 'shown_remotes', FIND_SHOWN, []);
  const current = new Map(rows.filter(({ status }) => status === 'current').map((row) => [row.name, row]));
  const shell = current.get(SHELL);
  const areas = [...current.values()]
    .filter((row) => row.name !== SHELL)
    .map((row) =>
      toCurrent(
        row,
        rows.find((other) => other.name === row.name && other.status === 'previous'),
      ),
    );
  const shares = rows.flatMap((row) =>
    row.share_id === null
      ? []
      : [
          {
            share: { id: row.share_id, percent: row.share_percent, people: row.share_people },
            release: toCurrent(row, current.get(row.name)),
          },
        ],
  );
  const flaws = new Map(
    [...areas, ...shares.map(({ release }) => release)].map((release) => [release, flawOf(release)]),
  );
  const isReadable = (release: CurrentRelease) => flaws.get(release) === null;
  return {
    shell: shell === undefined ? null : { version: shell.version, contract: shell.contract },
    areas: areas.filter(isReadable),
    shares: shares.filter(({ release }) => isReadable(release)),
    unreadable: [...flaws.values()].filter((flaw) => flaw !== null),
  };
}

/** Which releases there are. */
function knownReleases(db: Knex) {
  return {
    /** What pages are made of. */
    shown: () => shownReleases(db),

    /** The areas that everybody may load. */
    current: async (): Promise<CurrentRelease[]> => (await shownReleases(db)).areas,

    /** One version as pages would load it, with nothing to fall back on; null for one that is not there. */
    async version(name: string, version: string): Promise<{ release: CurrentRelease; isCurrent: boolean } | null> {
      const row = await db<ReleaseRow>('remote_releases').where({ name, version }).first();
      return row === undefined ? null : { release: toCurrent(row, undefined), isCurrent: row.status === 'current' };
    },

    async currentVersion(name: string): Promise<string | null> {
      const row = await db<ReleaseRow>('remote_releases').where({ name, status: 'current' }).first('version');
      return row?.version ?? null;
    },

    /** Every version of every remote that can be made current, the newest first. */
    async known(): Promise<Map<string, KnownRelease[]>> {
      const rows = await db<ReleaseRow>('remote_releases').orderBy([
        { column: 'name' },
        { column: 'id', order: 'desc' },
      ]);
      const current = new Map(rows.filter(({ status }) => status === 'current').map(({ name, id }) => [name, id]));
      return Map.groupBy(
        rows.map((row) => toKnown(row, current.get(row.name) ?? 0)),
        ({ name }) => name,
      );
    },

    /**
     * The contract that the product speaks: that of its own builds, as its last start that brought new ones made them
     * current.
     */
    async spokenContract(): Promise<number | null> {
      const newest = await db<ReleaseRow>('remote_releases')
        .where({ source: 'built-in' })
        .orderBy('current_since', 'desc', 'last')
        .first('contract');
      return newest?.contract ?? null;
    },
  };
}

function filesOfVersions(db: Knex) {
  return {
    /** Where the files of every version are, the newest first. */
    async versions(): Promise<VersionFiles[]> {
      const rows = await db<ReleaseRow>('remote_releases')
        .orderBy('id', 'desc')
        .select('name', 'version', 'manifest_url', 'entry_url', 'status');
      return rows.map(({ name, version, manifest_url: manifestUrl, entry_url: entryUrl, status }) => ({
        name,
        version,
        manifestUrl,
        entryUrl,
        isCurrent: status === 'current',
      }));
    },
  };
}

/** Which release of a remote is shown. */
function pointersOf(db: Knex) {
  return {
    /** How often each remote has been moved so far. */
    async pointers(): Promise<Map<string, { revision: number; movedAt: Date }>> {
      return new Map(
        (await db<PointerRow>('remote_pointers')).map((row) => [
          row.name,
          { revision: row.revision, movedAt: row.moved_at },
        ]),
      );
    },

    /** Where to a team went back within the last two minutes, if that was the last move; null where it was not. */
    async wentBackJustNow(name: string): Promise<string | null> {
      const before = await db<ReleaseRow>('remote_releases')
        .where({ name })
        .whereNot({ status: 'current' })
        .whereNotNull('current_since')
        .orderBy('current_since', 'desc')
        .first('is_taken_back');
      const moved = db<PointerRow>('remote_pointers').where({ name });
      const isNew = await moved.whereRaw("moved_at > now() - interval '2 minutes'").first('name');
      if (before?.is_taken_back !== true || isNew === undefined) return null;
      return (
        (await db<ReleaseRow>('remote_releases').where({ name, status: 'current' }).first('version'))?.version ?? null
      );
    },

    /**
     * Lets one move of a remote at a time through, in this transaction.
     * @returns how often the remote has been moved, and whether by a team last
     */
    async lockPointer(name: string): Promise<{ revision: number; isOwn: boolean }> {
      await lockArea(db, name);
      const row = await db<PointerRow>('remote_pointers').where({ name }).first('revision', 'is_own');
      return { revision: row?.revision ?? 0, isOwn: row?.is_own ?? false };
    },

    /** Lets one claim of new paths at a time through, in this transaction. */
    lockPaths: () => lockPaths(db),
  };
}
export type RemotesRepository = ReturnType<typeof remotesRepository>;

function integrityOf(row: ReleaseRow): { manifest: string; entry: string } {
  return { manifest: row.manifest_integrity, entry: row.entry_integrity };
}

/** What became of the smoke journeys of versions. */
function robotsOf(db: Knex) {
  return {
    async noteRobot(
      { name, version }: { readonly name: string; readonly version: string },
      { outcome, note }: Pick<RobotState, 'outcome' | 'note'>,
    ): Promise<void> {
      await db<ReleaseRow>('remote_releases')
        .where({ name, version })
        .update({ robot_outcome: outcome, robot_at: db.fn.now(), robot_note: note });
    },
  };
}

function robotOf({ robot_outcome: outcome, robot_at: at, robot_note: note }: ReleaseRow): RobotState | null {
  return outcome === null || at === null ? null : { outcome, at: at.toISOString(), note };
}

/** @param currentId of the version of the same remote that is current; 0: there is none */
function toKnown(row: ReleaseRow, currentId: number): KnownRelease & { readonly name: string } {
  return {
    name: row.name,
    version: row.version,
    gitCommit: row.git_commit,
    source: row.source,
    status: row.status,
    isTakenBack: row.is_taken_back,
    isWaiting: row.current_since === null && row.id > currentId,
    contract: row.contract,
    paths: row.paths,
    manifestUrl: row.manifest_url,
    integrity: integrityOf(row),
    createdAt: row.created_at,
    wasCurrent: row.current_since !== null,
    robot: robotOf(row),
  };
}

function toCurrent(row: ReleaseRow, previous: ReleaseRow | undefined): CurrentRelease {
  return {
    name: row.name,
    version: row.version,
    manifestUrl: row.manifest_url,
    entryUrl: row.entry_url,
    contract: row.contract,
    integrity: integrityOf(row),
    paths: row.paths,
    nav: row.nav,
    preload: row.preload,
    previous:
      previous === undefined || previous.contract !== row.contract
        ? null
        : { version: previous.version, manifestUrl: previous.manifest_url, integrity: integrityOf(previous) },
  };
}
