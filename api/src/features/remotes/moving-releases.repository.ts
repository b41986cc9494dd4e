import type { Knex } from 'knex';
import { releaseSharesRepository } from './release-shares.repository.ts';
import type { NewRelease, ReleaseRow } from './release-row.ts';

/** Of each remote; the current one and the one before it stay in any case. */
const KEPT_RELEASES = 5;

/** New releases, and which one is current. */
export function movingReleases(db: Knex) {
  /** Adds a version to those that can be made current. @returns false when it is known already */
  async function add(release: NewRelease, source: ReleaseRow['source']): Promise<boolean> {
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
    const releases = () => db<ReleaseRow>('remote_releases').where({ name });
    const [before, after] = [
      await releases().where({ status: 'current' }).first('id'),
      await releases().where({ version }).first('id', 'source', 'contract', 'status', 'current_since'),
    ];
    if (after === undefined) throw new Error(`${name} has no version ${version}`);
    const isOlder = before !== undefined && (after.id < before.id || after.status === 'previous');
    const isBackwards = isOlder && after.current_since !== null;
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
    await db<ReleaseRow>('remote_releases').whereIn('id', fallback).update({ status: 'previous' });
    const isOwn = by === 'team' && (isBackwards || after.source === 'released');
    await db('remote_pointers')
      .insert({ name, revision: 1, is_own: isOwn })
      .onConflict('name')
      .merge({ revision: db.raw('remote_pointers.revision + 1'), is_own: isOwn, moved_at: db.fn.now() });
    await endShareByMove(db, name, version, by);
  }

  return { add, point };
}

/** Takes remotes from everybody. */
export function withdrawingReleases(db: Knex) {
  /** Nobody has the remote any more. Its versions stay, and any of them can be made current. */
  async function withdraw(name: string): Promise<void> {
    const releases = () => db<ReleaseRow>('remote_releases').where({ name });
    await releases().where({ status: 'current' }).update({ is_taken_back: true });
    await releases().whereNot({ status: 'retired' }).update({ status: 'retired' });
    await db('remote_pointers')
      .where({ name })
      .update({ revision: db.raw('revision + 1'), is_own: true, moved_at: db.fn.now() });
  }

  return { withdraw };
}

/** What is current now is for everybody. Belongs into a transaction that has the lock of the pointers. */
export async function endShareByMove(db: Knex, name: string, current: string, by: 'team' | 'product'): Promise<void> {
  const shares = releaseSharesRepository(db);
  const share = await shares.growingOf(name);
  if (share === null) return;
  if (share.version === current) await shares.end(share.id, 'promoted', { code: 'by-hand', params: {} });
  else await shares.end(share.id, 'aborted', { code: 'moved', params: { to: current, by } });
}

/** Releases that nobody needs any more. */
export function forgettingReleases(db: Knex) {
  /** Some people have it though it is not current, or had it a day ago: open pages may still ask for its files. */
  const isShared = db('release_shares')
    .whereRaw("(state = 'growing' or ended_at > now() - interval '1 day')")
    .whereRaw('release_shares.name = remote_releases.name and release_shares.version = remote_releases.version');
  /** Leaves the newest five, and what is in use. @returns the versions that went */
  async function forgetOld(name: string): Promise<string[]> {
    const newest = db('remote_releases').where({ name }).orderBy('id', 'desc').limit(KEPT_RELEASES).select('id');
    const forgotten = await db('remote_releases')
      .where({ name, status: 'retired' })
      .whereNotIn('id', newest)
      .whereNotExists(isShared)
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
      .whereNotExists(isShared)
      .delete()
      .returning<{ version: string }[]>('version');
    return forgotten.map(({ version }) => version);
  }

  /** Leaves one build of the product that waits. @returns the versions that went */
  async function forgetWaiting({ name, version }: { name: string; version: string }): Promise<string[]> {
    const waiting = db('remote_releases')
      .where({ name, source: 'built-in', status: 'retired' })
      .whereNull('current_since')
      .whereNot({ version })
      .whereNotExists(isShared);
    return (await waiting.delete().returning<{ version: string }[]>('version')).map((forgotten) => forgotten.version);
  }

  return { forgetOld, forgetStaged, forgetWaiting };
}
