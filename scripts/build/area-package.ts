import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Area } from '../../api/src/contract/remotes.ts';
import { packageManifest } from './installed-package.ts';

const require = createRequire(import.meta.url);

/** `mf-history` of the package `@pagecast/mf-history`, wherever its folder lies and whatever that is called. */
export function areaName(directory: string): string {
  return packageManifest(directory).name.replace(/^@[^/]*\//, '');
}

/**
 * `mf-history` -> `mf_history`: a container becomes a global, so its name must be an identifier that no browser API
 * has.
 */
export function containerName(name: string): string {
  return name.replaceAll('-', '_');
}

/** What is no area is the shell. */
export function isArea(directory: string): boolean {
  return fs.existsSync(path.join(directory, 'src/area.ts'));
}

/** What a remote says of itself: its paths, its sidebar entries, the port of its development server. */
export function areaIn(directory: string): Area {
  return (require(path.join(directory, 'src/area.ts')) as { area: Area }).area;
}
