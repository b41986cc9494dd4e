import fs from 'node:fs';
import path from 'node:path';
import type { Area } from '../api/src/contract/remotes.ts';
import { areaIn } from './build/area-package.ts';
import { ROOT } from './paths.ts';

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

/** What a remote says of itself: its paths, its sidebar entries, the port of its development server. */
export function areaOf(name: string): Area {
  return areaIn(path.join(ROOT, name));
}

/**
 * The remotes that somebody names, as folders: `mf-history`, or `mf_history` as registry and addresses say it. Each
 * once.
 * @throws Error for the first that is none, with the names there are
 */
export function remotesNamed(names: readonly string[]): string[] {
  const folders = names.map((name) => name.replaceAll('_', '-'));
  const unknown = folders.findIndex((folder) => !remoteNames().includes(folder));
  if (unknown >= 0) throw new Error(`There is no remote ${names[unknown]}: choose among ${remoteNames().join(', ')}.`);
  return [...new Set(folders)];
}
