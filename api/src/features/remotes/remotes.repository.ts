import type { Knex } from 'knex';
import type { NavEntry, RemoteRelease, RemoteState } from '../../contract/remotes.ts';
import { prepared } from '../../db/database.ts';
import type { ReleaseFile } from './built-release.ts';

/** A file worth asking for early; `integrity` as its user will ask for it. */
export interface Preload {
  readonly url: string;
  readonly integrity: string;
}

/** A release as its build describes it, with addresses in place of its files. */
export interface NewRelease extends Readonly<Omit<ReleaseFile, 'gitCommit' | 'manifest' | 'entry' | 'preload'>> {
  readonly gitCommit: string | null;
  readonly manifestUrl: string;
  readonly entryUrl: string;
  /** Addresses worth fetching before the shell asks for them: what the first paint of the area needs. */
  readonly preload: readonly Preload[];
}

export interface CurrentRelease extends RemoteRelease {
  readonly entryUrl: string;
  readonly preload: readonly Preload[];
}

interface Row {
  id: number;
  name: string;
  version: string;
  git_commit: string | null;
  contract: number;
  manifest_url: string;
  entry_url: string;
  manifest_integrity: string;
  entry_integrity: string;
  paths: string[];
  nav: NavEntry[];
  preload: Preload[];
  source: ReleaseFacts['source'];
  status: ReleaseFacts['status'];
  is_taken_back: boolean;
  /** Null for one that never was. */
  current_since: Date | null;
  created_at: Date;
}

interface PointerRow {
  name: string;
  revision: number;
  is_own: boolean;
  moved_at: Date;
}

type ReleaseFacts = RemoteState['releases'][number];

/** A version that can be made current. */
export interface KnownRelease
  extends
    Required<Pick<ReleaseFacts, 'version' | 'gitCommit' | 'source' | 'status' | 'isTakenBack' | 'isWaiting'>>,
    Readonly<Pick<NewRelease, 'contract' | 'paths' | 'manifestUrl'>> {
  readonly createdAt: Date;
}

/** Of each remote; the current one and the one before it stay in any case. */
const KEPT_RELEASES = 5;

const FIND_CURRENT = `
  select id, name, version, git_commit, contract, manifest_url, entry_url, manifest_integrity, entry_integrity, paths,
    nav, preload, source, status,
    is_taken_back, current_since, created_at
  from remote_releases where status in ('current', 'previous') order by name`;

/** The release registry. A version is never overwritten; which one is current is all that ever changes. */
export function remotesRepository(db: Knex) {
  const { add, point } = movingReleases(db);
  const { forgetOld, forgetStaged, forgetWaiting } = forgettingReleases(db);
  return {
    ...knownReleases(db),
    ...pointersOf(db),

    add,

    point,

    forgetOld,

    forgetStaged,

    forgetWaiting,

    /**
     * Registers the build that came with the product and makes it current, unless a team has moved the remote itself
     * since: a restart of the product takes back neither a team's release nor its rollback, as long as these speak its
     * contract.
     * @returns the versions that are too old to be kept
     */
    async registerBuiltIn(release: NewRelease): Promise<string[]> {
      return db.transaction(async (trx) => {
        const registry = remotesRepository(trx);
        const { isOwn } = await registry.lockPointer(release.name);
        await registry.add(release, 'built-in');
        const current = await trx<Row>('remote_releases')
          .where({ name: release.name, status: 'current' })
          .first('version', 'contract');
        if (current?.version === release.version) return [];
        if (isOwn && current?.contract === release.contract) return registry.forgetWaiting(release);
        await registry.point(release.name, release.version, 'product');
        return registry.forgetOld(release.name);
      });
    },
  };
}

/** New releases, and which one is current. */
function movingReleases(db: Knex) {
  /** Adds a version to those that can be made current. @returns false when it is known already */
  async function add(release: NewRelease, source: Row['source']): Promise<boolean> {
    const added = (await db('remote_releases')
      .insert({
        name: release.name,
        version: release.version,
        git_commit: release.gitCommit,
        contract: release.contract,
        manifest_url: release.manifestUrl,
        entry_url: release.entryUrl,
        manifest_integrity: release.integrity.manifest,
        entry_integrity: release.integrity.entry,
        paths: JSON.stringify(release.paths),
        nav: JSON.stringify(release.nav),
        preload: JSON.stringify(release.preload),
        source,
        status: 'retired',
      })
      .onConflict(['name', 'version'])
      .ignore()
      .returning('id')) as unknown[];
    return added.length === 1;
  }

  /**
   * Makes a version the current one. The one to fall back on is that which was current last, was not taken back and
   * speaks the same contract.
   * @param by a team, whose choice the product's next start leaves alone, or that start; a team that goes on to a build
   * of the product follows the product again
   */
  async function point(name: string, version: string, by: 'team' | 'product'): Promise<void> {
    const releases = () => db<Row>('remote_releases').where({ name });
    const [before, after] = [
      await releases().where({ status: 'current' }).first('id'),
      await releases().where({ version }).first('id', 'source', 'contract'),
    ];
    if (after === undefined) throw new Error(`${name} has no version ${version}`);
    const isBackwards = before !== undefined && after.id < before.id;
    if (before !== undefined && isBackwards && by === 'team')
      await releases().where({ id: before.id }).update({ is_taken_back: true });
    await releases().whereNot({ status: 'retired' }).update({ status: 'retired' });
    await releases()
      .where({ version })
      .update({ status: 'current', current_since: db.raw('clock_timestamp()'), is_taken_back: false });
    const fallback = releases()
      .whereNot({ version })
      .where({ is_taken_back: false, contract: after.contract })
      .whereNotNull('current_since')
      .orderBy('current_since', 'desc')
      .limit(1)
      .select('id');
    await db<Row>('remote_releases').whereIn('id', fallback).update({ status: 'previous' });
    const isOwn = by === 'team' && (isBackwards || after.source === 'released');
    await db('remote_pointers')
      .insert({ name, revision: 1, is_own: isOwn })
      .onConflict('name')
      .merge({ revision: db.raw('remote_pointers.revision + 1'), is_own: isOwn, moved_at: db.fn.now() });
  }

  return { add, point };
}

