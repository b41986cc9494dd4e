import fs from 'node:fs';
import path from 'node:path';
import { ConcatenatedModule, type Module, type Stats } from '@rspack/core';
import { packageManifest, type PackageManifest } from './installed-package.ts';

/** Beside the files of a build, and never served: what is bundled into them. */
const NOTE = '.packages.json';

export type BundledPackage = Pick<PackageManifest, 'name' | 'version' | 'license'>;

/** Writes down which installed packages the bundler has put into the files of a build. */
export function writeBundledPackages(outDir: string, stats: Stats): void {
  const { chunkGraph, fileDependencies, modules } = stats.compilation;
  // What is in no chunk was left out.
  const bundled = [...modules].filter((module) => chunkGraph.getModuleChunks(module).length > 0);
  const styles = [...fileDependencies].filter((file) => file.endsWith('.css'));
  const packages = new Map<string, BundledPackage>();
  for (const file of [...bundled.flatMap(filesOf), ...styles]) {
    const folder = packageFolder(file);
    if (folder === null) continue;
    const { name, version, license } = packageManifest(folder);
    packages.set(`${name}@${version}`, { name, version, license });
  }
  const sorted = [...packages].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, bundled]) => bundled);
  fs.writeFileSync(path.join(outDir, NOTE), JSON.stringify(sorted));
}

/** @returns null for a build that does not say so: one from before this was written down, or of another bundler */
export function bundledPackages(dist: string): readonly BundledPackage[] | null {
  const file = path.join(dist, NOTE);
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as BundledPackage[]) : null;
}

/** Of one that was joined of several, those of each. */
function filesOf(module: Module): string[] {
  if (module instanceof ConcatenatedModule) return module.modules.flatMap(filesOf);
  const file = module.nameForCondition();
  return file === undefined ? [] : [file];
}

/** The package that an installed file belongs to, not one of the `package.json`s that some have in their folders. */
function packageFolder(file: string): string | null {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(file)?.[0] ?? null;
}
