import fs from 'node:fs';
import path from 'node:path';

/** The parts of a `package.json` that are read here. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly license?: unknown;
  readonly exports?: Readonly<Record<string, string | { readonly default: string; readonly types?: string }>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface InstalledPackage {
  readonly folder: string;
  readonly manifest: PackageManifest;
  /** Somebody's working copy: its version says nothing of what it holds. */
  readonly isLinked: boolean;
}

const found = new Map<string, InstalledPackage>();

/** What Node and bundlers find under `name` from a folder, whichever package manager put it there; null: nothing. */
export function installedPackage(name: string, from: string): InstalledPackage | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const place = path.join(folder, 'node_modules', name);
    if (fs.existsSync(path.join(place, 'package.json'))) return packageIn(fs.realpathSync(place));
    if (folder === path.dirname(folder)) return null;
  }
}

/** Each is read once: what is installed does not change under a build. */
function packageIn(folder: string): InstalledPackage {
  const known = found.get(folder);
  if (known !== undefined) return known;
  const read = {
    folder,
    manifest: packageManifest(folder),
    isLinked: !folder.split(path.sep).includes('node_modules'),
  };
  found.set(folder, read);
  return read;
}

export function packageManifest(folder: string): PackageManifest {
  return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageManifest;
}
