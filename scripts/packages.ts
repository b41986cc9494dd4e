import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.ts';

/** A sidebar entry of a remote; `icon` is the name of a lucide icon. */
interface NavEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: string;
  readonly order: number;
}

/** The part of a front-end package's package.json that builds read. */
export interface PackageManifest {
  readonly version: string;
  /** Which paths a remote serves and how they show in the sidebar, and where its development server listens; the shell has none. */
  readonly remote?: { readonly paths: readonly string[]; readonly nav: readonly NavEntry[]; readonly devPort: number };
}

/** Folder names of all remotes, e.g. `mf-history`. */
export function remoteNames(): string[] {
  return fs
    .readdirSync(ROOT)
    .filter((name) => name.startsWith('mf-') && fs.existsSync(path.join(ROOT, name, 'package.json')))
    .sort();
}

/** Folder names of everything that is built for the browser. */
export function frontEndNames(): string[] {
  return ['shell', ...remoteNames()];
}

export function readManifest(name: string): PackageManifest {
  return JSON.parse(fs.readFileSync(path.join(ROOT, name, 'package.json'), 'utf8')) as PackageManifest;
}

/**
 * The remotes that somebody names, as folders: `mf-history`, or `mf_history` as registry and addresses say it. Each once.
 * @throws Error for the first that is none, with the names there are
 */
export function remotesNamed(names: readonly string[]): string[] {
  const folders = names.map((name) => name.replaceAll('_', '-'));
  const unknown = folders.findIndex((folder) => !remoteNames().includes(folder));
  if (unknown >= 0) throw new Error(`There is no remote ${names[unknown]}: choose among ${remoteNames().join(', ')}.`);
  return [...new Set(folders)];
}

/** `mf-history` -> `mf_history`: a container becomes a global, so its name must be an identifier that no browser API has. */
export function containerName(name: string): string {
  return name.replaceAll('-', '_');
}