/** Releases that nobody needs any more. */
function forgettingReleases(db: Knex) {
  /** Leaves the newest five, and what is in use. @returns the versions that went */
  async function forgetOld(name: string): Promise<string[]> {
    const newest = db('remote_releases').where({ name }).orderBy('id', 'desc').limit(KEPT_RELEASES).select('id');
    const forgotten = await db('remote_releases')
      .where({ name, status: 'retired' })
      .whereNotIn('id', newest)
      .delete()
      .returning<{ version: string }[]>('version');
    return forgotten.map(({ version }) => version);
  }

  /** Of what a team staged and nobody was ever given, leaves the newest five. @returns the versions that went */
  async function forgetStaged(name: string): Promise<string[]> {
    const staged = () =>
      db('remote_releases').where({ name, source: 'released', status: 'retired' }).whereNull('current_since');
    const forgotten = await staged()
      .whereNotIn('id', staged().orderBy('id', 'desc').limit(KEPT_RELEASES).select('id'))
      .delete()
      .returning<{ version: string }[]>('version');
    return forgotten.map(({ version }) => version);
  }

  /** Leaves one build of the product that waits. @returns the versions that went */
  async function forgetWaiting({ name, version }: { name: string; version: string }): Promise<string[]> {
    const waiting = db('remote_releases')
      .where({ name, source: 'built-in', status: 'retired' })
      .whereNull('current_since')
      .whereNot({ version });
    return (await waiting.delete().returning<{ version: string }[]>('version')).map((forgotten) => forgotten.version);
  }

  return { forgetOld, forgetStaged, forgetWaiting };
}

/** Which releases there are. */
function knownReleases(db: Knex) {
  return {
    async current(): Promise<CurrentRelease[]> {
      const rows = await prepared<Row>(db, 'current_remotes', FIND_CURRENT, []);
      return rows
        .filter((row) => row.status === 'current')
        .map((row) => {
          const previous = rows.find((other) => other.name === row.name && other.status === 'previous');
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
              previous === undefined
                ? null
                : { version: previous.version, manifestUrl: previous.manifest_url, integrity: integrityOf(previous) },
          };
        });
    },

    /** Every version of every remote that can be made current, the newest first. */
    async known(): Promise<Map<string, KnownRelease[]>> {
      const rows = await db<Row>('remote_releases').orderBy([{ column: 'name' }, { column: 'id', order: 'desc' }]);
      const current = new Map(rows.filter(({ status }) => status === 'current').map(({ name, id }) => [name, id]));
      return Map.groupBy(
        rows.map((row) => ({
          name: row.name,
          version: row.version,
          gitCommit: row.git_commit,
          source: row.source,
          status: row.status,
          isTakenBack: row.is_taken_back,
          isWaiting: row.current_since === null && row.id > (current.get(row.name) ?? 0),
          contract: row.contract,
          paths: row.paths,
          manifestUrl: row.manifest_url,
          createdAt: row.created_at,
        })),
        ({ name }) => name,
      );
    },

    /**
     * The contract that the product speaks: that of its own builds, as its last start that brought new ones made them
     * current.
     */
    async spokenContract(): Promise<number | null> {
      const newest = await db<Row>('remote_releases')
        .where({ source: 'built-in' })
        .orderBy('current_since', 'desc', 'last')
        .first('contract');
      return newest?.contract ?? null;
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

    /**
     * Lets one move at a time through, in this transaction.
     * @returns how often the remote has been moved, and whether by a team last
     */
    async lockPointer(name: string): Promise<{ revision: number; isOwn: boolean }> {
      await db.raw("select pg_advisory_xact_lock(hashtext('pagecast.remote-releases'))");
      const row = await db<PointerRow>('remote_pointers').where({ name }).first('revision', 'is_own');
      return { revision: row?.revision ?? 0, isOwn: row?.is_own ?? false };
    },
  };
}
export type RemotesRepository = ReturnType<typeof remotesRepository>;

function integrityOf(row: Row): { manifest: string; entry: string } {
  return { manifest: row.manifest_integrity, entry: row.entry_integrity };
}
