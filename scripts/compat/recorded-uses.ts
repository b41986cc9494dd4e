import fs from 'node:fs';
import path from 'node:path';
import { ASKED_VERSIONS } from '../../api/src/features/remotes/compatibility/released-uses.repository.ts';
import { RecordedUses, SURFACE_FILE, Surfaces } from '../../api/src/surfaces/surface.ts';
import { ensureBuilt } from '../build.ts';
import { packageManifest } from '../build/installed-package.ts';
import { containerName } from '../build/area-package.ts';
import { frontEndNames } from '../packages.ts';
import { ROOT } from '../paths.ts';

/** One line for what one or more versions of an area, or of the shell, use: those that use the same share it. */
const FILE = path.join(import.meta.dirname, 'used-by-versions.jsonl');

/** The newest of each first. */
export function recordedUses(): RecordedUses[] {
  const lines = fs.readFileSync(FILE, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => RecordedUses.parse(JSON.parse(line)));
}

/**
 * Builds everything, and writes down what its versions use. Of each package the last ten stay.
 * @returns what was written down, such as `mf_history 1.4.0`
 */
export async function recordUses(): Promise<string[]> {
  await ensureBuilt();
  const before = Map.groupBy(recordedUses(), ({ name }) => name);
  const built = frontEndNames().map((folder) => usesOfBuild(folder));
  const lines = built.flatMap((one) => withNewest(one, before.get(one.name) ?? []));
  fs.writeFileSync(FILE, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return built.map(({ name, versions }) => `${name} ${versions.join()}`);
}

function usesOfBuild(folder: string): RecordedUses {
  const file = path.join(ROOT, folder, 'dist', SURFACE_FILE);
  const { uses } = Surfaces.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  return { name: containerName(folder), versions: [packageManifest(path.join(ROOT, folder)).version], uses };
}

/** A version that is written down already counts as it is now: it was not released yet. */
function withNewest({ name, versions, uses }: RecordedUses, before: readonly RecordedUses[]): RecordedUses[] {
  const others = before
    .map((one) => ({ ...one, versions: one.versions.filter((version) => !versions.includes(version)) }))
    .filter((one) => one.versions.length > 0);
  const [newest, ...older] = others;
  const isSame = newest !== undefined && JSON.stringify(newest.uses) === JSON.stringify(uses);
  const all = isSame
    ? [{ name, versions: [...versions, ...newest.versions], uses }, ...older]
    : [{ name, versions, uses }, ...others];
  let left = ASKED_VERSIONS;
  return all
    .map((one) => {
      const kept = one.versions.slice(0, Math.max(left, 0));
      left -= kept.length;
      return { ...one, versions: kept };
    })
    .filter((one) => one.versions.length > 0);
}
