import type { NavEntry, RemoteRelease, RemoteState } from '../../contract/remotes.ts';
import type { RobotState } from '../../contract/robots.ts';
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

/** The shell that pages come with. */
export interface CurrentShell {
  readonly version: string;
  readonly contract: number;
}

/** As the table has it. */
export interface ReleaseRow {
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
  robot_outcome: RobotState['outcome'] | null;
  robot_at: Date | null;
  robot_note: string | null;
}

/** Where the files of a version are. */
export interface VersionFiles {
  readonly name: string;
  readonly version: string;
  readonly manifestUrl: string;
  readonly entryUrl: string;
  readonly isCurrent: boolean;
}

/** Counts the moves of one remote. */
export interface PointerRow {
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
    Readonly<Pick<NewRelease, 'contract' | 'paths' | 'manifestUrl' | 'integrity'>> {
  readonly createdAt: Date;
  /** Everybody had it once. */
  readonly wasCurrent: boolean;
  /** null: nobody said. */
  readonly robot: RobotState | null;
}
