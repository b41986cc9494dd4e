import { RemoteRelease } from '../../contract/remotes.ts';
import type { CurrentRelease } from './release-row.ts';

/** An entry that no page could read, as if somebody had changed it in the database. */
export interface UnreadableRelease {
  readonly name: string;
  readonly version: string;
  readonly reason: string;
}

/** Why a page could not read an entry; null: it can. */
export function flawOf(release: CurrentRelease): UnreadableRelease | null {
  const { success, error } = RemoteRelease.safeParse(release);
  return success ? null : { name: release.name, version: release.version, reason: error.message };
}
