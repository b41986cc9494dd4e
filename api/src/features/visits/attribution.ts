import path from 'node:path';
import type { AreaVersion, Frame } from '../../contract/visits.ts';
import { SHELL } from '../../contract/remotes.ts';
import { HASHED } from '../remotes/page-files.ts';
import type { VersionFiles } from '../remotes/release-row.ts';

/** What a file of a stack belongs to, and its name in the folder of that version. */
interface Owned {
  readonly of: VersionFiles;
  readonly file: string;
}

const SAFE_FILE = /^(?:[\w-][\w.-]*\/){0,8}[\w-][\w.-]*$/;

/**
 * Says which version something happened in, by the addresses of its files: those of an area hold its name and version.
 * @param known every version that this visitor may load
 * @param shellEntry the script that the page's shell began with
 */
export function attribution(known: readonly VersionFiles[], shellEntry: string) {
  const shell = known.find(({ name, entryUrl }) => name === SHELL && entryUrl === shellEntry);
  const folders = known
    .filter(({ name }) => name !== SHELL)
    .map((of) => ({ of, folder: `${path.posix.dirname(of.manifestUrl)}/` }));

  /** Null for what is no file of ours. */
  function ownerOf(file: string): Owned | null {
    const found = folders.find(({ folder }) => file.startsWith(folder));
    if (found !== undefined) return owned(found.of, file.slice(found.folder.length));
    return shell !== undefined && file.lastIndexOf('/') === 0 && HASHED.test(file) ? owned(shell, file.slice(1)) : null;
  }

  /** The version that a page names; null for one that is not known. */
  function versionOf({ name, version }: AreaVersion): VersionFiles | null {
    if (name === SHELL) return shell ?? null;
    return known.find((one) => one.name === name && one.version === version) ?? null;
  }

  return {
    ownerOf,
    versionOf,
    /**
     * The area whose code is in the stack, else the shell. What comes from elsewhere, as an extension's, is nobody's.
     * Without a stack it is the area on the screen.
     */
    of(frames: readonly Frame[], screen: AreaVersion | null): VersionFiles | null {
      if (frames.length === 0) return screen === null ? null : versionOf(screen);
      const owners = frames.map(({ file }) => ownerOf(file)?.of ?? null);
      if (owners[0] === null) return null;
      return owners.find((owner) => owner !== null && owner.name !== SHELL) ?? owners[0] ?? null;
    },
  };
}
export type Attribution = ReturnType<typeof attribution>;

function owned(of: VersionFiles, file: string): Owned | null {
  return SAFE_FILE.test(file) ? { of, file } : null;
}
