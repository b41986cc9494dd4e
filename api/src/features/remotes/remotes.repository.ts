import type { Knex } from 'knex';
import type { NavEntry, RemoteRelease } from '../../contract/remotes.ts';
import { prepared } from '../../db/database.ts';

/** A file worth asking for early; `integrity` as its user will ask for it. */
export interface Preload {
  readonly url: string;
  readonly integrity: string;
}

/** A release as its build describes it. */
export interface NewRelease {
  readonly name: string;
  readonly version: string;
  readonly gitCommit: string | null;
  readonly contract: number;
  readonly manifestUrl: string;
  readonly entryUrl: string;
  readonly integrity: { readonly manifest: string; readonly entry: string };
  readonly paths: readonly string[];
  readonly nav: readonly NavEntry[];
  /** Addresses worth fetching before the shell asks for them: what the first paint of the area needs. */
  readonly preload: readonly Preload[];
}

export interface CurrentRelease extends RemoteRelease {
  readonly entryUrl: string;
  readonly preload: readonly Preload[];
}

interface Row {
  name: string;
  version: string;
  contract: number;
  manifest_url: string;
  entry_url: string;
  manifest_integrity: string;
  entry_integrity: string;
  paths: string[];
  nav: NavEntry[];
  preload: Preload[];
  status: 'current' | 'previous';
}

/** Of each remote; the current one and the one before it stay in any case. */
const KEPT_RELEASES = 5;

const FIND_CURRENT = "select * from remote_releases where status in ('current', 'previous') order by name";

/** The release registry. A version is never overwritten; which one is current is all that ever changes. */
export function remotesRepository(db: Knex) {
  return {
    async current(): Promise<CurrentRelease[]> {
      const rows = await prepared<Row>(db, 'current_remotes', FIND_CURRENT, []);
      return rows.filter((row) => row.status === 'current').map((row) => {
        const previous = rows.find((other) => other.name === row.name && other.status === 'previous');
        return {
          name: row.name, version: row.version, manifestUrl: row.manifest_url, entryUrl: row.entry_url, contract: row.contract,
          integrity: integrityOf(row), paths: row.paths, nav: row.nav, preload: row.preload,
          previous: previous === undefined ? null : { version: previous.version, manifestUrl: previous.manifest_url, integrity: integrityOf(previous) },
        };
      });
    },

    /**
     * Registers the build that came with the product and makes it current, unless a team has released its own since:
     * a restart of the product must not take a team's release back. Answers the versions that are too old to be kept.
     */
    async registerBuiltIn(release: NewRelease): Promise<string[]> {
      return db.transaction(async (trx) => {
        await trx.raw("select pg_advisory_xact_lock(hashtext('pagecast.remote-releases'))");
        await trx('remote_releases').insert({
          name: release.name, version: release.version, git_commit: release.gitCommit, contract: release.contract,
          manifest_url: release.manifestUrl, entry_url: release.entryUrl,
          manifest_integrity: release.integrity.manifest, entry_integrity: release.integrity.entry,
          paths: JSON.stringify(release.paths), nav: JSON.stringify(release.nav), preload: JSON.stringify(release.preload),
          source: 'built-in', status: 'retired',
        }).onConflict(['name', 'version']).ignore();
        const current = await trx<{ name: string; version: string; source: string; status: string }>('remote_releases')
          .where({ name: release.name, status: 'current' }).first('version', 'source');
        if (current?.version === release.version || current?.source === 'released') return [];
        await trx('remote_releases').where({ name: release.name, status: 'previous' }).update({ status: 'retired' });
        await trx('remote_releases').where({ name: release.name, status: 'current' }).update({ status: 'previous' });
        await trx('remote_releases').where({ name: release.name, version: release.version }).update({ status: 'current' });
        const newest = trx('remote_releases').where({ name: release.name }).orderBy('id', 'desc').limit(KEPT_RELEASES).select('id');
        const forgotten = await trx('remote_releases').where({ name: release.name, status: 'retired' }).whereNotIn('id', newest)
          .delete().returning<{ version: string }[]>('version');
        return forgotten.map(({ version }) => version);
      });
    },
  };
}
export type RemotesRepository = ReturnType<typeof remotesRepository>;

function integrityOf(row: Row): { manifest: string; entry: string } {
  return { manifest: row.manifest_integrity, entry: row.entry_integrity };
}
