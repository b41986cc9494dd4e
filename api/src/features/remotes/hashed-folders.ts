import type { ReleasedFile } from '../../contract/releases.ts';
import { filesIn } from './file-hash.ts';

/** Hashes of so many versions are remembered. */
const FOLDERS_KNOWN = 50;

/** Tells the files of versions with their hashes, each version hashed once: its folder never changes. */
export function hashedFolders(): (folder: string) => Promise<readonly ReleasedFile[]> {
  const known = new Map<string, readonly ReleasedFile[]>();
  return async (folder) => {
    const files = known.get(folder) ?? (await filesIn(folder).catch(() => null));
    if (files === null) return [];
    // The one that was asked for last goes last.
    known.delete(folder);
    known.set(folder, files);
    for (const [oldest] of known) if (known.size > FOLDERS_KNOWN) known.delete(oldest);
    return files;
  };
}
