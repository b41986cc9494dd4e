import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Area } from '../api/src/contract/remotes.ts';
import { ROOT } from './paths.ts';

const require = createRequire(import.meta.url);

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

export function versionOf(name: string): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, name, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** What a remote says of itself: its paths, its sidebar entries, the port of its development server. */
export function areaOf(name: string): Area {
  return (require(path.join(ROOT, name, 'src/area.ts')) as { area: Area }).area;
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

/**
 * `mf-history` -> `mf_history`: a container becomes a global, so its name must be an identifier that no browser API
 * has.
 */
export function containerName(name: string): string {
  return name.replaceAll('-', '_');
}
